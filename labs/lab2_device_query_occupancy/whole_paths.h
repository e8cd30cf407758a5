// Latencies and throughputs are drawn as quarters, for they need not be whole. Of the drawn ways from memory some become such that the
// warps of an SM are a whole number, the latency, in whatever order it is computed, or a hair more, which takes one warp more: with numbers
// that a double holds exactly at each step.
#ifndef WARPBOOK_WHOLE_PATHS_H
#define WARPBOOK_WHOLE_PATHS_H

#include <stdbool.h>

// The i-th way from 0: is it one of them? And one with a hair more?
static inline bool is_whole_path(int i) {
    return i % 10 == 9;
}

static inline bool is_more_than_whole(int i) {
    return i % 20 == 9;
}

static const double HAIR = 1 / 32768.0;

static inline double quarters(int drawn) {
    return drawn / 4.0;
}

// Cycles of the i-th way.
static inline double path_latency(int i, int drawn) {
    if (is_more_than_whole(i)) return 3 + drawn / 4 % 13 + HAIR; // few cycles: floats hold it, too
    return is_whole_path(i) ? drawn / 4 : quarters(drawn);
}

static const double WHOLE_PATH_CLOCK = 0.5; // GHz

// GB/s: in each cycle one warp's bytes for each SM.
static inline double whole_path_bandwidth(int bytes_per_thread, int sms) {
    return WHOLE_PATH_CLOCK * 32 * bytes_per_thread * sms;
}

#endif
