// Macros whose text has no parentheses: the same with them.
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

void edit_macros(Editing *e) {
    int number = 1;
    for (const char *line = e->x.text; *line; number++) {
        Define m;
        const size_t length = strcspn(line, "\n");
        char text[LONGEST] = "";
        if (read_expression_macro(line, &m) && m.body.end - m.body.begin < LONGEST / 4) {
            put_closed(&m, text, sizeof text);
            add_text(e, EDIT_MACRO, (size_t)(m.body.begin - e->x.text), (size_t)(m.body.end - m.body.begin),
                     text, number, (int)(m.name.begin - line) + 1, m.name.begin,
                     (int)(m.name.end - m.name.begin));
        }
        line += length + (line[length] == '\n');
    }
}
