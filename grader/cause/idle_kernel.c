// A kernel that no case has launched, because the condition over its launch never holds.
#include <stdio.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/condition_line.h"
#include "grader/cause/explain.h"
#include "grader/cause/returned_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The name in "__global__ void NAME(", which may go on in the next line. False: none begins here.
static bool kernel_name(const SourceLines *t, int i, char name[SOURCE_NAME]) {
    const char *at = strstr(t->line[i], "__global__"), *type = at ? strstr(at, "void") : NULL;
    if (at && !type && i + 1 < t->count) type = strstr(t->line[i + 1], "void");
    if (!type) return false;
    const char *open = strchr(type, '(');
    while (open && !strncmp(type + 4 + strspn(type + 4, " "), "__launch_bounds__", 17)) {
        type = strchr(open, ')');
        open = type ? strchr(type, '(') : NULL;
        if (type && !open && i + 1 < t->count) { // the name stands in the next line
            open = strchr(t->line[i + 1], '(');
            return open && only_name(t->line[i + 1], open, name);
        }
        if (!open) return false;
        return only_name(type + 1, open, name);
    }
    return open && only_name(type + 4, open, name);
}

// The line that launches it; 0: there is none, or more than one.
static int launch_of(const SourceLines *t, const char *name) {
    int found = 0;
    for (int i = 0; i < t->count; i++) {
        if (!find_name(t->line[i], t->line[i], name) || !strstr(t->line[i], "<<<")) continue;
        if (found) return 0;
        found = i + 1;
    }
    return found;
}

// "n & 3 == 0" without parentheses: the mark that joins the wrong things first. 0: none.
static char misjoined(const char *line) {
    for (const char *at = line; *at; at++) {
        const char *before = before_blanks(line, at);
        int depth = 0;
        if ((*at != '&' && *at != '|') || at[1] == *at || at == line || at[-1] == *at || at[1] == '=')
            continue;
        if (before == line || (!is_word(before[-1]) && before[-1] != ')')) continue;
        for (const char *x = at + 1; *x && depth >= 0 && strncmp(x, "&&", 2) && strncmp(x, "||", 2); x++) {
            depth += (*x == '(') - (*x == ')');
            if (!depth && (!strncmp(x, "==", 2) || !strncmp(x, "!=", 2))) return *at;
        }
    }
    return 0;
}

static void say_idle(Cause *cause, const char *path, const char *name, int line, const char *text) {
    const char mark = misjoined(text);
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    cause->place.line = line;
    SAY(place.file, "%s", path);
    SAY(what,
        "`%s` was launched in no case: the condition over its launch never held, and what is counted is another kernel's work.",
        name);
    if (mark)
        SAY(what, " `==` and `!=` bind more tightly than `%c`: put parentheses around what `%c` joins.", mark,
            mark);
    SAY(next, "For which n should it hold? Work it out by hand for one of them.");
    cause->known = true;
}

// The line that calls the function which holds the line, where one does; 0: none, or several do.
static int line_of_caller(const SourceLines *t, int line) {
    char name[SOURCE_NAME];
    int head = line, found = 0;
    while (head > 1 && strchr(" \t\r\n{", t->line[head - 1][0])) head--;
    const char *open = strchr(t->line[head - 1], '(');
    if (!open || !name_before(t->line[head - 1], open, name)) return 0;
    for (int i = 0; i < t->count; i++) {
        if (i + 1 == head || !find_name(t->line[i], t->line[i], name)) continue;
        if (found) return 0;
        found = i + 1;
    }
    return found;
}

// Of a launch, or of the call of the function that holds it.
static int condition_of(const SourceLines *t, const char *path, int launch) {
    const int own = condition_over(path, launch), caller = own ? 0 : line_of_caller(t, launch);
    return caller ? condition_over(path, caller) : own;
}

// A function that the condition asks joins the wrong things: its line is to blame.
static void blame_asked(Cause *cause, const SourceLines *t, int line) {
    char name[SOURCE_NAME];
    const char *at = t->line[line - 1], *end = at + strlen(at);
    while (find_next_name(&at, end, name)) {
        const int returned = *at == '(' ? line_of_returned_value(t, name) : 0;
        const char mark = returned ? misjoined(t->line[returned - 1]) : 0;
        if (!mark) continue;
        cause->other = cause->place;
        SAY(other_what, "The condition is here");
        cause->place.line = returned;
        SAY(what,
            " `%s` is asked there: `==` and `!=` bind more tightly than `%c`, so put parentheses around what `%c` joins.",
            name, mark, mark);
        return;
    }
}

bool explain_idle_kernel(Cause *cause, const char *source_path,
                         bool (*launched)(const void *context, const char *kernel), const void *context) {
    static SourceLines t;
    char name[SOURCE_NAME];
    bool found = false;
    if (!source_path || !read_lines(&t, source_path)) return false;
    for (int i = 0; i < t.count && !found; i++) {
        const int launch = kernel_name(&t, i, name) && !launched(context, name) ? launch_of(&t, name) : 0;
        const int line = launch ? condition_of(&t, source_path, launch) : 0;
        found = line && strstr(t.line[line - 1], "if (") &&
                !find_name(t.line[line - 1], t.line[line - 1], "else");
        if (!found) continue;
        say_idle(cause, source_path, name, line, t.line[line - 1]);
        blame_asked(cause, &t, line);
    }
    free_lines(&t);
    return found;
}
