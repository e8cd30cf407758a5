// Which cases a lab needs: for its tests and targets, for a table, for the quiz.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/kernel_facts.h"
#include "grader/verdict/verdict.h"

// Index of the case of a key, added when it is new. `expression` may be NULL.
static int need_case(LabResult *result, const CaseKey *key, const char *expression) {
    int index = 0;
    while (index < result->case_count && !same_case(&result->cases[index].key, key)) index++;
    CaseResult *c = &result->cases[index];
    if (index == result->case_count) {
        result->case_count++;
        c->key = *key;
        c->finding = -1;
        case_words(result->spec, key, "=", ",", c->sizes, sizeof c->sizes);
    }
    if (expression) c->with_occupancy |= needs_occupancy(expression);
    return index;
}

// A size of that range, whichever it was.
static bool is_placed(const CaseKey *own, const CaseKey *key) {
    return own->placed && own->entry == key->entry && !strcmp(own->gpu, key->gpu) &&
           !memcmp(own->range, key->range, sizeof own->range);
}

const CaseResult *find_case(const LabResult *result, const CaseKey *key) {
    for (int i = 0; i < result->case_count; i++)
        if (same_case(&result->cases[i].key, key)) return &result->cases[i];
    for (int i = 0; i < result->case_count && key->range[0].last; i++)
        if (is_placed(&result->cases[i].key, key)) return &result->cases[i];
    return NULL;
}

static void plan_test(LabResult *result, const LabTest *test) {
    TestResult *t = &result->tests[result->test_count++];
    t->todo = test->todo;
    t->case_index = need_case(result, &test->key, NULL);
    t->max_score = test->points;
    const int length = snprintf(t->id, sizeof t->id, "%s/", result->spec->todos[test->todo].id);
    case_range_words(result->spec, &test->key, t->id + length, sizeof t->id - (size_t)length);
}

static void plan_target(LabResult *result, const LabTarget *target) {
    TargetResult *t = &result->targets[result->target_count++];
    int number = 1;
    for (int i = 0; i + 1 < result->target_count; i++) number += result->targets[i].todo == target->todo;
    snprintf(t->id, sizeof t->id, "%s/counter-%d", result->spec->todos[target->todo].id, number);
    snprintf(t->what, sizeof t->what, "%s", target->what);
    t->todo = target->todo;
    t->case_index = t->shown_index = need_case(result, &target->key, target->expression);
    t->also_index = target->also ? need_case(result, &target->also_key, target->expression) : -1;
    for (int i = 0; i < SPEC_WHERE_RIGHT; i++)
        t->where_right_index[i] = i < target->where_rights
                                      ? need_case(result, &target->where_right[i].key, target->expression)
                                      : -1;
    t->full = target->full;
    t->none = target->none;
    t->max_score = target->points;
    t->value = NAN;
}

static void plan_rows(LabResult *result, const LabTable *table, const char *expression) {
    for (int i = 0; i < table->row_count; i++) need_case(result, &table->rows[i].key, expression);
}

static bool start_plan(LabResult *result, const LabSpec *spec) {
    const size_t of_target = 2 + SPEC_WHERE_RIGHT;
    size_t most =
        (size_t)spec->test_count + of_target * (size_t)spec->target_count + (size_t)spec->question_count + 1;
    for (int i = 0; i < spec->table_count; i++) most += (size_t)spec->tables[i].row_count;
    result->spec = spec;
    result->only_todo = -1;
    result->cases = calloc(most, sizeof *result->cases);
    result->tests = calloc((size_t)spec->test_count + 1, sizeof *result->tests);
    result->targets = calloc((size_t)spec->target_count + 1, sizeof *result->targets);
    return result->cases && result->tests && result->targets;
}

bool plan_cases(LabResult *result, const LabSpec *spec, int only_todo) {
    if (!start_plan(result, spec)) return false;
    result->only_todo = only_todo;
    for (int i = 0; i < spec->test_count; i++)
        if (only_todo < 0 || spec->tests[i].todo == only_todo) plan_test(result, &spec->tests[i]);
    for (int i = 0; i < spec->target_count; i++)
        if (only_todo < 0 || spec->targets[i].todo == only_todo) plan_target(result, &spec->targets[i]);
    result->graded_count = result->case_count;
    for (int i = 0; i < spec->target_count; i++) {
        const LabTarget *target = &spec->targets[i];
        if (target->best_of >= 0 && (only_todo < 0 || target->todo == only_todo))
            plan_rows(result, &spec->tables[target->best_of], target->expression);
    }
    return true;
}

bool plan_table(LabResult *result, const LabSpec *spec, int table) {
    if (!start_plan(result, spec)) return false;
    for (int i = 0; i < spec->tables[table].column_count; i++)
        plan_rows(result, &spec->tables[table], spec->tables[table].columns[i].expression);
    return true;
}

void plan_quiz(LabResult *result, const Answers *answers) {
    const LabSpec *spec = result->spec;
    result->with_quiz = spec->question_count > 0;
    for (int i = 0; i < spec->question_count; i++) {
        const LabQuestion *question = &spec->questions[i];
        bool counted = question->kind == ANSWER_COUNTED && answers->text[i][0];
        result->questions[i] = (QuestionResult){.case_index = -1};
        if (counted)
            result->questions[i].case_index = need_case(result, &question->key, question->expression);
    }
}
