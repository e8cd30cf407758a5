// Facts of kernels: which there are, and which of several kernels counts.
#include "grader/session/kernel_facts.h"

#include <math.h>
#include <string.h>

enum { SHARED_BYTES, REGISTERS, OCCUPANCY, FACTS };
static const char *const names[FACTS] = {"shared_bytes_per_block", "registers_per_thread",
                                         "theoretical_occupancy_percent"};

int kernel_fact_find(const char *name) {
    for (int i = 0; i < FACTS; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

static double fact_of(const KernelCounters *kernel, int fact) {
    switch (fact) {
    case SHARED_BYTES: return (double)kernel->shared_bytes_per_block;
    case REGISTERS: return kernel->registers_per_thread < 0 ? NAN : (double)kernel->registers_per_thread;
    default: return kernel->theoretical_occupancy_percent;
    }
}

double kernel_fact(const Records *records, int fact) {
    double worst = NAN;
    for (int i = 0; i < records->kernel_count; i++) {
        double value = fact_of(&records->kernels[i], fact);
        if (isnan(value)) return NAN;
        worst = isnan(worst) ? value : fact == OCCUPANCY ? fmin(worst, value) : fmax(worst, value);
    }
    return worst;
}

bool needs_occupancy(const char *expression) {
    return strstr(expression, names[REGISTERS]) || strstr(expression, names[OCCUPANCY]);
}
