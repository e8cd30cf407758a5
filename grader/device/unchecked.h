// Whose fault is it that this machine had no memory for the race check?
#ifndef WARPBOOK_UNCHECKED_H
#define WARPBOOK_UNCHECKED_H

#include <stdbool.h>

#include "grader/machine/machine_memory.h"

// Would memory have sufficed for the grader's buffers (bytes of them) and all records of them, had the submission
// allocated nothing? `m` as it stands now, with what this process has taken.
bool suffices_without_submission(uint64_t graders_bytes, MachineMemory m);

#endif
