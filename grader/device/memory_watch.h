// Ends kernels, and at last this process, before the machine's memory is used up.
#ifndef WARPBOOK_MEMORY_WATCH_H
#define WARPBOOK_MEMORY_WATCH_H

#include "grader/contract/run_status.h"
#include "grader/machine/machine_memory.h"

typedef enum { MEMORY_SUFFICES, MEMORY_IS_SHORT, MEMORY_IS_GONE } MemoryState;

// How things stand. Where this process has little memory it is not the one to give way.
MemoryState memory_state(MachineMemory m);

// From now on *cancel is WARPSIM_STOP_MEMORY while memory is short and, where none is left, the process ends with
// EXIT_OUT_OF_MEMORY.
void watch_memory(volatile int *cancel);

#endif
