// The recorded work once more with other device code, or other launches: would the result be right, were one thing another one?
#include <stdlib.h>
#include <string.h>

#include "grader/device/change_launch.h"
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

// With the kernels of a module, or those of the record where `module` is 0, and the change; NULL: none.
static void repeat_with(Device *d, int module, const ChangedLaunch *change, CallOutcome *outcome) {
    const Recording *r = &d->recording;
    for (int i = 0; i < r->count && !d->sticky; i++) {
        Record record = r->list[i];
        uint8_t *params = NULL;
        if (record.kind == RECORD_LAUNCH && module) {
            record.launch.function = warpsim_kernel(d->sim, module, record.launch.kernel);
            if (!record.launch.function) return;
        }
        if (record.kind == RECORD_LAUNCH && change &&
            !(params = change_launch(d->sim, &record.launch, change)))
            return;
        const int error = repeat_record(d, &record);
        free(params);
        if (error) return;
    }
    if (!d->sticky && !warpsim_finding(d->sim, 0)) *outcome = OUTCOME_RETURNED;
}

static bool can_repeat(const Device *d) {
    return !d->on_gpu && !d->recording.overflow && !d->recording.reads_back;
}

// A counter of all that was launched.
static uint64_t counted(const Warpsim *sim, const char *name) {
    const WarpsimKernel *kernel;
    const uint64_t *counts;
    uint32_t shared;
    uint64_t sum = 0;
    int counter = 0;
    while (strcmp(warpsim_counter_name(counter), name)) counter++;
    for (int i = 0; warpsim_counts(sim, i, &kernel, &counts, &shared); i++) sum += counts[counter];
    return sum;
}

static void repeat(Device *d, int module, const ChangedLaunch *change, uint64_t budget, CallOutcome *outcome,
                   TriedWork *work) {
    const uint64_t left = d->budget;
    warpsim_clear(d->sim);
    if (module) take_variables(d, module);
    d->sticky = 0;
    d->budget = budget;
    *outcome = OUTCOME_NOT_REPLAYABLE;
    repeat_with(d, module, change, outcome);
    d->sticky = 0;
    *work = (TriedWork){.instructions = budget - d->budget,
                        .stored_bytes = counted(d->sim, "global_store_bytes"),
                        .loaded_bytes = counted(d->sim, "global_load_bytes")};
    d->budget = left;
    warpsim_clear(d->sim);
}

bool try_other_code(Device *d, const char *ptx, size_t size, bool one_block, uint64_t budget,
                    CallOutcome *outcome, TriedWork *work) {
    const ChangedLaunch single = {.kind = LAUNCH_ONE_BLOCK};
    char error[300];
    if (!can_repeat(d) || !size || !warpsim_load(d->sim, ptx, size, error, sizeof error)) return false;
    repeat(d, warpsim_modules(d->sim) - 1, one_block ? &single : NULL, budget, outcome, work);
    warpsim_unload(d->sim);
    return true;
}

bool try_other_launch(Device *d, const ChangedLaunch *change, uint64_t budget, CallOutcome *outcome,
                      TriedWork *work) {
    if (!can_repeat(d)) return false;
    repeat(d, 0, change, budget, outcome, work);
    return true;
}
