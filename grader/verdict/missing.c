// TODOs that are not started, and the others that cannot be judged before they are.
#include "grader/text/append.h"
#include "grader/verdict/verdict.h"

bool missing_in(const LabResult *result, int entry, int todo) {
    if (!result->not_started[todo]) return false;
    if (result->only_todo >= 0 && todo != result->only_todo) { // its tests were not run
        for (int i = 0; i < result->spec->test_count; i++)
            if (result->spec->tests[i].todo == todo && result->spec->tests[i].key.entry == entry) return true;
        return false;
    }
    for (int i = 0; i < result->test_count; i++) {
        const TestResult *t = &result->tests[i];
        if (t->todo == todo && result->cases[t->case_index].key.entry == entry) return true;
    }
    return false;
}

bool some_missing(const LabResult *result, int entry) {
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (missing_in(result, entry, todo)) return true;
    return false;
}

void name_todos(const LabSpec *spec, const bool *set, char *list, size_t size) {
    int left = 0;
    for (int todo = 0; todo < spec->todo_count; todo++) left += set[todo];
    for (int todo = 0; todo < spec->todo_count; todo++)
        if (set[todo])
            append(list, size, "%s%s", spec->todos[todo].id, --left > 1 ? ", " : left ? " and " : "");
}

// Does a test of this TODO at this entry fail?
static bool fails_in(const LabResult *result, int entry, int todo) {
    for (int i = 0; i < result->test_count; i++) {
        const TestResult *t = &result->tests[i];
        if (t->todo == todo && !t->passed && result->cases[t->case_index].key.entry == entry) return true;
    }
    return false;
}

void let_wait(LabResult *result, int entry) {
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (!result->not_started[todo] && fails_in(result, entry, todo)) result->waits[todo] = true;
}

bool waits_in(const LabResult *result, int entry) {
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (result->waits[todo] && fails_in(result, entry, todo)) return true;
    return false;
}

int first_missing(const LabResult *result) {
    bool missing[SPEC_TODOS] = {false};
    find_missing(result, missing);
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (missing[todo]) return todo;
    return -1;
}

void find_missing(const LabResult *result, bool missing[SPEC_TODOS]) {
    for (int waiting = 0; waiting < result->spec->todo_count; waiting++)
        for (int entry = 0; entry < result->spec->entry_count && result->waits[waiting]; entry++)
            for (int todo = 0; todo < result->spec->todo_count && fails_in(result, entry, waiting); todo++)
                missing[todo] |= missing_in(result, entry, todo);
}

void name_missing(const LabResult *result, char *list, size_t size) {
    bool missing[SPEC_TODOS] = {false};
    find_missing(result, missing);
    name_todos(result->spec, missing, list, size);
}

int name_waiting(const LabResult *result, char *list, size_t size) {
    int count = 0;
    for (int todo = 0; todo < result->spec->todo_count; todo++) count += result->waits[todo];
    name_todos(result->spec, result->waits, list, size);
    return count;
}
