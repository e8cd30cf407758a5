// Macros whose text has no parentheses: the same with them.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/words.h"
#include "grader/edits/editing.h"
#include "grader/edits/macros.h"
#include "grader/text/append.h"

enum { LONGEST = 600 };

bool read_expression_macro(const char *line, Define *d) {
    return read_define(line, d) && d->body.end > d->body.begin && d->body.end[-1] != '\\' &&
           !span_has(d->body, '{') && !span_has(d->body, ';');
}

// Its text in parentheses, and each of its parameters too.
static void put_closed(const Define *m, char *text, size_t size) {
    append(text, size, "(");
    for (const char *at = m->body.begin; at < m->body.end;) {
        const char *word = word_end(at);
        const int length = (int)(word - at);
        bool parameter = false;
        for (int i = 0; i < m->parameters; i++)
            parameter |=
                length == (int)strlen(m->parameter[i]) && !strncmp(at, m->parameter[i], (size_t)length);
        append(text, size, parameter ? "(%.*s)" : "%.*s", length ? length : 1, at);
        at = length ? word : at + 1;
    }
    append(text, size, ")");
}

static bool is_operator(const char *at) {
    return *at && strchr("+-*/%<>=&|^?", *at) && strncmp(at, "->", 2);
}

// An operator between operands, outside of all parentheses of its own.
static bool is_open(Span s) {
    int depth = 0;
    bool operand = false;
    for (const char *at = s.begin; at < s.end; at++) {
        if (!depth && operand && is_operator(at)) return true;
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        operand |= is_word(*at) || *at == ')';
        at += !strncmp(at, "->", 2);
    }
    return false;
}

// A parameter beside an operator.
static bool has_open_parameter(const Define *m) {
    for (int i = 0; i < m->parameters; i++)
        for (const char *at = m->body.begin;
             (at = find_word(m->body.begin, at, m->parameter[i])) && at < m->body.end; at++) {
            const char *before = before_blanks(m->body.begin, at), *behind = at + strlen(m->parameter[i]);
            while (behind < m->body.end && *behind == ' ') behind++;
            if ((before > m->body.begin && is_operator(before - 1)) ||
                (behind < m->body.end && is_operator(behind)))
                return true;
        }
    return false;
}

static void close_macros(Editing *e, bool open_ones) {
    int number = 1;
    for (const char *line = e->x.text; *line; number++) {
        Define m;
        const size_t length = strcspn(line, "\n");
        char text[LONGEST] = "";
        if (read_expression_macro(line, &m) && m.body.end - m.body.begin < LONGEST / 4 &&
            (!open_ones || is_open(m.body) || has_open_parameter(&m))) {
            put_closed(&m, text, sizeof text);
            add_text(e, EDIT_MACRO, (size_t)(m.body.begin - e->x.text), (size_t)(m.body.end - m.body.begin),
                     text, number, (int)(m.name.begin - line) + 1, m.name.begin,
                     (int)(m.name.end - m.name.begin));
        }
        line += length + (line[length] == '\n');
    }
}

void edit_macros(Editing *e) {
    close_macros(e, false);
}

bool open_macros_of(Edits *edits, const char *text, int most) {
    Editing e = {.edits = edits};
    *edits = (Edits){.list = calloc(EDITS_COLLECTED, sizeof *edits->list)};
    if (edits->list && lexemes_read(&e.x, text)) {
        close_macros(&e, true);
        lexemes_free(&e.x);
        keep_likeliest(edits, most);
    }
    if (edits->count) return true;
    edits_free(edits);
    return false;
}
