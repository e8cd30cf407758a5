// Chooses the counters to show, and puts together what kernels of one name have counted.
#include "grader/report/kernels.h"

#include <math.h>
#include <stdlib.h>
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

int next_name(const Records *records, int at) {
    for (; at < records->kernel_count; at++) {
        int first = 0;
        while (strcmp(records->kernels[first].name, records->kernels[at].name)) first++;
        if (first == at) break;
    }
    return at;
}

// Puts the kernel into the list where it is not there yet, or in place of a case that tells less.
static void choose(const LabResult *result, const CaseResult *c, const char *name, ShownKernel *list,
                   int *count) {
    int at = 0;
    while (at < *count && strcmp(list[at].name, name)) at++;
    if (at < *count && !better(result, c, list[at].from)) return;
    list[at] = (ShownKernel){name, c};
    *count += at == *count;
}

ShownKernel *choose_kernels(const LabResult *result, int *count) {
    int most = 0;
    *count = 0;
    for (int i = 0; i < result->graded_count; i++) most += result->cases[i].records.kernel_count;
    ShownKernel *list = most ? malloc((size_t)most * sizeof *list) : NULL;
    for (int i = 0; i < result->graded_count && list; i++) {
        const CaseResult *c = &result->cases[i];
        const Records *records = &c->records;
        for (int k = next_name(records, 0); c->judged && k < records->kernel_count;
             k = next_name(records, k + 1))
            choose(result, c, records->kernels[k].name, list, count);
    }
    return list;
}

int kernels_named(const Records *records, const char *name) {
    int count = 0;
    for (int i = 0; i < records->kernel_count; i++) count += !strcmp(records->kernels[i].name, name);
    return count;
}

const char *kernel_words(const Records *records, const KernelCounters *kernel) {
    return kernel->instance[0] && kernels_named(records, kernel->name) > 1 ? kernel->instance : kernel->name;
}

KernelCounters sum_of_instances(const Records *records, const char *name) {
    KernelCounters sum = {.registers_per_thread = -1, .theoretical_occupancy_percent = 100};
    bool unknown = false;
    for (int i = 0; i < records->kernel_count; i++) {
        const KernelCounters *k = &records->kernels[i];
        if (strcmp(k->name, name)) continue;
        for (int n = 0; n < COUNTER_COUNT; n++) sum.counters.value[n] += k->counters.value[n];
        if (k->shared_bytes_per_block > sum.shared_bytes_per_block)
            sum.shared_bytes_per_block = k->shared_bytes_per_block;
        if (k->registers_per_thread > sum.registers_per_thread) {
            sum.registers_per_thread = k->registers_per_thread;
            memcpy(sum.registers_target, k->registers_target, sizeof sum.registers_target);
        }
        const double percent = k->theoretical_occupancy_percent;
        unknown |= isnan(percent);
        if (percent < sum.theoretical_occupancy_percent) sum.theoretical_occupancy_percent = percent;
    }
    if (unknown) sum.theoretical_occupancy_percent = NAN;
    return sum;
}
