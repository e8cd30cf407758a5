// Text to tokens.
#include "grader/ptx/parser.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool is_name_part(char c) {
    return is_name_start(c) || is_digit(c);
}

static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// The character at distance `ahead`, NUL past the end. A NUL in the text ends it (see ptx_lexer_start).
static char peek(const Parser *p, size_t ahead) {
    return ahead < (size_t)(p->end - p->cursor) ? p->cursor[ahead] : '\0';
}

static void skip_block_comment(Parser *p) {
    int line = p->line, column = (int)(p->cursor - p->line_start) + 1;
    for (p->cursor += 2; p->cursor < p->end; p->cursor++) {
        if (*p->cursor == '*' && peek(p, 1) == '/') {
            p->cursor += 2;
            return;
        }
        if (*p->cursor == '\n') {
            p->line++;
            p->line_start = p->cursor + 1;
        }
    }
    ptx_fail_at(p, line, column, "this comment has no end: expected */");
}

static void skip_blanks(Parser *p) {
    while (p->cursor < p->end) {
        char c = *p->cursor;
        if (c == '\n') {
            p->line++;
            p->line_start = ++p->cursor;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            p->cursor++;
        } else if (c == '/' && peek(p, 1) == '/') {
            const char *newline = memchr(p->cursor, '\n', (size_t)(p->end - p->cursor));
            p->cursor = newline ? newline : p->end;
        } else if (c == '/' && peek(p, 1) == '*') {
            skip_block_comment(p);
        } else {
            return;
        }
    }
}

// A run of digits of `base`. Fails when it is empty or the value needs more than 64 bits.
static uint64_t lex_digits(Parser *p, const Token *t, unsigned base) {
    uint64_t value = 0;
    const char *first = p->cursor;
    for (int digit; p->cursor < p->end && (digit = hex_digit(*p->cursor)) >= 0 && (unsigned)digit < base;
         p->cursor++)
        if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
            __builtin_add_overflow(value, (uint64_t)digit, &value))
            ptx_fail(p, t, "this number needs more than 64 bits");
    if (p->cursor == first) ptx_fail(p, t, "this number has no digits");
    return value;
}

// 0f3F800000 and 0d3FF0000000000000: the bits of a value, written in hexadecimal.
static void lex_float_bits(Parser *p, Token *t, TokenKind kind, int digits) {
    t->kind = kind;
    p->cursor += 2;
    const char *first = p->cursor;
    t->value = lex_digits(p, t, 16);
    if (p->cursor - first != digits)
        ptx_fail(p, t, "a constant of this kind has %d hexadecimal digits", digits);
}

// 1.5, 2.0e-3, 1e6
static void lex_decimal_float(Parser *p, Token *t) {
    char digits[64];
    size_t length = 0;
    for (char c; (c = peek(p, length)) != '\0'; length++) {
        bool is_exponent_sign = (c == '+' || c == '-') && length > 0 && (digits[length - 1] | 0x20) == 'e';
        if (!is_digit(c) && c != '.' && (c | 0x20) != 'e' && !is_exponent_sign) break;
        if (length + 1 == sizeof digits) ptx_fail(p, t, "this number is too long");
        digits[length] = c;
    }
    digits[length] = '\0';
    char *end;
    double value = strtod(digits, &end);
    if (*end) ptx_fail(p, t, "\"%s\" is not a number", digits);
    t->kind = TOKEN_F64;
    memcpy(&t->value, &value, sizeof value);
    p->cursor += length;
}

static void lex_number(Parser *p, Token *t) {
    t->kind = TOKEN_INT;
    char marker = peek(p, 1) | 0x20; // lower case
    if (peek(p, 0) == '0' && marker == 'f') return lex_float_bits(p, t, TOKEN_F32, 8);
    if (peek(p, 0) == '0' && marker == 'd') return lex_float_bits(p, t, TOKEN_F64, 16);
    unsigned base = 10;
    if (peek(p, 0) == '0' && (marker == 'x' || marker == 'b')) {
        base = marker == 'x' ? 16 : 2;
        p->cursor += 2;
    } else {
        size_t i = 0;
        while (is_digit(peek(p, i))) i++;
        char after = peek(p, i);
        if (after == '.' && is_digit(peek(p, i + 1))) return lex_decimal_float(p, t);
        if ((after | 0x20) == 'e') return lex_decimal_float(p, t);
        if (peek(p, 0) == '0' && i > 1) base = 8;
    }
    t->value = lex_digits(p, t, base);
    if (peek(p, 0) == 'U') p->cursor++;
    if (is_name_part(peek(p, 0))) ptx_fail(p, t, "'%c' does not belong in this number", *p->cursor);
}

static void lex_name(Parser *p, Token *t) {
    t->kind = TOKEN_NAME;
    const char *first = p->cursor++; // its first character may be a %
    while (p->cursor < p->end && is_name_part(*p->cursor)) p->cursor++;
    t->name = ptx_intern(p, first, (size_t)(p->cursor - first));
}

// .u32, .2d, .shared::cta, .L2::128B
static void lex_dot(Parser *p, Token *t) {
    t->kind = TOKEN_DOT;
    const char *first = ++p->cursor;
    while (p->cursor < p->end) {
        if (is_name_part(*p->cursor))
            p->cursor++;
        else if (*p->cursor == ':' && peek(p, 1) == ':' && is_name_part(peek(p, 2)))
            p->cursor += 2;
        else
            break;
    }
    if (p->cursor == first) ptx_fail(p, t, "expected a name after '.'");
    t->name = ptx_intern(p, first, (size_t)(p->cursor - first));
}

// A string on one line. \" and \\ stand for " and \; any other backslash stands for itself.
static void lex_string(Parser *p, Token *t) {
    t->kind = TOKEN_STRING;
    const char *first = ++p->cursor;
    bool has_escapes = false;
    while (p->cursor < p->end && *p->cursor != '"' && *p->cursor != '\n') {
        bool is_escape = *p->cursor == '\\' && (peek(p, 1) == '"' || peek(p, 1) == '\\');
        has_escapes |= is_escape;
        p->cursor += is_escape ? 2 : 1;
    }
    if (peek(p, 0) != '"') ptx_fail(p, t, "this string has no end: expected \" on the same line");
    size_t length = (size_t)(p->cursor++ - first);
    if (!has_escapes) {
        t->name = ptx_intern(p, first, length);
        return;
    }
    char *text = ptx_alloc(p, length);
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (first[i] == '\\' && (first[i + 1] == '"' || first[i + 1] == '\\')) i++;
        text[used++] = first[i];
    }
    t->name = ptx_intern(p, text, used);
}

static void lex(Parser *p, Token *t) {
    skip_blanks(p);
    *t = (Token){.kind = TOKEN_END, .line = p->line, .column = (int)(p->cursor - p->line_start) + 1};
    t->start = p->cursor;
    if (p->cursor == p->end) return;

    char c = *p->cursor;
    if (is_name_start(c) || (c == '%' && is_name_start(peek(p, 1)))) {
        lex_name(p, t);
    } else if (c == '.') {
        lex_dot(p, t);
    } else if (is_digit(c)) {
        lex_number(p, t);
    } else if (c == '"') {
        lex_string(p, t);
    } else if (strchr(",;:()[]{}<>@!|&^~+-*=", c)) {
        t->kind = TOKEN_SIGN;
        t->sign = c;
        p->cursor++;
    } else if (c > ' ' && c < 0x7f) {
        ptx_fail(p, t, "'%c' is not a character of PTX here", c);
    } else {
        ptx_fail(p, t, "the byte 0x%02x is not a character of PTX", (unsigned char)c);
    }
    t->length = (size_t)(p->cursor - t->start);
}

void ptx_lexer_start(Parser *p, const char *text, size_t size) {
    const char *nul = memchr(text, '\0', size);
    p->cursor = p->line_start = text;
    p->end = nul ? nul : text + size;
    p->line = 1;
    ptx_advance(p);
    ptx_advance(p);
}

void ptx_advance(Parser *p) {
    p->token = p->next;
    lex(p, &p->next);
}

bool ptx_at_sign(const Parser *p, char sign) {
    return p->token.kind == TOKEN_SIGN && p->token.sign == sign;
}

bool ptx_at_dot(const Parser *p, const char *directive) {
    return p->token.kind == TOKEN_DOT && strcmp(p->token.name->text, directive) == 0;
}

bool ptx_accept_sign(Parser *p, char sign) {
    if (!ptx_at_sign(p, sign)) return false;
    ptx_advance(p);
    return true;
}

bool ptx_accept_dot(Parser *p, const char *directive) {
    if (!ptx_at_dot(p, directive)) return false;
    ptx_advance(p);
    return true;
}

void ptx_expect_sign(Parser *p, char sign) {
    if (!ptx_accept_sign(p, sign)) ptx_fail_expected(p, (char[]){'\'', sign, '\'', '\0'});
}

Name *ptx_expect_name(Parser *p, const char *what) {
    if (p->token.kind != TOKEN_NAME) ptx_fail_expected(p, what);
    Name *name = p->token.name;
    ptx_advance(p);
    return name;
}

void ptx_skip_group(Parser *p, char open, char close) {
    Token first = p->token;
    size_t depth = 0;
    do {
        if (p->token.kind == TOKEN_END) ptx_fail(p, &first, "this '%c' has no matching '%c'", open, close);
        if (ptx_at_sign(p, open)) depth++;
        if (ptx_at_sign(p, close)) depth--;
        ptx_advance(p);
    } while (depth > 0);
}
