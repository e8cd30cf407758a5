// Runs a case once, and its recorded work again with one text, or one change of its launches, after the other.
#include "grader/grading/trials.h"

#include <stdlib.h>
#include <string.h>

#include "grader/grading/block_trials.h"
#include "grader/grading/case_run.h"
#include "grader/lab/reference.h"
#include "grader/session/session.h"
#include "grader/verdict/compare.h"

enum {
    FAILING_CASES = 4,
    FEWEST_CELLS = 300, // a grid of few points may come right by luck
    // What a try costs, in thread-instructions: what it executes, reading a byte of PTX, and beginning at all.
    COST_OF_BYTE = 14,
    COST_OF_TRY = 20 * 1000,
    MOST_COST = 500 * 1000 * 1000,
    MOST_BY_GRIDS = 3 * MOST_COST,      // where single blocks tell nothing
    FEWEST_TRIES = 12,                  // whatever one costs
    COST_BY_BLOCKS = 100 * 1000 * 1000, // from there on single blocks are asked first
    // What a try may execute: a change may make a loop longer, what has failed at once, or left out points, does more, and code that
    // was not optimised ten times as much.
    TIMES_THE_WORK = 20,
    LEAST_WORK = 2 * 1000 * 1000,
    WORK_OF_CELL = 1000
};

// ---- Which cases ----------------------------------------------------------------------------------------------------

// A case that was put off has not been counted.
static size_t cells_of(const LabResult *result, const CaseResult *c) {
    CaseData shape;
    if (c->cells || !case_data_shape(&shape, result->spec, &c->key)) return c->cells;
    const size_t cells = shape.cells;
    case_data_free(&shape);
    return cells;
}

// What was put off, large cases of what has failed before, counts as failing, but for the first one.
static bool can_be_tried(const LabResult *result, const CaseResult *c, const CaseResult *like, bool passed,
                         bool first, size_t most_cells) {
    const bool ran = c->judged && !c->put_off && c->records.launch_count;
    return (ran || (c->put_off && !first)) && (c->put_off ? !passed : c->passed == passed) && !c->trivial &&
           !c->hung && !c->key.gpu[0] && c->key.entry == like->key.entry &&
           cells_of(result, c) <= most_cells &&
           // Where a TODO is missing, some cases cannot come right.
           !(some_missing(result, c->key.entry) && failure_expected(result, (int)(c - result->cases)));
}

// The best one by `better` that is not chosen yet; NULL: none is left.
static const CaseResult *next_case(const TriedCases *cases, const LabResult *result, const CaseResult *like,
                                   bool passed, size_t most_cells,
                                   bool (*better)(size_t cells, size_t than)) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        bool taken = !can_be_tried(result, c, like, passed, !cases->count, most_cells);
        for (int k = 0; k < cases->count; k++) taken |= cases->list[k] == c;
        if (!taken && (!best || better(cells_of(result, c), cells_of(result, best)))) best = c;
    }
    return best;
}

// Small, but not so small that much is right by luck.
static bool good_to_begin(size_t cells, size_t than) {
    const bool enough = cells >= FEWEST_CELLS, others = than >= FEWEST_CELLS;
    return enough != others ? enough : enough ? cells < than : cells > than;
}

// These have more than one block.
static bool larger(size_t cells, size_t than) {
    return cells > than;
}

void choose_tried_cases(TriedCases *cases, const LabResult *result, const CaseResult *like,
                        size_t most_cells) {
    *cases = (TriedCases){.count = 0};
    while (cases->count < TRIED_CASES) {
        const bool passed = cases->count >= FAILING_CASES;
        const CaseResult *next =
            next_case(cases, result, like, passed, most_cells, cases->count ? larger : good_to_begin);
        if (!next && (passed || !cases->count)) break;
        if (!next) { // fewer fail
            next = next_case(cases, result, like, true, most_cells, larger);
            if (!next) break;
        }
        cases->list[cases->count++] = next;
        cases->failing += !next->passed;
    }
}

static bool smaller(size_t cells, size_t than) {
    return cells < than;
}

void include_smallest_passed(TriedCases *cases, const LabResult *result, const CaseResult *like) {
    const CaseResult *small =
        cases->failing ? next_case(cases, result, like, true, TRIED_CELLS, smaller) : NULL;
    if (!small || (cases->count == TRIED_CASES && cases->failing == TRIED_CASES)) return;
    cases->list[cases->count == TRIED_CASES ? TRIED_CASES - 1 : cases->count++] = small;
}

void include_shown_case(TriedCases *cases, const LabResult *result, const CaseResult *shown) {
    for (int i = 0; i < cases->count; i++)
        if (cases->list[i] == shown) return;
    if (!cases->failing || !can_be_tried(result, shown, shown, false, false, SIZE_MAX)) return;
    if (cases->count == TRIED_CASES) cases->count--;
    memmove(cases->list + cases->failing + 1, cases->list + cases->failing,
            (size_t)(cases->count - cases->failing) * sizeof *cases->list);
    cases->list[cases->failing++] = shown;
    cases->count++;
}

bool choose_larger_case(TriedCases *cases, const LabResult *result, const CaseResult *like,
                        size_t most_cells) {
    const TriedCases tried = *cases;
    size_t most = 0;
    for (int i = 0; i < tried.count; i++) {
        const size_t cells = cells_of(result, tried.list[i]);
        most = cells > most ? cells : most;
    }
    *cases = (TriedCases){.count = 0};
    for (int passed = 0; passed < 2; passed++) {
        const CaseResult *next = next_case(&tried, result, like, passed, most_cells, larger);
        if (!next || cells_of(result, next) <= most) continue;
        most = cells_of(result, next);
        *cases = (TriedCases){.list = {next}, .count = 1, .failing = 1};
    }
    return cases->count;
}

// ---- One case -------------------------------------------------------------------------------------------------------

typedef struct {
    Trials *trials;
    const CaseResult *c;
    const LabEntry *lab;
    TriedBlocks blocks; // count 0: whole grids are tried at once
    bool by_grids;      // though it takes long
    bool useful;        // it comes out with the plain text as it did
    double cost;        // of all tries so far
    TriedWork last;     // of the last one
} Trying;

// More elements than the output has, where each is to be stored once. judge_launches counts atomics, too; a try does not.
static bool stores_twice(const Trying *t, const CaseData *data) {
    const LabEntrySpec *entry = data->entry;
    return entry->once &&
           t->last.stored_bytes > data->cells * element_size(entry->params[entry->output].type);
}

// By the values that the last try has left, and by what it stored.
static bool comes_right(const Trying *t, const CaseData *data) {
    Comparison c;
    return !stores_twice(t, data) && compare(&c, data, t->lab, 0, 1) && !c.wrong_count;
}

static uint64_t instructions(const Trying *t) {
    return t->c->records.sum.value[COUNTER_thread_instructions];
}

static uint64_t budget_of(const Trying *t, const CaseData *data) {
    return TIMES_THE_WORK * instructions(t) + LEAST_WORK + WORK_OF_CELL * data->cells;
}

static Tried try_text(Trying *t, struct Session *session, const CaseData *data, const char *text,
                      size_t size) {
    TriedWork work = {0};
    const Tried tried = text ? session_try(session, text, size, budget_of(t, data), &work) : TRIED_NOT;
    t->cost += COST_OF_TRY + (double)COST_OF_BYTE * (double)size + (double)work.instructions;
    t->last = work;
    return tried;
}

static Tried try_launch(Trying *t, struct Session *session, const CaseData *data,
                        const ChangedLaunch *change) {
    TriedWork work = {0};
    const Tried tried = session_try_launch(session, change, budget_of(t, data), &work);
    t->cost += COST_OF_TRY + (double)work.instructions;
    t->last = work;
    return tried;
}

static Tried try_one(Trying *t, struct Session *session, const CaseData *data, int which) {
    size_t size = 0;
    if (t->trials->launch) {
        const ChangedLaunch change = t->trials->launch(t->trials->context, which, t->c);
        return try_launch(t, session, data, &change);
    }
    char *text = t->trials->text(t->trials->context, which, &size);
    const Tried tried = try_text(t, session, data, text, size);
    free(text);
    return tried;
}

static uint64_t block_budget(const Trying *t) {
    return instructions(t) + LEAST_WORK;
}

// Where all changes would take long: which single blocks of the launch are to show whether one is worth it.
static void choose_blocks(Trying *t, struct Session *session, const CaseData *data) {
    const Records *r = &t->c->records;
    int alive = 0;
    t->blocks.count = 0;
    for (int i = 0; i < t->trials->count; i++) alive += t->trials->alive[i];
    if (t->trials->launch || t->c->passed || r->launch_count != 1 || r->launches[0].count != 1 ||
        (double)alive * (double)instructions(t) < COST_BY_BLOCKS)
        return;
    const BlockTrying b = {session, data, t->lab, block_budget(t), &t->cost};
    choose_tried_blocks(&t->blocks, &b, r->launches[0].grid, t->trials->ptx, t->trials->size);
    t->by_grids = !t->blocks.count;
}

static bool is_worth_it(Trying *t, struct Session *session, const CaseData *data, int which) {
    size_t size = 0;
    if (!t->blocks.count) return true;
    const BlockTrying b = {session, data, t->lab, block_budget(t), &t->cost};
    char *text = t->trials->text(t->trials->context, which, &size);
    const bool better = text && blocks_come_better(&t->blocks, &b, text, size);
    free(text);
    return better;
}

// For session_run.
static void try_all(void *context, struct Session *session, CaseData *data) {
    Trying *t = context;
    Trials *all = t->trials;
    const ChangedLaunch as_it_was = {.kind = LAUNCH_AS_IT_WAS};
    const Tried plain = all->launch ? try_launch(t, session, data, &as_it_was)
                                    : try_text(t, session, data, all->ptx, all->size);
    t->useful =
        plain <= TRIED_IN_VAIN && (t->c->put_off || (plain == TRIED && comes_right(t, data)) == t->c->passed);
    if (t->useful) choose_blocks(t, session, data);
    const double usual = t->by_grids ? MOST_BY_GRIDS : MOST_COST,
                 most = t->cost * FEWEST_TRIES > usual ? t->cost * FEWEST_TRIES : usual;
    for (int i = 0; i < all->count && t->useful; i++) {
        if (!all->alive[i]) continue;
        all->alive[i] = false;
        if (t->cost > most || !is_worth_it(t, session, data, i)) continue;
        const Tried outcome = try_one(t, session, data, i);
        all->alive[i] = outcome == TRIED && comes_right(t, data);
        if (all->work) {
            all->work[i].instructions += t->last.instructions;
            all->work[i].stored_bytes += t->last.stored_bytes;
            all->work[i].loaded_bytes += t->last.loaded_bytes;
        }
        t->useful = outcome != TRY_LOST;
    }
}

static bool try_case(Trials *trials, const RunPlan *plan, const LabResult *result, const CaseResult *c) {
    CaseData data;
    SessionResult session;
    SessionSetup setup = plan->session;
    Trying t = {.trials = trials, .c = c};
    if (!case_data_make_once(&data, result->spec, &c->key, plan->data_seed)) return false;
    t.lab = lab_library_find(plan->library, data.entry->name);
    setup.ptx = trials->ptx_path;
    setup.workers = 1;
    setup.wall_seconds = wall_seconds_for(setup.wall_seconds, data.cells);
    setup.trying = try_all;
    setup.trying_context = &t;
    session_run(&setup, &data, &session);
    // One that has passed and does not without optimising, a race that shows, is left out.
    const bool ran = session.state == SESSION_RAN && (t.useful || c->passed);
    session_result_free(&session);
    case_data_free(&data);
    return ran;
}

static bool some_alive(const Trials *t) {
    for (int i = 0; i < t->count; i++)
        if (t->alive[i]) return true;
    return false;
}

bool run_trials(Trials *t, const RunPlan *plan, const LabResult *result, const TriedCases *cases) {
    bool good = cases->failing > 0;
    for (int i = 0; i < cases->count && good && some_alive(t); i++)
        good = !plan_is_over(plan) && try_case(t, plan, result, cases->list[i]);
    return good;
}

bool stores_over_again(const LabResult *result, const TriedCases *cases, const TriedWork *work) {
    uint64_t once = 0;
    for (int i = 0; i < cases->count; i++) {
        const LabEntrySpec *entry = &result->spec->entries[cases->list[i]->key.entry];
        once += element_size(entry->params[entry->output].type) * cells_of(result, cases->list[i]);
    }
    return 2 * work->stored_bytes > 3 * once;
}
