// The student's macros: what a name stands for takes its place, as the preprocessor does it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/defines.h"
#include "grader/host_code/parts.h"

enum { EXPANSIONS = 400, REPLACED = 400 };

bool host_add_macro(HostText *t, const char *at, int line, int column) {
    static const char define[] = "#define ";
    Define d;
    if (strncmp(at, define, sizeof define - 1)) return true;
    if (t->macros == HOST_MACROS || !read_define(at, &d) || d.parameters > HOST_MACRO_PARAMETERS ||
        d.name.end - d.name.begin >= HOST_NAME)
        return false;
    HostMacro *m = &t->macro[t->macros++];
    *m = (HostMacro){.parameters = d.has_list ? d.parameters : -1,
                     .begin = t->macro_tokens,
                     .line = line,
                     .column = column};
    snprintf(m->name, HOST_NAME, "%.*s", (int)(d.name.end - d.name.begin), d.name.begin);
    for (int i = 0; i < d.parameters; i++) {
        if (strlen(d.parameter[i]) >= HOST_NAME) return false;
        snprintf(m->parameter[i], HOST_NAME, "%.*s", HOST_NAME - 1, d.parameter[i]);
    }
    t->in_macro = true;
    const bool good = host_tokenize_line(t, d.body.begin, line, column + (int)(d.body.begin - at));
    t->in_macro = false;
    m->end = t->macro_tokens;
    return good;
}

// What is put in the place of a macro's name.
typedef struct {
    HostToken token[REPLACED];
    int count;
    bool good;
} Replacement;

static void put(Replacement *r, const HostToken *t) {
    r->good = r->count < REPLACED;
    if (r->good) r->token[r->count++] = *t;
}

static void put_mark(Replacement *r, const char *mark, const HostToken *beside) {
    HostToken t = {.kind = TOKEN_MARK, .line = beside->line, .column = beside->column};
    snprintf(t.text, sizeof t.text, "%s", mark);
    put(r, &t);
}

typedef struct {
    int begin[HOST_MACRO_PARAMETERS], end[HOST_MACRO_PARAMETERS];
    int count, behind; // the token behind the list
} Given;

// The arguments, from the ( on.
static bool read_given(const HostText *t, int at, Given *g) {
    int depth = 0;
    *g = (Given){.count = 0};
    for (; at < t->count; at++) {
        const bool opens = token_is(&t->token[at], "("), closes = token_is(&t->token[at], ")");
        depth += opens - closes;
        if (opens && depth == 1) g->begin[0] = at + 1;
        if (!(depth == 1 && token_is(&t->token[at], ",")) && depth) continue;
        if (g->count == HOST_MACRO_PARAMETERS) return false;
        g->end[g->count++] = at;
        if (!depth) return g->behind = at + 1, true;
        if (g->count < HOST_MACRO_PARAMETERS) g->begin[g->count] = at + 1;
    }
    return false;
}

// A member of the parameter `p`, "p.x": of the argument, which must be a name or a path of names itself, since these are one token.
static void put_member(Replacement *r, const HostText *t, const HostToken *path, const Given *g, int p) {
    const char *member = strchr(path->text, '.');
    HostToken own = *path;
    const HostToken *argument = &t->token[g->begin[p]];
    r->good = g->end[p] - g->begin[p] == 1 && argument->kind == TOKEN_NAME &&
              strlen(argument->text) + strlen(member) < HOST_NAME;
    if (!r->good) return;
    snprintf(own.text, HOST_NAME, "%s%s", argument->text, member);
    put(r, &own);
}

// Is it that name, or a member of it?
static bool begins_with(const HostToken *t, const char *name) {
    const size_t length = strcspn(t->text, ".");
    return t->kind == TOKEN_NAME && length == strlen(name) && !strncmp(t->text, name, length);
}

static void replace(Replacement *r, const HostText *t, const HostMacro *m, const Given *g, bool bracketed) {
    r->count = 0;
    r->good = true;
    const HostToken *first = &t->macro_token[m->begin];
    if (bracketed) put_mark(r, "(", first);
    for (int i = m->begin; i < m->end && r->good; i++) {
        int p = 0;
        while (p < m->parameters && !begins_with(&t->macro_token[i], m->parameter[p])) p++;
        if (p >= m->parameters) {
            put(r, &t->macro_token[i]);
            continue;
        }
        if (strchr(t->macro_token[i].text, '.')) {
            put_member(r, t, &t->macro_token[i], g, p);
            continue;
        }
        if (bracketed) put_mark(r, "(", first);
        for (int k = g->begin[p]; k < g->end[p] && r->good; k++) put(r, &t->token[k]);
        if (bracketed) put_mark(r, ")", first);
    }
    if (bracketed) put_mark(r, ")", first);
}

static bool expand_at(HostText *t, int at, int number, Replacement *r) {
    const HostMacro *m = &t->macro[number];
    Given g = {.behind = at + 1};
    if (m->parameters >= 0 && (!read_given(t, at + 1, &g) || g.count < m->parameters)) return false;
    replace(r, t, m, &g, t->bracketed_macro == number + 1);
    const int grows = r->count - (g.behind - at);
    if (!r->good || t->count + grows > HOST_TOKENS) return false;
    memmove(&t->token[g.behind + grows], &t->token[g.behind],
            (size_t)(t->count - g.behind) * sizeof *t->token);
    memcpy(&t->token[at], r->token, (size_t)r->count * sizeof *r->token);
    t->count += grows;
    return true;
}

bool host_expand_macros(HostText *t) {
    Replacement *r = malloc(sizeof *r);
    int left = EXPANSIONS;
    bool good = r != NULL;
    for (int i = 0; good && i < t->count; i++)
        for (int m = 0; good && m < t->macros; m++) {
            if (!t->token[i].line || t->token[i].kind != TOKEN_NAME ||
                strcmp(t->token[i].text, t->macro[m].name) ||
                (t->macro[m].parameters >= 0 && !token_is(&t->token[i + 1], "(")))
                continue;
            good = left-- > 0 && expand_at(t, i, m, r);
            m = -1; // the text may begin with another one
        }
    free(r);
    return good;
}
