// What the model of time says of one launch. Modelled, never measured: whoever prints it says so.
#ifndef WARPBOOK_MODELLED_H
#define WARPBOOK_MODELLED_H

#include <stdbool.h>

#include "grader/text/source_line.h"

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
    X(theoretical_occupancy_percent)                                                                         \
    X(blocks_per_sm)                                                                                         \
    X(registers_for_more_blocks)                                                                             \
    X(registers_per_thread)                                                                                  \
    X(copy_bytes_per_second)                                                                                 \
    X(hot_percent)                                                                                           \
    X(issue_peak_per_second)                                                                                 \
    X(time_issue_percent)                                                                                    \
    X(time_memory_percent)                                                                                   \
    X(time_shared_percent)                                                                                   \
    X(time_barrier_percent)                                                                                  \
    X(time_unit_percent)                                                                                     \
    X(time_queue_percent)                                                                                    \
    X(time_dependence_percent)                                                                               \
    X(time_empty_percent)                                                                                    \
    X(time_launch_percent)                                                                                   \
    X(busy_issue_percent)                                                                                    \
    X(busy_integer_percent)                                                                                  \
    X(busy_double_percent)                                                                                   \
    X(busy_special_percent)                                                                                  \
    X(busy_l1_and_shared_percent)                                                                            \
    X(busy_l2_percent)                                                                                       \
    X(busy_dram_percent)                                                                                     \
    X(busy_block_starts_percent)

#define MODELLED_FIELD(name) double name;
typedef struct {
    bool known, calibrated;   // calibrated: the model was fitted on kernels measured on this GPU
    char why[160];            // where it is not
    char bound[40], unit[32]; // in words
    char occupancy_limit
        [32];           // what keeps an SM from holding one more block: "registers", "shared memory", ...
    char hot_file[256]; // the line that executes most instructions; "": not known
    int hot_line;
    MODELLED_NUMBERS(MODELLED_FIELD)
} ModelledTime;
#undef MODELLED_FIELD

// What a line has of the machine instructions and of the modelled time of one launch.
typedef struct {
    int launch; // index among those that are listed
    SourcePlace place;
    double instructions_percent, time_percent;
} ModelledLine;

// Launches other than they were asked for: see GRADER_SUPPOSE. All 0: as they were.
typedef struct {
    unsigned block[3]; // the x of it 0: as asked for
    unsigned fewer_registers;
    unsigned dram_percent, l2_percent, shared_percent; // of what it is; 0: 100
} Supposition;

#endif
