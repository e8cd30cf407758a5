// How to call lab 0's functions. Those of TODO 0.1 to 0.4 are host functions: their answers are copied to the output.
#include "common/lab.h"

#include <stdlib.h>

#include "common/first_program.h"
#include "common/lab_answer.h"

static int int_at(const void *const *args, int i) {
    return *(const int *)args[i];
}

// Room on the host for an answer; it holds no right value.
static float *answer_room(int n) {
    float *room = malloc((size_t)n * sizeof *room);
    if (!room) abort();
    for (int i = 0; i < n; ++i) room[i] = -1e30f;
    return room;
}

// Args: to, from, n.
static void call_round_trip(void (*function)(void), const void *const *args) {
    const int n = int_at(args, 2);
    float *to = answer_room(n);
    ((__typeof__(round_trip) *)function)(args[1], to, n);
    lab_answer(args[0], to, (size_t)n * sizeof *to);
    free(to);
}

// Args: c, a, b, n, block. An error is written to the first element, where reference.c expects it; so is success where
// the launch must fail, because no GPU has blocks of so many threads.
static void call_add_vectors(void (*function)(void), const void *const *args) {
    enum { MOST_THREADS = 1024 };
    const int n = int_at(args, 3), block = int_at(args, 4);
    float *c = answer_room(n);
    const int error = ((__typeof__(add_vectors) *)function)(args[1], args[2], c, n, block);
    const float number = (float)error;
    if (error != 0 || block > MOST_THREADS)
        lab_answer(args[0], &number, sizeof number);
    else
        lab_answer(args[0], c, (size_t)n * sizeof *c);
    free(c);
}

// ---- A device that is played, and its clock -------------------------------------------------------------

// Milliseconds since the start: the host's clock, and when the device will have done all that it was asked for.
static double host_ms, device_ms, next_launch_ms, later_launch_ms;

// Asking for a launch, waiting for nothing and reading the clock take the host a few microseconds.
static void play_launch(void) {
    host_ms += 0.002;
    if (device_ms < host_ms) device_ms = host_ms;
    device_ms += next_launch_ms;
    next_launch_ms = later_launch_ms;
}

static void play_wait(void) {
    host_ms += 0.001;
    if (host_ms < device_ms) host_ms = device_ms;
}

static double play_now(void) {
    return host_ms += 0.0005;
}

// Args: ms, n, first, later, repeats.
static void call_time_of_launch(void (*function)(void), const void *const *args) {
    const int n = int_at(args, 1);
    const double *first = args[2], *later = args[3];
    const int *repeats = args[4];
    double *ms = calloc((size_t)n, sizeof *ms);
    if (!ms) abort();
    for (int i = 0; i < n; ++i) {
        host_ms = device_ms = 0;
        next_launch_ms = first[i], later_launch_ms = later[i];
        ms[i] =
            ((__typeof__(time_of_launch) *)function)((Timed){play_launch, play_wait, play_now}, repeats[i]);
    }
    lab_answer(args[0], ms, (size_t)n * sizeof *ms);
    free(ms);
}

// ---- Functions that get device memory -------------------------------------------------------------------

// Args: rgb, grey, n, blocks; or way in place of blocks.
static void call_grey(void (*function)(void), const void *const *args) {
    ((__typeof__(launch_grey) *)function)(*(const int *const *)args[0], *(int *const *)args[1],
                                          int_at(args, 2), int_at(args, 3));
}

const LabCaller lab_callers[] = {
    {"round_trip", call_round_trip},
    {"add_vectors", call_add_vectors},
    {"time_of_launch", call_time_of_launch},
    {"launch_grey", call_grey},
    {"demo_grey", call_grey},
    {NULL, NULL},
};
