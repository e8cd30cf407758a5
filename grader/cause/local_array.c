// An array of a thread's own that lies in local memory, since its index is known at run time only.
#include <stdio.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/explain.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static const LineCounters *worst_line(const Explained *e, double *local, double *all) {
    const LineCounters *worst = NULL;
    *local = *all = 0;
    for (int i = 0; i < e->records->line_count; i++) {
        const LineCounters *l = &e->records->lines[i];
        const double own = (double)l->counters.local_load_bytes;
        *local += own;
        *all += own + (double)l->counters.global_load_bytes;
        if (own > (worst ? (double)worst->counters.local_load_bytes : 0) &&
            in_student_file(&l->place, e->source_path))
            worst = l;
    }
    return worst;
}

// "float2 NAME[": the nearest line above `line` that declares it so, not as shared. 0: none.
static int declared_above(const SourceLines *t, int line, const char *name) {
    const size_t length = strlen(name);
    for (int i = line - 2; i >= 0 && t->line[i][0] != '}'; i--) {
        const char *at = strstr(t->line[i], name);
        if (!at || at - t->line[i] < 2 || at[length] != '[' || at[-1] != ' ' || !is_word(at[-2])) continue;
        if (!find_name(t->line[i], t->line[i], "return") && !strstr(t->line[i], "__shared__")) return i + 1;
    }
    return 0;
}

// An array of the thread's own that the line reads: its name, and where it is declared. 0: none is seen.
static int array_of(const SourceLines *t, int line, char name[SOURCE_NAME]) {
    for (const char *text = line_text(t, line), *at = strchr(text, '['); at; at = strchr(at + 1, '[')) {
        const int declared = name_before(text, at, name) ? declared_above(t, line, name) : 0;
        if (declared) return declared;
    }
    return 0;
}

static void say_array(Cause *cause, const Explained *e, const LineCounters *l, const char *name, int declared,
                      double share) {
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    cause->place = l->place;
    cause->other = (SourcePlace){.line = declared};
    SAY(other.file, "%s", e->source_path);
    SAY(other_what, "`%s` is declared here", name);
    SAY(what,
        "`%s` lies in local memory, not in registers, and %.0f %% of the bytes that are loaded are its elements: an index that "
        "is known at run time only keeps an array in memory. Unroll the loop, so that every index is a constant, or move the "
        "values from one variable to the next.",
        name, 100 * share);
    cause->known = true;
}

// The nearest array of the thread's own above `line`, "float NAME[", in the same function. 0: there is none.
static int own_array_above(const SourceLines *t, int line, char name[SOURCE_NAME]) {
    static const char *const types[] = {"float", "float2", "float4", "double", "double2"};
    for (int i = line - 2; i >= 0 && t->line[i][0] != '}'; i--)
        for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
            const char *at = t->line[i] + strspn(t->line[i], " \t"), *end = word_end(at);
            if ((size_t)(end - at) != strlen(types[k]) || strncmp(at, types[k], strlen(types[k]))) continue;
            at = end + strspn(end, " ");
            end = word_end(at);
            if (*end == '[' && only_name(at, end, name)) return i + 1;
        }
    return 0;
}

// Between its declaration and the line that loads: where an element with an index that is no number alone is named, as in a lambda. 0: nowhere.
static int line_of_index(const SourceLines *t, int declared, int line, const char *name) {
    for (int i = declared; i < line - 1; i++)
        for (const char *at = t->line[i]; (at = find_name(t->line[i], at, name)); at++) {
            const char *index = at + strlen(name);
            if (*index == '[' && index[1 + strspn(index + 1, "0123456789 ")] != ']') return i + 1;
        }
    return 0;
}

// "#define Z(i) name[(i) % 5]": the line of a macro that stands for an element of it. 0: there is none.
static int line_of_macro(const SourceLines *t, const char *name) {
    for (int i = 0; i < t->count; i++)
        if (t->line[i][0] == '#' && line_of_index(t, i, i + 2, name)) return i + 1;
    return 0;
}

bool explain_local_array(Cause *cause, const Explained *e, const char *expression) {
    static SourceLines t;
    char name[SOURCE_NAME];
    double local, all;
    const LineCounters *l = strstr(expression, "local_load_bytes") ? worst_line(e, &local, &all) : NULL;
    if (!l || local * 20 < all || !read_lines(&t, e->source_path)) return false;
    int declared = array_of(&t, l->place.line, name), index = 0;
    if (!declared) {
        declared = own_array_above(&t, l->place.line, name);
        index = declared ? line_of_index(&t, declared, l->place.line, name) : 0;
        if (declared && !index) index = line_of_macro(&t, name);
        if (!index) declared = 0;
    }
    free_lines(&t);
    if (declared) say_array(cause, e, l, name, declared, local / all);
    if (index) cause->place.line = index, cause->place.column = 0;
    return declared;
}
