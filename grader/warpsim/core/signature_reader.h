// What the rules of the grammar in signature.c and signature_types.c share: the place in the mangled name, the arena that
// text goes to, and what has been read so far. Private to these two.
#ifndef WARPBOOK_SIGNATURE_READER_H
#define WARPBOOK_SIGNATURE_READER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { ARENA_BYTES = 1 << 15, SUBSTITUTIONS = 128, ARGUMENTS = 48, DEPTH = 48, NO_PACK = -1 };

typedef struct {
    const char *left, *right;
    bool declarator; // a function or an array: a pointer to it needs parentheses
} Type;

// An argument of a template: `count` types or values, one unless it is a pack.
typedef struct {
    const Type *items;
    int count;
    bool pack;
} Argument;

typedef struct {
    Argument list[ARGUMENTS];
    int count;
} Arguments;

typedef struct {
    const char *at;
    char *arena;
    size_t used;
    Type substitution[SUBSTITUTIONS];
    int substitutions, depth;
    Arguments *arguments; // of the innermost template function: what T_ means
    int element;          // of the packs that are being expanded, NO_PACK: none is
    int pack_size;        // of the pack that was met last while expanding
    bool failed;
} Reader;

// Each reads what its rule describes, whose first letter may have been read (see there), and moves `at` behind it. One that
// fails sets `failed`; then what it returns means nothing.
bool signature_read_type(Reader *r, Type *type);
bool signature_read_expression(Reader *r, Type *value);
bool signature_read_substitution(Reader *r, Type *type);
const char *signature_read_parameters(Reader *r);
const char *signature_read_arguments(Reader *r, Arguments *to);
const char *signature_read_name(Reader *r, Arguments *to, bool *is_template);

static inline bool fail(Reader *r) {
    r->failed = true;
    return false;
}

__attribute__((format(printf, 2, 3))) static inline const char *text(Reader *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *to = r->arena + r->used;
    const int n = vsnprintf(to, ARENA_BYTES - r->used, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= ARENA_BYTES - r->used) {
        r->failed = true;
        return "";
    }
    r->used += (size_t)n + 1;
    return to;
}

static inline bool take(Reader *r, char c) {
    const bool found = *r->at == c;
    r->at += found;
    return found;
}

static inline bool take_word(Reader *r, const char *word) {
    const size_t n = strlen(word);
    const bool found = strncmp(r->at, word, n) == 0;
    if (found) r->at += n;
    return found;
}

static void remember(Reader *r, Type type) {
    if (r->element > 0) return; // the same pattern again
    if (r->substitutions == SUBSTITUTIONS)
        fail(r);
    else
        r->substitution[r->substitutions++] = type;
}

static inline Type plain(const char *name) {
    return (Type){.left = name, .right = ""};
}

static inline const char *whole(Reader *r, Type type) {
    return *type.right ? text(r, "%s%s", type.left, type.right) : type.left;
}

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The number of S_, T_ and the like: nothing is 0, 0 is 1.
static inline int read_index(Reader *r, int base) {
    int index = 0;
    bool any = false;
    for (; *r->at && *r->at != '_'; r->at++) {
        const int digit = is_digit(*r->at)                 ? *r->at - '0'
                          : *r->at >= 'A' && *r->at <= 'Z' ? *r->at - 'A' + 10
                                                           : 99;
        if (digit >= base || index > 1 << 16) return fail(r) - 1;
        index = index * base + digit;
        any = true;
    }
    return take(r, '_') ? index + any : fail(r) - 1;
}

// Tables by the letter that stands for a name.
enum { LETTERS = 128 };

static inline const char *letter_name(const char *const names[LETTERS], char letter) {
    return letter > 0 ? names[(int)letter] : NULL;
}

#endif
