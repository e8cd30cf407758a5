// What becomes of a program of the grader's when an allocation fails: it ends, with nothing graded.
//
// A half-made verdict would be a wrong one: a race check that had no room for its records, or a kernel that
// was refused its launch, looks like a property of the submission. grade and device are linked with
// --wrap=malloc and the like (Makefile), so no place where memory is asked for has to see to it, nor can
// forget it. Requests of more than ALLOCATION_LARGE bytes come from what a submission asks for, and are
// refused as before. Libraries and tests, which have no such wrapping, get NULL from each.
#ifndef WARPBOOK_ALLOCATION_H
#define WARPBOOK_ALLOCATION_H

#include <stddef.h>

#define ALLOCATION_LARGE ((size_t)1 << 30)

#define MEMORY_ADVICE                                                                                        \
    "This machine has no memory left for a grading: nothing was graded. Close other programs, or raise the " \
    "limit (ulimit -v unlimited), and grade again."

// Each program has its own: tells whoever started it, and ends it.
_Noreturn void end_without_memory(void);

#endif
