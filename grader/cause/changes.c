// Changes of a text: a word for another one, a word or a statement too many, statements in another order; and which of all changes is
// tried first. Each is taken back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/member_line.h"
#include "grader/cause/trial.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// ---- Words for others -------------------------------------------------------------------------------------------

static bool try_text(Trial *t, HostToken *at, const char *text) {
    char own[HOST_NAME];
    if (!strcmp(at->text, text)) return false;
    memcpy(own, at->text, sizeof own);
    snprintf(at->text, sizeof at->text, "%s", text);
    const bool good = t->all_right(t);
    memcpy(at->text, own, sizeof own);
    return good;
}

// The same change at each token of the statement that is equal.
static bool try_texts(Trial *t, HostToken *at, const char *text) {
    enum { ALIKE = 16 };
    char own[HOST_NAME];
    HostToken *changed[ALIKE];
    int count = 0;
    const HostToken *end = &t->text->token[trial_statement_end(t, (int)(at - t->text->token))];
    memcpy(own, at->text, sizeof own);
    for (HostToken *x = at; count < ALIKE && x < end; x++)
        if (x->kind == at->kind && !strcmp(x->text, own)) changed[count++] = x;
    if (count < 2 || !strcmp(own, text)) return false;
    for (int i = 0; i < count; i++) snprintf(changed[i]->text, HOST_NAME, "%s", text);
    const bool good = t->all_right(t);
    for (int i = 0; i < count; i++) memcpy(changed[i]->text, own, sizeof own);
    return good;
}

static void say_word(Cause *cause, const HostToken *at, const char *other) {
    if (token_is(at, "|=") && !strcmp(other, "="))
        SAY(route,
            "This line adds a bit, and those that were set before stay: here they have to be cleared.");
    else if (token_is(at, "cudaGetLastError"))
        SAY(route,
            "This call gives the error and forgets it: whoever asks after it is told that all is well.");
    else
        SAY(route,
            "`%s` in this line is not what belongs there: with another one in its place every answer is right.",
            at->text);
}

static bool try_operators(Trial *t, Cause *cause, int i) {
    static const char *const groups[][8] = {{"+", "-", "*", "/", "%", NULL},
                                            {"<", "<=", ">", ">=", "==", "!=", NULL},
                                            {"=", "|=", "+=", "*=", "-=", NULL},
                                            {"&&", "||", NULL},
                                            {"&", "|", "%", ">>", "/", NULL},
                                            {"<<", ">>", NULL},
                                            {"++", "--", NULL},
                                            {"min", "max", NULL},
                                            {"floor", "ceil", "round", NULL},
                                            {"cudaGetLastError", "cudaPeekAtLastError", NULL}};
    HostToken *at = &t->text->token[i];
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (int k = 0; token_is_one_of(at, groups[g]) && groups[g][k]; k++)
            if (try_text(t, at, groups[g][k]) || try_texts(t, at, groups[g][k])) {
                say_word(cause, at, groups[g][k]);
                return true;
            }
    return false;
}

bool is_value_token(const Trial *t, int i) {
    const HostToken *at = &t->text->token[i], *before = at - 1;
    return at->kind == TOKEN_NAME && !token_is(at + 1, "(") && !token_is(at + 1, "<<<") &&
           at[1].kind != TOKEN_NAME && (before->kind == TOKEN_MARK || token_is(before, "return")) &&
           !is_assigned(at);
}

static bool try_name(Trial *t, Cause *cause, HostToken *at, const char *name, bool everywhere) {
    if (everywhere ? !try_texts(t, at, name) : !try_text(t, at, name)) return false;
    SAY(route,
        "`%s` in this line is not what belongs there: with another value in its place every answer is right.",
        at->text);
    return true;
}

// A member that is wrong wherever it is used is wrong where a function of the file has set it.
static bool blame_member(const Trial *t, Cause *cause, const HostToken *at) {
    const int set = line_of_member_value(t->path, at->line, at->text);
    if (!set) return false;
    cause->other = cause->place;
    cause->other_what[0] = cause->route[0] = 0;
    SAY(other_what, "It is used here");
    cause->place.line = set, cause->place.column = 0;
    SAY(route,
        "`%s` gets its value in this line, and that is not what belongs there: with another one every answer is right.",
        at->text);
    return true;
}

void name_where_set(const Trial *t, Cause *cause, const HostToken *at) {
    if (blame_member(t, cause, at)) return;
    cause->other = (SourcePlace){.line = line_of_value(t->path, at->line, at->text)};
    cause->other_what[0] = 0;
    if (!cause->other.line) return;
    SAY(other.file, "%s", t->path);
    SAY(other_what, "`%s` gets its value here", at->text);
}

// Another member of the same variable: in a function that gets a struct under a name of its own.
static bool try_members(Trial *t, Cause *cause, HostToken *at, bool everywhere) {
    const char *own = strrchr(at->text, '.');
    for (int k = 0; own && k < t->names; k++) {
        const char *member = strrchr(t->name[k], '.');
        char text[HOST_NAME];
        if (member &&
            snprintf(text, sizeof text, "%.*s%s", (int)(own - at->text), at->text, member) < HOST_NAME &&
            try_name(t, cause, at, text, everywhere))
            return true;
    }
    return false;
}

static bool try_names(Trial *t, Cause *cause, int begin, int i, bool everywhere) {
    HostToken *at = &t->text->token[i];
    if (!is_value_token(t, i)) return false;
    for (int k = 0; k < t->names; k++)
        if (try_name(t, cause, at, t->name[k], everywhere)) return name_where_set(t, cause, at), true;
    if (try_members(t, cause, at, everywhere)) return true;
    for (int k = begin; k < i; k++) {
        const HostToken *local = &t->text->token[k];
        if (local->kind == TOKEN_NAME && token_is(local + 1, "=") &&
            try_name(t, cause, at, local->text, everywhere))
            return true;
    }
    return false;
}

static bool try_number(Trial *t, Cause *cause, int i) {
    static const long usual[] = {0, 1, 2, 3, 4, 8, 16, 24, 31, 32, 64, 128, 255, 256, 512, 1024};
    HostToken *at = &t->text->token[i];
    char text[HOST_NAME];
    if (at->kind != TOKEN_NUMBER || strpbrk(at->text, ".eE")) return false;
    for (int by = -1; by <= 1; by += 2) {
        snprintf(text, sizeof text, "%ld", strtol(at->text, NULL, 0) + by);
        if (!try_text(t, at, text)) continue;
        SAY(route, "The number %s in this line is off by one.", at->text);
        return true;
    }
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
        snprintf(text, sizeof text, "%ld", usual[k]);
        if (!try_text(t, at, text) && !try_texts(t, at, text)) continue;
        SAY(route,
            "The number %s in this line is not what belongs there: with another one every answer is right.",
            at->text);
        return true;
    }
    return false;
}

// A name in the place of a number: n * n for 2 * n.
static bool try_named_number(Trial *t, Cause *cause, int i) {
    HostToken *at = &t->text->token[i];
    bool good = false;
    if (at->kind != TOKEN_NUMBER) return false;
    at->kind = TOKEN_NAME;
    for (int k = 0; k < t->names && !good; k++) good = try_text(t, at, t->name[k]);
    at->kind = TOKEN_NUMBER;
    if (good)
        SAY(route,
            "The number %s in this line is not what belongs there: with a variable in its place every answer is right.",
            at->text);
    return good;
}

// A type that holds what this one cuts off.
static bool try_type(Trial *t, Cause *cause, int i) {
    static const char *const others[] = {"double", "long", "int", NULL};
    static const char *const types[] = {"int",     "unsigned", "float",    "char",  "short",  "int8_t",
                                        "uint8_t", "int16_t",  "uint16_t", "uchar", "ushort", NULL};
    HostToken *at = &t->text->token[i];
    if (!token_is_one_of(at, types) || at[1].kind != TOKEN_NAME) return false;
    for (int k = 0; others[k]; k++)
        if (try_text(t, at, others[k])) {
            SAY(route, "%s is not the type for what this line keeps: with `%s` every answer is right.",
                at->text, others[k]);
            return true;
        }
    return false;
}

// ---- Two words in each other's place ------------------------------------------------------------------------------

static bool try_exchange(Trial *t, Cause *cause, int i) {
    HostToken *at = &t->text->token[i];
    if (!is_value_token(t, i)) return false;
    for (HostToken *other = at + 1; other < &t->text->token[trial_statement_end(t, i)]; other++) {
        if (!is_value_token(t, (int)(other - t->text->token)) || !strcmp(other->text, at->text)) continue;
        const HostToken a = *at, b = *other;
        memcpy(at->text, b.text, HOST_NAME), memcpy(other->text, a.text, HOST_NAME);
        const bool good = t->all_right(t);
        *at = a, *other = b;
        if (!good) continue;
        SAY(route, "`%s` and `%s` stand in each other's place in this line.", a.text, b.text);
        return true;
    }
    return false;
}

static bool try_without(Trial *t, Cause *cause, int i);

// ---- Fewer words -----------------------------------------------------------------------------------------------------

// "|| x", "&& x", and a whole condition with what it asks for.
static bool try_condition(Trial *t, Cause *cause, int i) {
    const HostToken *at = &t->text->token[i];
    if (token_is(at, "||") || token_is(at, "&&")) {
        if (!try_less(t, i, operand_end(t, i) + 1 - i)) return false;
        SAY(route, "What stands behind `%s` in this line is too much: without it every answer is right.",
            at->text);
        return true;
    }
    return token_is(at, "if") && try_without(t, cause, i);
}

static bool try_deletion(Trial *t, Cause *cause, int i) {
    const HostToken *at = &t->text->token[i];
    if (token_is(at, "else") && try_less(t, i, 1)) {
        SAY(route, "`else` is too much here: what stands behind it is to be done in any case.");
        return true;
    }
    if (token_is(at, "!") && try_less(t, i, 1)) {
        SAY(route, "`!` is too much in this line: the condition is to hold as it stands behind it.");
        return true;
    }
    static const char *const factors[] = {"+", "*", NULL}, *const before[] = {"=", "(",      "[",
                                                                              ",", "return", NULL};
    const bool first = (at->kind == TOKEN_NUMBER || at->kind == TOKEN_NAME) &&
                       token_is_one_of(at - 1, before) && token_is_one_of(at + 1, factors);
    if (first && try_less(t, i, 2)) {
        SAY(route, "`%s %s` in this line is too much: without it every answer is right.", at->text,
            at[1].text);
        return true;
    }
    static const char *const joins[] = {"+", "-", "*", "/", "%", NULL};
    if (!token_is_one_of(at, joins) || !is_operand(at + 1) || token_is(at + 2, "(") ||
        token_is(at + 2, "[") || !try_less(t, i, 2))
        return false;
    SAY(route, "`%s %s` in this line is too much: without it every answer is right.", at->text, at[1].text);
    return true;
}

// An else in front of a statement behind that of an if.
static bool try_else(Trial *t, Cause *cause, int i) {
    const HostToken word = {.kind = TOKEN_NAME, .text = "else"}, *at = &t->text->token[i];
    const bool begins = token_is(at - 1, ";") || token_is(at - 1, "}");
    if (!begins || at->kind != TOKEN_NAME || token_is(at, "else") || !try_more(t, i - 1, &word, 1))
        return false;
    SAY(route, "This line is carried out in any case: an `else` is missing before it.");
    return true;
}

// A statement that stands by itself, or behind an if of its own.
static bool try_without(Trial *t, Cause *cause, int i) {
    const HostToken *at = &t->text->token[i], *before = at - 1;
    const bool begins = token_is(before, ";") || token_is(before, "{") || token_is(before, "}");
    const int end = trial_statement_end(t, i);
    if (!begins || at->kind != TOKEN_NAME || !token_is(&t->text->token[end], ";") ||
        token_is(&t->text->token[end + 1], "else") || !try_less(t, i, end + 1 - i))
        return false;
    if (token_is(at, "if"))
        SAY(route, "What this condition asks for is too much: without it every answer is right.");
    else
        SAY(route, "This line is too much: without it every answer is right.");
    return true;
}

// ---- The order of statements -----------------------------------------------------------------------------------------

static bool ends_statement(const HostToken *t) {
    return token_is(t, ";") || token_is(t, "{") || token_is(t, "}");
}

// Exchanges the tokens from..middle-1 with middle..end-1.
static void rotate(HostToken *token, int from, int middle, int end) {
    for (int moved = 0; moved < middle - from; moved++) {
        const HostToken first = token[from];
        memmove(&token[from], &token[from + 1], (size_t)(end - from - 1) * sizeof first);
        token[end - 1] = first;
    }
}

// A statement of one line behind one of the next ones.
static bool try_later(Trial *t, Cause *cause, int i) {
    enum { FAR = 4 };
    HostToken *token = t->text->token;
    const int end = trial_statement_end(t, i);
    if (!ends_statement(&token[i - 1]) || token[i].kind != TOKEN_NAME || !token_is(&token[end], ";") ||
        token_is(&token[i], "for") || token_is(&token[i], "return"))
        return false;
    for (int far = 0, behind = end + 1; far < FAR; far++) {
        const int next = trial_statement_end(t, behind);
        if (token[behind].kind != TOKEN_NAME || !token_is(&token[next], ";") ||
            token_is(&token[behind], "return"))
            return false;
        behind = next + 1;
        rotate(token, i, end + 1, behind);
        const bool good = t->all_right(t);
        rotate(token, i, i + behind - end - 1, behind);
        if (!good) continue;
        SAY(route, "This line comes too early: what stands in line %d is to be done before it.",
            token[next].line);
        return true;
    }
    return false;
}

// ---- All of them ----------------------------------------------------------------------------------------------------------

// What says most comes first. The first TELLING ones are mistakes that have a name of their own: nothing else is likely to be cured by
// their changes. From GUESSES on another line may be the wrong one as well.
enum { TELLING = 3, GUESSES = 11, KINDS = 19 };

static bool try_kind(Trial *t, Cause *cause, int kind, int begin, int i) {
    switch (kind) {
    case 0: return try_not_rounded(t, cause, i) || try_quotients(t, cause, i);
    case 1: return try_opposite(t, cause, begin, i);
    case 2: return try_rounded_down(t, cause, begin, i);
    case 3: return try_condition(t, cause, i);
    case 4: return try_operators(t, cause, i) || try_index_alone(t, cause, i);
    case 5: return try_comparison(t, cause, begin, i);
    case 6: return try_parentheses(t, cause, i);
    case 7: return try_names(t, cause, begin, i, false);
    case 8: return try_number(t, cause, i);
    case 9: return try_exchange(t, cause, i);
    case 10: return try_deletion(t, cause, i);
    case GUESSES: return try_insertions(t, cause, i);
    case 12: return try_type(t, cause, i);
    case 13: return try_names(t, cause, begin, i, true);
    case 14: return try_else(t, cause, i);
    case 15: return try_later(t, cause, i);
    case 16: return try_named_number(t, cause, i);
    case 17: return try_local_insertions(t, cause, begin, i);
    default: return try_without(t, cause, i);
    }
}

typedef enum { OF_FIRST_LINE, OF_LAST_LINE, OF_OTHERS } Lines;

static Lines lines_of(const Trial *t, const HostToken *at) {
    return at->line == t->first_line ? OF_FIRST_LINE : at->line == t->last_line ? OF_LAST_LINE : OF_OTHERS;
}

// The types of the parameters of the functions.
static int changed_parameter(Trial *t, Cause *cause) {
    for (int p = 0; p < t->parts; p++)
        for (int i = t->part[p].begin - 1; i > 0 && t->left > 0; i--) {
            const HostToken *at = &t->text->token[i];
            if (token_is(at, ";") || token_is(at, "}")) break;
            if (!at->line || !try_type(t, cause, i)) continue;
            cause->place.line = at->line;
            cause->place.column = at->column;
            return i;
        }
    return 0;
}

// By the kinds [first, end).
static int changed_word(Trial *t, Cause *cause, Lines lines, int first, int end) {
    for (int kind = first; kind < end; kind++)
        for (int p = 0; p < t->parts; p++)
            for (int i = t->part[p].begin + 1; i + 1 < t->part[p].end && t->left > 0; i++) {
                const HostToken *at = &t->text->token[i];
                const SourcePlace before = cause->place;
                if (!at->line || lines_of(t, at) != lines) continue;
                cause->place.line = at->line;
                cause->place.column = at->column;
                if (try_kind(t, cause, kind, t->part[p].begin, i)) return i;
                cause->place = before;
            }
    return 0;
}

int changed_token(Trial *t, Cause *cause) {
    static const struct {
        Lines lines;
        int first, end; // kinds
    } order[] = {{OF_FIRST_LINE, 0, GUESSES},
                 {OF_OTHERS, 0, TELLING},
                 {OF_FIRST_LINE, GUESSES, KINDS},
                 {OF_OTHERS, TELLING, KINDS},
                 {OF_LAST_LINE, 0, KINDS}};
    int found = try_macros(t, cause) ? 1 : 0;
    for (size_t i = 0; i < sizeof order / sizeof *order && !found; i++)
        found = changed_word(t, cause, order[i].lines, order[i].first, order[i].end);
    return found ? found : changed_parameter(t, cause);
}
