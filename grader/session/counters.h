// The counters of a kernel: their names, as in the JSON contract, and a vector that holds one of each.
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
    X(texture_requests)                                                                                      \
    X(warp_instructions)                                                                                     \
    X(thread_instructions)                                                                                   \
    X(branches)                                                                                              \
    X(divergent_branches)                                                                                    \
    X(barriers)                                                                                              \
    X(launches)                                                                                              \
    X(blocks)                                                                                                \
    X(threads)

#define COUNTER_ENUM(name) COUNTER_##name,
enum { COUNTER_LIST(COUNTER_ENUM) COUNTER_COUNT };
#undef COUNTER_ENUM

typedef struct {
    uint64_t value[COUNTER_COUNT];
} Counters;

const char *counter_name(int index);

// Index of a counter, -1 where there is none of that name.
int counter_find(const char *name);

#endif
