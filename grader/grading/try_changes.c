// One change after the other is tried in the device code of a wrong submission. How many depends on sizes alone, so that the
// report is the same on every machine.
#include "grader/grading/try_changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/changed_line.h"
#include "grader/cause/ptx_changes.h"
#include "grader/grading/replace_file.h"
#include "grader/lab/reference.h"
#include "grader/session/session.h"
#include "grader/text/append.h"
#include "grader/verdict/compare.h"

enum {
    CASES_TRIED = 4,
    FEWEST_CELLS = 300, // a grid of few points may come right by luck
    MOST_CELLS = 40 * 40 * 40,
    // What a try costs, in thread-instructions: reading a byte of PTX, and beginning at all.
    COST_OF_BYTE = 40,
    COST_OF_TRY = 50 * 1000,
    MOST_COST = 1200 * 1000 * 1000,
    // What a try may take: a change may make a loop longer, and what has failed at once, or left out points, does more.
    TIMES_THE_WORK = 20,
    LEAST_WORK = 4 * 1000 * 1000,
    WORK_OF_CELL = 2000
};

typedef struct {
    const char *ptx;
    size_t size;
    PtxChanges changes;
    bool *alive; // of each change: no case has come out wrong with it
    const LabEntry *lab;
    uint64_t instructions; // of the case's work
    bool useful;           // the case is wrong as it stands, and comes out so without optimising too
} Trying;

static bool comes_right(const Trying *t, const CaseData *data) {
    Comparison c;
    return compare(&c, data, t->lab, 0, 1) && !c.wrong_count;
}

// How many of the changes there is time for.
static int affordable(const Trying *t) {
    const double each = COST_OF_TRY + (double)COST_OF_BYTE * (double)t->size + (double)t->instructions;
    const double count = MOST_COST / each;
    return count < t->changes.count ? (int)count : t->changes.count;
}

static Tried try_one(const Trying *t, struct Session *session, const CaseData *data,
                     const PtxChange *change) {
    const uint64_t budget = TIMES_THE_WORK * t->instructions + LEAST_WORK + WORK_OF_CELL * data->cells;
    if (!change) return session_try(session, t->ptx, t->size, budget);
    size_t size;
    char *text = ptx_with_change(t->ptx, t->size, change, &size);
    const Tried tried = text ? session_try(session, text, size, budget) : TRIED_NOT;
    free(text);
    return tried;
}

// For session_run.
static void try_all(void *context, struct Session *session, CaseData *data) {
    Trying *t = context;
    const Tried plain = try_one(t, session, data, NULL);
    t->useful = plain == TRIED_IN_VAIN || (plain == TRIED && !comes_right(t, data));
    if (!t->useful) return;
    const int most = affordable(t);
    for (int i = 0, tried = 0; i < t->changes.count; i++) {
        if (!t->alive[i]) continue;
        t->alive[i] = false;
        if (tried++ >= most) continue;
        const Tried outcome = try_one(t, session, data, &t->changes.list[i]);
        t->alive[i] = outcome == TRIED && comes_right(t, data);
        if (outcome == TRY_LOST) {
            memset(t->alive, 0, (size_t)t->changes.count);
            return;
        }
    }
}

static int count_alive(const Trying *t) {
    int count = 0;
    for (int i = 0; i < t->changes.count; i++) count += t->alive[i];
    return count;
}

static bool try_case(const RunPlan *plan, const LabResult *result, const CaseResult *c, const char *ptx,
                     Trying *t) {
    CaseData data;
    SessionResult session;
    SessionSetup setup = plan->session;
    if (!case_data_make_once(&data, result->spec, &c->key, plan->data_seed)) return false;
    t->lab = lab_library_find(plan->library, data.entry->name);
    t->instructions = c->records.sum.value[COUNTER_thread_instructions];
    t->useful = false;
    setup.ptx = ptx;
    setup.workers = 1;
    setup.trying = try_all;
    setup.trying_context = t;
    session_run(&setup, &data, &session);
    const bool ran = session.state == SESSION_RAN && t->useful;
    session_result_free(&session);
    case_data_free(&data);
    return ran;
}

static bool can_be_tried(const CaseResult *c, const CaseResult *like) {
    return c->judged && !c->trivial && !c->passed && !c->hung && c->key.entry == like->key.entry &&
           !c->key.gpu[0] && c->cells <= MOST_CELLS && c->records.launch_count;
}

// The best failing case by `better` that is not chosen yet; NULL: none is left.
static const CaseResult *next_case(const LabResult *result, const CaseResult *like, const CaseResult **chosen,
                                   int count, bool (*better)(size_t cells, size_t than)) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        bool taken = !can_be_tried(c, like);
        for (int k = 0; k < count; k++) taken |= chosen[k] == c;
        if (!taken && (!best || better(c->cells, best->cells))) best = c;
    }
    return best;
}

// Small, but not so small that much is right by luck.
static bool good_to_begin(size_t cells, size_t than) {
    const bool enough = cells >= FEWEST_CELLS, others = than >= FEWEST_CELLS;
    return enough != others ? enough : enough ? cells < than : cells > than;
}

static bool larger(size_t cells, size_t than) {
    return cells > than;
}

// The failing cases that are tried: one that costs little with all changes, and then, with what is left of them, the largest
// ones, which have more than one block.
static int choose_cases(const LabResult *result, const CaseResult *like, const CaseResult **chosen) {
    int count = 0;
    while (count < CASES_TRIED) {
        const CaseResult *next = next_case(result, like, chosen, count, count ? larger : good_to_begin);
        if (!next) break;
        chosen[count++] = next;
    }
    return count;
}

static bool prepare(Trying *t, const LabResult *result, const char *ptx) {
    char *text = read_whole_file(ptx, &t->size);
    t->ptx = text;
    if (!text || !ptx_changes_list(&t->changes, text, t->size, result->source_path)) return false;
    t->alive = malloc((size_t)t->changes.count + 1);
    if (t->alive) memset(t->alive, 1, (size_t)t->changes.count);
    return t->alive;
}

bool try_changes(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *ptx) {
    const CaseResult *chosen[CASES_TRIED];
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    if (entry->moves_data || !entry->term_count) return false;
    const int count = choose_cases(result, c, chosen);
    Trying t = {0};
    bool tried = count > 0 && prepare(&t, result, ptx);
    for (int i = 0; i < count && tried; i++)
        tried = try_case(plan, result, chosen[i], ptx, &t) && count_alive(&t);
    if (tried) {
        char sizes[200] = "";
        for (int i = 0; i < count; i++) append(sizes, sizeof sizes, "%s%s", i ? ", " : "", chosen[i]->sizes);
        say_changed_line(&c->cause, &t.changes, t.alive, sizes, result->source_path);
    }
    ptx_changes_free(&t.changes);
    free(t.alive);
    free((char *)t.ptx);
    return tried;
}
