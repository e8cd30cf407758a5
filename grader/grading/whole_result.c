// All of the result at a timed size that has points for being right there: no samples, and nothing left to luck.
//
// Drawn blocks may miss a few wrong ones, cannot tell work left out from work done twice, and know nothing of values that come by
// way of other memory. So the case is run whole, as the tests' cases are.
#include "grader/grading/whole_result.h"

#include <stdio.h>
#include <string.h>

#include "grader/grading/kept_cells.h"
#include "grader/grading/memory_room.h"
#include "grader/lab/slices.h"

// Of one round: the inputs, the output before and after, and `device`, which holds them too.
enum { TIMES_THE_DATA = 4 };

static bool has_room(const CaseData *shape) {
    double bytes = 0;
    for (int i = 0; i < shape->arg_count; i++)
        if (shape->args[i].buffer) bytes += (double)shape->args[i].bytes;
    return TIMES_THE_DATA * bytes < (double)memory_room();
}

// As long as the text is without its last full stop, and without a remark in parentheses behind it.
static int clause_length(const char *text, size_t most) {
    const char *remark = strstr(text, ". (");
    size_t length = remark ? (size_t)(remark - text) : strlen(text);
    if (length && text[length - 1] == '.') length--;
    return (int)(length < most ? length : most);
}

// What is wrong, and the first wrong point behind it. The last sentence is left open, for what follows from it.
static void tell_wrong(ModelledCase *m, const CaseResult *c) {
    snprintf(m->wrong, sizeof m->wrong, "%.*s%s%.*s", clause_length(c->message, 250), c->message,
             c->where[0] ? ". " : "", clause_length(c->where, 200), c->where);
}

// Work that reads from the device may have been done by the host: that takes a second round to tell.
static bool is_judged(const CaseResult *c, const CaseData *data) {
    return !c->passed || data->rounds > 1 || !c->records.work_reads_back;
}

// False: the run says nothing about the file.
static bool take_result(ModelledCase *m, const Run *run, CaseData *data, SessionResult *session) {
    CaseResult c = {.key = data->key, .finding = -1};
    const LabEntry *lab = lab_library_find(run->plan->library, data->entry->name);
    const bool usable =
        session->state == SESSION_RAN && !session->late && !session->records.race_unchecked_launches;
    const bool judged =
        usable && judge_case(&c, data, lab, session, &(JudgeOptions){.threads = slice_threads()});
    if (judged && c.passed && written_kept_cell(data, lab, session)) {
        c.passed = false;
        snprintf(c.message, sizeof c.message, "points of `%s` on the boundary were written.",
                 data->entry->params[data->entry->output].name);
    }
    const bool told = judged && is_judged(&c, data);
    m->whole = told;
    if (told && !c.passed) tell_wrong(m, &c);
    case_free_records(&c);
    return told || !judged;
}

// True: it need not be asked once more.
static bool run_whole(Run *run, TimedResult *t, CaseData *data, bool races) {
    enum { TIMES_LONGER = 6 }; // as for what is timed on a GPU
    char other[PATH_SIZE];
    SessionResult session;
    SessionSetup setup = setup_of(run, data, other);
    setup.wall_seconds *= TIMES_LONGER;
    setup.stores = data->entry->leaves_boundary;
    setup.forgoes_races = !races;
    run_session(&setup, data, &session);
    const bool done = take_result(&t->model, run, data, &session);
    session_result_free(&session);
    return done;
}

void judge_whole_result(Run *run, TimedResult *t, bool races) {
    const LabSpec *spec = run->result->spec;
    CaseData data;
    if (!case_data_shape(&data, spec, &t->key)) return;
    const bool fits = has_room(&data);
    case_data_free(&data);
    if (!fits || !case_data_make_once(&data, spec, &t->key, run->plan->data_seed)) return;
    const bool done = run_whole(run, t, &data, races);
    case_data_free(&data);
    if (done || !case_data_make(&data, spec, &t->key, run->plan->data_seed)) return;
    run_whole(run, t, &data, races);
    case_data_free(&data);
}
