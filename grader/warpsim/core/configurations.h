// What a kernel counted, by the configuration of its launches: grid, block and dynamic shared memory.
#ifndef WARPBOOK_CONFIGURATIONS_H
#define WARPBOOK_CONFIGURATIONS_H

#include "grader/contract/counters.h"
#include "grader/warpsim/core/program.h"

enum { CONFIGURATIONS_MAX = 4096 }; // of one kernel

typedef struct {
    u32 grid[3], block[3], dynamic_shared;
} LaunchConfiguration;

// All launches of one configuration added up.
typedef struct {
    LaunchConfiguration what;
    u32 shared_bytes; // of a block, static and dynamic
    Counters counters;
} ConfigurationCounters;

typedef struct {
    ConfigurationCounters *list; // in order of the first launch of each; CONFIGURATIONS_MAX at most
    u32 count, room;
    u32 *slots;                 // a hash table: 1 + index in `list`, 0: free
    ConfigurationCounters rest; // launches for which there was no room
} Configurations;

// Adds what one launch has counted. Where memory or room runs out it goes to `rest`: nothing is lost.
void configurations_add(Configurations *to, const ConfigurationCounters *launch);
void configurations_free(Configurations *c);

#endif
