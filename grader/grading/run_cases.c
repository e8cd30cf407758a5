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

#include "grader/grading/gpu_choice.h"
#include "grader/grading/memory_room.h"
#include "grader/grading/model_time.h"
#include "grader/lab/slices.h"
#include "grader/verdict/compare.h"

enum { KEPT_OUTPUT = 64 << 10 };

typedef struct {
    const RunPlan *plan;
    LabResult *result;
    bool kept_failure;
    bool use_gpu; // still
    KeptDevice kept;
    char *error;
    size_t error_size;
} Run;

double plan_deadline(const RunPlan *plan) {
    return plan->deadline + (plan->session.turn ? plan->session.turn->waited : 0);
}

bool plan_is_over(const RunPlan *plan) {
    return clock_seconds() > plan_deadline(plan);
}

// A line on the terminal that the next one takes the place of: what is run now, which one it is of how many.
static void show_progress(const Run *run, const char *what, int index, int count, int entry,
                          const char *sizes) {
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
    case_free_records(c);
    CaseResult fresh = {.key = c->key, .with_occupancy = c->with_occupancy, .finding = -1};
    memcpy(fresh.sizes, c->sizes, sizeof fresh.sizes);
    *c = fresh;
}

// The session of a case, whose entry may have a file of the lab's own.
static SessionSetup setup_of(const Run *run, const CaseData *data, char other[PATH_SIZE]) {
    SessionSetup setup = run->plan->session;
    // Where a kernel that waits for others in a loop is right, it takes long at a large size: a budget of instructions,
    // not the clock, ends what has no end.
    const size_t more = data->cells >> 21;
    setup.wall_seconds *= 1 + (double)(more < 5 ? more : 5);
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

// Runs the session of a case; once more where it was cut short.
static void run_session(const SessionSetup *setup, CaseData *data, SessionResult *session) {
    session_run(setup, data, session);
    if (!cut_short(session)) return;
    session_result_free(session);
    session_run(setup, data, session);
}

// What keeps the session from being judged, in run->error.
static bool session_usable(const Run *run, const SessionResult *session) {
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

// Where the output is wrong already, a large case need not be repeated to be judged; a small one is, for what its
// other orders of warps and blocks may tell.
static bool output_is_right(const void *lab, const CaseData *data) {
    enum { SMALL = 40 * 40 * 40 };
    Comparison c;
    if (data->cells <= SMALL || !compare(&c, data, lab, 0, slice_threads())) return true;
    return c.wrong_count == 0;
}

// Runs a case once; `thorough`: it has failed before. False: trouble of this machine.
static bool run_once(Run *run, CaseResult *c, CaseData *data, int workers, bool details, bool thorough,
                     SessionResult *session) {
    char other[PATH_SIZE];
    const LabEntry *lab = lab_library_find(run->plan->library, data->entry->name);
    SessionSetup setup = setup_of(run, data, other);
    setup.workers = workers;
    setup.details = details;
    setup.thorough = thorough;
    setup.occupancy = c->with_occupancy;
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    setup.worth_repeating = details ? output_is_right : NULL;
    setup.repeating_context = lab;
    run_session(&setup, data, session);
    if (!session_usable(run, session)) return false;
    if (session->device_name[0] && (!c->key.gpu[0] || !run->result->device_name[0]))
        snprintf(run->result->device_name, sizeof run->result->device_name, "%s", session->device_name);
    run->result->jail = session->jail;
    // A wrong output is looked at for patterns in the run with all details, which follows.
    const JudgeOptions judging = {.threads = slice_threads(), .pattern = details, .launches = true};
    if (judge_case(c, data, lab, session, &judging)) {
        const LabPicture *picture = &run->result->spec->picture;
        if (c->passed && picture->drawn && same_case(&c->key, &picture->key)) draw_output(data, c->drawing);
        return true;
    }
    snprintf(run->error, run->error_size, "There is not enough memory to judge %s. Close other programs.",
             c->sizes);
    return false;
}

static bool trouble_with_memory(Run *run, const CaseResult *c) {
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

// Has an earlier case of the same entry failed?
static bool entry_has_failed(const LabResult *result, const CaseResult *c) {
    for (const CaseResult *x = result->cases; x < c; x++)
        if (x->key.entry == c->key.entry && x->judged && !x->passed) return true;
    return false;
}

// Runs a case; when anything is amiss it is run again with one thread, with all that the report can tell, and
// reported from that run alone: so the report is the same whatever the number of cores. Once a case of an entry has
// failed the others most likely fail too, and are run in that way at once.
static bool simulate_case(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = &run->result->spec->entries[c->key.entry];
    CaseData data;
    SessionResult session;
    if (!case_data_make(&data, run->result->spec, &c->key, run->plan->data_seed))
        return trouble_with_memory(run, c);
    const bool details = entry_has_failed(run->result, c);
    bool good = run_once(run, c, &data, details ? 1 : run->plan->session.workers, details, false, &session);
    if (good && !details && depends_on_workers(c, &session)) {
        bool failed = !c->passed;
        session_result_free(&session);
        reset_case(c);
        good = run_once(run, c, &data, 1, true, true, &session);
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

// ---- The GPU ----------------------------------------------------------------------------------------------

static bool gpu_decides(const CaseResult *c) {
    return c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "not-simulated");
}

static bool worth_gpu(const Run *run, const CaseResult *c) {
    if (!run->use_gpu || c->refused || c->key.gpu[0] || !c->judged) return false;
    return c->passed || run->plan->compare || gpu_decides(c);
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
        if (gpu_decides(c) && on_gpu.passed) {
            case_free_records(c);
            on_gpu.gpu = GPU_RIGHT;
            *c = on_gpu;
            case_forget_records(&on_gpu);
        } else if (c->passed && !on_gpu.passed) {
            take_gpu_failure(c, &on_gpu, run->result->gpu_name);
            keep_output(run->result, &session, true, &run->kept_failure);
        }
    }
    case_free_records(&on_gpu);
    session_result_free(&session);
    case_data_free(&data);
    return good || trouble_with_memory(run, c);
}

// ---- Times ------------------------------------------------------------------------------------------------

static bool entry_is_right(const LabResult *result, int entry) {
    int cases = 0;
    for (int i = 0; i < result->graded_count; i++) {
        if (result->cases[i].key.entry != entry) continue;
        if (!result->cases[i].passed) return false;
        cases++;
    }
    return cases > 0;
}

// Its data is large: both rounds of it here, before and after, which is 4 times; what is on its way to
// `device`; and what the driver of a GPU takes besides.
static bool has_room(const LabSpec *spec, TimedResult *t) {
    enum { TIMES_THE_DATA = 6 };
    const LabEntrySpec *entry = &spec->entries[t->key.entry];
    double bytes = 0;
    for (int i = 0; i < entry->param_count; i++) {
        const LabParam *p = &entry->params[i];
        if (p->kind == PARAM_INPUT || p->kind == PARAM_OUTPUT)
            bytes += (double)product_value(&p->size, t->key.size) * (double)element_size(p->type);
    }
    if (TIMES_THE_DATA * bytes < (double)memory_room()) return true;
    snprintf(t->message, sizeof t->message,
             "it takes %.1f GiB of free memory to check so large a result, and this machine has less.",
             TIMES_THE_DATA * bytes / (1 << 30));
    return false;
}

// What came of the session of a timed case. Only a right result has a time: it is judged as any other.
static void take_time(Run *run, TimedResult *t, const CaseData *data, SessionResult *session) {
    CaseResult c = {.key = t->key, .finding = -1};
    memcpy(c.sizes, t->sizes, sizeof c.sizes);
    t->times = session->times;
    t->verdict = TIME_TROUBLE;
    if (session->late) {
        t->verdict = TIME_NOT_RIGHT;
        snprintf(t->message, sizeof t->message, "it takes too long: %.350s.", session->reason);
    } else if (session->state != SESSION_RAN) {
        snprintf(t->message, sizeof t->message, "%.390s", session->reason);
    } else if (!judge_case(&c, data, lab_library_find(run->plan->library, data->entry->name), session,
                           &(JudgeOptions){.threads = slice_threads()})) {
        snprintf(t->message, sizeof t->message, "this machine has not enough memory to check its result.");
    } else if (!c.passed || !session->times.known) {
        t->verdict = c.passed && session->times.trouble ? TIME_TROUBLE : TIME_NOT_RIGHT;
        snprintf(t->message, sizeof t->message, "%.390s", c.passed ? session->times.why : c.message);
    } else {
        t->measured = true;
    }
    case_free_records(&c);
}

// Others wait during the session, and only then: its data is made before it and judged after it.
static void time_once(Run *run, TimedResult *t) {
    enum { TIMES_LONGER = 6 }; // its data is large, and the runs are many
    CaseData data;
    SessionResult session;
    char other[PATH_SIZE];
    if (!case_data_make(&data, run->result->spec, &t->key, run->plan->data_seed)) {
        snprintf(t->message, sizeof t->message, "this machine has not enough memory for its data.");
        return;
    }
    SessionSetup setup = setup_of(run, &data, other);
    setup.on_gpu = setup.timed = true;
    setup.required = t->required;
    setup.wall_seconds *= TIMES_LONGER;
    session_run(&setup, &data, &session);
    take_time(run, t, &data, &session);
    session_result_free(&session);
    case_data_free(&data);
}

// How far the median of ever more runs might lie from this one, in percent of it.
static double doubt(const Times *x) {
    return 100 * (x->high - x->low) / x->percent_of_copy;
}

// In one process of about 200 on an H200 some copies took a sixth longer than others, and the median was a
// matter of luck. What is as unsteady is measured again in another process, and the steadiest counts.
static void time_case(Run *run, TimedResult *t) {
    enum { PROCESSES = 3 };
    const double steady = 5; // percent; other processes have 0.3 to 2
    time_once(run, t);
    t->processes = 1;
    while (t->measured && doubt(&t->times) > steady && t->processes < PROCESSES) {
        TimedResult again = *t;
        again.measured = false;
        again.processes = ++t->processes;
        time_once(run, &again);
        if (again.verdict == TIME_NOT_RIGHT || (again.measured && doubt(&again.times) < doubt(&t->times)))
            *t = again;
    }
}

static void time_entry(Run *run, const LabTimed *timed, TimedResult *t) {
    t->key = timed->key;
    t->required = timed->required;
    case_words(run->result->spec, &t->key, "=", ",", t->sizes, sizeof t->sizes);
    if (entry_is_right(run->result, t->key.entry)) {
        char other[PATH_SIZE];
        CaseData none = {.entry = &run->result->spec->entries[t->key.entry], .key = t->key};
        SessionSetup setup = setup_of(run, &none, other);
        show_progress(run, "model ", t->index, run->result->spec->timed_count, t->key.entry, t->sizes);
        setup.draw = run->plan->data_seed;
        model_time(&setup, run->result->spec, t);
    }
    if (!run->plan->use_gpu) {
        judge_model(t, timed);
        return;
    }
    if (plan_is_over(run->plan)) run->use_gpu = false;
    show_progress(run, "time ", t->index, run->result->spec->timed_count, t->key.entry, t->sizes);
    t->verdict = TIME_TROUBLE;
    if (!entry_is_right(run->result, t->key.entry)) {
        t->verdict = TIME_NOT_RIGHT;
        snprintf(t->message, sizeof t->message, "not all tests of %s are right yet.",
                 run->result->spec->entries[t->key.entry].name);
    } else if (!run->use_gpu) {
        snprintf(t->message, sizeof t->message, "the GPU was not used to the end.");
    } else if (has_room(run->result->spec, t)) {
        time_case(run, t);
    }
    judge_time(t, timed);
}

static void time_entries(Run *run) {
    const LabSpec *spec = run->result->spec;
    for (int i = 0; i < spec->timed_count; i++) {
        TimedResult *t = &run->result->timed[run->result->timed_count++];
        t->index = i;
        time_entry(run, &spec->timed[i], t);
    }
}

void time_solution(const RunPlan *plan, LabResult *result, TimedResult *t) {
    Run run = {.plan = plan, .result = result, .use_gpu = true};
    t->key = result->spec->timed[t->index].key;
    t->verdict = TIME_TROUBLE;
    case_words(result->spec, &t->key, "=", ",", t->sizes, sizeof t->sizes);
    if (has_room(result->spec, t)) time_case(&run, t);
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
        if (skip_case(plan, result, c)) continue;
        good = simulate_case(&run, c);
        c->simulated_right = c->passed;
        if (good && i < result->graded_count && worth_gpu(&run, c)) good = run_on_gpu(&run, c);
    }
    session_end_kept(&run.kept, plan->session.turn);
    if (good && plan->timed) time_entries(&run);
    clear_progress(plan);
    if (good) score_lab(result);
    return good;
}
