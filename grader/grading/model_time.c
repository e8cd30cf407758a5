// Has the launches of a timed case modelled, and holds their sum against a copy's time.
#include "grader/grading/model_time.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grading/refused_launch.h"
#include "grader/grading/sampled_cells.h"

static double buffer_bytes(const CaseData *data) {
    double bytes = 0;
    for (int i = 0; i < data->arg_count; i++)
        if (data->args[i].buffer) bytes += (double)data->args[i].bytes;
    return bytes;
}

// Those of the listed launch `launch`.
static void take_lines(ModelledCase *m, const Records *records, int launch) {
    m->lines = calloc((size_t)records->modelled_line_count + 1, sizeof *m->lines);
    for (int i = 0; m->lines && i < records->modelled_line_count; i++)
        if (records->modelled_lines[i].launch == launch)
            m->lines[m->line_count++] = records->modelled_lines[i];
}

static void take_longest(ModelledCase *m, const ListedLaunch *l) {
    m->launch = l->modelled;
    snprintf(m->kernel, sizeof m->kernel, "%.*s", (int)sizeof m->kernel - 1, l->kernel);
    for (int i = 0; i < 3; i++) m->grid[i] = (unsigned)l->grid[i], m->block[i] = (unsigned)l->block[i];
}

// What ended the run before its end, or kept it from starting.
static void tell_why(ModelledCase *m, const SessionResult *session) {
    const Records *r = &session->records;
    const char *found = r->finding_count ? r->findings[0].message : "";
    if (session->state != SESSION_RAN)
        snprintf(m->why, sizeof m->why, "%.250s", session->reason[0] ? session->reason : "it took too long");
    else
        snprintf(m->why, sizeof m->why, "%.250s", found[0] ? found : "the function did not return");
}

// "The launch of K fails with E: ..." as a clause, with the line that the finding is about.
static void tell_refusal(ModelledCase *m, const Records *records) {
    for (int i = 0; i < records->finding_count && !m->refused[0]; i++) {
        const Finding *f = &records->findings[i];
        const size_t length = strlen(f->message);
        if (!tells(f, FOUND_REFUSED) || length < 2) continue;
        snprintf(m->refused, sizeof m->refused, "%c%.*s (line %d)", tolower((unsigned char)f->message[0]),
                 (int)(length - 2 < 303 ? length - 2 : 303), f->message + 1, f->place.line);
    }
}

// Those of the blocks that have run, as often as these store in all that the launch stores.
static void add_counters(Counters *sum, const ListedLaunch *l) {
    const Counters *ran = &l->spread.counters;
    const double stored = (double)(ran->global_store_bytes + ran->global_atomic_bytes);
    for (int i = 0; stored > 0 && i < COUNTER_COUNT; i++) {
        const bool of_launch = i == COUNTER_launches || i == COUNTER_blocks || i == COUNTER_threads;
        sum->value[i] += of_launch ? l->counters.value[i]
                                   : (uint64_t)((double)ran->value[i] * l->spread.stored_bytes / stored);
    }
}

// The launches one after the other. What a launch costs besides is in each of them.
static void add_up(ModelledCase *m, const Records *records, double bytes, double output_bytes) {
    double low = 0, high = 0, stored = 0, read = 0, stored_squares = 0, read_squares = 0;
    int longest = 0;
    for (int i = 0; i < records->listed_count; i++) {
        const ListedLaunch *l = &records->listed[i];
        const ModelledTime *x = &l->modelled;
        if (!x->known) {
            snprintf(m->why, sizeof m->why, "%s", x->why[0] ? x->why : "a launch was not modelled");
            return;
        }
        const SpreadBlocks *s = &l->spread;
        add_counters(&m->counters, l);
        stored += s->stored_bytes, read += s->read_bytes;
        stored_squares += s->stored_error * s->stored_error, read_squares += s->read_error * s->read_error;
        m->ms += x->modelled_ms, low += x->low_ms, high += x->high_ms;
        if (m->launches++ == 0 || x->modelled_ms > m->launch.modelled_ms) take_longest(m, l), longest = i;
    }
    m->stored_share = stored / output_bytes;
    m->read_share = read / output_bytes;
    m->stored_error = sqrt(stored_squares) / output_bytes;
    m->read_error = sqrt(read_squares) / output_bytes;
    m->no_launch = m->launches == 0;
    if (m->no_launch) {
        snprintf(m->why, sizeof m->why, "%s", NO_LAUNCH);
        tell_refusal(m, records);
    }
    if (!m->launches || !(m->launch.copy_bytes_per_second > 0)) return;
    m->copy_ms = 1000 * bytes / m->launch.copy_bytes_per_second;
    m->percent_of_copy = 100 * m->copy_ms / m->ms;
    m->low = 100 * m->copy_ms / high;
    m->high = 100 * m->copy_ms / low;
    m->known = isfinite(m->percent_of_copy);
    take_lines(m, records, longest);
}

// A block that leaves its memory at this size, in the one launch there is: of several one may compute its addresses from what blocks of
// another one have stored, most of which do not run here.
static void tell_outside(TimedResult *t, const Records *r) {
    static const char *const checks[] = {"out-of-bounds", "misaligned", NULL};
    const Finding *f = r->finding_count && r->launch_count <= 1 ? &r->findings[0] : NULL;
    for (int i = 0; f && f->who.known && checks[i]; i++) {
        if (strcmp(f->check, checks[i])) continue;
        const char *message = f->message;
        const size_t length = strcspn(message, ".");
        snprintf(t->model.wrong, sizeof t->model.wrong, "%c%.*s (block %ld,%ld,%ld, thread %ld,%ld,%ld)",
                 tolower((unsigned char)*message), (int)(length ? length - 1 : 0), message + 1,
                 f->who.block[0], f->who.block[1], f->who.block[2], f->who.thread[0], f->who.thread[1],
                 f->who.thread[2]);
        t->cause = (Cause){.known = true, .todo = -1, .example = -1, .place = f->place};
        t->model.leaves_memory = true;
        snprintf(t->cause.what, sizeof t->cause.what,
                 "This line leaves its memory, at this size and at none that was tested.");
        snprintf(
            t->cause.next, sizeof t->cause.next,
            "What ends here: the type of a number on the way to this address (an int ends at 2147483647), or an array of a fixed "
            "size?");
    }
}

// Points that a right result of the entry leaves as they were, in the largest one there is: a boundary. -1: not known.
static long long points_left(const LabResult *result, int entry, size_t element) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->key.entry == entry && c->passed && c->records.launch_count == 1 && !c->key.gpu[0] &&
            (!best || c->cells > best->cells))
            best = c;
    }
    const uint64_t stored = best ? best->records.sum.value[COUNTER_global_store_bytes] / element : 0;
    return best && stored <= best->cells ? (long long)(best->cells - stored) : -1;
}

// Of a row of points: one launch in which each thread stores as much as any other one, and all of its threads together store too little. As
// where their number is worked out with floats.
static void tell_too_few_threads(ModelledCase *m, const Records *records, const CaseData *data,
                                 const LabResult *result, int entry) {
    const LabParam *output = &data->entry->params[data->entry->output];
    const ListedLaunch *l = records->listed_count == 1 ? &records->listed[0] : NULL;
    const long long element = (long long)element_size(output->type);
    if (!l || !result || output->axes > 1 || m->uncovered[0] || l->spread.thread_bytes < element) return;
    const long long left = points_left(result, entry, (size_t)element);
    long long threads = 1;
    for (int i = 0; i < 3; i++) threads *= l->grid[i] * l->block[i];
    const long long each = l->spread.thread_bytes / element, points = (long long)data->cells - left;
    if (left < 0 || left > 2 || threads * each >= points) return;
    snprintf(m->uncovered, sizeof m->uncovered,
             TOO_FEW_THREADS
             " %lld threads, which store %lld %s each, and there are %lld points to be computed",
             threads, each, each == 1 ? "value" : "values", points);
}

// The launch that is refused at this size, and at none that was tested.
static void explain_refusal(TimedResult *t, const LabResult *result, const Records *r) {
    Cause cause = {.todo = -1, .example = -1};
    for (int i = 0; i < r->finding_count && !cause.known; i++)
        if (tells(&r->findings[i], FOUND_REFUSED))
            explain_refusal_of(&cause, result, t->key.entry, r, &r->findings[i]);
    if (cause.known) t->cause = cause;
}

void model_time(SessionSetup *setup, const LabSpec *spec, const LabEntry *lab, const LabResult *result,
                TimedResult *t) {
    CaseData data;
    SessionResult session;
    if (!case_data_shape(&data, spec, &t->key)) {
        snprintf(t->model.why, sizeof t->model.why, "there is no memory left");
        return;
    }
    t->model.cells = data.cells;
    setup->modelled = true;
    session_run(setup, &data, &session);
    if (session.state == SESSION_RAN && session.outcome == OUTCOME_RETURNED)
        add_up(&t->model, &session.records, buffer_bytes(&data), (double)data.args[data.entry->output].bytes);
    else
        tell_why(&t->model, &session);
    if (t->model.known) judge_sampled_cells(&t->model, &data, lab, &session, setup->draw);
    if (t->model.known) tell_too_few_threads(&t->model, &session.records, &data, result, t->key.entry);
    // By the blocks that the model looks at, or by those all over the grid: these end there, and say nothing else.
    if (session.state == SESSION_RAN) tell_outside(t, &session.records);
    if (t->model.refused[0] && result) explain_refusal(t, result, &session.records);
    if (!t->model.known && session.records.finding_count && session.state == SESSION_RAN)
        snprintf(t->model.why, sizeof t->model.why, "%.250s", session.records.findings[0].message);
    snprintf(t->model.gpu, sizeof t->model.gpu, "%s", session.device_name);
    session_result_free(&session);
    case_data_free(&data);
}
