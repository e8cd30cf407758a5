// One case after the other: data, session, verdict.
//
// Where there is a GPU to use, a case must come right on both: on the simulator, which checks and counts, and
// on the GPU. The simulator goes first: what it finds wrong has a source line there, and never gets to the
// GPU.
#include "grader/grading/run_cases.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/grading/called_again.h"
#include "grader/grading/case_run.h"
#include "grader/grading/case_sizes.h"
#include "grader/grading/departures.h"
#include "grader/grading/gpu_choice.h"
#include "grader/grading/kept_cells.h"
#include "grader/grading/leaves_boundary.h"
#include "grader/grading/other_calls.h"
#include "grader/grading/put_off.h"
#include "grader/lab/slices.h"
#include "grader/text/replace.h"
#include "grader/verdict/compare.h"

enum { KEPT_OUTPUT = 64 << 10 };

double plan_deadline(const RunPlan *plan) {
    return plan->deadline + (plan->session.turn ? plan->session.turn->waited : 0);
}

bool plan_is_over(const RunPlan *plan) {
    return clock_seconds() > plan_deadline(plan);
}

void show_progress(const Run *run, const char *what, int index, int count, int entry, const char *sizes) {
    if (!run->plan->show_progress || !isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r\033[K%s%d/%d  %s %s ", what, index + 1, count, run->result->spec->entries[entry].name,
            sizes);
    fflush(stderr);
}

static void clear_progress(const RunPlan *plan) {
    if (!plan->show_progress || !isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

// Keeps what the student's code printed: of the first case that failed, else of the first that printed
// anything. Where that names the copy of the file, it is the file's own name, which is the same at each grading.
static void keep_output(const RunPlan *plan, LabResult *result, const SessionResult *session, bool failed,
                        bool *kept_failure) {
    if (!session->output_size || *kept_failure || (result->output && !failed)) return;
    const char *copy = plan->compiled_name ? plan->compiled_name : "";
    size_t size = session->output_size;
    char *output = replace_name(session->output, &size, copy, result->source);
    if (!output) return;
    free(result->output);
    result->output = output;
    result->output_size = size < KEPT_OUTPUT ? size : KEPT_OUTPUT;
    result->output_cut = session->output_limit || result->output_size < size;
    *kept_failure = failed;
}

void reset_case(CaseResult *c) {
    case_free_records(c);
    CaseResult fresh = {.key = c->key, .with_occupancy = c->with_occupancy, .finding = -1};
    memcpy(fresh.sizes, c->sizes, sizeof fresh.sizes);
    *c = fresh;
}

// Where a kernel that waits for others in a loop is right, it takes long at a large size: a budget of instructions, not the clock,
// ends what has no end.
double wall_seconds_for(double seconds, size_t cells) {
    const size_t more = cells >> 21;
    return seconds * (1 + (double)(more < 5 ? more : 5));
}

SessionSetup setup_of(const Run *run, const CaseData *data, char other[PATH_SIZE]) {
    SessionSetup setup = run->plan->session;
    setup.wall_seconds = wall_seconds_for(setup.wall_seconds, data->cells);
    if (!data->entry->file[0]) return setup;
    snprintf(other, PATH_SIZE, "%s/%.*s.so", run->plan->lab_build, (int)strcspn(data->entry->file, "."),
             data->entry->file);
    setup.submission = other;
    return setup;
}

// Did something end `device`, or the student's process, that is no part of a grading? Then the session says
// nothing about the file.
static bool cut_short(const SessionResult *session) {
    if (session->state == SESSION_DEVICE_LOST) return !session->late;
    return session->ended && session->exit_signal == SIGKILL && session->outcome == OUTCOME_DISCONNECTED &&
           !session->output_limit;
}

void run_session(const SessionSetup *setup, CaseData *data, SessionResult *session) {
    session_run(setup, data, session);
    if (!cut_short(session)) return;
    session_result_free(session);
    session_run(setup, data, session);
}

bool session_usable(const Run *run, const SessionResult *session) {
    if (session->state == SESSION_TROUBLE)
        snprintf(run->error, run->error_size, "%s", session->reason);
    else if (session->state == SESSION_DEVICE_LOST && !session->late)
        snprintf(
            run->error, run->error_size,
            "%s, twice: nothing was graded. Close other programs, in case this machine has no memory left, "
            "and grade again. Should it happen again, please report it, with your file.",
            session->reason);
    else if (session->records.race_unchecked_launches)
        snprintf(run->error, run->error_size,
                 "This machine has not enough memory left to look for races: nothing was graded. Close other "
                 "programs, and grade again.");
    else
        return true;
    return false;
}

bool run_usable_session(const Run *run, const SessionSetup *setup, CaseData *data, SessionResult *session) {
    run_session(setup, data, session);
    if (!session_usable(run, session)) return false;
    if (!session->late) return true;
    snprintf(
        run->error, run->error_size,
        "%s, in a run that follows a case which has passed: nothing was graded. This machine is too busy. "
        "Close other programs, and grade again.",
        session->reason);
    return false;
}

enum { SMALL = 40 * 40 * 40, LARGE = 100 * 100 * 100 }; // elements of the output

// How a case is run.
typedef struct {
    int workers;
    bool reported; // with one worker, and all that a report can tell
    bool details;  // of the accesses, too
    bool thorough; // it has failed before
} Manner;

// Whether a case is repeated, and what was found out on the way.
typedef struct {
    const LabEntry *lab;
    Manner manner;
    Comparison first; // of the first round's output
    bool compared;
} Repeating;

// What has failed already need not be repeated to be judged. Where it is reported, small cases are, for what their other
// orders of warps and blocks may tell; but once a function has failed a finding says enough.
static bool worth_repeating(void *context, const CaseData *data, const Records *records) {
    Repeating *r = context;
    const bool small = r->manner.reported && data->cells <= SMALL,
               found = failing_finding(records, data->entry) >= 0;
    if (found || small) return small && (!found || r->manner.thorough);
    r->compared = compare(&r->first, data, r->lab, 0, slice_threads());
    return !r->compared || !r->first.wrong_count;
}

// Host code that sleeps in each call, a little less than is allowed, would hold up a class: what a case takes beyond a tenth
// of the limit is added up, and when that comes to a whole limit no later call may take more than the tenth. That is half a
// second, and longer on a busy machine; host code of labs takes some hundredths.
enum { FREE_PART = 10, POOL = 1 }; // of limits

static int idle_allowed(const Run *run) {
    const int limit = run->plan->session.idle_ms, left = POOL * limit - run->result->host_excess_ms;
    const int allowed = limit / FREE_PART + (left > 0 ? left : 0);
    return allowed < limit ? allowed : limit;
}

static void add_host_time(const Run *run, const SessionResult *session) {
    const int excess = session->host_ms - run->plan->session.idle_ms / FREE_PART;
    if (excess > 0) run->result->host_excess_ms += excess;
}

// Runs a case once. False: trouble of this machine.
static bool run_once(Run *run, CaseResult *c, CaseData *data, Manner manner, SessionResult *session) {
    char other[PATH_SIZE];
    const LabEntry *lab = lab_library_find(run->plan->library, data->entry->name);
    Repeating repeating = {.lab = lab, .manner = manner};
    SessionSetup setup = setup_of(run, data, other);
    setup.workers = manner.workers;
    setup.details = manner.details;
    setup.thorough = manner.thorough;
    setup.stores = data->entry->leaves_boundary;
    setup.idle_ms = idle_allowed(run);
    setup.occupancy = c->with_occupancy;
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    setup.worth_repeating = worth_repeating;
    setup.repeating_context = &repeating;
    run_session(&setup, data, session);
    add_host_time(run, session);
    if (!session_usable(run, session)) return false;
    remark_departures(run->result, &session->records);
    if (session->device_name[0] && (!c->key.gpu[0] || !run->result->device_name[0]))
        snprintf(run->result->device_name, sizeof run->result->device_name, "%s", session->device_name);
    run->result->jail = session->jail;
    // A wrong output is looked at for patterns in the run with all details, which follows.
    const JudgeOptions judging = {.threads = slice_threads(),
                                  .pattern = manner.reported && !run->plan->filled,
                                  .launches = true,
                                  .first = repeating.compared ? &repeating.first : NULL};
    run->boundary_written = written_kept_cell(data, lab, session);
    if (judge_case(c, data, lab, session, &judging)) {
        const LabPicture *picture = &run->result->spec->picture;
        if (c->passed && picture->drawn && same_case(&c->key, &picture->key)) draw_output(data, c->drawing);
        return true;
    }
    snprintf(run->error, run->error_size, "There is not enough memory to judge %s. Close other programs.",
             c->sizes);
    return false;
}

bool trouble_with_memory(Run *run, const CaseResult *c) {
    snprintf(run->error, run->error_size, "There is not enough memory for %s. Close other programs.",
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

// Has an earlier case of the same entry failed? `found`: by a finding in a kernel?
static bool entry_has_failed(const LabResult *result, const CaseResult *c, bool found) {
    for (const CaseResult *x = result->cases; x < c; x++)
        if (x->key.entry == c->key.entry && x->judged && !x->passed &&
            (!found || has_kernel_finding(&x->records)))
            return true;
    return false;
}

// A run with one worker for the report. Of a large case the details of accesses are kept only where there is something to
// find: they take half as long again.
static bool run_reported(Run *run, CaseResult *c, CaseData *data, bool thorough, bool details,
                         SessionResult *session) {
    Manner manner = {
        .workers = 1, .reported = true, .details = details || data->cells <= LARGE, .thorough = thorough};
    if (!run_once(run, c, data, manner, session)) return false;
    if (manner.details || !has_kernel_finding(&c->records)) return true;
    session_result_free(session);
    reset_case(c);
    manner.details = true;
    return run_once(run, c, data, manner, session);
}

// A vast case in which something is amiss is run like any other.
static bool make_repeated(const Run *run, const CaseResult *c, CaseData *data) {
    if (data->rounds > 1) return true;
    case_data_free(data);
    return case_data_make(data, run->result->spec, &c->key, run->plan->data_seed);
}

// A vast case whose launch function reads from the device proves nothing by one round: its host may have computed what it
// stores there.
static bool one_round_is_too_few(const CaseResult *c, const CaseData *data) {
    return c->passed && data->rounds == 1 && !data->entry->moves_data && c->records.work_reads_back;
}

// When anything is amiss the case is run again with one thread, with all that the report can tell, and reported from that run
// alone: so the report is the same whatever the number of cores. Once a case of an entry has failed the others most likely fail too,
// and are run in that way at once.
bool simulate_case(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = &run->result->spec->entries[c->key.entry];
    CaseData data;
    SessionResult session;
    if (!case_data_make_once(&data, run->result->spec, &c->key, run->plan->data_seed))
        return trouble_with_memory(run, c);
    const bool reported = entry_has_failed(run->result, c, false);
    const Manner quick = {.workers = run->plan->session.workers};
    bool good = reported
                    ? run_reported(run, c, &data, false, entry_has_failed(run->result, c, true), &session)
                    : run_once(run, c, &data, quick, &session);
    if (good && one_round_is_too_few(c, &data)) {
        session_result_free(&session);
        reset_case(c);
        if (!make_repeated(run, c, &data)) return trouble_with_memory(run, c);
        good = run_once(run, c, &data, quick, &session);
    }
    if (good && !reported && depends_on_workers(c, &session)) {
        const bool failed = !c->passed, found = has_kernel_finding(&c->records);
        session_result_free(&session);
        reset_case(c);
        if (!make_repeated(run, c, &data)) return trouble_with_memory(run, c);
        good = run_reported(run, c, &data, true, found, &session);
        if (good && failed && c->passed) {
            c->passed = false;
            snprintf(c->message, sizeof c->message, "the result of %s changes from run to run.", entry->name);
            snprintf(
                c->next, sizeof c->next,
                "It depends on the order in which blocks run: no block may read what another one writes.");
        }
    }
    if (good) keep_output(run->plan, run->result, &session, !c->passed, &run->kept_failure);
    session_result_free(&session);
    case_data_free(&data);
    return good && judge_boundary(run, c) && judge_second_call(run, c) && judge_other_calls(run, c);
}

// ---- The GPU ----------------------------------------------------------------------------------------------

static bool gpu_decides(const CaseResult *c) {
    return c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "not-simulated");
}

static bool worth_gpu(const Run *run, const CaseResult *c) {
    if (!run->use_gpu || c->refused || c->key.gpu[0] || !c->judged) return false;
    return c->passed || gpu_decides(c) || (run->plan->compare && !run->hung_on_gpu[c->key.entry]);
}

// From here on the simulator alone.
static void leave_gpu(Run *run, const CaseResult *c, const char *why) {
    run->use_gpu = false;
    snprintf(run->result->gpu_trouble, sizeof run->result->gpu_trouble,
             "Starting with %s, the GPU was not used: %.300s", c->sizes, why);
}

// A kernel that fails or hangs may leave the GPU unusable for the next case.
static void look_after_gpu(Run *run, const CaseResult *c, const SessionResult *session) {
    GpuTurn *turn = run->plan->session.turn;
    if (session->outcome == OUTCOME_RETURNED && c->finding < 0 && !session->late) return;
    if (!gpu_turn_share(turn)) return; // the next case says so
    GpuChoice gpu = gpu_probe_now(run->plan->session.device_program);
    if (!run->kept.pid) gpu_turn_end(turn);
    if (!gpu.usable) leave_gpu(run, c, gpu.why);
}

// The case is right on the simulator and wrong on the GPU.
static void take_gpu_failure(CaseResult *c, CaseResult *on_gpu, const char *gpu_name) {
    char message[REPORT_FIELD_MAX];
    snprintf(message, sizeof message, "on the %.100s: %.1800s", gpu_name, on_gpu->message);
    case_free_records(c);
    on_gpu->with_occupancy = c->with_occupancy;
    on_gpu->gpu = c->gpu;
    on_gpu->simulated_right = true;
    *c = *on_gpu;
    case_forget_records(on_gpu);
    snprintf(c->message, sizeof c->message, "%s", message);
    snprintf(c->next, sizeof c->next,
             "The simulator finds nothing wrong at these sizes. Look for what only a GPU shows: results that "
             "depend on the order of blocks or warps, and values that are read before they are written.");
}

static bool gpu_ran(Run *run, const CaseResult *c, const SessionResult *session) {
    if (session->state == SESSION_RAN || session->late) return true;
    leave_gpu(run, c, session->reason);
    return false;
}

// Runs the case on the GPU too, and makes one verdict of both. False: trouble of this machine.
static bool run_on_gpu(Run *run, CaseResult *c) {
    CaseData data;
    SessionResult session;
    CaseResult on_gpu = {.key = c->key, .finding = -1};
    char other[PATH_SIZE];
    memcpy(on_gpu.sizes, c->sizes, sizeof on_gpu.sizes);
    bool good = case_data_make(&data, run->result->spec, &c->key, run->plan->data_seed);
    if (!good) return trouble_with_memory(run, c);
    SessionSetup setup = setup_of(run, &data, other);
    setup.on_gpu = true;
    setup.kept = &run->kept;
    session_run(&setup, &data, &session);
    if (gpu_ran(run, c, &session)) {
        good = judge_case(&on_gpu, &data, lab_library_find(run->plan->library, data.entry->name), &session,
                          &(JudgeOptions){.threads = slice_threads(), .pattern = true});
        look_after_gpu(run, &on_gpu, &session);
        c->gpu = on_gpu.passed ? GPU_RIGHT : GPU_WRONG;
        run->hung_on_gpu[c->key.entry] |= on_gpu.hung;
        if (gpu_decides(c) && on_gpu.passed) {
            case_free_records(c);
            on_gpu.gpu = GPU_RIGHT;
            *c = on_gpu;
            case_forget_records(&on_gpu);
        } else if (c->passed && !on_gpu.passed) {
            take_gpu_failure(c, &on_gpu, run->result->gpu_name);
            keep_output(run->plan, run->result, &session, true, &run->kept_failure);
        }
    }
    case_free_records(&on_gpu);
    session_result_free(&session);
    case_data_free(&data);
    return good || trouble_with_memory(run, c);
}

// A case that is not worth running: an earlier one of its entry hung, or the file cannot be used at all.
static bool skip_case(const RunPlan *plan, const LabResult *result, CaseResult *c) {
    for (const CaseResult *before = result->cases; before < c; before++) {
        if (before->refused) snprintf(c->message, sizeof c->message, "not run: %.1900s", before->message);
        if (before->hung && before->key.entry == c->key.entry)
            snprintf(c->message, sizeof c->message, "not run: %s already hung at %s.",
                     result->spec->entries[c->key.entry].name, before->sizes);
        if (c->message[0]) return true;
    }
    if (!plan_is_over(plan)) return false;
    snprintf(c->message, sizeof c->message, "not run: the time that a grading may take was over.");
    return true;
}

bool run_case(const RunPlan *plan, LabResult *result, int index, char *error, size_t error_size) {
    Run run = {.plan = plan,
               .result = result,
               .error = error,
               .error_size = error_size,
               .kept_failure = result->output != NULL};
    CaseResult *c = &result->cases[index];
    reset_case(c);
    if (skip_case(plan, result, c)) return true;
    const bool good = simulate_sizes(&run, c);
    c->simulated_right = c->passed;
    return good;
}

bool run_cases(const RunPlan *plan, LabResult *result, char *error, size_t error_size) {
    Run run = {
        .plan = plan, .result = result, .use_gpu = plan->use_gpu, .error = error, .error_size = error_size};
    result->seed = plan->seed;
    result->seed_repeats = plan->seed_repeats;
    result->jail = "none";
    bool good = true;
    for (int i = 0; i < result->case_count && good; i++) {
        CaseResult *c = &result->cases[i];
        show_progress(&run, "", i, result->case_count, c->key.entry, c->sizes);
        if (skip_case(plan, result, c) || (plan->filled && is_left_out(result, c))) continue;
        if (plan->may_wait && may_wait(result, c)) {
            put_off(result, c);
            continue;
        }
        good = simulate_sizes(&run, c);
        c->simulated_right = c->passed;
        if (good && i < result->graded_count && worth_gpu(&run, c)) good = run_on_gpu(&run, c);
    }
    session_end_kept(&run.kept, plan->session.turn);
    if (good && plan->timed) time_entries(&run);
    clear_progress(plan);
    if (good) score_lab(result);
    return good;
}
