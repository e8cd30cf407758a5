// Why a counted target was missed although the results are right.
#include "grader/grading/explain_targets.h"

#include <stdio.h>
#include <string.h>

#include "grader/cause/condition_line.h"
#include "grader/cause/explain.h"
#include "grader/grading/blame.h"
#include "grader/grading/explain_host.h"
#include "grader/grading/needless_work.h"
#include "grader/text/append.h"

static size_t choose_columns(void *context, const CaseData *data, uint64_t *cells) {
    (void)context;
    return columns_to_ask(data, cells);
}

// `lanes`: it is about sectors, and not about loads that could be spared. `counted`: the expression.
static void explain_target(const RunPlan *plan, const LabResult *result, const CaseResult *right, bool lanes,
                           const CaseResult *counted_case, const char *counted, Cause *cause) {
    CaseData data;
    SessionResult session;
    SessionSetup setup = plan->session;
    if (!case_data_make(&data, result->spec, &right->key, plan->seed)) return;
    const LabEntry *lab = lab_library_find(plan->library, data.entry->name);
    setup.workers = 1;
    setup.witnessed = choose_columns;
    session_run(&setup, &data, &session);
    const Explained e = {.data = &data,
                         .lab = lab,
                         .records = &right->records,
                         .source_path = result->source_path,
                         .columns = counted_case->ways.columns};
    if (session.witness && lanes)
        explain_lanes(cause, &e, session.witness, session.witness_size);
    else if (session.witness)
        explain_ways(cause, &e, counted, session.witness, session.witness_size);
    session_result_free(&session);
    case_data_free(&data);
}

// Another size may take another kernel, whose loads were not counted.
static bool same_kernels(const CaseResult *a, const CaseResult *b) {
    bool same = a->records.kernel_count == b->records.kernel_count;
    for (int i = 0; same && i < a->records.kernel_count; i++)
        same = !strcmp(a->records.kernels[i].symbol, b->records.kernels[i].symbol);
    return same;
}

// The right case of the function and with the kernels of `counted` that is largest among those that the witness can take.
static const CaseResult *right_case(const LabResult *result, const CaseResult *counted) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->key.entry == counted->key.entry && same_kernels(c, counted) && c->passed && !c->trivial &&
            c->cells <= EXPLAINED_CELLS && !c->key.gpu[0] && (!best || c->cells > best->cells))
            best = c;
    }
    return best;
}

// The smallest such case that has blocks enough to do work twice, for there are many changes to be tried on it.
static const CaseResult *case_to_try(const LabResult *result, const CaseResult *counted) {
    enum { ENOUGH_CELLS = 20000 };
    const CaseResult *best = right_case(result, counted);
    for (int i = 0; best && i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->key.entry == counted->key.entry && same_kernels(c, counted) && c->passed && !c->trivial &&
            c->cells >= ENOUGH_CELLS && c->cells < best->cells && !c->key.gpu[0])
            best = c;
    }
    return best;
}

// What the target counts, or what stands in the way of its points.
static const char *blamed_expression(const LabResult *result, const TargetResult *t) {
    const LabTarget *target = &result->spec->targets[t - result->targets];
    for (int i = 0; i < target->limits; i++) {
        char words[200];
        snprintf(words, sizeof words, "No points while \"%s\"", target->limited_what[i]);
        if (strstr(t->message, words)) return target->limited[i];
    }
    return target->expression;
}

// Does it count what reuse is to save? What neighbours load together, in sectors, is another question.
static bool has_ways(const LabResult *result, const TargetResult *t) {
    const LabEntrySpec *entry = &result->spec->entries[result->cases[t->case_index].key.entry];
    return entry->term_count > 2 && // fewer have no element in common
           !strstr(blamed_expression(result, t), "sectors");
}

static bool was_launched(const void *context, const char *kernel) {
    const LabResult *result = context;
    const size_t length = strlen(kernel);
    for (int i = 0; i < result->case_count; i++) {
        const Records *r = &result->cases[i].records;
        for (int k = 0; k < r->launch_count; k++)
            if (!strncmp(r->launches[k].kernel, kernel, length) && strchr("<", r->launches[k].kernel[length]))
                return true;
    }
    return false;
}

static bool explain_local(const LabResult *result, TargetResult *t) {
    const CaseResult *c = &result->cases[t->shown_index];
    const Explained e = {.records = &c->records, .source_path = result->source_path};
    return explain_local_array(&t->cause, &e, blamed_expression(result, t));
}

static void explain_counted(LabResult *result, const char *root, TargetResult *t) {
    const CaseResult *c = &result->cases[t->shown_index];
    CaseData data;
    if (!case_data_shape(&data, result->spec, &c->key)) return;
    const Explained e = {
        .data = &data, .records = &c->records, .source_path = result->source_path, .root = root};
    explain_count(&t->cause, &e, blamed_expression(result, t));
    t->cause.symptom = true; // it shows at that line; what makes it so may stand elsewhere
    case_data_free(&data);
}

// Does what is blamed count values that are stored?
static bool counts_stores(const LabResult *result, const TargetResult *t) {
    const char *blamed = blamed_expression(result, t);
    return strstr(blamed, "store_bytes") || strstr(blamed, "written_bytes");
}

// Does it count values that should not be loaded at all: another thread has put them into the tile, or no result needs them?
static bool loads_what_is_there(const LabResult *result, const TargetResult *t) {
    const char *blamed = blamed_expression(result, t);
    return strstr(blamed, "strayed_values") || strstr(blamed, "again_values");
}

// Which condition lets a thread load them?
static void explain_loads(Explaining *x, TargetResult *t) {
    const LabResult *result = x->result;
    const CaseResult *small = case_to_try(result, &result->cases[t->case_index]);
    const Cause before = t->cause;
    if (!small) return;
    const Explained e = {.records = &small->records, .source_path = result->source_path};
    const int line = result->cases[t->case_index].ways.strayed_line;
    const bool strayed = line && strstr(blamed_expression(result, t), "strayed_values");
    if (strayed) {
        t->cause = (Cause){.known = true, .todo = -1, .example = -1, .place = {.line = line}};
        append(t->cause.place.file, sizeof t->cause.place.file, "%s", result->source_path);
        const int decides = line_that_decides(result->source_path, line);
        if (decides && decides != line) {
            t->cause.other = t->cause.place;
            append(t->cause.other_what, sizeof t->cause.other_what, "They are loaded here");
            t->cause.place.line = decides;
        }
        append(t->cause.what, sizeof t->cause.what,
               "%s some threads that have no such neighbour in their row.",
               decides ? "This condition lets them be loaded by" : "This line loads them, for");
    } else {
        explain_count(&t->cause, &e, "load_requests");
    }
    if (strayed || (t->cause.known && explain_needless_work(x, small, NEEDLESS_LOADS, &t->cause))) return;
    t->cause = before;
}

void explain_targets(Explaining *x) {
    LabResult *result = x->result;
    const RunPlan *plan = x->plan;
    const Project *project = x->project;
    char skeleton[PATH_SIZE];
    project_path(project, skeleton, "labs", x->lab_folder, "skeleton", result->spec->source, NULL);
    bool looked = false, loads_told = false;
    for (int i = 0; i < result->target_count; i++) {
        TargetResult *t = &result->targets[i];
        const CaseResult *c = &result->cases[t->case_index];
        if (t->passed || !c->passed || !t->counted) continue;
        // What is loaded too often is loaded too often in whatever else counts loads.
        if (loads_told && strstr(blamed_expression(result, t), "read_bytes")) continue;
        const bool ways = has_ways(result, t), lanes = strstr(blamed_expression(result, t), "sectors");
        const CaseResult *right = looked && !lanes ? NULL : right_case(result, c);
        if (explain_idle_kernel(&t->cause, result->source_path, was_launched, result)) {
            blame_target(result, t, skeleton);
            return; // what is counted is another kernel's work
        }
        if (explain_local(result, t)) {
            loads_told = true;
        } else if (right && (ways || lanes)) {
            explain_target(plan, result, right, lanes, c, blamed_expression(result, t), &t->cause);
        }
        looked |= right != NULL;
        loads_told |= right && !lanes && t->cause.known;
        if (!t->cause.known) explain_repeated_work(plan, result, t, project->root);
        if (!t->cause.known) {
            explain_counted(result, project->root, t);
            const CaseResult *small =
                t->cause.known && counts_stores(result, t) ? case_to_try(result, c) : NULL;
            if (small) explain_needless_work(x, small, NEEDLESS_STORES, &t->cause);
        }
        if (loads_what_is_there(result, t)) explain_loads(x, t);
        blame_target(result, t, skeleton);
    }
}
