// Which kernels' counters a report shows: for each kernel, those of the case that a counted target asks for,
// else of the largest one. A case that passed goes first.
#ifndef WARPBOOK_KERNELS_H
#define WARPBOOK_KERNELS_H

#include "grader/verdict/verdict.h"

enum { SHOWN_KERNELS = 32 };

typedef struct {
    const KernelCounters *kernel;
    const CaseResult *from;
} ShownKernel;

// Is this the case of a counted target?
bool is_counted(const LabResult *result, const CaseResult *c);

int choose_kernels(const LabResult *result, ShownKernel shown[SHOWN_KERNELS]);

#endif
