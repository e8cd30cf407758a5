// The recorded work once more with other device code: would the result be right, were one thing in a kernel another one?
#include <string.h>

#include "grader/device/serve_grader.h"

// What the program has put into its variables stands in those of the same names.
static void take_variables(Device *d, int module) {
    const char *name;
    WarpsimAllocation *to;
    for (int i = 0; (to = warpsim_variable_at(d->sim, module, i, &name)); i++) {
        const WarpsimAllocation *from = warpsim_variable(d->sim, 0, name);
        if (from && from->size == to->size)
            memcpy(warpsim_bytes(d->sim, to->base), warpsim_bytes(d->sim, from->base), to->size);
    }
}

static void repeat_with(Device *d, int module, CallOutcome *outcome) {
    const Recording *r = &d->recording;
    for (int i = 0; i < r->count && !d->sticky; i++) {
        Record record = r->list[i];
        if (record.kind == RECORD_LAUNCH) {
            record.launch.function = warpsim_kernel(d->sim, module, record.launch.kernel);
            if (!record.launch.function) return;
        }
        if (repeat_record(d, &record)) return;
    }
    if (!d->sticky && !warpsim_finding(d->sim, 0)) *outcome = OUTCOME_RETURNED;
}

bool try_other_code(Device *d, const char *ptx, size_t size, uint64_t budget, CallOutcome *outcome,
                    uint64_t *spent) {
    char error[300];
    if (d->on_gpu || d->recording.overflow || d->recording.reads_back || !size ||
        !warpsim_load(d->sim, ptx, size, error, sizeof error))
        return false;
    const int module = warpsim_modules(d->sim) - 1;
    const uint64_t left = d->budget;
    warpsim_clear(d->sim);
    take_variables(d, module);
    d->sticky = 0;
    d->budget = budget;
    *outcome = OUTCOME_NOT_REPLAYABLE;
    repeat_with(d, module, outcome);
    d->sticky = 0;
    *spent = budget - d->budget;
    d->budget = left;
    warpsim_clear(d->sim);
    warpsim_unload(d->sim);
    return true;
}
