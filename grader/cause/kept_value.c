// What a call leaves for the next one: a static or global variable whose value, worked out for one call's inputs or sizes, serves
// another call too.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/reached.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { KEPT = 24 };

typedef struct {
    int name;      // the token of its declaration
    int body;      // the token { of the function that it is declared in; 0: none
    bool constant; // what it is set to at first is all that it ever holds
} Kept;

typedef struct {
    const HostText *t;
    Reached reached;
    Kept kept[KEPT];
    int count;
} Search;

static bool same_name(const HostToken *a, const HostToken *b) {
    const size_t length = strcspn(b->text, ".");
    return a->kind == TOKEN_NAME && strcspn(a->text, ".") == length && !strncmp(a->text, b->text, length);
}

// ---- The variables ------------------------------------------------------------------------------------------------

static int end_of_statement(const HostText *t, int at) {
    int depth = 0;
    for (; at < t->count; at++) {
        const HostToken *x = &t->token[at];
        depth += token_is(x, "(") + token_is(x, "{") - token_is(x, ")") - token_is(x, "}");
        if (depth < 0 || (!depth && token_is(x, ";"))) return at;
    }
    return t->count;
}

// The name that the declaration from `at` on gives a variable; 0: it gives none, or declares a function.
static int declared(const HostText *t, int at, int end) {
    static const char *const behind[] = {"=", ";", "[", ",", NULL};
    for (int i = at + 1; i < end; i++) {
        if (t->token[i].kind != TOKEN_NAME) continue;
        if (token_is_one_of(&t->token[i + 1], behind)) return i;
        // "dim3 grid(n, n);" in a function
        if (token_is(&t->token[at], "static") && token_is(&t->token[i + 1], "(")) return i;
    }
    return 0;
}

static bool has(const HostText *t, int at, int end, const char *const *words) {
    for (; at < end; at++)
        if (token_is_one_of(&t->token[at], words)) return true;
    return false;
}

static void keep(Search *s, int name, int body, bool constant) {
    if (name && s->count < KEPT) s->kept[s->count++] = (Kept){name, body, constant};
}

static void find_static(Search *s, int body) {
    static const char *const constants[] = {"const", "constexpr", NULL};
    for (int i = body; i < host_bracket_end(s->t, body); i++) {
        if (!token_is(&s->t->token[i], "static") || !s->t->token[i].line) continue;
        const int end = end_of_statement(s->t, i), name = declared(s->t, i, end);
        keep(s, name, body, name && has(s->t, i, name, constants) && !token_is(&s->t->token[name - 1], "*"));
    }
}

// Those of the file; not what only cudaMemcpyToSymbol sets, which holds what the last call has given it.
static void find_global(Search *s) {
    static const char *const others[] = {"const",        "constexpr",  "using",         "typedef",  "struct",
                                         "class",        "enum",       "template",      "extern",   "union",
                                         "__constant__", "__shared__", "static_assert", "operator", NULL};
    const HostText *t = s->t;
    for (int i = 0; i < t->count; i++) {
        if (!t->token[i].line || token_is(&t->token[i], ";") || token_is(&t->token[i], "}")) continue;
        if (token_is(&t->token[i], "namespace")) {
            while (i < t->count && !token_is(&t->token[i], "{")) i++;
            continue;
        }
        int end = i;
        while (end < t->count && !token_is(&t->token[end], ";") && !token_is(&t->token[end], "{")) end++;
        if (token_is(&t->token[end], ";") && !has(t, i, end, others) &&
            !has(t, i, end, (const char *const[]){"(", NULL}))
            keep(s, declared(t, i, end), 0, false);
        i = token_is(&t->token[end], "{") ? host_bracket_end(t, end) - 1 : end;
    }
}

// ---- Where one serves a later call --------------------------------------------------------------------------------

// Is the name that of a parameter of the function, or of a variable that it has set before?
static bool is_of_call(const HostText *t, int body, int before, const HostToken *name) {
    for (int i = body - 1; i > 0 && !token_is(&t->token[i], ";") && !token_is(&t->token[i], "}"); i--)
        if (same_name(&t->token[i], name)) return true;
    for (int i = body; i < before; i++)
        if (same_name(&t->token[i], name) && token_is(&t->token[i + 1], "=")) return true;
    return false;
}

// Its first value is worked out from what belongs to the first call.
static int first_value(const Search *s, const Kept *k, int body) {
    if (body != k->body) return 0;
    for (int i = k->name + 1; i < end_of_statement(s->t, k->name); i++)
        if (s->t->token[i].kind == TOKEN_NAME && is_of_call(s->t, body, k->name, &s->t->token[i]))
            return k->name;
    return 0;
}

static bool names_it(const Search *s, const Kept *k, int from, int to) {
    for (int i = from; i < to; i++)
        if (i != k->name && same_name(&s->t->token[i], &s->t->token[k->name])) return true;
    return false;
}

// A condition asks it.
static int condition(const Search *s, const Kept *k, int body) {
    const HostToken *token = s->t->token;
    for (int i = body; i < host_bracket_end(s->t, body) && !k->constant; i++) {
        if ((token_is(&token[i], "if") || token_is(&token[i], "while")) && token_is(&token[i + 1], "(") &&
            names_it(s, k, i, host_bracket_end(s->t, i + 1)))
            return i;
        if (token_is(&token[i], "?") && names_it(s, k, i > 6 ? i - 6 : 0, i)) return i;
    }
    return 0;
}

// It gets a value.
static int assignment(const Search *s, const Kept *k, int body) {
    static const char *const sets[] = {"=", "+=", "-=", "*=", "^=", "++", "--", NULL};
    for (int i = body; i < host_bracket_end(s->t, body) && !k->constant; i++)
        if (i != k->name && same_name(&s->t->token[i], &s->t->token[k->name]) &&
            (token_is_one_of(&s->t->token[i + 1], sets) || token_is(&s->t->token[i - 1], "++") ||
             token_is(&s->t->token[i - 1], "--")))
            return i;
    return 0;
}

static int use(const Search *s, const Kept *k, int body) {
    for (int i = body; i < host_bracket_end(s->t, body) && !k->constant; i++)
        if (i != k->name && same_name(&s->t->token[i], &s->t->token[k->name])) return i;
    return 0;
}

static const struct {
    int (*find)(const Search *, const Kept *, int body); // a token; 0: there is none
    const char *what, *next;
} ways[] = {
    {first_value, "`%s` is static: it is worked out in the first call, and later calls find that value.",
     "Leave out `static`: each call has inputs and sizes of its own."},
    {condition,
     "`%s` keeps its value from call to call, and this condition asks it: what a later call leaves out here is not done for its "
     "inputs, its parameters or its size.",
     "Do for each call what depends on them. Memory alone may be kept, where it is large enough."},
    {assignment, "`%s` keeps its value from call to call: what it gets here serves later calls too.",
     "Let each call begin anew: a variable of the function's own, not a static or global one."},
    {use, "`%s` keeps its value from call to call, and is used here.",
     "Set it in each call before it is used, or use a variable of the function's own."},
};

static bool try_way(Cause *cause, const Explained *e, const Search *s, size_t way) {
    for (int k = 0; k < s->count; k++)
        for (int r = 0; r < s->reached.count; r++) {
            const int at = ways[way].find(s, &s->kept[k], s->reached.begin[r]);
            if (!at || !s->t->token[at].line) continue;
            const HostToken *name = &s->t->token[s->kept[k].name];
            *cause = (Cause){.known = true, .todo = -1, .example = -1};
            cause->place = (SourcePlace){.line = s->t->token[at].line, .column = s->t->token[at].column};
            SAY(place.file, "%s", e->source_path);
            SAY(what, ways[way].what, name->text);
            SAY(next, "%s", ways[way].next);
            if (name->line == cause->place.line) return true;
            cause->other = cause->place;
            cause->other.line = name->line, cause->other.column = name->column;
            SAY(other_what, "It is declared here");
            return true;
        }
    return false;
}

void explain_kept_value(Cause *cause, const Explained *e, const char *entry) {
    HostText *t = calloc(1, sizeof *t);
    Search *s = calloc(1, sizeof *s);
    if (t && s && host_text_read(t, e->source_path, e->root)) {
        s->t = t;
        reach_functions(&s->reached, t, entry);
        for (int r = 0; r < s->reached.count; r++) find_static(s, s->reached.begin[r]);
        find_global(s);
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
            if (try_way(cause, e, s, way)) break;
    }
    free(s), free(t);
}
