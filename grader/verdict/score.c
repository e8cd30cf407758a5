// Points: which cases a lab needs, what each test and target earned, and what to do next.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/expression.h"
#include "grader/verdict/verdict.h"

enum { TELLING_CELLS = 27 }; // outputs with fewer cells show no pattern

// Index of the case of an entry at n, added when it is new.
static int need_case(LabResult *result, int entry, int n) {
    for (int i = 0; i < result->case_count; i++)
        if (result->cases[i].entry == entry && result->cases[i].n == n) return i;
    CaseResult *new_case = &result->cases[result->case_count];
    new_case->entry = entry;
    new_case->n = n;
    new_case->finding = -1;
    return result->case_count++;
}

static void plan_target(LabResult *result, const LabTarget *target) {
    TargetResult *t = &result->targets[result->target_count++];
    int number = 1;
    for (int i = 0; i + 1 < result->target_count; i++) number += result->targets[i].todo == target->todo;
    snprintf(t->id, sizeof t->id, "%s/counter-%d", result->spec->todos[target->todo].id, number);
    snprintf(t->what, sizeof t->what, "%s", target->what);
    t->todo = target->todo;
    t->case_index = need_case(result, target->entry, target->n);
    t->full = target->full;
    t->none = target->none;
    t->max_score = target->points;
    t->value = NAN;
}

bool plan_cases(LabResult *result, const LabSpec *spec, int only_todo) {
    result->spec = spec;
    result->only_todo = only_todo;
    result->cases = calloc((size_t)(spec->test_count + spec->target_count) + 1, sizeof *result->cases);
    result->tests = calloc((size_t)spec->test_count + 1, sizeof *result->tests);
    result->targets = calloc((size_t)spec->target_count + 1, sizeof *result->targets);
    if (!result->cases || !result->tests || !result->targets) return false;
    for (int i = 0; i < spec->test_count; i++) {
        const LabTest *test = &spec->tests[i];
        if (only_todo >= 0 && test->todo != only_todo) continue;
        TestResult *t = &result->tests[result->test_count++];
        snprintf(t->id, sizeof t->id, "%s/n=%d", spec->todos[test->todo].id, test->n);
        t->todo = test->todo;
        t->case_index = need_case(result, test->entry, test->n);
        t->max_score = test->points;
    }
    for (int i = 0; i < spec->target_count; i++)
        if (only_todo < 0 || spec->targets[i].todo == only_todo) plan_target(result, &spec->targets[i]);
    return true;
}

// A case with nothing to compute is passed by doing nothing. It counts only beside one of the same entry that
// has.
static bool entry_computes(const LabResult *result, int entry) {
    for (int i = 0; i < result->case_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->entry == entry && c->passed && !c->trivial) return true;
    }
    return false;
}

static void score_test(LabResult *result, TestResult *test) {
    const CaseResult *c = &result->cases[test->case_index];
    test->passed = c->passed;
    snprintf(test->message, sizeof test->message, "%s", c->message);
    if (c->passed && c->trivial && !entry_computes(result, c->entry)) {
        test->passed = false;
        snprintf(test->message, sizeof test->message,
                 "right, but there is nothing to compute at n=%d: it counts once a larger n passes.", c->n);
    }
    test->score = test->passed ? test->max_score : 0;
}

typedef struct {
    const Counters *sum; // over the kernels of the case
    double cells, n;
} CountedCase;

static double look_up(void *context, const char *name) {
    const CountedCase *counted = context;
    if (!strcmp(name, "cells")) return counted->cells;
    if (!strcmp(name, "n")) return counted->n;
    int index = counter_find(name);
    return index >= 0 ? (double)counted->sum->value[index] : NAN;
}

static double counted_value(const CaseResult *c, const LabTarget *target, const Counters *sum) {
    CountedCase counted = {.sum = sum, .cells = (double)c->cells, .n = c->n};
    return expression_value(target->expression, look_up, &counted);
}

// Of the first run and the repetition, the value that earns less; NaN where one has none.
static double worse_value(const CaseResult *c, const LabTarget *target) {
    double first = counted_value(c, target, &c->records.sum), again = counted_value(c, target, &c->repeated);
    bool first_is_worse = target->full < target->none ? first >= again : first <= again;
    return isnan(again) || !first_is_worse ? again : first;
}

static void score_target(LabResult *result, TargetResult *t, const LabTarget *target) {
    const CaseResult *c = &result->cases[t->case_index];
    if (!c->passed) {
        snprintf(t->message, sizeof t->message, "not counted: the result at n=%d is not right yet.", c->n);
        return;
    }
    double value = worse_value(c, target);
    if (!isfinite(value)) {
        snprintf(t->message, sizeof t->message, "not counted: %s has no value here.", target->expression);
        return;
    }
    t->value = value;
    double share = fmin(1, fmax(0, (value - t->none) / (t->full - t->none)));
    t->score = floor(share * t->max_score * 10 + 1e-9) / 10; // tenths of a point, rounded down
    t->passed = share >= 1;
    if (t->passed) t->score = t->max_score;
    if (!t->passed)
        snprintf(t->message, sizeof t->message, "%.4g at n=%d; all points at %.4g, none at %.4g.", value,
                 c->n, t->full, t->none);
}

void score_lab(LabResult *result) {
    const LabSpec *spec = result->spec;
    result->score = result->max_score = 0;
    for (int i = 0; i < result->test_count; i++) score_test(result, &result->tests[i]);
    for (int i = 0, k = 0; i < spec->target_count; i++)
        if (result->only_todo < 0 || spec->targets[i].todo == result->only_todo)
            score_target(result, &result->targets[k++], &spec->targets[i]);
    for (int todo = 0; todo < spec->todo_count; todo++) {
        double score, max_score;
        todo_score(result, todo, &score, &max_score);
        result->score += score;
        result->max_score += max_score;
    }
    result->passed = next_todo(result) < 0;
}

void todo_score(const LabResult *result, int todo, double *score, double *max_score) {
    *score = *max_score = 0;
    for (int i = 0; i < result->test_count; i++) {
        if (result->tests[i].todo != todo) continue;
        *score += result->tests[i].score;
        *max_score += result->tests[i].max_score;
    }
    for (int i = 0; i < result->target_count; i++) {
        if (result->targets[i].todo != todo) continue;
        *score += result->targets[i].score;
        *max_score += result->targets[i].max_score;
    }
}

// Short of full marks is decided by the tests themselves, so that one worth 0 points must pass too.
int next_todo(const LabResult *result) {
    for (int todo = 0; todo < result->spec->todo_count; todo++) {
        for (int i = 0; i < result->test_count; i++)
            if (result->tests[i].todo == todo && !result->tests[i].passed) return todo;
        for (int i = 0; i < result->target_count; i++)
            if (result->targets[i].todo == todo && !result->targets[i].passed) return todo;
    }
    return -1;
}

// How much a failure shows: nothing to compute shows little, a handful of points shows no pattern.
static int telling(const CaseResult *c) {
    if (c->trivial) return 1;
    return c->finding < 0 && c->pattern[0] && c->cells < TELLING_CELLS ? 2 : 3;
}

int first_failure(const LabResult *result) {
    int first = -1, best = 0;
    for (int i = 0; i < result->test_count; i++) {
        const CaseResult *c = &result->cases[result->tests[i].case_index];
        if (c->passed || !c->judged) continue;
        if (first >= 0 && result->tests[i].todo != result->tests[first].todo) break;
        if (telling(c) <= best) continue;
        first = i;
        best = telling(c);
    }
    if (first >= 0) return result->tests[first].case_index;
    for (int i = 0; i < result->case_count; i++)
        if (result->cases[i].judged && !result->cases[i].passed) return i;
    return -1;
}

void lab_result_free(LabResult *result) {
    for (int i = 0; i < result->case_count; i++) records_free(&result->cases[i].records);
    free(result->cases);
    free(result->tests);
    free(result->targets);
    free(result->output);
    memset(result, 0, sizeof *result);
}
