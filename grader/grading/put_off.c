// Large cases that wait: a file that is wrong at small sizes mostly is at large ones, and these take a second each.
//
// They are not left out for that alone: their tests give points, and with the other TODOs filled in they may pass. But what is wrong at
// every smaller size, one of at least 64 points along each axis among them, is not run any more: its tests have failed. Sizes of a few
// points, at which nothing comes to pass that could go wrong, do not count.
#include "grader/grading/put_off.h"

#include <stdio.h>
#include <string.h>

// Cells of a large grid, of one that has several blocks along each axis, where what fails there and at all sizes below it is wrong, and of
// one that is too small to tell.
enum { LARGE = 100 * 100 * 100, SHOWS_ALL = 64 * 64 * 64, SHOWS_LITTLE = 20 * 20 * 20 };
// Cells of one that takes seconds.
enum { VERY_LARGE = 200 * 200 * 200 };

// Cells of the output, so that cases of a function can be compared.
static size_t output_cells(const LabResult *result, const CaseResult *c) {
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    return entry->output >= 0 ? product_value(&entry->params[entry->output].size, c->key.size) : 0;
}

static bool is_large(const LabResult *result, const CaseResult *c) {
    return output_cells(result, c) >= LARGE;
}

// Does anything need the case but tests, and targets that count it where it is right?
static bool is_counted(const LabResult *result, int index) {
    if (index >= result->graded_count) return true;
    for (int i = 0; i < result->target_count; i++)
        if (result->targets[i].case_index == index || result->targets[i].also_index == index) return true;
    for (int i = 0; i < result->spec->question_count; i++)
        if (result->with_quiz && result->questions[i].case_index == index) return true;
    return false;
}

bool is_left_out(const LabResult *result, const CaseResult *c) {
    const int index = (int)(c - result->cases);
    if (output_cells(result, c) < VERY_LARGE || is_counted(result, index)) return false;
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].case_index == index) return false;
    return true;
}

bool may_wait(const LabResult *result, const CaseResult *c) {
    if (!is_large(result, c) || is_counted(result, (int)(c - result->cases))) return false;
    for (const CaseResult *x = result->cases; x < c; x++)
        if (x->key.entry == c->key.entry && x->judged && !x->passed) return true;
    return false;
}

void put_off(const LabResult *result, CaseResult *c) {
    c->put_off = true;
    snprintf(c->message, sizeof c->message, "not run: %s is wrong at smaller sizes.",
             result->spec->entries[c->key.entry].name);
}

// By a test that has not passed, or by points that the file itself has for what is counted there too.
static bool is_needed(const LabResult *result, int index) {
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].case_index == index && !result->tests[i].passed) return true;
    for (int i = 0; i < result->target_count; i++) {
        const TargetResult *t = &result->targets[i];
        for (int k = 0; k < SPEC_WHERE_RIGHT; k++)
            if (t->where_right_index[k] == index && t->score > 0 && !t->filled) return true;
    }
    return false;
}

bool is_hopeless(const LabResult *result, const CaseResult *c) {
    const size_t cells = output_cells(result, c);
    size_t largest = 0;
    for (int i = 0; i < result->case_count; i++) {
        const CaseResult *x = &result->cases[i];
        const size_t its = output_cells(result, x);
        if (x->key.entry != c->key.entry || strcmp(x->key.gpu, c->key.gpu) || !x->judged || x->trivial ||
            its >= cells)
            continue;
        const bool right = x->passed || x->only_again || x->later_call; // at first at least
        if (right && its >= SHOWS_LITTLE) return false;
        if (its > largest) largest = its;
    }
    return largest >= SHOWS_ALL;
}

// The smallest that has to be run, and was not; NULL: none.
static CaseResult *next_case(const LabResult *result) {
    CaseResult *next = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        CaseResult *c = &result->cases[i];
        if (c->put_off && is_needed(result, i) && !is_hopeless(result, c) &&
            (!next || output_cells(result, c) < output_cells(result, next)))
            next = c;
    }
    return next;
}

bool run_put_off(const RunPlan *plan, LabResult *result, bool settled, char *error, size_t error_size) {
    for (CaseResult *c; (c = next_case(result));) {
        const int index = (int)(c - result->cases);
        if (!run_case(plan, result, index, error, error_size)) return false;
        // What was taken back has its reason already.
        if (c->passed || !settled) score_case(result, index);
    }
    return true;
}
