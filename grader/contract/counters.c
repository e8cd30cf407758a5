// The names of the counters, and what is computed from them.
#include "grader/contract/counters.h"

#include <string.h>

#define COUNTER_NAME(name) #name,
static const char *const names[COUNTER_COUNT] = {COUNTER_LIST(COUNTER_NAME)};
#undef COUNTER_NAME

const char *counter_name(int index) {
    return names[index];
}

int counter_find(const char *name) {
    for (int i = 0; i < COUNTER_COUNT; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

double branch_efficiency(const Counters *counters) {
    double branches = (double)counters->value[COUNTER_branches];
    double divergent = (double)counters->value[COUNTER_divergent_branches];
    return branches > 0 ? 100 * (branches - divergent) / branches : 100;
}
