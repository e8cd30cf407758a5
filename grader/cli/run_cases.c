// One case after the other: data, session, verdict.
#include "grader/cli/run_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEPT_OUTPUT = 64 << 10, LAB_SECONDS = 600 }; // each case has its own limit; this is for all together

static void show_progress(const RunPlan *plan, const LabResult *result, int index) {
    if (!plan->show_progress || !isatty(STDERR_FILENO)) return;
    if (index >= result->case_count)
        fprintf(stderr, "\r\033[K");
    else
        fprintf(stderr, "\r\033[K%d/%d  %s %s ", index + 1, result->case_count,
                result->spec->entries[result->cases[index].key.entry].name, result->cases[index].sizes);
    fflush(stderr);
}

// Keeps what the student's code printed: of the first case that failed, else of the first that printed
// anything.
static void keep_output(LabResult *result, const SessionResult *session, bool failed, bool *kept_failure) {
    if (!session->output_size || *kept_failure || (result->output && !failed)) return;
    size_t size = session->output_size < KEPT_OUTPUT ? session->output_size : KEPT_OUTPUT;
    char *output = malloc(size);
    if (!output) return;
    memcpy(output, session->output, size);
    free(result->output);
    result->output = output;
    result->output_size = size;
    result->output_cut = session->output_limit || size < session->output_size;
    *kept_failure = failed;
}

static void reset_case(CaseResult *c) {
    records_free(&c->records);
    CaseResult fresh = {.key = c->key, .with_occupancy = c->with_occupancy, .finding = -1};
    memcpy(fresh.sizes, c->sizes, sizeof fresh.sizes);
    *c = fresh;
}

typedef struct {
    const RunPlan *plan;
    LabResult *result;
    bool kept_failure;
    char *error;
    size_t error_size;
} Run;

// Runs a case once. False: trouble of this machine.
static bool run_once(Run *run, CaseResult *c, CaseData *data, int workers, SessionResult *session) {
    SessionSetup setup = run->plan->session;
    setup.workers = workers;
    setup.occupancy = c->with_occupancy;
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    char other[PATH_SIZE];
    if (data->entry->file[0]) {
        snprintf(other, sizeof other, "%s/%.*s.so", run->plan->lab_build,
                 (int)strcspn(data->entry->file, "."), data->entry->file);
        setup.submission = other;
    }
    session_run(&setup, data, session);
    if (session->state == SESSION_TROUBLE) {
        snprintf(run->error, run->error_size, "%s", session->reason);
        return false;
    }
    if (session->device_name[0] && (!c->key.gpu[0] || !run->result->device_name[0]))
        snprintf(run->result->device_name, sizeof run->result->device_name, "%s", session->device_name);
    run->result->jail = session->jail;
    if (judge_case(c, data, lab_library_find(run->plan->library, data->entry->name), session)) return true;
    snprintf(run->error, run->error_size, "There is not enough memory to judge %s. Close other programs.",
             c->sizes);
    return false;
}

static bool has_kernel_finding(const Records *records) {
    for (int i = 0; i < records->finding_count; i++)
        if (records->findings[i].kernel[0]) return true;
    return false;
}

// Does it matter with how many threads the simulator ran? Not where the host code alone was the trouble.
static bool depends_on_workers(const CaseResult *c, const SessionResult *session) {
    if (session->outcome != OUTCOME_RETURNED && !has_kernel_finding(&c->records)) return false;
    return !c->passed || c->records.finding_count > 0;
}

// Runs a case; when anything is amiss it is run again with one thread and reported from that run alone, so
// that the report is the same whatever the number of cores.
static bool run_case(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = &run->result->spec->entries[c->key.entry];
    CaseData data;
    SessionResult session;
    if (!case_data_make(&data, run->result->spec, &c->key, run->plan->seed)) {
        snprintf(run->error, run->error_size, "There is not enough memory for %s. Close other programs.",
                 c->sizes);
        return false;
    }
    int workers = run->plan->session.workers;
    bool good = run_once(run, c, &data, workers, &session);
    if (good && workers > 1 && depends_on_workers(c, &session)) {
        bool failed = !c->passed;
        session_result_free(&session);
        reset_case(c);
        good = run_once(run, c, &data, 1, &session);
        if (good && failed && c->passed) {
            c->passed = false;
            snprintf(c->message, sizeof c->message, "the result of %s changes from run to run.", entry->name);
            snprintf(
                c->next, sizeof c->next,
                "It depends on the order in which blocks run: no block may read what another one writes.");
        }
    }
    if (good) keep_output(run->result, &session, !c->passed, &run->kept_failure);
    session_result_free(&session);
    case_data_free(&data);
    return good;
}

// A case that is not worth running: an earlier one of its entry hung, or the file cannot be used at all.
static bool skip_case(const LabResult *result, CaseResult *c, double deadline) {
    for (const CaseResult *before = result->cases; before < c; before++) {
        if (before->refused) snprintf(c->message, sizeof c->message, "not run: %.1900s", before->message);
        if (before->hung && before->key.entry == c->key.entry)
            snprintf(c->message, sizeof c->message, "not run: %s already hung at %s.",
                     result->spec->entries[c->key.entry].name, before->sizes);
        if (c->message[0]) return true;
    }
    if (clock_seconds() < deadline) return false;
    snprintf(c->message, sizeof c->message, "not run: the cases before have taken %d minutes.",
             LAB_SECONDS / 60);
    return true;
}

bool run_cases(const RunPlan *plan, LabResult *result, char *error, size_t error_size) {
    Run run = {.plan = plan, .result = result, .error = error, .error_size = error_size};
    result->seed = plan->seed;
    result->jail = "none";
    double deadline = clock_seconds() + LAB_SECONDS;
    bool good = true;
    for (int i = 0; i < result->case_count && good; i++) {
        show_progress(plan, result, i);
        if (!skip_case(result, &result->cases[i], deadline)) good = run_case(&run, &result->cases[i]);
    }
    show_progress(plan, result, result->case_count);
    if (good) score_lab(result);
    return good;
}
