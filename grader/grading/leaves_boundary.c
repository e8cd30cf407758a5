// Are points that are not computed left alone, or read and written back?
#include "grader/grading/leaves_boundary.h"

#include <stdio.h>

#include "grader/cause/boundary_writes.h"

// Elements of the output: the witness is slow, and small cases have all kinds of points.
enum { FEWEST = 300, MOST = 5000 };

static size_t choose(void *context, const CaseData *data, uint64_t *cells) {
    return boundary_to_ask(data, context, cells);
}

static void fail_case(CaseResult *c, const LabEntrySpec *entry) {
    c->passed = false;
    c->fault = "it writes points of the boundary.";
    snprintf(c->message, sizeof c->message, "points of `%s` on the boundary were written.",
             entry->params[entry->output].name);
    snprintf(c->next, sizeof c->next, "%s", c->cause.next);
}

bool judge_boundary(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = &run->result->spec->entries[c->key.entry];
    char other[PATH_SIZE];
    CaseData data;
    SessionResult session;
    if (!c->passed || c->trivial || !entry->leaves_boundary || c->cells < FEWEST || c->cells > MOST)
        return true;
    if (!case_data_make(&data, run->result->spec, &c->key, run->plan->data_seed))
        return trouble_with_memory(run, c);
    const LabEntry *lab = lab_library_find(run->plan->library, entry->name);
    SessionSetup setup = setup_of(run, &data, other);
    setup.workers = 1;
    setup.witnessed = choose;
    setup.witnessed_context = (void *)lab;
    const bool good = run_usable_session(run, &setup, &data, &session);
    if (good && explain_boundary_write(&c->cause, &data, session.witness, session.witness_size))
        fail_case(c, entry);
    session_result_free(&session);
    case_data_free(&data);
    return good;
}
