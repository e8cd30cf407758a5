// Points: what each test and target earned, and what to do next.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/append.h"
#include "grader/verdict/verdict.h"

enum {
    TELLING_CELLS = 27,
    TELLING_GRID = 7 * 7 * 7
}; // outputs with fewer cells show no pattern; those of a 3D grid

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

// The largest value in the rows of a table that ran; NaN where none has one.
static double best_row(const LabResult *result, const LabTarget *target) {
    const LabTable *table = &result->spec->tables[target->best_of];
    double best = NAN;
    for (int i = 0; i < table->row_count; i++) {
        const CaseResult *c = find_case(result, &table->rows[i].key);
        if (!c || !c->passed) continue;
        double value = worst_counted_value(result->spec, c, &c->records, target->expression, false);
        if (isfinite(value)) best = isnan(best) ? value : fmax(best, value);
    }
    return best;
}

static const Records *repetition(const CaseResult *c) {
    return c->once ? &c->records : &c->repeated;
}

// Of the first run and the repetition, the value that earns less; NaN where one has none.
static double worse_value(const LabResult *result, const CaseResult *c, const LabTarget *target) {
    const bool largest = target->full < target->none;
    double first = worst_counted_value(result->spec, c, &c->records, target->expression, largest);
    double again = worst_counted_value(result->spec, c, repetition(c), target->expression, largest);
    bool first_is_worse = largest ? first >= again : first <= again;
    double value = isnan(again) || !first_is_worse ? again : first;
    return target->best_of < 0 ? value : 100 * value / best_row(result, target);
}

// What must stay below a limit of the target: the larger one of the first run and the repetition.
static double limited_value(const LabResult *result, const CaseResult *c, const LabTarget *target, int i) {
    return fmax(worst_counted_value(result->spec, c, &c->records, target->limited[i], true),
                worst_counted_value(result->spec, c, repetition(c), target->limited[i], true));
}

// What a target comes to at one of its cases.
typedef struct {
    double value, full, none;
    double limited; // what is over its limit
    double share;   // of the points: all at one bound, none at the other, linear between
    int over;       // the limit that takes the points; -1: none does
} CountedAt;

static CountedAt count_at(const LabResult *result, const LabTarget *target, const CaseResult *c, double full,
                          double none) {
    CountedAt at = {.value = worse_value(result, c, target), .full = full, .none = none, .over = -1};
    if (!isfinite(at.value)) return at;
    at.share = fmin(1, fmax(0, (at.value - none) / (full - none)));
    for (int i = 0; i < target->limits && at.share > 0; i++) {
        at.limited = limited_value(result, c, target, i);
        if (at.limited < target->limit[i]) continue;
        at.over = i;
        at.share = 0;
    }
    return at;
}

static void say_short(TargetResult *t, const LabTarget *target, const CaseResult *c, const CountedAt *at) {
    append(t->message, sizeof t->message, "%.4g at %s; all points at %.4g, none at %.4g.", at->value,
           c->sizes, at->full, at->none);
    if (at->over >= 0 && isnan(at->limited) && c->ways.other_work)
        append(
            t->message, sizeof t->message,
            " No points, because \"%s\" could not be counted: in the run in which values were followed the program made "
            "other launches, loads or stores than before. Its work may not depend on time.",
            target->limited_what[at->over]);
    else if (at->over >= 0 && isnan(at->limited))
        append(
            t->message, sizeof t->message,
            " No points, because \"%s\" could not be counted: the histories of this kernel's values are too "
            "long to follow.",
            target->limited_what[at->over]);
    else if (at->over >= 0 && isinf(at->limited))
        append(
            t->message, sizeof t->message,
            " No points, because a launch has \"%s\" and no plain store for it: store results with =, not by "
            "atomic operations.",
            target->limited_what[at->over]);
    else if (at->over >= 0)
        append(
            t->message, sizeof t->message,
            " No points while \"%s\" is %.4g: needless work may make the number above look good, so this one "
            "must stay below %.4g.",
            target->limited_what[at->over], at->limited, target->limit[at->over]);
    append(t->message, sizeof t->message, "%s%s", target->advice[0] ? " " : "", target->advice);
}

static void take_count(const LabResult *result, TargetResult *t, const LabTarget *target, int index,
                       const CountedAt *at) {
    const CaseResult *c = &result->cases[index];
    t->shown_index = index;
    t->full = at->full;
    t->none = at->none;
    if (!isfinite(at->value)) {
        snprintf(t->message, sizeof t->message, "not counted: \"%s\" has no value at %s.", target->what,
                 c->sizes);
        return;
    }
    t->value = at->value;
    t->score = floor(at->share * t->max_score * 10 + 1e-9) / 10; // tenths of a point, rounded down
    t->passed = at->share >= 1 || t->score >= t->max_score;
    if (t->passed)
        t->score = t->max_score;
    else
        say_short(t, target, c, at);
}

// Where large cases are right they are counted too: a technique for small sizes alone is none.
static void count_where_right(const LabResult *result, const TargetResult *t, const LabTarget *target,
                              CountedAt *worst, int *index) {
    for (int i = 0; i < target->where_rights; i++) {
        const CaseResult *c = &result->cases[t->where_right_index[i]];
        if (!c->passed) continue;
        const CountedAt at =
            count_at(result, target, c, target->where_right[i].full, target->where_right[i].none);
        if (at.share < worst->share) *worst = at, *index = t->where_right_index[i];
    }
}

// The target is as good as it is at the worst one of its cases.
static void score_target(const LabResult *result, TargetResult *t, const LabTarget *target) {
    const CaseResult *c = &result->cases[t->case_index];
    const CaseResult *also = t->also_index >= 0 ? &result->cases[t->also_index] : NULL;
    const bool right = c->passed, also_right = also && also->passed;
    CountedAt at = {.share = 2}, other = {.share = 2};
    int index = t->case_index;
    if (right) at = count_at(result, target, c, target->full, target->none);
    if (also_right) other = count_at(result, target, also, target->also_full, target->also_none);
    if (other.share < at.share) at = other, index = t->also_index;
    if (right && (also_right || !also)) count_where_right(result, t, target, &at, &index);
    t->counted = at.share < 1 || (right && (also_right || !also));
    if (!right || (also && !also_right))
        snprintf(t->message, sizeof t->message, "not counted: the result at %s is not right yet.",
                 right ? also->sizes : c->sizes);
    else
        take_count(result, t, target, index, &at);
}

void add_points(LabResult *result) {
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
    add_points(result);
    result->passed = next_todo(result) < 0;
}

double points_of_target(const LabResult *result, int target) {
    TargetResult t = result->targets[target];
    t.message[0] = 0;
    score_target(result, &t, &result->spec->targets[target]);
    return t.score;
}

// A case that was put off may take points of a target, and gives none.
static void score_where_right(LabResult *result, TargetResult *t, const LabTarget *target, int case_index) {
    bool asked = false;
    for (int i = 0; i < target->where_rights; i++) asked |= t->where_right_index[i] == case_index;
    if (!asked || t->score <= 0) return;
    const TargetResult before = *t;
    score_target(result, t, target);
    if (t->score >= before.score) *t = before;
}

void score_case(LabResult *result, int case_index) {
    for (int i = 0; i < result->test_count; i++) {
        TestResult *t = &result->tests[i];
        if (t->case_index != case_index) continue;
        if (!t->passed)
            score_test(result, t);
        else if (result->cases[case_index].passed)
            t->filled = false; // it passes without what was filled in, too
    }
    for (int i = 0, k = 0; i < result->spec->target_count; i++) {
        const LabTarget *target = &result->spec->targets[i];
        if (result->only_todo >= 0 && target->todo != result->only_todo) continue;
        score_where_right(result, &result->targets[k++], target, case_index);
    }
    add_points(result);
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

// Decided by the tests themselves, not by sums of points.
bool todo_short(const LabResult *result, int todo) {
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].todo == todo && !result->tests[i].passed) return true;
    for (int i = 0; i < result->target_count; i++)
        if (result->targets[i].todo == todo && !result->targets[i].passed) return true;
    return time_withheld(result, todo) > 0;
}

const TargetResult *missed_target(const LabResult *result, int todo) {
    const TargetResult *own = NULL, *other = NULL;
    bool missed = false;
    for (int i = 0; i < result->target_count; i++) {
        const TargetResult *t = &result->targets[i];
        if (t->passed) continue;
        missed |= t->todo == todo;
        if (!t->cause.known || !t->cause.place.line) continue;
        if (t->todo == todo && (!own || (!mends_target(result, own) && mends_target(result, t)))) own = t;
        if (!other) other = t;
    }
    return own || missed ? own : other;
}

bool mends_target(const LabResult *result, const TargetResult *t) {
    return !result->not_started[t->todo] && t->cause.known && t->cause.place.line &&
           (!t->cause.symptom || t->cause.todo < 0 || t->cause.todo == t->todo);
}

int todo_of_target(const LabResult *result, const TargetResult *t) {
    return t->cause.todo >= 0 && mends_target(result, t) ? t->cause.todo : t->todo;
}

int next_todo(const LabResult *result) {
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (todo_short(result, todo)) return todo;
    return -1;
}

// Is the failure that is shown one that a test of this TODO would see?
static bool tests_failure(const LabResult *result, int todo) {
    const int first = first_failure(result);
    const CaseResult *c = first >= 0 ? &result->cases[first] : NULL;
    for (int i = 0; i < result->test_count && c; i++)
        if (result->tests[i].todo == todo &&
            same_case(&result->cases[result->tests[i].case_index].key, &c->key))
            return true;
    return !c;
}

// A TODO whose tests all pass may still hold the line to blame for another one's, unless it is known to be right by itself: at a
// size that it has a test of.
static bool to_be_mended(const LabResult *result, int todo) {
    if (!tests_failure(result, todo)) return true;
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].todo == todo && result->tests[i].filled) return todo_short(result, todo);
    return true;
}

int work_todo(const LabResult *result) {
    if (result->blamed && next_todo(result) >= 0 && to_be_mended(result, result->blamed - 1))
        return result->blamed - 1;
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (!result->not_started[todo] && !result->waits[todo] && todo_short(result, todo)) return todo;
    if (result->alone.known) return result->alone.todo;
    return first_missing(result) >= 0 ? first_missing(result) : next_todo(result);
}

// Does nobody expect this TODO to be right yet?
static bool excused(const LabResult *result, int todo) {
    return result->not_started[todo] || result->waits[todo];
}

bool failure_expected(const LabResult *result, int index) {
    const CaseResult *c = &result->cases[index];
    bool tested = false;
    if (c->passed || !c->judged) return false;
    for (int i = 0; i < result->test_count; i++) {
        const TestResult *t = &result->tests[i];
        if (t->case_index == index && !t->passed && !excused(result, t->todo)) return false;
        tested |= t->case_index == index;
    }
    for (int i = 0; i < result->target_count; i++) {
        const TargetResult *t = &result->targets[i];
        const bool of_target = t->case_index == index || t->also_index == index;
        if (of_target && !t->filled && !excused(result, t->todo)) return false;
        tested |= of_target;
    }
    return tested && (c->finding < 0 || waits_in(result, c->key.entry));
}

// How much a failure shows: nothing to compute shows little, a handful of points shows no pattern.
static int telling(const LabResult *result, const CaseResult *c) {
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    const bool grid = entry->output >= 0 && entry->params[entry->output].axes == 3;
    if (c->trivial) return 1;
    if (c->finding >= 0) return 4; // it has a line
    return c->where[0] && c->cells < (grid ? TELLING_GRID : TELLING_CELLS) ? 2 : 3;
}

int first_failure(const LabResult *result) {
    int first = -1, best = 0, entry = -1;
    if (result->shown) return result->shown - 1;
    for (int i = 0; i < result->test_count; i++) {
        const CaseResult *c = &result->cases[result->tests[i].case_index];
        if (result->tests[i].passed || c->passed || !c->judged || excused(result, result->tests[i].todo))
            continue;
        if (first >= 0 && (result->tests[i].todo != result->tests[first].todo || c->key.entry != entry))
            break;
        if (telling(result, c) <= best) continue;
        first = i;
        entry = c->key.entry;
        best = telling(result, c);
    }
    if (first >= 0) return result->tests[first].case_index;
    for (int i = 0; i < result->graded_count; i++)
        if (result->cases[i].judged && !result->cases[i].passed && !failure_expected(result, i)) return i;
    return -1;
}

void case_free_records(CaseResult *c) {
    records_free(&c->records);
    records_free(&c->repeated);
}

void case_forget_records(CaseResult *c) {
    memset(&c->records, 0, sizeof c->records);
    memset(&c->repeated, 0, sizeof c->repeated);
}

void lab_result_free(LabResult *result) {
    free(result->hardware);
    free(result->against), free(result->others);
    picture_free(&result->picture);
    for (int i = 0; i < result->case_count; i++) case_free_records(&result->cases[i]);
    for (int i = 0; i < result->timed_count; i++) free(result->timed[i].model.lines);
    free(result->cases);
    free(result->tests);
    free(result->targets);
    free(result->output);
    memset(result, 0, sizeof *result);
}
