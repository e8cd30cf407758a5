// Chooses the counters to show.
#include "grader/report/kernels.h"

#include <string.h>

bool is_counted(const LabResult *result, const CaseResult *c) {
    for (int i = 0; i < result->target_count; i++)
        if (c == &result->cases[result->targets[i].case_index]) return true;
    return false;
}

// What computes nothing tells nothing, right as it may be.
static int worth(const CaseResult *c) {
    return c->trivial ? 0 : 1 + c->passed;
}

static bool better(const LabResult *result, const CaseResult *a, const CaseResult *b) {
    if (worth(a) != worth(b)) return worth(a) > worth(b);
    bool a_counted = is_counted(result, a), b_counted = is_counted(result, b);
    return a_counted != b_counted ? a_counted : a->cells > b->cells;
}

int choose_kernels(const LabResult *result, ShownKernel shown[SHOWN_KERNELS]) {
    int count = 0;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        for (int k = 0; c->judged && k < c->records.kernel_count; k++) {
            const KernelCounters *kernel = &c->records.kernels[k];
            int at = 0;
            while (at < count && strcmp(shown[at].kernel->name, kernel->name)) at++;
            if (at == SHOWN_KERNELS || (at < count && !better(result, c, shown[at].from))) continue;
            shown[at] = (ShownKernel){kernel, c};
            count += at == count;
        }
    }
    return count;
}
