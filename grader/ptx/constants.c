// Integer and floating-point constants.
//
// The operators are those whose result does not depend on whether a constant is signed: + - * << & ^ | and
// unary - ~.
#include "grader/ptx/parser.h"

#include <string.h>

// Binding strength of the operator at the current token, 0 when there is none.
static int operator_strength(const Parser *p) {
    if (p->token.kind != TOKEN_SIGN) return 0;
    switch (p->token.sign) {
    case '|': return 1;
    case '^': return 2;
    case '&': return 3;
    case '<': return p->next.kind == TOKEN_SIGN && p->next.sign == '<' ? 4 : 0;
    case '+':
    case '-': return 5;
    case '*': return 6;
    default: return 0;
    }
}

static uint64_t apply(char sign, uint64_t left, uint64_t right) {
    switch (sign) {
    case '|': return left | right;
    case '^': return left ^ right;
    case '&': return left & right;
    case '<': return right < 64 ? left << right : 0;
    case '+': return left + right;
    case '-': return left - right;
    default: return left * right;
    }
}

static bool at_warp_size(const Parser *p) {
    return p->token.kind == TOKEN_NAME && strcmp(p->token.name->text, "WARP_SZ") == 0;
}

static uint64_t parse_binary(Parser *p, int weakest, int nesting);

static uint64_t parse_primary(Parser *p, int nesting) {
    if (nesting > MAX_NESTING) ptx_fail(p, &p->token, "this constant is nested too deeply");
    if (ptx_accept_sign(p, '-')) return -parse_primary(p, nesting + 1);
    if (ptx_accept_sign(p, '+')) return parse_primary(p, nesting + 1);
    if (ptx_accept_sign(p, '~')) return ~parse_primary(p, nesting + 1);
    if (ptx_accept_sign(p, '(')) {
        uint64_t value = parse_binary(p, 1, nesting + 1);
        ptx_expect_sign(p, ')');
        return value;
    }
    bool is_warp_size = at_warp_size(p);
    if (!is_warp_size && p->token.kind != TOKEN_INT) ptx_fail_expected(p, "an integer");
    uint64_t value = is_warp_size ? 32 : p->token.value;
    ptx_advance(p);
    return value;
}

// An expression of operators at least as strong as `weakest`.
static uint64_t parse_binary(Parser *p, int weakest, int nesting) {
    uint64_t left = parse_primary(p, nesting);
    for (int strength; (strength = operator_strength(p)) >= weakest && strength > 0;) {
        char sign = p->token.sign;
        ptx_advance(p);
        if (sign == '<') ptx_advance(p);
        left = apply(sign, left, parse_binary(p, strength + 1, nesting + 1));
    }
    return left;
}

int64_t ptx_parse_int(Parser *p) {
    return (int64_t)parse_binary(p, 1, 0);
}

int64_t ptx_parse_offset(Parser *p) {
    uint64_t sum = 0;
    while (ptx_at_sign(p, '+') || ptx_at_sign(p, '-')) {
        char sign = p->token.sign;
        ptx_advance(p);
        sum = apply(sign, sum, parse_binary(p, 6, 0));
    }
    return (int64_t)sum;
}

int ptx_parse_bounded(Parser *p, int limit, const char *what) {
    Token token = p->token;
    int64_t value = ptx_parse_int(p);
    if (value < 0 || value > limit)
        ptx_fail(p, &token, "%s must lie between 0 and %d, this is %lld", what, limit, (long long)value);
    return (int)value;
}

bool ptx_at_constant(const Parser *p) {
    switch (p->token.kind) {
    case TOKEN_INT:
    case TOKEN_F32:
    case TOKEN_F64: return true;
    case TOKEN_SIGN: return p->token.sign != '\0' && strchr("-+~(", p->token.sign);
    case TOKEN_NAME: return at_warp_size(p);
    default: return false;
    }
}

static bool is_float(const Token *t) {
    return t->kind == TOKEN_F32 || t->kind == TOKEN_F64;
}

void ptx_parse_constant(Parser *p, PtxOperand *constant) {
    bool has_sign = (ptx_at_sign(p, '-') || ptx_at_sign(p, '+')) && is_float(&p->next);
    if (!has_sign && !is_float(&p->token)) {
        constant->kind = OPERAND_INT;
        constant->imm = ptx_parse_int(p);
        return;
    }
    bool is_negative = ptx_at_sign(p, '-');
    if (has_sign) ptx_advance(p);
    bool is_single = p->token.kind == TOKEN_F32;
    uint64_t sign_bit = is_single ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
    constant->kind = is_single ? OPERAND_F32 : OPERAND_F64;
    constant->imm = (int64_t)(p->token.value ^ (is_negative ? sign_bit : 0));
    ptx_advance(p);
}
