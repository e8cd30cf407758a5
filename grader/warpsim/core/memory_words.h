// What memory is called in messages.
#ifndef WARPBOOK_MEMORY_WORDS_H
#define WARPBOOK_MEMORY_WORDS_H

#include <stddef.h>

#include "grader/warpsim/core/memory.h"
#include "grader/warpsim/core/program.h"

// "an allocation of 400 bytes", "the __device__ variable x of 4 bytes", "`in` (27 elements)". Returns `room`.
const char *memory_words(const Allocation *a, char *room, size_t size);

// The __shared__ variable of the kernel, or of a function that it may call, that contains the byte: its name in
// the source in `name`, bytes from its start in `offset`. NULL: none is known, as with dynamic shared memory.
const PtxVariable *shared_variable(const Function *f, u64 byte, char *name, size_t size, u64 *offset);

#endif
