// Sizes at which a file begins to do another thing, by the numbers in its own text.
#include "grader/grading/named_sizes.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/defines.h"
#include "grader/c_text/lexemes.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/words.h"

enum { LEAST = 9, LANES = 32 };

// What a literal is: compared with something for order, for equality, or neither.
typedef enum { STANDS_THERE, ORDERS, EQUALS } Use;

// An integer literal of sizes that are looked at; 0: another word.
static int literal(const char *at, int length) {
    char *end;
    const long value = strtol(at, &end, 0);
    while (end < at + length && strchr("uUlL", *end)) end++;
    return end == at + length && value >= LEAST && value <= LARGEST_NAMED ? (int)value : 0;
}

static Use use_of(const Lexemes *x, int i) {
    static const char *const orders[] = {"<", ">", "<=", ">="}, *const equals[] = {"==", "!=", "case"};
    for (size_t k = 0; k < sizeof equals / sizeof *equals; k++)
        if (lexeme_is(x, i - 1, equals[k]) || lexeme_is(x, i + 1, equals[k])) return EQUALS;
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
        if (lexeme_is(x, i - 1, orders[k]) || lexeme_is(x, i + 1, orders[k])) return ORDERS;
    return STANDS_THERE;
}

// How a name that stands for a number is used where it is used most.
static Use use_of_name(const Lexemes *x, const char *name, size_t length) {
    Use most = STANDS_THERE;
    for (int i = 0; i < x->count; i++) {
        if (x->list[i].kind != LEX_NAME || (size_t)x->list[i].length != length) continue;
        if (strncmp(x->text + x->list[i].at, name, length)) continue;
        const Use use = use_of(x, i);
        most = use > most ? use : most;
    }
    return most;
}

// Ascending; where there is no room, the smallest has none.
static void keep(NamedSize list[NAMED_SIZES], int *count, int number, bool equal) {
    int at = 0;
    while (at < *count && list[at].number < number) at++;
    if (at < *count && list[at].number == number) {
        list[at].equal &= equal;
        return;
    }
    if (*count < NAMED_SIZES) {
        memmove(list + at + 1, list + at, (size_t)(*count - at) * sizeof *list);
        ++*count;
    } else if (at-- == 0) {
        return;
    } else {
        memmove(list, list + 1, (size_t)at * sizeof *list);
    }
    list[at] = (NamedSize){number, equal};
}

static void see(NamedSize list[NAMED_SIZES], int *count, int number, Use use, int past) {
    if (number && (use != STANDS_THERE || (number > past && number % LANES)))
        keep(list, count, number, use == EQUALS);
}

static void see_words(const Lexemes *x, int past, NamedSize list[NAMED_SIZES], int *count) {
    for (int i = 0; i < x->count; i++) {
        const Lexeme *word = &x->list[i];
        if (word->kind != LEX_NUMBER) continue;
        const bool named = lexeme_is(x, i - 1, "=") && i > 1 && x->list[i - 2].kind == LEX_NAME;
        const Lexeme *name = named ? &x->list[i - 2] : NULL;
        const Use use = name ? use_of_name(x, x->text + name->at, (size_t)name->length) : use_of(x, i);
        see(list, count, literal(x->text + word->at, word->length), use, past);
    }
}

static void see_macros(const Lexemes *x, const char *path, int past, NamedSize list[NAMED_SIZES],
                       int *count) {
    SourceLines lines;
    Define d;
    if (!read_lines(&lines, path)) return;
    for (int i = 1; i <= lines.count; i++) {
        if (!read_define(line_text(&lines, i), &d) || d.has_list) continue;
        const Use use = use_of_name(x, d.name.begin, (size_t)(d.name.end - d.name.begin));
        see(list, count, literal(d.body.begin, (int)(d.body.end - d.body.begin)), use, past);
    }
    free_lines(&lines);
}

int named_sizes(const char *path, int past, NamedSize list[NAMED_SIZES]) {
    Lexemes x;
    int count = 0;
    char *code = read_code(path);
    if (code && lexemes_read(&x, code)) {
        see_words(&x, past, list, &count);
        see_macros(&x, path, past, list, &count);
        lexemes_free(&x);
    }
    free(code);
    return count;
}

bool has_narrow_numbers(const char *path) {
    static const char *const types[] = {"short", "short2", "short4", "int16_t", "int_least16_t", "__int16_t"};
    char *code = read_code(path);
    bool found = false;
    for (size_t i = 0; i < sizeof types / sizeof *types && code; i++)
        found |= find_word(code, code, types[i]) != NULL;
    free(code);
    return found;
}
