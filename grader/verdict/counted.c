// What expressions come to in a case that has run.
#include <math.h>
#include <string.h>

#include "grader/contract/kernel_facts.h"
#include "grader/contract/totals.h"
#include "grader/lab/expression.h"
#include "grader/verdict/verdict.h"

static double fact_of(const KernelCounters *kernel, KernelFact fact) {
    switch (fact) {
    case FACT_SHARED_BYTES: return (double)kernel->shared_bytes_per_block;
    case FACT_REGISTERS: return kernel->registers_per_thread < 0 ? NAN : (double)kernel->registers_per_thread;
    default: return kernel->theoretical_occupancy_percent;
    }
}

// A fact over all kernels that ran, NaN where it is not known: of several kernels the least favourable one,
// so that no second kernel can hide behind a better first one.
static double worst_fact(const Records *records, KernelFact fact) {
    double worst = NAN;
    for (int i = 0; i < records->kernel_count; i++) {
        double value = fact_of(&records->kernels[i], fact);
        if (isnan(value)) return NAN;
        worst = isnan(worst) ? value : fact == FACT_OCCUPANCY ? fmin(worst, value) : fmax(worst, value);
    }
    return worst;
}

// What the names of an expression are looked up in.
typedef struct {
    const LabEntrySpec *entry;
    const CaseResult *c;
    const Records *run;      // of the case, or its repetition
    const Contribution *one; // the launch that each(...) is about
} CountedCase;

static double branch_efficiency_of(const Counters *counters) {
    const double branches = (double)counters->value[COUNTER_branches];
    return branches > 0 ? 100 * (branches - (double)counters->value[COUNTER_divergent_branches]) / branches
                        : 100;
}

// On lines of headers: of the whole run, or of the launch that each(...) is about. Lines are counted for a kernel, so a
// launch has its share of them by what it executed of the kernel's instructions.
static double of_headers(const CountedCase *counted, bool busiest, int counter, bool each) {
    const Records *run = counted->run;
    if (!each) return (double)(busiest ? &run->busiest_header_line : &run->headers)->value[counter];
    if (counted->one->kernel < 0) return NAN;
    const KernelCounters *kernel = &run->kernels[counted->one->kernel];
    return (double)(busiest ? &kernel->busiest_header_line : &kernel->headers)->value[counter] *
           (double)counted->one->counters.value[COUNTER_thread_instructions] /
           (double)kernel->counters.value[COUNTER_thread_instructions];
}

static double fact_value(const CountedCase *counted, KernelFact fact, const Counters *counters, bool each) {
    const ValueWays *ways = &counted->c->ways;
    switch (fact) {
    case FACT_BRANCH_EFFICIENCY: return branch_efficiency_of(counters);
    case FACT_HEADER_WARPS: return of_headers(counted, false, COUNTER_warp_instructions, each);
    case FACT_HEADER_THREADS: return of_headers(counted, false, COUNTER_thread_instructions, each);
    case FACT_HEADER_LINE: return of_headers(counted, true, COUNTER_thread_instructions, each);
    case FACT_PASSED_VALUES: return ways->points > 0 ? ways->passed : NAN;
    case FACT_ALONE_VALUES: return ways->points > 0 ? ways->alone : NAN;
    case FACT_CROSSING_VALUES: return ways->points > 0 ? ways->crossing : NAN;
    case FACT_LINE_VALUES: return ways->points > 0 ? ways->line : NAN;
    case FACT_AGAIN_VALUES: return ways->points > 0 ? ways->again : NAN;
    case FACT_STRAYED_VALUES: return ways->points > 0 ? ways->strayed : NAN;
    case FACT_COLUMNS: return ways->columns > 0 ? ways->columns : NAN;
    default:
        if (each && fact == FACT_SHARED_BYTES) return (double)counted->one->shared_bytes_per_block;
        return worst_fact(&counted->c->records, fact);
    }
}

static double count_of(const CountedCase *counted, const char *name, bool each) {
    const Counters *counters = each ? &counted->one->counters : &counted->run->sum;
    const int counter = counter_find(name), total = total_find(name), fact = kernel_fact_find(name);
    if (counter >= 0) return (double)counters->value[counter];
    if (total >= 0) return (double)total_of(counters, total);
    return fact >= 0 ? fact_value(counted, (KernelFact)fact, counters, each) : NAN;
}

static double look_up(void *context, const char *name, bool each) {
    const CountedCase *counted = context;
    if (!strcmp(name, "cells")) return (double)counted->c->cells;
    for (int i = 0; i < counted->entry->size_count; i++)
        if (!strcmp(counted->entry->sizes[i], name)) return counted->c->key.size[i];
    return count_of(counted, name, each);
}

double worst_counted_value(const LabSpec *spec, const CaseResult *c, const Records *run,
                           const char *expression, bool largest_is_worst) {
    CountedCase counted = {&spec->entries[c->key.entry], c, run, NULL};
    double worst = NAN;
    if (!expression_has_each(expression)) return expression_value(expression, look_up, &counted);
    if (run->more_contributions) return NAN;
    for (int i = 0; i < run->contribution_count; i++) {
        counted.one = &run->contributions[i];
        const double value = expression_value(expression, look_up, &counted);
        // Of nothing: a launch without a branch has no share of them. Something for nothing is as bad as can be.
        if (isnan(value) || (isinf(value) && !largest_is_worst)) continue;
        worst = isnan(worst) ? value : largest_is_worst ? fmax(worst, value) : fmin(worst, value);
    }
    return worst;
}

double counted_value(const LabSpec *spec, const CaseResult *c, const char *expression) {
    return worst_counted_value(spec, c, &c->records, expression, false);
}
