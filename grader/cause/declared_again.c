// A variable that an inner block declares again: what is stored into the new one is lost at the end of the block, and who reads the
// outer one finds its old value.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { DEEP = 24, DECLARED = 200 };

typedef struct {
    int token;      // of its name
    int block, end; // the token { of its block, and behind the } of it
    int behind;     // the declaration's ;
} Declaration;

typedef struct {
    const HostText *t;
    int begin, end; // of the function's body
    Declaration list[DECLARED];
    int count;
} Body;

// ---- The declarations of a function -------------------------------------------------------------------------------

static bool same_variable(const HostToken *a, const char *name) {
    const size_t length = strcspn(name, ".-"); // of a path the variable that it begins with
    return a->kind == TOKEN_NAME && strcspn(a->text, ".-") == length && !strncmp(a->text, name, length);
}

static bool begins_statement(const HostToken *at) {
    static const char *const before[] = {";", "{", "}", NULL}, *const others[] = {
                                                                   "return", "else",    "case", "goto",
                                                                   "using",  "typedef", NULL};
    return token_is_one_of(at - 1, before) && at->kind == TOKEN_NAME && !token_is_one_of(at, others);
}

// The name that a declaration at `at` gives a variable; 0: there is none.
static int declared_name(const HostText *t, int at) {
    static const char *const behind[] = {"=", ";", ",", "(", "{", "[", NULL};
    int names = 0, last = 0;
    for (; at < t->count && (t->token[at].kind == TOKEN_NAME || (names && token_is(&t->token[at], "*")));
         at++)
        if (t->token[at].kind == TOKEN_NAME) names++, last = at;
    return names > 1 && last == at - 1 && token_is_one_of(&t->token[at], behind) ? last : 0;
}

static int bracket(const HostToken *t) {
    const bool opens = token_is(t, "(") || token_is(t, "{") || token_is(t, "[");
    const bool closes = token_is(t, ")") || token_is(t, "}") || token_is(t, "]");
    return opens - closes;
}

static void add(Body *b, int token, int block, int behind) {
    if (b->count == DECLARED) return;
    b->list[b->count++] = (Declaration){token, block, host_bracket_end(b->t, block), behind};
}

// "int a = 0, *b, c;": all of them.
static void add_all(Body *b, int name, int block) {
    const HostToken *token = b->t->token;
    int depth = 0, end = name;
    while (end < b->end && !(depth == 0 && token_is(&token[end], ";"))) depth += bracket(&token[end++]);
    add(b, name, block, end);
    for (int i = name + 1; i < end; i++) {
        depth += bracket(&token[i]);
        if (depth || !token_is(&token[i], ",")) continue;
        const int next = i + 1 + token_is(&token[i + 1], "*");
        if (token[next].kind == TOKEN_NAME) add(b, next, block, end);
    }
}

static void collect(Body *b) {
    int open[DEEP], depth = 0;
    b->count = 0;
    for (int i = b->begin; i < b->end; i++) {
        const HostToken *at = &b->t->token[i];
        if (token_is(at, "{")) {
            if (depth == DEEP) return;
            open[depth++] = i;
        } else if (token_is(at, "}")) {
            depth -= depth > 0;
        } else if (depth && begins_statement(at) && declared_name(b->t, i)) {
            add_all(b, declared_name(b->t, i), open[depth - 1]);
        }
    }
}

// ---- Two of one name ----------------------------------------------------------------------------------------------

static const Declaration *outer_of(const Body *b, const Declaration *inner) {
    for (const Declaration *d = b->list; d < inner; d++)
        if (d->block < inner->block && d->end >= inner->end &&
            same_variable(&b->t->token[d->token], b->t->token[inner->token].text))
            return d;
    return NULL;
}

static bool is_read(const Body *b, int from, int to, const char *name) {
    for (int i = from; i < to; i++)
        if (same_variable(&b->t->token[i], name) && !is_assigned(&b->t->token[i])) return true;
    return false;
}

static bool is_set(const Body *b, int from, int to, const char *name) {
    for (int i = from; i < to; i++)
        if (same_variable(&b->t->token[i], name) &&
            (is_assigned(&b->t->token[i]) || token_is(&b->t->token[i - 1], "&")))
            return true;
    return false;
}

// Is what a declaration gives the variable nothing but a first value, "= 0", "= false", "(1, 1, 1)", or none?
static bool is_first_value(const Body *b, const Declaration *d) {
    static const char *const plain[] = {"=", "(", ")", ",", "-", "true", "false", NULL};
    for (int i = d->token + 1; i < d->behind; i++) {
        const HostToken *at = &b->t->token[i];
        if (at->kind == TOKEN_NAME && token_is(at - 1, ",")) return true; // the next one
        if (at->kind != TOKEN_NUMBER && !token_is_one_of(at, plain)) return false;
    }
    return true;
}

// Is the inner one lost? Either nobody reads it, or the outer one, which is read later, has nothing but a first value.
static bool is_lost(const Body *b, const Declaration *inner, const Declaration *outer) {
    const char *name = b->t->token[inner->token].text;
    if (!is_read(b, inner->end, outer->end, name)) return false;
    return !is_read(b, inner->behind, inner->end, name) ||
           (is_first_value(b, outer) && !is_set(b, outer->behind, inner->block, name) &&
            !is_set(b, inner->end, outer->end, name));
}

static const Declaration *lost_declaration(const Body *b, const Declaration **outer) {
    for (int i = 0; i < b->count; i++) {
        *outer = outer_of(b, &b->list[i]);
        if (*outer && is_lost(b, &b->list[i], *outer)) return &b->list[i];
    }
    return NULL;
}

// ---- Which functions ----------------------------------------------------------------------------------------------

// The name of the function whose body begins at `body`; 0: it is something else.
static int function_name(const HostText *t, int body) {
    if (body < 2 || !token_is(&t->token[body - 1], ")")) return 0;
    const int open = host_bracket_begin(t, body - 1);
    return open ? open - 1 : 0;
}

static bool was_launched(const Records *r, const char *name) {
    const size_t length = strlen(name);
    for (int i = 0; i < r->launch_count; i++)
        if (!strncmp(r->launches[i].kernel, name, length) && strchr("<", r->launches[i].kernel[length]))
            return true;
    return false;
}

// Is it a kernel that ran, or the function of one of these lines?
static bool is_concerned(const Explained *e, const Body *b, int name, const int lines[2]) {
    for (int i = 0; i < 2; i++)
        if (lines[i] >= b->t->token[b->begin].line && lines[i] <= b->t->token[b->end - 1].line) return true;
    return was_launched(e->records, b->t->token[name].text);
}

static void say_lost(Cause *cause, const Explained *e, const HostToken *inner, const HostToken *outer) {
    cause->place = (SourcePlace){.line = inner->line, .column = inner->column};
    cause->other = (SourcePlace){.line = outer->line, .column = outer->column};
    SAY(place.file, "%s", e->source_path);
    SAY(other.file, "%s", e->source_path);
    cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
    cause->stale = cause->first_plane = cause->keeps_away = cause->made_there = false;
    SAY(other_what, "The other one is declared here");
    SAY(route,
        "This line declares another variable `%s`, which is gone at the end of its block { }. The one outside, which is read "
        "later, keeps its old value.",
        inner->text);
    SAY(next, "Assign to the variable that is there: leave out the type.");
    cause->known = cause->sure = true;
}

void explain_second_declaration(Cause *cause, const Explained *e, const Finding *f) {
    HostText *t = calloc(1, sizeof *t);
    Body *b = calloc(1, sizeof *b);
    const int lines[2] = {cause->known ? cause->place.line : 0, f ? f->place.line : 0};
    bool found = false;
    const bool read = t && b && host_text_read(t, e->source_path, e->root);
    for (int i = 1; read && i < t->count && !found; i++) {
        if (!t->token[i].line || !token_is(&t->token[i], "{")) continue;
        const int name = function_name(t, i);
        *b = (Body){.t = t, .begin = i, .end = host_bracket_end(t, i)};
        i = b->end - 1;
        if (!name || !is_concerned(e, b, name, lines)) continue;
        const Declaration *outer, *inner = (collect(b), lost_declaration(b, &outer));
        found = inner != NULL;
        if (found) say_lost(cause, e, &t->token[inner->token], &t->token[outer->token]);
    }
    free(t), free(b);
}
