// Which kernels' counters a report shows: for each kernel, those of the largest case that passed (else that
// ran).
#ifndef WARPBOOK_KERNELS_H
#define WARPBOOK_KERNELS_H

#include "grader/verdict/verdict.h"

enum { SHOWN_KERNELS = 32 };

typedef struct {
    const KernelCounters *kernel;
    const CaseResult *from;
} ShownKernel;

int choose_kernels(const LabResult *result, ShownKernel shown[SHOWN_KERNELS]);

// 100 x (branches - divergent) / branches; 100 where there are none.
double branch_efficiency(const Counters *counters);

#endif
