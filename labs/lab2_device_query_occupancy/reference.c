// Lab 2's right answers on the CPU, how far a right program can be off, and the mistakes that people make.
//
// Whole numbers have a bound of 1/4: nothing but the number itself is right. Those of Little's law may be
// computed in float: a few divisions and products, each off by 6 parts in 10^8 at most, stay far below 1 part
// in 10^5. The sum of two floats is rounded once (or twice, through double, with the same result).
#include "common/lab.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/latency_hiding.h"
#include "labs/lab2_device_query_occupancy/architectures.h"
#include "labs/lab2_device_query_occupancy/facts.h"
#include "labs/lab2_device_query_occupancy/whole_paths.h"

static const double WHOLE = 0.25;

static int int_at(const LabCase *c, int arg) {
    return *(const int *)c->args[arg];
}

// ---- The facts of the device: args out, facts --------------------------------------------------------

static DeviceFacts facts_of(const LabGpu *gpu) {
    DeviceFacts f = {
        .sm_count = gpu->sm_count,
        .constant_memory = (long long)gpu->constant_memory,
        .shared_per_block = (long long)gpu->shared_per_block,
        .registers_per_block = gpu->registers_per_block,
        .warp_size = gpu->warp_size,
        .threads_per_block = gpu->threads_per_block_max,
        .threads_per_sm = gpu->threads_per_sm,
        .warps_per_sm = gpu->threads_per_sm / gpu->warp_size,
        .shared_per_sm = (long long)gpu->shared_per_sm,
        .memory_clock_khz = gpu->memory_clock_khz,
        .memory_bus_bits = gpu->memory_bus_bits,
        .peak_bandwidth = 2.0 * gpu->memory_clock_khz * gpu->memory_bus_bits / 8 / 1e6,
        .l2_bytes = (int)gpu->l2_bytes,
    };
    snprintf(f.name, sizeof f.name, "%s", gpu->name);
    return f;
}

// The bandwidth may be rounded to a whole number of GB/s, as data sheets do.
static void fill_facts(const LabCase *c, const DeviceFacts *f, double *value, double *bound) {
    double number[FACT_COUNT];
    facts_to_numbers(f, number);
    for (size_t i = 0; i < c->cells; ++i) {
        value[i] = number[i];
        bound[i] = i == FACT_PEAK_BANDWIDTH ? 0.5 : WHOLE;
    }
}

static void facts(const LabCase *c, double *value, double *bound) {
    DeviceFacts f = facts_of(c->gpu);
    fill_facts(c, &f, value, bound);
}

static const double GIBIBYTE = 1024.0 * 1024 * 1024;

#define FACTS_BUT(function, change)                                                                          \
    static void function(const LabCase *c, double *value, double *bound) {                                   \
        DeviceFacts f = facts_of(c->gpu);                                                                    \
        change;                                                                                              \
        fill_facts(c, &f, value, bound);                                                                     \
    }

FACTS_BUT(facts_single_rate, f.peak_bandwidth /= 2)
FACTS_BUT(facts_bits, f.peak_bandwidth *= 8)
FACTS_BUT(facts_core_clock, f.memory_clock_khz = c->gpu->clock_khz;
          f.peak_bandwidth = 2.0 * f.memory_clock_khz * f.memory_bus_bits / 8 / 1e6)
FACTS_BUT(facts_gibibytes, f.peak_bandwidth *= 1e9 / GIBIBYTE)
FACTS_BUT(facts_mebibytes, f.peak_bandwidth *= 1e9 / GIBIBYTE * 1024)
FACTS_BUT(facts_megabytes, f.peak_bandwidth *= 1e3)
FACTS_BUT(facts_bytes_a_second, f.peak_bandwidth *= 1e9)
FACTS_BUT(facts_clock_in_hertz, f.peak_bandwidth /= 1e3)
FACTS_BUT(facts_one_rate_of_bits, f.peak_bandwidth *= 4)
FACTS_BUT(facts_kilobytes, f.constant_memory /= 1024)
FACTS_BUT(facts_all_kilobytes, f.constant_memory /= 1024; f.shared_per_block /= 1024; f.shared_per_sm /= 1024)
FACTS_BUT(facts_block_warps, f.warps_per_sm = f.threads_per_block / f.warp_size)
FACTS_BUT(facts_shared_swapped, f.shared_per_block = f.shared_per_sm)

// lab.spec: number 0 has twice as much of everything. Its name is what the grader calls it.
FACTS_BUT(facts_of_number_0, snprintf(f.name, sizeof f.name, "Another GPU, number 0"); f.sm_count *= 2;
          f.constant_memory *= 2; f.shared_per_block *= 2; f.registers_per_block *= 2;
          f.threads_per_block *= 2; f.threads_per_sm *= 2; f.warps_per_sm *= 2; f.shared_per_sm *= 2;
          f.memory_clock_khz *= 2; f.memory_bus_bits *= 2; f.peak_bandwidth *= 4; f.l2_bytes *= 2)

static const LabMistake FACTS_MISTAKES[] = {
    {"these were the facts of GPU number 0: the function is told which one to look at, by `device`, and that is number 1 here",
     facts_of_number_0},
    {"memory moved data once a clock: it does so twice, at both edges of the clock", facts_single_rate},
    {"the bus were as many bytes wide as it has bits", facts_bits},
    {"the memory ran with the clock of the SMs", facts_core_clock},
    {"memory moved one bit a clock on each of its wires, and they were counted as bytes",
     facts_one_rate_of_bits},
    {"peak_bandwidth is in GiB/s, of 1024 * 1024 * 1024 bytes: GB/s are asked for, of 10^9", facts_gibibytes},
    {"peak_bandwidth is in MiB/s, of 1024 * 1024 bytes: GB/s are asked for, of 10^9", facts_mebibytes},
    {"peak_bandwidth is in MB/s: GB/s are asked for", facts_megabytes},
    {"peak_bandwidth is in bytes a second: GB/s are asked for", facts_bytes_a_second},
    {"the clock were in Hz: memory_clock_khz counts thousands of them", facts_clock_in_hertz},
    {"constant_memory is in KB: bytes are asked for", facts_kilobytes},
    {"sizes of memory are in KB: bytes are asked for", facts_all_kilobytes},
    {"warps_per_sm were the number of warps in one block: an SM has room for more than one "
     "block",
     facts_block_warps},
    {"a block may have all the shared memory of its SM", facts_shared_swapped},
    {NULL, NULL},
};

static void describe_fact(const LabCase *c, size_t cell, char *text, size_t size) {
    snprintf(text, size, "%s, on %s", fact_in_words((int)cell), c->gpu->name);
}

// ---- Occupancy: args out, generation, n, threads, registers, shared, shape ---------------------------

#include "labs/lab2_device_query_occupancy/occupancy_mistakes.c"

static void describe_kernel(const LabCase *c, size_t cell, char *text, size_t size) {
    int i = (int)(cell / 2);
    const Architecture *a = architecture_of(int_at(c, 1), i);
    KernelNeeds k = kernel_of(c, i);
    char where[300];
    const SmLimits sm = sm_of(c, i);
    snprintf(where, sizeof where, "compute capability %d.%d", a->major, a->minor);
    if (is_invented(i))
        snprintf(
            where, sizeof where,
            "an invented SM of %d warps, %d blocks of at most %d threads, %d registers (unit %d, %d partitions), %d bytes of "
            "shared memory (unit %d, %d reserved of a block)",
            sm.warps, sm.blocks, sm.threads_per_block, sm.registers, sm.register_unit, sm.partitions,
            sm.shared, sm.shared_unit, sm.shared_reserved);
    snprintf(
        text, size,
        "%s of a kernel of %d threads a block, %d registers a thread and %d bytes of shared memory, on %s",
        cell % 2 ? "limits (1 warps, 2 registers, 4 shared, 8 blocks, added up)" : "blocks", k.threads,
        k.registers, k.shared, where);
}

// ---- Little's law: args out, n, latency, throughput, both in quarters ---------------------------------

static const double RELATIVE = 1e-5;

static double latency_of(const LabCase *c, size_t i) {
    return quarters(((const int *)c->args[2])[i]);
}

static double throughput_of(const LabCase *c, size_t i) {
    return quarters(((const int *)c->args[3])[i]);
}

typedef double TwoNumbers(double latency, double throughput);

static void fill_operations(const LabCase *c, TwoNumbers *answer, double *value, double *bound) {
    for (size_t i = 0; i < (size_t)int_at(c, 1); ++i) {
        const double latency = latency_of(c, i), throughput = throughput_of(c, i);
        value[i] = answer(latency, throughput);
        bound[i] = RELATIVE * latency * throughput;
    }
}

#define OPERATIONS(name, answer)                                                                             \
    static double answer_##name(double latency, double throughput) {                                         \
        return answer;                                                                                       \
    }                                                                                                        \
    static void operations_##name(const LabCase *c, double *value, double *bound) {                          \
        fill_operations(c, answer_##name, value, bound);                                                     \
    }

OPERATIONS(right, latency *throughput)
OPERATIONS(divided, throughput / latency)
OPERATIONS(added, latency + throughput)
OPERATIONS(whole_factors, trunc(latency) * trunc(throughput))
OPERATIONS(whole_latency, trunc(latency) * throughput)
OPERATIONS(whole_throughput, latency *trunc(throughput))
OPERATIONS(whole_product, trunc(latency *throughput))

static const LabMistake OPERATIONS_MISTAKES[] = {
    {"throughput is divided by latency: what is under way is their product", operations_divided},
    {"latency and throughput are added: what is under way is their product", operations_added},
    {"latency and throughput are cut to whole numbers: both are doubles, and need not be whole",
     operations_whole_factors},
    {"the latency is cut to a whole number: it is a double, and need not be whole", operations_whole_latency},
    {"the throughput is cut to a whole number: it is a double, and need not be whole",
     operations_whole_throughput},
    {"the product is cut to a whole number: the answer is a double, and need not be whole",
     operations_whole_product},
    {NULL, NULL},
};

static void describe_operations(const LabCase *c, size_t cell, char *text, size_t size) {
    snprintf(text, size,
             "operations in flight for a latency of %g cycles and a throughput of %g operations per "
             "cycle",
             latency_of(c, cell), throughput_of(c, cell));
}

// ---- Little's law for memory: args out, n, bandwidth, clock, latency (in quarters), bytes, sms -------

typedef struct {
    double bandwidth, clock, latency;
    int bytes, sms;
} Path;

static Path path_of(const LabCase *c, size_t i) {
    Path p = {((const double *)c->args[2])[i], ((const double *)c->args[3])[i],
              path_latency((int)i, ((const int *)c->args[4])[i]), ((const int *)c->args[5])[i],
              ((const int *)c->args[6])[i]};
    if (!is_whole_path((int)i)) return p;
    p.clock = WHOLE_PATH_CLOCK;
    p.bandwidth = whole_path_bandwidth(p.bytes, p.sms);
    return p;
}

enum { PATH_NUMBERS = 5, WARP = 32 };

static void fill_path(const Path *p, double value[PATH_NUMBERS]) {
    value[0] = p->bandwidth / p->clock;
    value[1] = value[0] * p->latency;
    value[2] = value[1] / p->bytes;
    value[3] = value[2] / WARP;
    value[4] = ceil(value[3] / p->sms);
}

// Where the warps of an SM are so close to a whole number that rounding decides, its two neighbours are right
// too.
static double whole_bound(double warps_per_sm) {
    return fabs(warps_per_sm - round(warps_per_sm)) < RELATIVE * warps_per_sm ? 1 + WHOLE : WHOLE;
}

// A mistake changes the path that is taken, or the numbers that come out.
typedef void PathChange(Path *p, double *value);

static void fill_memory(const LabCase *c, PathChange *change, double *value, double *bound) {
    for (int i = 0; i < int_at(c, 1); ++i, value += PATH_NUMBERS, bound += PATH_NUMBERS) {
        Path p = path_of(c, (size_t)i);
        fill_path(&p, value);
        for (int m = 0; m < PATH_NUMBERS - 1; ++m) bound[m] = RELATIVE * value[m];
        bound[4] = is_whole_path(i) ? WHOLE : whole_bound(value[3] / p.sms);
        if (change) change(&p, value);
    }
}

static void memory(const LabCase *c, double *value, double *bound) {
    fill_memory(c, NULL, value, bound);
}

#define MEMORY_BUT(name, ...)                                                                                \
    static void change_path_##name(Path *p, double *value) {                                                 \
        __VA_ARGS__;                                                                                         \
    }                                                                                                        \
    static void memory_##name(const LabCase *c, double *value, double *bound) {                              \
        fill_memory(c, change_path_##name, value, bound);                                                    \
    }

MEMORY_BUT(rounded_down, value[4] = floor(value[3] / p->sms))
MEMORY_BUT(rounded_off, value[4] = round(value[3] / p->sms))
MEMORY_BUT(warp_bytes, value[3] = value[1] / WARP, value[4] = ceil(value[3] / p->sms))
MEMORY_BUT(multiplied, value[2] = value[1] * p->bytes, value[3] = value[2] / WARP,
           value[4] = ceil(value[3] / p->sms))
MEMORY_BUT(gibibytes, p->bandwidth *= GIBIBYTE / 1e9, fill_path(p, value))
MEMORY_BUT(no_latency, value[1] = value[0], value[2] = value[1] / p->bytes, value[3] = value[2] / WARP,
           value[4] = ceil(value[3] / p->sms))
MEMORY_BUT(one_too_many, value[4] = floor(value[3] / p->sms) + 1)
MEMORY_BUT(whole_latency, p->latency = trunc(p->latency), fill_path(p, value))
MEMORY_BUT(no_clock, p->clock = 1, fill_path(p, value))
MEMORY_BUT(all_sms, (void)p, value[4] = ceil(value[3]))

static const LabMistake MEMORY_MISTAKES[] = {
    {"warps_per_sm is rounded down: then too few bytes are in flight", memory_rounded_down},
    {"warps_per_sm is rounded to the nearest number, not up", memory_rounded_off},
    {"the bytes are divided among warps, not the threads", memory_warp_bytes},
    {"the bytes in flight are multiplied by the bytes per thread: they should be divided by "
     "them",
     memory_multiplied},
    {"the bandwidth is not divided by the clock: bytes a cycle are asked for", memory_no_clock},
    {"warps_per_sm are the warps of all SMs together", memory_all_sms},
    {"a GB had 1024 * 1024 * 1024 bytes: the bandwidth is in GB/s, of 10^9", memory_gibibytes},
    {"the bytes are those of one cycle: as long as the latency lasts, as many are on their way in each cycle",
     memory_no_latency},
    {"the latency is cut to a whole number: it is a double, and need not be whole", memory_whole_latency},
    {"one warp more were needed also where the warps of an SM are a whole number: round up, and no further",
     memory_one_too_many},
    {NULL, NULL},
};

static void describe_path(const LabCase *c, size_t cell, char *text, size_t size) {
    static const char *const what[PATH_NUMBERS] = {"bytes_per_cycle", "bytes", "threads", "warps",
                                                   "warps_per_sm"};
    Path p = path_of(c, cell / PATH_NUMBERS);
    snprintf(text, size, "%s for %.1f GB/s, %.3f GHz, %.10g cycles, %d bytes a thread, %d SMs",
             what[cell % PATH_NUMBERS], p.bandwidth, p.clock, p.latency, p.bytes, p.sms);
}

// ---- The matrix sum: args a, b, c, nx, ny and, with the caller's block, bx, by -----------------------

enum { INVALID_CONFIGURATION = 9 }; // cudaErrorInvalidConfiguration

static void fill_sum(const LabCase *c, double *value, double *bound) {
    const float *a = c->args[0], *b = c->args[1];
    for (size_t p = 0; p < c->cells; ++p) {
        value[p] = (double)a[p] + b[p];
        bound[p] = FLT_EPSILON / 2 * fabs(value[p]) + FLT_MIN;
    }
}

// All cells as they were.
static void fill_background(const LabCase *c, double *value, double *bound) {
    const float *background = c->args[2];
    for (size_t p = 0; p < c->cells; ++p) {
        value[p] = background[p];
        bound[p] = 0;
    }
}

static bool refused(const LabCase *c) {
    return c->arg_count == 7 && int_at(c, 5) * int_at(c, 6) > c->gpu->threads_per_block_max;
}

// call.c writes the error that the function returned to the first element. Where the launch is refused
// nothing else is written.
static void matrix_sum(const LabCase *c, double *value, double *bound) {
    if (!refused(c)) {
        fill_sum(c, value, bound);
        return;
    }
    fill_background(c, value, bound);
    value[0] = INVALID_CONFIGURATION;
    bound[0] = WHOLE;
}

static void matrix_silent(const LabCase *c, double *value, double *bound) {
    matrix_sum(c, value, bound);
    if (refused(c)) value[0] = 0;
}

static void matrix_of_another_block(const LabCase *c, double *value, double *bound) {
    fill_sum(c, value, bound);
    if (refused(c)) value[0] = 0, bound[0] = WHOLE;
}

static void matrix_difference(const LabCase *c, double *value, double *bound) {
    const float *a = c->args[0], *b = c->args[1];
    fill_sum(c, value, bound);
    for (size_t p = 0; p < c->cells; ++p) value[p] = a[p] - b[p];
}

static const LabMistake MATRIX_MISTAKES[] = {
    {"the function returned 0 for a block size that CUDA rejects: launch with the caller's "
     "block size, whatever it is, and return the result of cudaGetLastError() after the launch",
     matrix_silent},
    {"the function returned 0 for a block size that CUDA rejects, and did the addition with a "
     "different block size: launch with the caller's block size, whatever it is, and return "
     "the result of cudaGetLastError() after the launch",
     matrix_of_another_block},
    {"b is subtracted, not added", matrix_difference},
    {NULL, NULL},
};

static void describe_element(const LabCase *c, size_t cell, char *text, size_t size) {
    int nx = int_at(c, 3);
    if (refused(c) && cell == 0)
        snprintf(text, size,
                 "the error returned by launch_matrix_sum (expected: %d, cudaErrorInvalidConfiguration)",
                 INVALID_CONFIGURATION);
    else
        snprintf(text, size, "column %zu of row %zu", cell % nx, cell / nx);
}

// ---- What the host functions were called with ----------------------------------------------------------

static const char *given_kernel(const LabCase *c, size_t cell, LabTake *take, void *context) {
    const SmLimits sm = sm_of(c, (int)cell / 2);
    const KernelNeeds kernel = kernel_of(c, (int)cell / 2);
    take(context, "sm.threads_per_block", sm.threads_per_block);
    take(context, "sm.warp_size", sm.warp_size);
    take(context, "sm.warps", sm.warps);
    take(context, "sm.blocks", sm.blocks);
    take(context, "sm.registers", sm.registers);
    take(context, "sm.register_unit", sm.register_unit);
    take(context, "sm.partitions", sm.partitions);
    take(context, "sm.shared", sm.shared);
    take(context, "sm.shared_per_block", sm.shared_per_block);
    take(context, "sm.shared_unit", sm.shared_unit);
    take(context, "sm.shared_reserved", sm.shared_reserved);
    take(context, "kernel.threads", kernel.threads);
    take(context, "kernel.registers", kernel.registers);
    take(context, "kernel.shared", kernel.shared);
    return "sm_occupancy";
}

static const char *given_operations(const LabCase *c, size_t cell, LabTake *take, void *context) {
    take(context, "latency", latency_of(c, cell));
    take(context, "throughput", throughput_of(c, cell));
    return "operations_in_flight";
}

static const char *given_path(const LabCase *c, size_t cell, LabTake *take, void *context) {
    const Path p = path_of(c, cell / PATH_NUMBERS);
    take(context, "path.bandwidth", p.bandwidth);
    take(context, "path.clock", p.clock);
    take(context, "path.latency", p.latency);
    take(context, "path.bytes_per_thread", p.bytes);
    take(context, "path.warp_size", WARP);
    take(context, "path.sm_count", p.sms);
    return "memory_in_flight";
}

const LabEntry lab_entries[] = {
    {.entry = "query_device", .reference = facts, .mistakes = FACTS_MISTAKES, .describe = describe_fact},
    {.entry = "sm_occupancy",
     .reference = occupancy,
     .mistakes = OCCUPANCY_MISTAKES,
     .mentions = OCCUPANCY_MENTIONS,
     .describe = describe_kernel,
     .given = given_kernel},
    {.entry = "operations_in_flight",
     .reference = operations_right,
     .mistakes = OPERATIONS_MISTAKES,
     .describe = describe_operations,
     .given = given_operations},
    {.entry = "memory_in_flight",
     .reference = memory,
     .mistakes = MEMORY_MISTAKES,
     .describe = describe_path,
     .given = given_path},
    {.entry = "launch_matrix_sum",
     .reference = matrix_sum,
     .mistakes = MATRIX_MISTAKES,
     .describe = describe_element},
    {.entry = "launch_matrix_sum_tuned",
     .reference = matrix_sum,
     .mistakes = MATRIX_MISTAKES,
     .describe = describe_element},
    {.entry = "demo_matrix_sum", .reference = matrix_sum},
    {.entry = NULL},
};
