// Chooses the counters to show.
#include "grader/report/kernels.h"

#include <string.h>

static bool better(const CaseResult *a, const CaseResult *b) {
    return a->passed != b->passed ? a->passed : a->cells > b->cells;
}

int choose_kernels(const LabResult *result, ShownKernel shown[SHOWN_KERNELS]) {
    int count = 0;
    for (int i = 0; i < result->case_count; i++) {
        const CaseResult *c = &result->cases[i];
        for (int k = 0; c->judged && k < c->records.kernel_count; k++) {
            const KernelCounters *kernel = &c->records.kernels[k];
            int at = 0;
            while (at < count && strcmp(shown[at].kernel->name, kernel->name)) at++;
            if (at == SHOWN_KERNELS || (at < count && !better(c, shown[at].from))) continue;
            shown[at] = (ShownKernel){kernel, c};
            count += at == count;
        }
    }
    return count;
}

double branch_efficiency(const Counters *counters) {
    double branches = (double)counters->value[COUNTER_branches];
    double divergent = (double)counters->value[COUNTER_divergent_branches];
    return branches > 0 ? 100 * (branches - divergent) / branches : 100;
}
