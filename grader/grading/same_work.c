// Did two runs of a case do the same work?
#include "grader/grading/same_work.h"

#include <string.h>

static bool same_configuration(const Records *a, const Records *b, int i) {
    const ConfigurationCounters *x = &a->configurations[i], *y = &b->configurations[i];
    return !strcmp(a->kernels[x->kernel].symbol, b->kernels[y->kernel].symbol) &&
           !memcmp(x->grid, y->grid, sizeof x->grid) && !memcmp(x->block, y->block, sizeof x->block) &&
           x->shared_bytes_per_block == y->shared_bytes_per_block;
}

// Which threads take how much from a queue may differ; what they do together may not.
static bool may_differ(const Records *a, int counter) {
    const bool storing = counter == COUNTER_storing_threads || counter == COUNTER_storing_blocks;
    return storing && a->sum.value[COUNTER_global_atomic_requests] > 0;
}

bool is_same_work(const Records *a, const Records *b) {
    bool equal = a->configuration_count == b->configuration_count;
    for (int i = 0; i < a->configuration_count && equal; i++) equal = same_configuration(a, b, i);
    for (int i = 0; i < COUNTER_COUNT; i++) equal &= may_differ(a, i) || a->sum.value[i] == b->sum.value[i];
    return equal;
}

bool is_same_request(const Records *a, const Records *b) {
    return a->work_digest && a->work_digest == b->work_digest;
}
