// The counters of a kernel: their names, as in the JSON contract, and a value for each.
#ifndef WARPBOOK_COUNTERS_H
#define WARPBOOK_COUNTERS_H

#include <stdint.h>

// In the order of the JSON result.
#define COUNTER_LIST(X)                                                                                      \
    X(global_load_requests)                                                                                  \
    X(global_load_sectors)                                                                                   \
    X(global_load_bytes)                                                                                     \
    X(global_store_requests)                                                                                 \
    X(global_store_sectors)                                                                                  \
    X(global_store_bytes)                                                                                    \
    X(global_sectors_excessive)                                                                              \
    X(shared_load_requests)                                                                                  \
    X(shared_load_bytes)                                                                                     \
    X(shared_store_requests)                                                                                 \
    X(shared_store_bytes)                                                                                    \
    X(shared_load_bank_conflicts)                                                                            \
    X(shared_store_bank_conflicts)                                                                           \
    X(global_atomic_requests)                                                                                \
    X(global_atomic_sectors)                                                                                 \
    X(global_atomic_bytes)                                                                                   \
    X(shared_atomic_requests)                                                                                \
    X(shared_atomic_bytes)                                                                                   \
    X(local_load_bytes)                                                                                      \
    X(local_store_bytes)                                                                                     \
    X(texture_requests)                                                                                      \
    X(texture_bytes)                                                                                         \
    X(constant_data_bytes)                                                                                   \
    X(copied_bytes)                                                                                          \
    X(warp_instructions)                                                                                     \
    X(thread_instructions)                                                                                   \
    X(branches)                                                                                              \
    X(divergent_branches)                                                                                    \
    X(barriers)                                                                                              \
    X(launches)                                                                                              \
    X(blocks)                                                                                                \
    X(threads)                                                                                               \
    X(storing_threads)                                                                                       \
    X(storing_blocks)

#define COUNTER_ENUM(name) COUNTER_##name,
enum { COUNTER_LIST(COUNTER_ENUM) COUNTER_COUNT };
#undef COUNTER_ENUM

#define COUNTER_FIELD(name) uint64_t name;
typedef union {
    uint64_t value[COUNTER_COUNT]; // by index
    struct {
        COUNTER_LIST(COUNTER_FIELD) // by name
    };
} Counters;
#undef COUNTER_FIELD

const char *counter_name(int index);

// Index of a counter, -1 where there is none of that name.
int counter_find(const char *name);

// 100 x (branches - divergent) / branches; 100 where there are none.
double branch_efficiency(const Counters *counters);

#endif
