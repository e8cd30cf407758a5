// Times of a lab's large cases: measured on a GPU, else modelled.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/case_run.h"
#include "grader/grading/memory_room.h"
#include "grader/grading/model_time.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/size_limits.h"
#include "grader/grading/whole_result.h"
#include "grader/lab/slices.h"
#include "grader/verdict/compare.h"

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
        t->wrong = true;
        snprintf(t->message, sizeof t->message, "it takes too long: %.350s.", session->reason);
    } else if (session->state != SESSION_RAN) {
        snprintf(t->message, sizeof t->message, "%.390s", session->reason);
    } else if (!judge_case(&c, data, lab_library_find(run->plan->library, data->entry->name), session,
                           &(JudgeOptions){.threads = slice_threads()})) {
        snprintf(t->message, sizeof t->message, "this machine has not enough memory to check its result.");
    } else if (!c.passed || !session->times.known) {
        t->verdict = c.passed && session->times.trouble ? TIME_TROUBLE : TIME_NOT_RIGHT;
        t->wrong = !c.passed;
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

// Points for a right result alone. Where they are for time, samples have to do.
static bool is_right_rewarded(const LabTimed *timed) {
    return timed->points > 0 && timed->required <= 0;
}

// Its number is that among its like: those that are timed, or those beyond the tests, which never are.
static void show_timed(const Run *run, const char *what, const TimedResult *t) {
    const LabSpec *spec = run->result->spec;
    const bool beyond = spec->timed[t->index].beyond;
    int number = 0, count = 0;
    for (int i = 0; i < spec->timed_count; i++) {
        if (spec->timed[i].beyond != beyond) continue;
        if (i == t->index) number = count;
        count++;
    }
    show_progress(run, beyond ? "larger grid " : what, number, count, t->key.entry, t->sizes);
}

// What blocks all over the grid do, which `draw` draws.
static void sample_entry(Run *run, TimedResult *t, uint64_t draw) {
    char other[PATH_SIZE];
    CaseData none = {.entry = &run->result->spec->entries[t->key.entry], .key = t->key};
    SessionSetup setup = setup_of(run, &none, other);
    show_timed(run, "model ", t);
    setup.draw = draw;
    model_time(&setup, run->result->spec, lab_library_find(run->plan->library, none.entry->name), run->result,
               t);
}

// Other samples say that nothing is missing: then they are taken.
static void look_at_others(Run *run, TimedResult *t) {
    enum { DRAWS = 4 };
    for (uint64_t i = 1; i <= DRAWS && seems_incomplete(&t->model); i++) {
        TimedResult other = *t;
        other.model = (ModelledCase){0};
        sample_entry(run, &other, run->plan->data_seed + i);
        const bool better = other.model.known && !other.model.wrong[0] && !seems_incomplete(&other.model);
        free(better ? t->model.lines : other.model.lines);
        if (better) t->model = other.model;
    }
}

// The samples of another size of the entry have told the truth, or all of its result was wrong.
static bool is_confirmed(const LabResult *result, const TimedResult *t) {
    for (int i = 0; i < result->timed_count; i++) {
        const TimedResult *other = &result->timed[i];
        if (other->key.entry == t->key.entry &&
            (other->confirmed || (other->model.whole && other->model.wrong[0])))
            return true;
    }
    return false;
}

// Where few blocks of a grid do all the work, samples of it may look like too little: nobody is accused by one drawing of them alone. What
// they say stands where the whole result is not right, too, at this size or, since a large one takes minutes, at another one of the
// entry; where that does not fit this machine, where all of some more drawings say so.
static void look_again(Run *run, TimedResult *t) {
    const ModelledCase sampled = t->model;
    if (is_confirmed(run->result, t)) {
        look_at_others(run, t);
        return;
    }
    judge_whole_result(run, t, false);
    t->confirmed = t->model.wrong[0];
    if (t->confirmed)
        t->model = sampled;
    else if (!t->model.whole)
        look_at_others(run, t);
}

// The largest case of the entry that has come right; NULL: none.
static const CaseResult *largest_right(const LabResult *result, int entry) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->key.entry == entry && c->passed && c->records.launch_count &&
            (!best || c->cells > best->cells))
            best = c;
    }
    return best;
}

// Threads that have nothing to compute need no time of a memory's, and a grid that does not grow leaves something out: the launch at a
// size that was run shows them.
static void explain_time(const Run *run, const LabTimed *timed, TimedResult *t) {
    const CaseResult *c = largest_right(run->result, t->key.entry);
    CaseData shape;
    size_t size;
    if (!c || !case_data_shape(&shape, run->result->spec, &c->key)) return;
    const Explained e = {.data = &shape, .records = &c->records, .source_path = run->result->source_path};
    const CaseData large = {.entry = shape.entry, .key = t->key, .cells = t->model.cells};
    char sizes[sizeof t->sizes];
    case_words(run->result->spec, &t->key, " = ", ", ", sizes, sizeof sizes);
    char *text = read_whole_file(run->result->source_path, &size);
    const bool threads = text && !strncmp(t->model.uncovered, TOO_FEW_THREADS, strlen(TOO_FEW_THREADS));
    if (timed->beyond && threads && explain_float_blocks(&t->cause, run->result->source_path, text))
        ;
    else if (timed->beyond)
        t->cause.known = explain_same_grid(&t->cause, &e, t->model.kernel, t->model.grid, sizes) ||
                         explain_short_grid(&t->cause, &e, &large, t->model.kernel, t->model.grid, sizes) ||
                         (text && explain_size_limit(&t->cause, run->result->source_path, text));
    else
        t->cause.known = explain_crowded_launch(&t->cause, &e);
    case_data_free(&shape);
    free(text);
}

// An access that leaves its memory at this size takes its address from a number that is too large for its type there; the TODO that
// the cause lies in.
static void complete_cause(const Run *run, TimedResult *t) {
    size_t size;
    bool outside = false;
    char *text = t->cause.known ? read_whole_file(run->result->source_path, &size) : NULL;
    if (text && t->model.leaves_memory) explain_size_limit_behind(&t->cause, run->result->source_path);
    t->cause_todo = text ? todo_of_line(run->result->spec, text, NULL, t->cause.place.line, &outside) : -1;
    free(text);
}

// By samples; where they seem to be too few, and there is room for it, all of the result.
static void judge_by_samples(Run *run, const LabTimed *timed, TimedResult *t) {
    if (entry_is_right(run->result, t->key.entry) && !t->model.wrong[0] && seems_incomplete(&t->model))
        look_again(run, t);
    if (timed->counted && entry_is_right(run->result, t->key.entry)) judge_technique_beyond(run->result, t);
    judge_model(t, timed);
    if (t->suspicion && t->suspicion != t->model.lacking && !t->cause.known) explain_time(run, timed, t);
}

static void time_entry(Run *run, const LabTimed *timed, TimedResult *t) {
    t->key = timed->key;
    t->required = timed->required;
    case_words(run->result->spec, &t->key, "=", ",", t->sizes, sizeof t->sizes);
    if (entry_is_right(run->result, t->key.entry)) sample_entry(run, t, run->plan->data_seed);
    if (timed->beyond) {
        // Grids of 65535 blocks along x (before compute capability 3.0) are too short for such sizes, and no lab asks for more.
        if (!t->model.short_grids) judge_by_samples(run, timed, t);
        return;
    }
    if (!run->plan->use_gpu) {
        const bool known_wrong = !entry_is_right(run->result, t->key.entry) || t->model.wrong[0];
        if (is_right_rewarded(timed) && !known_wrong)
            judge_whole_result(run, t, true);
        else if (seems_incomplete(&t->model) && !known_wrong)
            look_again(run, t);
        judge_model(t, timed);
        if (t->verdict == TIME_MODEL_MISSED) explain_time(run, timed, t);
        return;
    }
    if (plan_is_over(run->plan)) run->use_gpu = false;
    show_timed(run, "time ", t);
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

void time_entries(Run *run) {
    const LabSpec *spec = run->result->spec;
    for (int i = 0; i < spec->timed_count; i++) {
        TimedResult *t = &run->result->timed[run->result->timed_count++];
        t->index = i;
        time_entry(run, &spec->timed[i], t);
        complete_cause(run, t);
    }
}

void time_solution(const RunPlan *plan, LabResult *result, TimedResult *t) {
    Run run = {.plan = plan, .result = result, .use_gpu = true};
    t->key = result->spec->timed[t->index].key;
    t->verdict = TIME_TROUBLE;
    case_words(result->spec, &t->key, "=", ",", t->sizes, sizeof t->sizes);
    if (has_room(result->spec, t)) time_case(&run, t);
}
