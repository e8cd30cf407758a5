// Points: what each test and target earned, and what to do next.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/expression.h"
#include "grader/session/kernel_facts.h"
#include "grader/verdict/append.h"
#include "grader/verdict/verdict.h"

enum { TELLING_CELLS = 27 }; // outputs with fewer cells show no pattern

// A case with nothing to compute is passed by doing nothing. It counts only beside one of the same entry that
// has.
static bool entry_computes(const LabResult *result, int entry) {
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->key.entry == entry && c->passed && !c->trivial) return true;
    }
    return false;
}

static void score_test(LabResult *result, TestResult *test) {
    const CaseResult *c = &result->cases[test->case_index];
    test->passed = c->passed;
    snprintf(test->message, sizeof test->message, "%s", c->message);
    if (c->passed && c->trivial && !entry_computes(result, c->key.entry)) {
        test->passed = false;
        snprintf(test->message, sizeof test->message,
                 "right, but there is nothing to compute at %s: it counts once a larger size passes.",
                 c->sizes);
    }
    test->score = test->passed ? test->max_score : 0;
}

// What the names of an expression are looked up in.
typedef struct {
    const LabEntrySpec *entry;
    const CaseResult *c;
    const Counters *sum; // over the kernels of the case
} CountedCase;

static double look_up(void *context, const char *name) {
    const CountedCase *counted = context;
    if (!strcmp(name, "cells")) return (double)counted->c->cells;
    for (int i = 0; i < counted->entry->size_count; i++)
        if (!strcmp(counted->entry->sizes[i], name)) return counted->c->key.size[i];
    int counter = counter_find(name), fact = kernel_fact_find(name);
    if (counter >= 0) return (double)counted->sum->value[counter];
    return fact >= 0 ? kernel_fact(&counted->c->records, fact) : NAN;
}

double counted_value(const LabSpec *spec, const CaseResult *c, const Counters *sum, const char *expression) {
    CountedCase counted = {&spec->entries[c->key.entry], c, sum};
    return expression_value(expression, look_up, &counted);
}

// The largest value in the rows of a table that ran; NaN where none has one.
static double best_row(const LabResult *result, const LabTarget *target) {
    const LabTable *table = &result->spec->tables[target->best_of];
    double best = NAN;
    for (int i = 0; i < table->row_count; i++) {
        const CaseResult *c = find_case(result, &table->rows[i].key);
        if (!c || !c->passed) continue;
        double value = counted_value(result->spec, c, &c->records.sum, target->expression);
        if (isfinite(value)) best = isnan(best) ? value : fmax(best, value);
    }
    return best;
}

// Of the first run and the repetition, the value that earns less; NaN where one has none.
static double worse_value(const LabResult *result, const CaseResult *c, const LabTarget *target) {
    double first = counted_value(result->spec, c, &c->records.sum, target->expression);
    double again = counted_value(result->spec, c, &c->repeated, target->expression);
    bool first_is_worse = target->full < target->none ? first >= again : first <= again;
    double value = isnan(again) || !first_is_worse ? again : first;
    return target->best_of < 0 ? value : 100 * value / best_row(result, target);
}

// What must stay below the target's limit: the larger one of the first run and the repetition.
static double limited_value(const LabResult *result, const CaseResult *c, const LabTarget *target) {
    if (!target->limited[0]) return 0;
    return fmax(counted_value(result->spec, c, &c->records.sum, target->limited),
                counted_value(result->spec, c, &c->repeated, target->limited));
}

static void score_target(LabResult *result, TargetResult *t, const LabTarget *target) {
    const CaseResult *c = &result->cases[t->case_index];
    if (!c->passed) {
        snprintf(t->message, sizeof t->message, "not counted: the result at %s is not right yet.", c->sizes);
        return;
    }
    double value = worse_value(result, c, target);
    if (!isfinite(value)) {
        snprintf(t->message, sizeof t->message, "not counted: %s has no value here.", target->expression);
        return;
    }
    t->value = value;
    double share = fmin(1, fmax(0, (value - t->none) / (t->full - t->none)));
    double limited = limited_value(result, c, target);
    bool over = target->limited[0] && !(limited < target->limit) && share > 0;
    if (over) share = 0;
    t->score = floor(share * t->max_score * 10 + 1e-9) / 10; // tenths of a point, rounded down
    t->passed = share >= 1;
    if (t->passed) {
        t->score = t->max_score;
        return;
    }
    append(t->message, sizeof t->message, "%.4g at %s; all points at %.4g, none at %.4g.", value, c->sizes,
           t->full, t->none);
    if (over)
        append(t->message, sizeof t->message,
               " No points while %s is %.4g: needless work may make the number above look good, so this one "
               "must "
               "stay below %.4g.",
               target->limited, limited, target->limit);
    append(t->message, sizeof t->message, "%s%s", target->advice[0] ? " " : "", target->advice);
}

// Adds up the points of the TODOs.
static void add_up(LabResult *result) {
    result->score = result->max_score = 0;
    for (int todo = 0; todo < result->spec->todo_count; todo++) {
        double score, max_score;
        todo_score(result, todo, &score, &max_score);
        result->score += score;
        result->max_score += max_score;
    }
}

void score_lab(LabResult *result) {
    const LabSpec *spec = result->spec;
    for (int i = 0; i < result->test_count; i++) score_test(result, &result->tests[i]);
    for (int i = 0, k = 0; i < spec->target_count; i++)
        if (result->only_todo < 0 || spec->targets[i].todo == result->only_todo)
            score_target(result, &result->targets[k++], &spec->targets[i]);
    add_up(result);
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
    *score = fmax(0, *score - time_withheld(result, todo));
}

// Decided by the tests themselves, so that one worth 0 points must pass too.
static bool todo_short(const LabResult *result, int todo) {
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].todo == todo && !result->tests[i].passed) return true;
    for (int i = 0; i < result->target_count; i++)
        if (result->targets[i].todo == todo && !result->targets[i].passed) return true;
    return time_withheld(result, todo) > 0;
}

int next_todo(const LabResult *result) {
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (todo_short(result, todo)) return todo;
    return -1;
}

int work_todo(const LabResult *result) {
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (!result->not_started[todo] && todo_short(result, todo)) return todo;
    return next_todo(result);
}

bool failure_expected(const LabResult *result, int index) {
    const CaseResult *c = &result->cases[index];
    bool tested = false;
    if (c->passed || !c->judged || c->finding >= 0) return false;
    for (int i = 0; i < result->test_count; i++) {
        const TestResult *t = &result->tests[i];
        if (t->case_index == index && !t->passed && !result->not_started[t->todo]) return false;
        tested |= t->case_index == index;
    }
    for (int i = 0; i < result->target_count; i++) {
        const TargetResult *t = &result->targets[i];
        if (t->case_index == index && !t->filled && !result->not_started[t->todo]) return false;
        tested |= t->case_index == index;
    }
    return tested;
}

// An assertion says what the student's file lets it say: made into a string, that may be finished text.
static bool may_be_shown(const CaseResult *c) {
    return c->finding < 0 || strcmp(c->records.findings[c->finding].check, "assert") != 0;
}

// Keeps the first failure of a TODO that was graded among finished ones.
static void keep_failure(LabResult *result, LabResult *part) {
    int failure = first_failure(part);
    if (failure < 0 || result->alone || !may_be_shown(&part->cases[failure])) return;
    result->alone = malloc(sizeof *result->alone);
    if (!result->alone) return;
    *result->alone = part->cases[failure];
    part->cases[failure].records = (Records){0};
    result->alone_todo = part->only_todo;
}

// The tests of a TODO stand in the same order in both results; so do its targets.
void take_filled(LabResult *result, LabResult *part) {
    keep_failure(result, part);
    for (int i = 0, k = 0; i < result->test_count && k < part->test_count; i++) {
        TestResult *own = &result->tests[i];
        if (own->todo != part->only_todo) continue;
        const TestResult *filled = &part->tests[k++];
        if (own->passed || !filled->passed) continue;
        own->passed = own->filled = true;
        own->score = own->max_score;
        own->message[0] = 0;
    }
    for (int i = 0, k = 0; i < result->target_count && k < part->target_count; i++) {
        TargetResult *own = &result->targets[i];
        if (own->todo != part->only_todo) continue;
        const TargetResult *filled = &part->targets[k++];
        if (filled->score <= own->score) continue;
        int case_index = own->case_index;
        *own = *filled;
        own->case_index = case_index;
        own->filled = true;
    }
    add_up(result);
}

// Each TODO may be right by itself and the file all the same not: then the first one that was filled keeps
// what the file itself has earned.
void settle_filled(LabResult *result) {
    if (result->passed || next_todo(result) >= 0) return;
    int todo = -1;
    for (int i = 0; i < result->test_count; i++) {
        TestResult *t = &result->tests[i];
        if (!t->filled || (todo >= 0 && t->todo != todo)) continue;
        todo = t->todo;
        t->passed = t->filled = false;
        t->score = 0;
        snprintf(t->message, sizeof t->message,
                 "right with the other TODOs filled in, wrong with yours: see the first failure.");
    }
    add_up(result);
}

// How much a failure shows: nothing to compute shows little, a handful of points shows no pattern.
static int telling(const CaseResult *c) {
    if (c->trivial) return 1;
    return c->finding < 0 && c->pattern[0] && c->cells < TELLING_CELLS ? 2 : 3;
}

int first_failure(const LabResult *result) {
    int first = -1, best = 0, entry = -1;
    for (int i = 0; i < result->test_count; i++) {
        const CaseResult *c = &result->cases[result->tests[i].case_index];
        if (result->tests[i].passed || c->passed || !c->judged || result->not_started[result->tests[i].todo])
            continue;
        if (first >= 0 && (result->tests[i].todo != result->tests[first].todo || c->key.entry != entry))
            break;
        if (telling(c) <= best) continue;
        first = i;
        entry = c->key.entry;
        best = telling(c);
    }
    if (first >= 0) return result->tests[first].case_index;
    for (int i = 0; i < result->graded_count; i++)
        if (result->cases[i].judged && !result->cases[i].passed && !failure_expected(result, i)) return i;
    return -1;
}

void lab_result_free(LabResult *result) {
    if (result->alone) records_free(&result->alone->records);
    free(result->alone);
    free(result->hardware);
    for (int i = 0; i < result->case_count; i++) records_free(&result->cases[i].records);
    free(result->cases);
    free(result->tests);
    free(result->targets);
    free(result->output);
    memset(result, 0, sizeof *result);
}
