// How much memory the machine has left for this process: the machine itself, or the container that it is in.
#ifndef WARPBOOK_MACHINE_MEMORY_H
#define WARPBOOK_MACHINE_MEMORY_H

#include <stdint.h>

typedef struct {
    uint64_t total, left; // bytes; 0 and UINT64_MAX where the system does not say
    uint64_t own;         // that this process has in memory
} MachineMemory;

MachineMemory machine_memory(void);

#endif
