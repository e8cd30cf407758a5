// Large cases that wait: a file that is wrong at small sizes mostly is at large ones, and these take a second each.
//
// They are not left out for that: their tests give points, and with the other TODOs filled in they may pass.
#include "grader/grading/put_off.h"

#include <stdio.h>

static bool is_large(const LabResult *result, const CaseResult *c) {
    enum { LARGE = 100 * 100 * 100 };
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    return entry->output >= 0 && product_value(&entry->params[entry->output].size, c->key.size) >= LARGE;
}

static bool tests_alone_need(const LabResult *result, int index) {
    if (index >= result->graded_count) return false;
    for (int i = 0; i < result->target_count; i++)
        if (result->targets[i].case_index == index || result->targets[i].also_index == index) return false;
    for (int i = 0; i < result->spec->question_count; i++)
        if (result->with_quiz && result->questions[i].case_index == index) return false;
    return true;
}

bool may_wait(const LabResult *result, const CaseResult *c) {
    if (!is_large(result, c) || !tests_alone_need(result, (int)(c - result->cases))) return false;
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

bool run_put_off(const RunPlan *plan, LabResult *result, bool settled, char *error, size_t error_size) {
    for (int i = 0; i < result->graded_count; i++) {
        CaseResult *c = &result->cases[i];
        if (!c->put_off || !is_needed(result, i)) continue;
        if (!run_case(plan, result, i, error, error_size)) return false;
        // What was taken back has its reason already.
        if (result->cases[i].passed || !settled) score_case(result, i);
    }
    return true;
}
