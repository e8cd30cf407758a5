// How to call lab 1's functions: the one place that casts them to the types in common/. Those of TODO 1.1 are
// host functions: their answers are copied to the output.
#include "common/lab.h"

#include <stdlib.h>
#include <string.h>

#include "common/lab_answer.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

static int int_at(const void *const *args, int i) {
    return *(const int *)args[i];
}

static void *output_at(const void *const *args, int i) {
    return *(void *const *)args[i];
}

// Args: counts, x, y, z.
static void call_warps_of_block(void (*function)(void), const void *const *args) {
    BlockShape block = {int_at(args, 1), int_at(args, 2), int_at(args, 3)};
    BlockWarps answer = ((__typeof__(warps_of_block) *)function)(block);
    lab_answer(args[0], &answer, sizeof answer);
}

// Args: places, x, y, z. All threads of the block, x fastest.
static void call_place_of_thread(void (*function)(void), const void *const *args) {
    BlockShape block = {int_at(args, 1), int_at(args, 2), int_at(args, 3)};
    const size_t count = (size_t)block.x * block.y * block.z;
    WarpPlace *places = calloc(count, sizeof *places);
    if (!places) abort();
    for (int i = 0; i < (int)count; ++i) {
        ThreadIndex thread = {i % block.x, i / block.x % block.y, i / block.x / block.y};
        places[i] = ((__typeof__(place_of_thread) *)function)(thread, block);
    }
    lab_answer(args[0], places, count * sizeof *places);
    free(places);
}

// The thread of a random test: three numbers from 0 on, made to fit its block.
static ThreadIndex fit(ThreadIndex t, BlockShape block) {
    return (ThreadIndex){t.x % block.x, t.y % block.y, t.z % block.z};
}

// Args: answers, blocks, threads, count. Five answers for each block: three BlockWarps, two WarpPlace.
static void call_warps_and_places(void (*function)(void), const void *const *args) {
    const BlockShape *blocks = args[1];
    int count = int_at(args, 3);
    ThreadIndex *threads = calloc(count, sizeof *threads);
    BlockWarps *warps = calloc(count, sizeof *warps);
    WarpPlace *places = calloc(count, sizeof *places);
    int *answers = calloc(count, 5 * sizeof *answers);
    if (!threads || !warps || !places || !answers) abort();

    for (int i = 0; i < count; ++i) threads[i] = fit(((const ThreadIndex *)args[2])[i], blocks[i]);
    ((__typeof__(warps_and_places) *)function)(blocks, threads, count, warps, places);
    for (int i = 0; i < count; ++i) {
        int five[] = {warps[i].warps, warps[i].lanes, warps[i].idle, places[i].warp, places[i].lane};
        memcpy(answers + 5 * i, five, sizeof five);
    }
    lab_answer(args[0], answers, 5 * sizeof *answers * count);
    free(threads), free(warps), free(places), free(answers);
}

// Args: in, out, n, block.
static void call_kernel(void (*function)(void), const void *const *args) {
    ((__typeof__(launch_two_paths) *)function)(*(const int *const *)args[0], output_at(args, 1),
                                               int_at(args, 2), int_at(args, 3));
}

// Args: out, n, block.
static void call_demo(void (*function)(void), const void *const *args) {
    typedef void Launch(void *out, int n, int block);
    ((Launch *)function)(output_at(args, 0), int_at(args, 1), int_at(args, 2));
}

const LabCaller lab_callers[] = {
    {"warps_of_block", call_warps_of_block},
    {"place_of_thread", call_place_of_thread},
    {"warps_and_places", call_warps_and_places},
    {"launch_by_parity", call_kernel},
    {"launch_two_paths", call_kernel},
    {"demo_short_by_parity", call_demo},
    {"demo_short_by_warp", call_demo},
    {"demo_short_two_ifs", call_demo},
    {"demo_short_by_shift", call_demo},
    {"demo_long_by_parity", call_demo},
    {"demo_long_by_warp", call_demo},
    {"demo_loop_by_lane", call_demo},
    {"demo_loop_by_warp", call_demo},
    {NULL, NULL},
};
