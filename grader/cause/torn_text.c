// Compares how tightly the operators inside a macro's text bind with those beside its name.
#include "grader/cause/torn_text.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/defines.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/macro.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

typedef struct {
    int line, used; // of its #define, and where it is torn apart
    char name[SOURCE_NAME], text[SOURCE_NAME];
} TornText;

enum { NO_OPERATOR, PRODUCT = 10 }; // C11 6.5.5 to 6.5.14: the larger number binds more tightly

// How tightly the operator between two operands binds that begins at `at`; *length: its characters.
static int binding(const char *at, int *length) {
    static const struct {
        const char *mark;
        int binds;
    } marks[] = {{"||", 1}, {"&&", 2}, {"<<", 8},      {">>", 8},      {"==", 6},     {"!=", 6}, {"<=", 7},
                 {">=", 7}, {"|", 3},  {"^", 4},       {"&", 5},       {"<", 7},      {">", 7},  {"+", 9},
                 {"-", 9},  {"?", 1},  {"*", PRODUCT}, {"/", PRODUCT}, {"%", PRODUCT}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        *length = (int)strlen(marks[i].mark);
        if (!strncmp(at, marks[i].mark, (size_t)*length)) return marks[i].binds;
    }
    *length = 1;
    return NO_OPERATOR;
}

// The operator of the text, outside of its parentheses, that binds least; NO_OPERATOR: it has none.
static int loosest(Span s) {
    int depth = 0, found = NO_OPERATOR, length = 1;
    bool operand = false;
    for (const char *at = s.begin; at < s.end; at += length) {
        const int binds = binding(at, &length);
        if (binds == NO_OPERATOR || depth || !operand) length = 1;
        if (binds != NO_OPERATOR && !depth && operand) {
            if (found == NO_OPERATOR || binds < found) found = binds;
            operand = false;
            continue;
        }
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        operand |= is_word(*at) || *at == ')' || *at == ']';
    }
    return found;
}

// How tightly the operator binds whose right operand begins at `at`; NO_OPERATOR: none, or one with a single operand.
static int binding_before(const char *line, const char *at) {
    int length;
    const char *end = before_blanks(line, at), *mark = end > line ? end - 1 : end;
    if (mark > line && strchr("<>=!&|", mark[-1]) && strchr("<>=&|", *mark)) mark--;
    const char *operand = before_blanks(line, mark);
    if (mark == end || operand == line || !(is_word(operand[-1]) || strchr(")]", operand[-1])))
        return NO_OPERATOR;
    return binding(mark, &length);
}

static int binding_behind(const char *end) {
    int length;
    const char *mark = end + strspn(end, " \t");
    if (!strncmp(mark, "->", 2) || !strncmp(mark, "++", 2) || !strncmp(mark, "--", 2)) return NO_OPERATOR;
    return binding(mark, &length);
}

// Does an operator beside the name take a part of the text? What stands left of it also where it binds as tightly, but for sums
// and products, whose order changes nothing: a - (b - c) is not a - b - c.
static bool is_torn_at(const char *line, const char *at, const char *name, int inside) {
    const int left = binding_before(line, at), right = binding_behind(at + strlen(name));
    const char mark = left ? before_blanks(line, at)[-1] : ' ';
    return left > inside || right > inside || (left == inside && strchr("-/%", mark));
}

static bool find_torn_text(const SourceLines *t, int line, TornText *found) {
    const char *use = line_text(t, line);
    for (int i = 0; i < line - 1; i++) {
        Define d;
        if (!read_define(t->line[i], &d) || d.has_list || !only_name(d.name.begin, d.name.end, found->name))
            continue;
        const int inside = loosest(d.body);
        for (const char *at = use; inside && (at = find_word(use, at, found->name)); at++) {
            if (!is_torn_at(use, at, found->name, inside)) continue;
            snprintf(found->text, sizeof found->text, "%.*s", (int)(d.body.end - d.body.begin), d.body.begin);
            found->line = i + 1;
            found->used = line;
            return true;
        }
    }
    return false;
}

// In the lines of the function that launches, up to the launch.
static bool find_before_launch(const char *path, int launch, TornText *found) {
    static SourceLines t;
    bool any = false;
    if (!read_lines(&t, path)) return false;
    int first = launch <= t.count ? launch : t.count;
    while (first > 1 && t.line[first - 2][0] != '}' && t.line[first - 2][0] != '#') first--;
    for (int line = first; line <= launch && line <= t.count && !any; line++)
        any = find_torn_text(&t, line, found);
    free_lines(&t);
    return any;
}

void blame_torn_text(Cause *cause, const char *path, int launch) {
    TornText torn;
    const SourcePlace use = cause->place;
    if (!in_student_file(&use, path)) return;
    blame_open_macro(cause, path, &use);
    if (cause->place.line != use.line || !find_before_launch(path, launch, &torn)) return;
    cause->place.line = torn.line;
    cause->place.column = 0;
    cause->other = use;
    cause->other.line = torn.used;
    cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
    SAY(other_what, "It is used here");
    SAY(route,
        "A macro is replaced by its text before anything is computed: `%s` becomes `%s` without parentheses, and the "
        "operator beside it takes only a part of that.",
        torn.name, torn.text);
    SAY(next, "Put the text of the macro in parentheses, #define %s (%s), or make it a constant.", torn.name,
        torn.text);
}
