// Are points that are not computed left alone, or read and written back?
#include "grader/grading/leaves_boundary.h"

#include <stdio.h>

#include "grader/cause/boundary_writes.h"

// Elements of the output. All cases are looked at for what was written; the witness, which is slow, says which line writes, and
// looks at a small case in any event.
enum { FEWEST = 300, MOST = 5000, MOST_OF_WRITTEN = 60000 };

static size_t choose(void *context, const CaseData *data, uint64_t *cells) {
    return boundary_to_ask(data, context, cells);
}

static void fail_case(CaseResult *c, const LabEntrySpec *entry) {
    c->passed = false;
    c->fault = "it writes points of the boundary.";
    snprintf(c->message, sizeof c->message, "points of `%s` on the boundary were written.",
             entry->params[entry->output].name);
    snprintf(c->next, sizeof c->next, "%s",
             c->cause.known
                 ? c->cause.next
                 : "Store the points beside the boundary alone, and copy nothing over it: another kernel, or "
                   "another block, may own it. A copy of the whole array writes it, too.");
}

// `cell`: the first that was written.
static void say_where(CaseResult *c, const CaseData *data, size_t cell) {
    size_t extent[3];
    output_extent(data, extent);
    snprintf(c->where, sizeof c->where,
             "The first is x = %zu, y = %zu, z = %zu, written with the value it had.", cell % extent[0],
             cell / extent[0] % extent[1], cell / extent[0] / extent[1]);
}

static bool ask_witness(Run *run, CaseResult *c, CaseData *data) {
    const LabEntry *lab = lab_library_find(run->plan->library, data->entry->name);
    char other[PATH_SIZE];
    SessionResult session;
    SessionSetup setup = setup_of(run, data, other);
    setup.workers = 1;
    setup.witnessed = choose;
    setup.witnessed_context = (void *)lab;
    const bool good = run_usable_session(run, &setup, data, &session);
    if (good && explain_boundary_write(&c->cause, data, session.witness, session.witness_size))
        fail_case(c, data->entry);
    session_result_free(&session);
    return good;
}

bool judge_boundary(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = &run->result->spec->entries[c->key.entry];
    const size_t written = run->boundary_written;
    const bool small = c->cells >= FEWEST && c->cells <= (written ? MOST_OF_WRITTEN : MOST);
    CaseData data;
    if (!c->passed || c->trivial || !entry->leaves_boundary || (!written && !small)) return true;
    if (written && case_data_shape(&data, run->result->spec, &c->key)) {
        say_where(c, &data, written - 1);
        case_data_free(&data);
    }
    bool good = true;
    if (small) {
        if (!case_data_make(&data, run->result->spec, &c->key, run->plan->data_seed))
            return trouble_with_memory(run, c);
        good = ask_witness(run, c, &data);
        case_data_free(&data);
    }
    if (good && written && c->passed) fail_case(c, entry);
    return good;
}
