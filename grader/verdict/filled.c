// Points of TODOs that were graded with the solution's text in place of the others, or with the skeleton's in place of the later
// ones.
#include <stdio.h>
#include <string.h>

#include "grader/verdict/verdict.h"

// The sentence for each check that fails a case.
static const char *check_sentence(const char *check) {
    static const struct {
        const char *check, *sentence;
    } known[] = {
        {"race", "threads race: one reads or writes what another one writes, with no barrier between."},
        {"out-of-bounds", "it reads or writes outside its memory."},
        {"uninitialised", "it reads what was never written."},
        {"barrier", "not all threads of a block reach the same barrier."},
        {"misaligned", "an address does not fit the size of what is loaded or stored."},
        {"host-arithmetic", "host code divides an integer by zero."},
        {"host-crash", "host code stops with an error of its own."},
        {"host-dereference", "host code crashes: it uses memory that it may not use."},
        {"input-written", "it writes into an input, which is the caller's."},
        {"read-only", "it reads through the read-only data cache what the same kernel writes."},
        {"timeout", "it does not come to an end."},
        {"launch", "CUDA refuses the launch."},
        {"assert", "an assertion fails."},
        {"trap", "the kernel stops itself."},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].check, check)) return known[i].sentence;
    return "it does what is not allowed.";
}

static const char *failure_sentence(const CaseResult *c) {
    if (c->finding >= 0) return check_sentence(c->records.findings[c->finding].check);
    if (c->hung) return "it takes too long.";
    if (c->fault) return c->fault;
    return c->where[0] ? "some of the results are wrong." : "it does not come to a result.";
}

// Before the later TODOs most fail, which says nothing of this one.
static void keep_failure(LabResult *result, const LabResult *part) {
    const int failure = first_failure(part);
    if (failure < 0 || result->alone.known || result->later_undone) return;
    const CaseResult *c = &part->cases[failure];
    result->alone = (FilledFailure){
        .known = true, .todo = part->only_todo, .key = c->key, .sentence = failure_sentence(c)};
}

static void take_test(TestResult *own, const TestResult *filled) {
    if (own->passed || !filled->passed) return;
    own->passed = own->filled = true;
    own->score = own->max_score;
    own->message[0] = 0;
}

// All points or none: a part of them would be a number that the student's code can choose.
static void take_target(TargetResult *own, const TargetResult *filled) {
    if (own->counted || !filled->passed) return;
    own->passed = own->filled = true;
    own->score = own->max_score;
    own->message[0] = 0;
}

// The tests of a TODO stand in the same order in both results; so do its targets.
void take_filled(LabResult *result, const LabResult *part) {
    keep_failure(result, part);
    for (int i = 0, k = 0; i < result->test_count && k < part->test_count; i++)
        if (result->tests[i].todo == part->only_todo) take_test(&result->tests[i], &part->tests[k++]);
    for (int i = 0, k = 0; i < result->target_count && k < part->target_count; i++)
        if (result->targets[i].todo == part->only_todo) take_target(&result->targets[i], &part->targets[k++]);
    add_points(result);
}

void take_finished(LabResult *result, int todo) {
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].todo == todo) take_test(&result->tests[i], &(TestResult){.passed = true});
    for (int i = 0; i < result->target_count; i++)
        if (result->targets[i].todo == todo)
            take_target(&result->targets[i], &(TargetResult){.passed = true});
    add_points(result);
}

static const char TAKEN_BACK[] =
    "right when the grader fills in the other TODOs, wrong with your code in them: see the "
    "first failure.";

static void take_back(bool *passed, bool *filled, double *score, char *message, size_t size) {
    *passed = *filled = false;
    *score = 0;
    snprintf(message, size, "%s", TAKEN_BACK);
}

static int test_entry(const LabResult *result, const TestResult *t) {
    return result->cases[t->case_index].key.entry;
}

static int target_entry(const LabResult *result, const TargetResult *t) {
    return result->cases[t->case_index].key.entry;
}

// Does something of this entry fail even among finished TODOs? Then that is why the file itself fails.
static bool explained(const LabResult *result, int entry) {
    for (int i = 0; i < result->test_count; i++)
        if (!result->tests[i].passed && test_entry(result, &result->tests[i]) == entry) return true;
    for (int i = 0; i < result->target_count; i++)
        if (!result->targets[i].passed && target_entry(result, &result->targets[i]) == entry) return true;
    return false;
}

// Each TODO is right by itself and the function all the same not: no counter counts that the file itself has not
// shown, and the first TODO that was filled keeps what the file itself has earned.
static void settle_entry(LabResult *result, int entry) {
    int todo = -1;
    for (int i = 0; i < result->test_count; i++) {
        TestResult *t = &result->tests[i];
        if (!t->filled || test_entry(result, t) != entry || (todo >= 0 && t->todo != todo)) continue;
        todo = t->todo;
        take_back(&t->passed, &t->filled, &t->score, t->message, sizeof t->message);
    }
    for (int i = 0; i < result->target_count; i++) {
        TargetResult *t = &result->targets[i];
        if (t->filled && target_entry(result, t) == entry)
            take_back(&t->passed, &t->filled, &t->score, t->message, sizeof t->message);
    }
}

void settle_filled(LabResult *result) {
    for (int entry = 0; entry < result->spec->entry_count; entry++)
        if (!explained(result, entry)) settle_entry(result, entry);
    add_points(result);
}
