// Looks for a `return`, or a condition that does not hold, between the head of a function and its launches.
#include "grader/cause/left_early.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/condition.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// What the lines of the function say.
typedef struct {
    int head;              // its first line; 0: it is not in this file
    int returned, returns; // the last `return` that may have been taken, and how many there are
    int passed_by;         // the first condition that is false, and makes nobody return
    bool launches;
} Body;

// What stands in the brackets of an `if` of that line is worth; -1: it is not known, or there is none.
static int value_of_if(const char *line, const CaseData *data) {
    const char *name[SPEC_SIZES], *at = strstr(line, "if (");
    int depth = 0;
    if (!at) return -1;
    const char *begin = at + 4, *end = begin;
    for (; *end && (depth || *end != ')'); end++) depth += (*end == '(') - (*end == ')');
    for (int i = 0; i < data->entry->size_count; i++) name[i] = data->entry->sizes[i];
    return *end ? condition_value(begin, (size_t)(end - begin), name, data->key.size, data->entry->size_count)
                : -1;
}

static void read_line(Body *b, const SourceLines *t, int i, const CaseData *data) {
    const char *line = t->line[i];
    const bool returns = find_name(line, line, "return"),
               above = returns && !strstr(line, "if (") && i > 0 && strstr(t->line[i - 1], "if (");
    const int value = value_of_if(above ? t->line[i - 1] : line, data);
    const bool leaves = returns || (i + 1 < t->count && find_name(t->line[i + 1], t->line[i + 1], "return"));
    if (returns && value != 0 && !b->launches) b->returned = i + 1, b->returns++;
    if (strstr(line, "if (") && value == 0 && !leaves && !b->passed_by) b->passed_by = i + 1;
    b->launches |= strstr(line, "<<<") != NULL;
}

static Body read_body(const SourceLines *t, const CaseData *data) {
    Body b = {.returned = 0};
    bool inside = false;
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i];
        if (inside && line[0] == '}') break;
        if (inside)
            read_line(&b, t, i, data);
        else
            inside = find_name(line, line, data->entry->name) && strchr(line, '(') && !strchr(line, ';');
        if (inside && !b.head) b.head = i + 1;
    }
    return b;
}

bool say_no_launch(Cause *cause, const CaseData *data, const char *source) {
    static SourceLines t;
    if (!source || !read_lines(&t, source)) return false;
    const Body b = read_body(&t, data);
    free_lines(&t);
    const bool left = b.launches && (b.returns ? b.returns == 1 : b.passed_by);
    if (!left && (b.launches || !b.head)) return false;
    snprintf(cause->place.file, sizeof cause->place.file, "%s", source);
    cause->place.line = !left ? b.head : b.returns ? b.returned : b.passed_by;
    cause->place.column = 0;
    if (!left)
        SAY(route, "No kernel was launched: there is no launch in `%s`.", data->entry->name);
    else if (b.returns)
        SAY(route, "No kernel was launched: `%s` returned at this line, before its launch.",
            data->entry->name);
    else
        SAY(route, "No kernel was launched: this condition is false here, and the launch stands behind it.");
    SAY(next, "%s",
        left ? "Check in which cases this line is reached: there are points to compute here."
             : "A kernel runs only where it is launched: name<<<blocks, threads>>>(...);");
    return true;
}
