// What the model of time says of one launch. Modelled, never measured: whoever prints it says so.
#ifndef WARPBOOK_MODELLED_H
#define WARPBOOK_MODELLED_H

#include <stdbool.h>

// Name in reports and in JSON, in their order. Times are of an equal launch before it (warm), unless --cold was asked for.
#define MODELLED_NUMBERS(X)                                                                                  \
    X(modelled_ms)                                                                                           \
    X(low_ms)                                                                                                \
    X(high_ms)                                                                                               \
    X(bound_percent)                                                                                         \
    X(warp_instructions_executed)                                                                            \
    X(issue_percent)                                                                                         \
    X(l1_hit_percent)                                                                                        \
    X(l2_read_sectors)                                                                                       \
    X(l2_write_sectors)                                                                                      \
    X(l2_hit_percent)                                                                                        \
    X(dram_read_bytes)                                                                                       \
    X(dram_write_bytes)                                                                                      \
    X(achieved_occupancy_percent)                                                                            \
    X(registers_per_thread)                                                                                  \
    X(copy_bytes_per_second)                                                                                 \
    X(hot_percent)

#define MODELLED_FIELD(name) double name;
typedef struct {
    bool known, calibrated;   // calibrated: the model was fitted on kernels measured on this GPU
    char why[160];            // where it is not
    char bound[40], unit[32]; // in words
    char hot_file[256];       // the line that executes most instructions; "": not known
    int hot_line;
    MODELLED_NUMBERS(MODELLED_FIELD)
} ModelledTime;
#undef MODELLED_FIELD

#endif
