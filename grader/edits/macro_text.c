// Macros with another word or sign in their text: two parameters exchanged, + for -, a comparison, a number one more or less,
// other parentheses.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/words.h"
#include "grader/edits/editing.h"
#include "grader/edits/macros.h"
#include "grader/text/append.h"

enum { TEXT = 600, UNUSED = 12 };

typedef struct {
    Editing *e;
    const Define *m;
    int line, rank;
} Body;

static const char *line_start(const Body *b) {
    const char *line = b->m->name.begin;
    while (line > b->e->x.text && line[-1] != '\n') line--;
    return line;
}

// The text from `begin` to `end` of the macro is replaced; `word`: what it is about.
static void add(const Body *b, EditKind kind, const char *begin, const char *end, const char *text,
                const char *word, int length) {
    const char *line = line_start(b);
    const int before = b->e->edits->count;
    add_text(b->e, kind, (size_t)(begin - b->e->x.text), (size_t)(end - begin), text, b->line,
             (int)(begin - line) + 1, word, length);
    if (b->e->edits->count == before) return;
    b->e->edits->list[before].rank = b->rank;
    b->e->edits->list[before].at_definition = true;
}

// Its text with two parameters in each other's place.
static void exchange(const Body *b, int one, int other) {
    const Define *m = b->m;
    char text[TEXT] = "", word[2 * SOURCE_NAME + 20];
    for (const char *at = m->body.begin; at < m->body.end;) {
        const char *end = word_end(at);
        const int length = (int)(end - at);
        const bool is_one = length && length == (int)strlen(m->parameter[one]) &&
                            !strncmp(at, m->parameter[one], (size_t)length),
                   is_other = length && length == (int)strlen(m->parameter[other]) &&
                              !strncmp(at, m->parameter[other], (size_t)length);
        if (is_one || is_other)
            append(text, sizeof text, "%s", m->parameter[is_one ? other : one]);
        else
            append(text, sizeof text, "%.*s", length ? length : 1, at);
        at = length ? end : at + 1;
    }
    snprintf(word, sizeof word, "`%s` and `%s`", m->parameter[one], m->parameter[other]);
    if (strlen(text) + 1 < sizeof text)
        add(b, EDIT_EXCHANGE, m->body.begin, m->body.end, text, word, (int)strlen(word));
}

static void edit_mark(const Body *b, const char *at) {
    static const struct {
        const char *own, *other;
        EditKind kind;
    } marks[] = {{"<=", "<", EDIT_COMPARISON}, {">=", ">", EDIT_COMPARISON}, {"&&", "||", EDIT_JOIN},
                 {"||", "&&", EDIT_JOIN},      {"<", "<=", EDIT_COMPARISON}, {">", ">=", EDIT_COMPARISON},
                 {"+", "-", EDIT_SIGN},        {"-", "+", EDIT_SIGN}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t length = strlen(marks[i].own);
        if (strncmp(at, marks[i].own, length) || at + length > b->m->body.end) continue;
        add(b, marks[i].kind, at, at + length, marks[i].other, marks[i].own, (int)length);
        return;
    }
}

static void edit_number(const Body *b, const char *at, const char *end) {
    char *behind, text[30];
    const long number = strtol(at, &behind, 10);
    if (behind != end || number > 1024) return;
    for (long other = number - 1; other <= number + 1; other += 2) {
        snprintf(text, sizeof text, "%ld", other);
        if (other >= 0) add(b, EDIT_NUMBER, at, end, text, at, (int)(end - at));
    }
}

// Another parameter of the macro in place of one.
static void edit_parameter(const Body *b, const char *at, const char *end) {
    const Define *m = b->m;
    bool own = false;
    for (int i = 0; i < m->parameters; i++)
        own |= (int)strlen(m->parameter[i]) == end - at && !strncmp(at, m->parameter[i], (size_t)(end - at));
    for (int i = 0; i < m->parameters && own; i++)
        if ((int)strlen(m->parameter[i]) != end - at || strncmp(at, m->parameter[i], (size_t)(end - at)))
            add(b, EDIT_WORD, at, end, m->parameter[i], at, (int)(end - at));
}

static bool is_upper(const char *at, const char *end) {
    bool letter = false;
    for (; at < end; at++) {
        if (islower((unsigned char)*at)) return false;
        letter |= isupper((unsigned char)*at) != 0;
    }
    return letter;
}

// Another constant of the file, "ROWS = 4", in place of one, where the macro is suspected: there are many.
static void edit_constant(const Body *b, const char *at, const char *end) {
    enum { SHORTEST = 2, MOST = 12 };
    const Lexemes *x = &b->e->x;
    int count = 0;
    for (int i = 0; i < b->m->parameters; i++)
        if ((int)strlen(b->m->parameter[i]) == end - at &&
            !strncmp(at, b->m->parameter[i], (size_t)(end - at)))
            return;
    if (b->rank >= UNUSED || end - at < SHORTEST || !is_upper(at, end)) return;
    for (int i = 0; i + 1 < x->count && count < MOST; i++) {
        const char *name = x->text + x->list[i].at;
        char text[SOURCE_NAME];
        if (x->list[i].kind != LEX_NAME || !lexeme_is(x, i + 1, "=") ||
            !is_upper(name, name + x->list[i].length) ||
            (x->list[i].length == end - at && !strncmp(name, at, (size_t)(end - at))) ||
            !only_name(name, name + x->list[i].length, text))
            continue;
        add(b, EDIT_WORD, at, end, text, at, (int)(end - at));
        count++;
    }
}

// The parameters of the function that has a suspected line, which the macro sees where it is used: in place of the words [at, end).
static void add_kernel_parameters(const Body *b, const char *at, const char *end) {
    const Lexemes *x = &b->e->x;
    for (int i = 0; i < b->e->functions; i++) {
        const EditedFunction *f = &b->e->function[i];
        const int open =
            f->connected && lexeme_is(x, f->begin - 1, ")") ? x->list[f->begin - 1].mate : f->begin;
        for (int k = open; k < f->begin; k++) {
            char text[SOURCE_NAME];
            const char *name = x->text + x->list[k].at;
            if (!lexeme_is(x, k - 1, "int") || !only_name(name, name + x->list[k].length, text)) continue;
            add(b, EDIT_WORD, at, end, text, at, (int)(end - at));
        }
    }
}

// "gridDim.x * blockDim.x", all threads along an axis, where a size of the data is meant.
static void edit_extent(const Body *b, const char *at) {
    static const char *const products[] = {"gridDim.x * blockDim.x", "blockDim.x * gridDim.x",
                                           "gridDim.y * blockDim.y", "blockDim.y * gridDim.y"};
    for (size_t i = 0; i < sizeof products / sizeof *products && b->rank < UNUSED; i++)
        if (!strncmp(at, products[i], strlen(products[i])))
            add_kernel_parameters(b, at, at + strlen(products[i]));
}

static void edit_body(const Body *b) {
    const Define *m = b->m;
    for (int one = 0; one < m->parameters; one++)
        for (int other = one + 1; other < m->parameters; other++) exchange(b, one, other);
    for (const char *at = m->body.begin; at < m->body.end; at++) {
        const char *end = word_end(at);
        if (end == at) {
            edit_mark(b, at);
            at += at + 1 < m->body.end && (at[1] == '=' || at[1] == at[0]);
            continue;
        }
        edit_extent(b, at);
        if (isdigit((unsigned char)*at))
            edit_number(b, at, end);
        else
            edit_parameter(b, at, end), edit_constant(b, at, end);
        at = end - 1;
    }
}

// Its text as an expression of its own: with other parentheses, a factor more or less, a division rounded up.
static void regroup(const Body *b) {
    const Define *m = b->m;
    const char *begin = m->body.begin;
    char text[TEXT] = "";
    append(text, sizeof text, "{%.*s;}", (int)(m->body.end - begin), begin);
    Editing own = {.edits = b->e->edits, .lines = b->e->lines};
    const int before = own.edits->count;
    if (!lexemes_read(&own.x, text)) return;
    own.end = own.x.count - 1;
    own.suspicion = calloc((size_t)own.x.count + 1, sizeof *own.suspicion);
    for (int i = 1; i < own.end && own.suspicion; i++)
        edit_grouping(&own, i), edit_pitch(&own, i), edit_rounded_up(&own, i), edit_whole_rest(&own, i);
    for (int i = before; i < own.edits->count; i++) {
        Edit *edit = &own.edits->list[i];
        const size_t in_text = edit->at - 1;
        edit->at = (size_t)(begin - b->e->x.text) + in_text;
        edit->line = b->line;
        edit->column += (int)(begin - line_start(b)) - 1;
        edit->rank = b->rank;
        edit->at_definition = true;
    }
    free(own.suspicion);
    lexemes_free(&own.x);
}

static bool is_used(const Editing *e, const Define *m) {
    char name[SOURCE_NAME];
    if (!only_name(m->name.begin, m->name.end, name)) return false;
    for (int i = 0; i < e->x.count; i++)
        for (int k = 0; k < SUSPECTED_LINES; k++)
            if (e->lines[k] && e->x.list[i].line == e->lines[k] && lexeme_is(&e->x, i, name)) return true;
    return false;
}

void edit_macro_texts(Editing *e) {
    int number = 1;
    for (const char *line = e->x.text; *line; number++) {
        Define m;
        const size_t length = strcspn(line, "\n");
        const bool read = read_expression_macro(line, &m) && m.body.end - m.body.begin < TEXT / 4,
                   used = read && is_used(e, &m);
        if (used || (read && m.parameters)) { // of constants there are many
            const Body b = {e, &m, number, used ? 1 : UNUSED};
            edit_body(&b);
            regroup(&b);
        }
        line += length + (line[length] == '\n');
    }
}
