// Reads the words of a text.
#include "grader/c_text/lexemes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/passed_over.h"
#include "grader/c_text/words.h"

enum { MOST_WORDS = 20000, NESTED = 200 };

static int mark_length(const char *at) {
    static const char *const marks[] = {"<<<", ">>>", "<<=", ">>=", "<=", ">=", "==", "!=", "&&", "||", "++",
                                        "--",  "+=",  "-=",  "*=",  "/=", "%=", "<<", ">>", "->", "::"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (!strncmp(at, marks[i], strlen(marks[i]))) return (int)strlen(marks[i]);
    return 1;
}

static int word_length(const char *at, LexKind *kind) {
    int length = 0;
    if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
        *kind = LEX_NUMBER;
        while (is_word(at[length]) || at[length] == '.' || (at[length] == '\'' && is_word(at[length + 1])))
            length++;
        return length;
    }
    *kind = is_word(*at) ? LEX_NAME : LEX_MARK;
    while (is_word(at[length])) length++;
    return length ? length : mark_length(at);
}

static bool add(Lexemes *x, Lexeme lexeme) {
    if ((x->count & (x->count - 1)) == 0) {
        Lexeme *grown = realloc(x->list, (x->count ? 2 * (size_t)x->count : 1) * sizeof *grown);
        if (!grown) return false;
        x->list = grown;
    }
    x->list[x->count++] = lexeme;
    return x->count < MOST_WORDS;
}

static bool read_words(Lexemes *x) {
    const char *text = x->text;
    int line = 1;
    size_t line_start = 0;
    bool first = true; // of its line
    for (size_t i = 0, next; text[i]; i = next) {
        Lexeme word = {.at = i, .line = line, .column = (int)(i - line_start) + 1, .mate = -1};
        const bool directive = text[i] == '#' && first;
        next = (size_t)((directive ? behind_directive(text + i) : behind_silent(text, text + i)) - text);
        const bool silent = next > i || isspace((unsigned char)text[i]);
        if (next == i && silent) next = i + 1;
        if (!silent) {
            word.length = word_length(text + i, &word.kind);
            next = i + (size_t)word.length;
            if (!add(x, word)) return false;
        }
        first = first && silent;
        for (size_t k = i; k < next; k++)
            if (text[k] == '\n') line++, line_start = k + 1, first = true;
    }
    return true;
}

static bool find_mates(Lexemes *x) {
    int open[NESTED], depth = 0;
    for (int i = 0; i < x->count; i++) {
        const char c = x->text[x->list[i].at];
        if (x->list[i].kind != LEX_MARK || x->list[i].length != 1) continue;
        if (c == '(' || c == '[' || c == '{') {
            if (depth == NESTED) return false;
            open[depth++] = i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (!depth) return false;
            const int mate = open[--depth];
            const char wanted = x->text[x->list[mate].at];
            if ((c == ')' && wanted != '(') || (c == ']' && wanted != '[') || (c == '}' && wanted != '{'))
                return false;
            x->list[i].mate = mate;
            x->list[mate].mate = i;
        }
    }
    return depth == 0;
}

bool lexemes_read(Lexemes *x, const char *text) {
    *x = (Lexemes){.text = text};
    if (read_words(x) && find_mates(x)) return true;
    lexemes_free(x);
    return false;
}

void lexemes_free(Lexemes *x) {
    free(x->list);
    *x = (Lexemes){.text = NULL};
}

bool lexeme_is(const Lexemes *x, int i, const char *word) {
    return i >= 0 && i < x->count && strlen(word) == (size_t)x->list[i].length &&
           !strncmp(x->text + x->list[i].at, word, strlen(word));
}

bool lexemes_equal(const Lexemes *x, int i, int k) {
    return x->list[i].length == x->list[k].length &&
           !strncmp(x->text + x->list[i].at, x->text + x->list[k].at, (size_t)x->list[i].length);
}

// "namespace a::b {", "namespace {", "extern "C" {": functions stand in it as outside of it. Strings are no words.
// `types`: "struct A {" and "class A : B {", too, with their member functions.
static bool opens_scope(const Lexemes *x, int i, bool types) {
    if (!lexeme_is(x, i, "{")) return false;
    for (i--; i >= 0 && (x->list[i].kind == LEX_NAME || lexeme_is(x, i, "::") || lexeme_is(x, i, ":")); i--)
        if (lexeme_is(x, i, "namespace") || lexeme_is(x, i, "extern") ||
            (types && (lexeme_is(x, i, "struct") || lexeme_is(x, i, "class"))))
            return true;
    return false;
}

bool next_device_function(const Lexemes *x, int from, int *begin, int *end) {
    bool device = false;
    for (int i = from; i < x->count; i++) {
        device |= lexeme_is(x, i, "__global__") || lexeme_is(x, i, "__device__");
        if (lexeme_is(x, i, ";")) device = false;
        if (x->list[i].mate < i) continue; // of no bracket, or of one that closes
        if (lexeme_is(x, i, "{") && device) {
            *begin = i;
            *end = x->list[i].mate;
            return true;
        }
        if (!opens_scope(x, i, true)) i = x->list[i].mate;
    }
    return false;
}

// What may stand before brackets and a body, and is no function's name: alignas(16) {, __align__(16) {, noexcept(true) {.
static bool is_specifier(const Lexemes *x, int i) {
    return !strncmp(x->text + x->list[i].at, "__", 2) || lexeme_is(x, i, "alignas") ||
           lexeme_is(x, i, "noexcept");
}

bool next_host_function(const Lexemes *x, int from, int *name, int *end) {
    bool device = false;
    for (int i = from; i < x->count; i++) {
        device |= lexeme_is(x, i, "__global__") || lexeme_is(x, i, "__device__");
        if (lexeme_is(x, i, ";")) device = false;
        if (x->list[i].mate < i) continue;
        const int open = lexeme_is(x, i, "{") && lexeme_is(x, i - 1, ")") ? x->list[i - 1].mate : -1;
        if (open > 0 && !device && x->list[open - 1].kind == LEX_NAME && !is_specifier(x, open - 1)) {
            *name = open - 1;
            *end = x->list[i].mate;
            return true;
        }
        if (lexeme_is(x, i, "{")) device = false;
        if (!opens_scope(x, i, false)) i = x->list[i].mate;
    }
    return false;
}

bool lexeme_is_any(const Lexemes *x, int i, const char *const *words) {
    for (; *words; words++)
        if (lexeme_is(x, i, *words)) return true;
    return false;
}

bool opens_values(const Lexemes *x, int i) {
    static const char *const before[] = {"=", "return", "(", ",", NULL};
    static const char *const heads[] = {"else",  "do",        "try",   "struct",   "enum",    "union",
                                        "class", "namespace", "const", "noexcept", "mutable", NULL};
    static const char *const types[] = {"->",    ">",     ":",         "struct", "enum",
                                        "union", "class", "namespace", NULL};
    if (!lexeme_is(x, i, "{") || i < 1) return false;
    const bool named = x->list[i - 1].kind == LEX_NAME &&
                       !lexeme_is_any(x, i - 1, heads) && // "-> float {" is a lambda's
                       (i < 2 || !lexeme_is_any(x, i - 2, types));
    return named || lexeme_is_any(x, i - 1, before);
}

int loop_body_at(const Lexemes *x, int at) {
    if (lexeme_is(x, at, "do")) return at + 1;
    const bool headed = lexeme_is(x, at, "for") || lexeme_is(x, at, "while");
    return headed && lexeme_is(x, at + 1, "(") ? x->list[at + 1].mate + 1 : -1;
}

int statement_end_at(const Lexemes *x, int at, int end) {
    if (at >= end) return end;
    if (lexeme_is(x, at, "{")) return x->list[at].mate + 1;
    if (lexeme_is(x, at, "if") || lexeme_is(x, at, "for") || lexeme_is(x, at, "while")) {
        const int open = at + 1, body = lexeme_is(x, open, "(") ? x->list[open].mate + 1 : end;
        int behind = statement_end_at(x, body, end);
        if (lexeme_is(x, at, "if") && behind < end && lexeme_is(x, behind, "else"))
            behind = statement_end_at(x, behind + 1, end);
        return behind;
    }
    // Behind the body of do ... while (...); its condition is left.
    for (int i = lexeme_is(x, at, "do") ? statement_end_at(x, at + 1, end) : at; i < end; i++) {
        if (lexeme_is(x, i, ";")) return i + 1;
        if (x->list[i].mate > i) i = x->list[i].mate;
    }
    return end;
}
