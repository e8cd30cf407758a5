// How to call lab 2's functions: the one place that casts them to the types in common/. The first three parts
// of the lab are host functions: they are called here, as often as the case asks, and their answers copied to
// the output.
#include "common/lab.h"

#include <stdlib.h>
#include <string.h>

#include "common/lab_answer.h"
#include "common/latency_hiding.h"
#include "common/matrix_sum.h"
#include "labs/lab2_device_query_occupancy/architectures.h"
#include "labs/lab2_device_query_occupancy/facts.h"
#include "labs/lab2_device_query_occupancy/whole_paths.h"

static int int_at(const void *arg) {
    return *(const int *)arg;
}

static const float *floats_at(const void *arg) {
    return *(const float *const *)arg;
}

// Args: out, facts, device. The case that asks for the published facts alone shows them all.
static void call_query(void (*function)(void), const void *const *args) {
    DeviceFacts facts;
    double number[FACT_COUNT];
    memset(&facts, 0, sizeof facts);
    ((__typeof__(query_device) *)function)(int_at(args[2]), &facts);
    facts.name[sizeof facts.name - 1] = 0;
    facts_to_numbers(&facts, number);
    if (int_at(args[1]) == FACTS_PUBLISHED) print_device_facts(&facts);
    lab_answer(args[0], number, (size_t)int_at(args[1]) * sizeof *number);
}

// Args: out, generation, n, threads, registers, shared, shape. Two numbers a kernel: blocks and limits.
static void call_occupancy(void (*function)(void), const void *const *args) {
    const int *threads = args[3], *registers = args[4], *shared = args[5], *shape = args[6];
    int n = int_at(args[2]), *answer = malloc((size_t)n * 2 * sizeof *answer);
    if (!answer) abort();
    for (int i = 0; i < n; ++i) {
        const SmLimits sm = limits_of(int_at(args[1]), i, (unsigned)(threads[i] * registers[i] + shared[i]));
        KernelNeeds kernel = random_kernel(&sm, threads[i], registers[i], shared[i], shape[i]);
        SmOccupancy got = ((__typeof__(sm_occupancy) *)function)(sm, kernel);
        answer[2 * i] = got.blocks;
        answer[2 * i + 1] = got.limits;
    }
    lab_answer(args[0], answer, (size_t)n * 2 * sizeof *answer);
    free(answer);
}

// Args: out, n, latency, throughput, both in quarters.
static void call_operations(void (*function)(void), const void *const *args) {
    const int *latency = args[2], *throughput = args[3];
    int n = int_at(args[1]);
    double *answer = malloc((size_t)n * sizeof *answer);
    if (!answer) abort();
    for (int i = 0; i < n; ++i)
        answer[i] =
            ((__typeof__(operations_in_flight) *)function)(quarters(latency[i]), quarters(throughput[i]));
    lab_answer(args[0], answer, (size_t)n * sizeof *answer);
    free(answer);
}

// Args: out, n, bandwidth, clock, latency (in quarters), bytes, sms. Five numbers a path.
static void call_memory(void (*function)(void), const void *const *args) {
    int n = int_at(args[1]);
    double *answer = malloc((size_t)n * 5 * sizeof *answer);
    if (!answer) abort();
    for (int i = 0; i < n; ++i) {
        MemoryPath path = {.bandwidth = ((const double *)args[2])[i],
                           .clock = ((const double *)args[3])[i],
                           .latency = path_latency(i, ((const int *)args[4])[i]),
                           .bytes_per_thread = ((const int *)args[5])[i],
                           .warp_size = 32,
                           .sm_count = ((const int *)args[6])[i]};
        if (is_whole_path(i)) {
            path.clock = WHOLE_PATH_CLOCK;
            path.bandwidth = whole_path_bandwidth(path.bytes_per_thread, path.sm_count);
        }
        InFlight got = ((__typeof__(memory_in_flight) *)function)(path);
        const double all[5] = {got.bytes_per_cycle, got.bytes, got.threads, got.warps, got.warps_per_sm};
        memcpy(answer + 5 * i, all, sizeof all);
    }
    lab_answer(args[0], answer, (size_t)n * 5 * sizeof *answer);
    free(answer);
}

// The error that the student's function returns is written to the first element, where reference.c expects
// it: any error, and success too where the launch must fail, because no GPU has blocks of so many threads.
static void store_error(const void *output, int error, int threads) {
    enum { MOST_THREADS = 1024 };
    float number = (float)error;
    if (error != 0 || threads > MOST_THREADS) lab_answer(output, &number, sizeof number);
}

// Args: a, b, c, nx, ny, bx, by.
static void call_matrix_sum(void (*function)(void), const void *const *args) {
    int error = ((__typeof__(launch_matrix_sum) *)function)(
        floats_at(args[0]), floats_at(args[1]), *(float *const *)args[2], int_at(args[3]), int_at(args[4]),
        int_at(args[5]), int_at(args[6]));
    store_error(args[2], error, int_at(args[5]) * int_at(args[6]));
}

// Args: a, b, c, nx, ny.
static void call_tuned(void (*function)(void), const void *const *args) {
    int error = ((__typeof__(launch_matrix_sum_tuned) *)function)(
        floats_at(args[0]), floats_at(args[1]), *(float *const *)args[2], int_at(args[3]), int_at(args[4]));
    store_error(args[2], error, 0);
}

typedef void DemoMatrixSum(const float *a, const float *b, float *c, int nx, int ny, int bx, int by);

static void call_demo(void (*function)(void), const void *const *args) {
    ((DemoMatrixSum *)function)(floats_at(args[0]), floats_at(args[1]), *(float *const *)args[2],
                                int_at(args[3]), int_at(args[4]), int_at(args[5]), int_at(args[6]));
}

const LabCaller lab_callers[] = {
    {"query_device", call_query},
    {"sm_occupancy", call_occupancy},
    {"operations_in_flight", call_operations},
    {"memory_in_flight", call_memory},
    {"launch_matrix_sum", call_matrix_sum},
    {"launch_matrix_sum_tuned", call_tuned},
    {"demo_matrix_sum", call_demo},
    {NULL, NULL},
};
