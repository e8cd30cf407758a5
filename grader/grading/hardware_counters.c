// One case under Nsight Compute.
#include "grader/grading/hardware_counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/report/kernels.h"

// The case to be counted: one that is right on the GPU, the one of a counted target where there is one.
static const CaseResult *case_to_count(const LabResult *result) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (!c->passed || c->trivial || c->gpu != GPU_RIGHT || result->spec->entries[c->key.entry].file[0])
            continue;
        const bool counted = is_counted(result, c);
        if (!best || (counted && !is_counted(result, best)) ||
            (counted == is_counted(result, best) && c->cells > best->cells))
            best = c;
    }
    return best;
}

static void explain(HardwareCounts *h, const char *why) {
    snprintf(h->counts.why, sizeof h->counts.why, "%s", why);
}

static void count_case(const RunPlan *plan, LabResult *result, HardwareCounts *h, const char *ncu) {
    enum { TIMES_LONGER = 6 }; // it starts slowly, and runs a kernel several times
    CaseData data;
    SessionResult session;
    if (!case_data_make(&data, result->spec, &h->from->key, plan->data_seed)) {
        explain(h, "This machine has not enough memory for the data.");
        return;
    }
    SessionSetup setup = plan->session;
    setup.on_gpu = true;
    setup.ncu = ncu;
    setup.wall_seconds *= TIMES_LONGER;
    session_run(&setup, &data, &session);
    const bool counted = session.profile && ncu_read(session.profile, session.profile_size, &h->counts);
    if (session.state == SESSION_BUSY)
        snprintf(h->counts.why, sizeof h->counts.why, "%.290s", session.reason);
    else if (!counted && !h->counts.why[0])
        explain(h, "Nsight Compute printed nothing.");
    session_result_free(&session);
    case_data_free(&data);
}

void count_on_hardware(const RunPlan *plan, LabResult *result) {
    HardwareCounts *h = calloc(1, sizeof *h);
    char path[PATH_SIZE];
    result->hardware = h;
    if (!h) return;
    h->from = case_to_count(result);
    if (!plan->use_gpu)
        explain(h, "No GPU was used, so there are no counters of hardware.");
    else if (!h->from)
        explain(h, "No case is right on the GPU yet.");
    else if (!ncu_find(path, sizeof path))
        explain(h, "Nsight Compute is not installed: there is no ncu in PATH or in the CUDA Toolkit.");
    else
        count_case(plan, result, h, path);
}
