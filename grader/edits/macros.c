// Macros whose text has no parentheses: the same with them.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/words.h"
#include "grader/edits/editing.h"
#include "grader/edits/macros.h"
#include "grader/text/append.h"

enum { LONGEST = 600 };

static const char *behind_blanks(const char *at) {
    return at + strspn(at, " \t");
}

static bool read_parameters(Macro *m, const char *at) {
    while (*at && *at != ')' && *at != '\n' && m->parameters < MACRO_PARAMETERS) {
        at = behind_blanks(at);
        int length = 0;
        while (is_word(at[length])) length++;
        if (!length || length >= MACRO_WORD) return false;
        memcpy(m->parameter[m->parameters++], at, (size_t)length);
        at = behind_blanks(at + length);
        at += *at == ',';
    }
    m->body = at + 1;
    return *at == ')';
}

bool read_macro(const char *line, Macro *m) {
    const char *at = behind_blanks(line);
    *m = (Macro){.name = NULL};
    if (*at != '#') return false;
    at = behind_blanks(at + 1);
    if (strncmp(at, "define", 6)) return false;
    m->name = at = behind_blanks(at + 6);
    while (is_word(*at)) at++;
    m->name_length = (int)(at - m->name);
    if (*at == '(' && !read_parameters(m, at + 1)) return false;
    if (*at != '(') m->body = at;
    m->body = behind_blanks(m->body);
    m->end = m->body;
    while (*m->end && *m->end != '\n' && strncmp(m->end, "//", 2)) m->end++;
    while (m->end > m->body && isspace((unsigned char)m->end[-1])) m->end--;
    return m->end > m->body && m->end[-1] != '\\' && !memchr(m->body, '{', (size_t)(m->end - m->body)) &&
           !memchr(m->body, ';', (size_t)(m->end - m->body));
}

// Its text in parentheses, and each of its parameters too.
static void put_closed(const Macro *m, char *text, size_t size) {
    append(text, size, "(");
    for (const char *at = m->body; at < m->end;) {
        const char *word = at;
        while (word < m->end && is_word(*word)) word++;
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
        Macro m;
        const size_t length = strcspn(line, "\n");
        char text[LONGEST] = "";
        if (read_macro(line, &m) && m.end - m.body < LONGEST / 4) {
            put_closed(&m, text, sizeof text);
            add_text(e, EDIT_MACRO, (size_t)(m.body - e->x.text), (size_t)(m.end - m.body), text, number,
                     (int)(m.name - line) + 1, m.name, m.name_length);
        }
        line += length + (line[length] == '\n');
    }
}
