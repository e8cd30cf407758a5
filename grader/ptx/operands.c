// One operand of an instruction.
#include "grader/ptx/parser.h"

#include <stdio.h>
#include <string.h>

// %tid.x, %clock64: any %name that no .reg declares. Whether there is such a register is the simulator's to
// say.
static void parse_special(Parser *p, PtxOperand *operand) {
    Name *name = p->token.name;
    const char *end = p->token.start + p->token.length;
    operand->kind = OPERAND_SPECIAL;
    operand->name = name->text;
    ptx_advance(p);
    if (p->token.kind != TOKEN_DOT || p->token.start != end) return;
    size_t size = name->length + p->token.name->length + 2;
    char *text = ptx_alloc(p, size);
    int length = snprintf(text, size, "%s.%s", name->text, p->token.name->text);
    operand->name = ptx_intern(p, text, (size_t)length)->text;
    ptx_advance(p);
}

void ptx_resolve_name(Parser *p, PtxOperand *operand) {
    Name *name = p->token.name;
    const Binding *binding = &name->binding;
    switch (binding->kind) {
    case BOUND_REGISTER:
        operand->kind = OPERAND_REG;
        operand->reg = binding->index;
        break;
    case BOUND_VARIABLE:
        operand->kind = OPERAND_SYMBOL;
        operand->variable = binding->variable;
        operand->name = name->text;
        break;
    case BOUND_FUNCTION:
        operand->kind = OPERAND_SYMBOL;
        operand->function = binding->function;
        operand->name = name->text;
        break;
    case BOUND_TABLE:
        operand->kind = OPERAND_NAMES;
        operand->imm = binding->index;
        operand->name = name->text;
        break;
    case BOUND_LABEL: ptx_fail(p, &p->token, "the label \"%.100s\" cannot stand here", name->text);
    case BOUND_NOTHING:
        if (name->text[0] == '%') {
            parse_special(p, operand);
            return;
        }
        ptx_fail(p, &p->token, "\"%.100s\" is not declared before this line", name->text);
    }
    ptx_advance(p);
}

static bool at_sink(const Parser *p) {
    return p->token.kind == TOKEN_NAME && strcmp(p->token.name->text, "_") == 0;
}

// The second destination in "p|q".
static int parse_paired(Parser *p) {
    Token token = p->token;
    if (at_sink(p)) {
        ptx_advance(p);
        return -1;
    }
    if (token.kind != TOKEN_NAME || token.name->binding.kind != BOUND_REGISTER)
        ptx_fail_expected(p, "a register after '|'");
    ptx_advance(p);
    return token.name->binding.index;
}

void ptx_parse_scalar(Parser *p, PtxOperand *operand) {
    operand->reg = operand->paired = -1;
    if (ptx_at_constant(p)) {
        ptx_parse_constant(p, operand);
        return;
    }
    operand->negated = ptx_accept_sign(p, '!');
    if (p->token.kind != TOKEN_NAME) ptx_fail_expected(p, "a register, a constant or a name");
    Token token = p->token;
    if (at_sink(p)) {
        operand->kind = OPERAND_SINK;
        ptx_advance(p);
    } else {
        ptx_resolve_name(p, operand);
    }
    if (operand->negated && operand->kind != OPERAND_REG)
        ptx_fail(p, &token, "'!' needs a predicate register");
    if (operand->kind == OPERAND_SYMBOL) operand->imm = ptx_parse_offset(p);
    bool is_destination =
        (operand->kind == OPERAND_REG && !operand->negated) || operand->kind == OPERAND_SINK;
    if (is_destination && ptx_accept_sign(p, '|')) operand->paired = parse_paired(p);
}

static void parse_elements(Parser *p, PtxOperand *operand, char close) {
    if (ptx_accept_sign(p, close)) return;
    do {
        PtxOperand *element = ptx_append(p, &operand->elements, &operand->count, sizeof *element);
        ptx_parse_scalar(p, element);
    } while (ptx_accept_sign(p, ','));
    ptx_expect_sign(p, close);
}

void ptx_parse_list(Parser *p, PtxOperand *operand) {
    operand->kind = OPERAND_LIST;
    ptx_expect_sign(p, '(');
    parse_elements(p, operand, ')');
}

static void parse_vector(Parser *p, PtxOperand *operand) {
    operand->kind = OPERAND_VECTOR;
    ptx_expect_sign(p, '{');
    parse_elements(p, operand, '}');
}

// {a, b, c, d}  and, of a texture fetch, {a, b, c, d}|resident
static void parse_results(Parser *p, PtxOperand *operand) {
    parse_vector(p, operand);
    if (ptx_accept_sign(p, '|')) operand->paired = parse_paired(p);
}

// [%rd1+8]  [tile+-4]  [0]  and, for textures, [%rd1, {%f1, %f2}], whose parts become operands of their own.
static void parse_address(Parser *p, PtxInstruction *instruction) {
    PtxOperand *address = ptx_add_operand(p, instruction);
    ptx_expect_sign(p, '[');
    Token token = p->token;
    ptx_parse_scalar(p, address);
    bool has_base = address->kind == OPERAND_REG || address->kind == OPERAND_SYMBOL;
    if ((!has_base && address->kind != OPERAND_INT) || address->negated || address->paired >= 0)
        ptx_fail(p, &token, "an address starts with a register, a variable or an integer");
    if (address->kind == OPERAND_REG) address->imm = ptx_parse_offset(p);
    address->kind = OPERAND_ADDRESS;
    while (ptx_accept_sign(p, ',')) {
        PtxOperand *part = ptx_add_operand(p, instruction);
        if (ptx_at_sign(p, '{'))
            parse_vector(p, part);
        else
            ptx_parse_scalar(p, part);
    }
    ptx_expect_sign(p, ']');
}

void ptx_parse_operand(Parser *p, PtxInstruction *instruction) {
    if (ptx_at_sign(p, '['))
        parse_address(p, instruction);
    else if (ptx_at_sign(p, '{'))
        parse_results(p, ptx_add_operand(p, instruction));
    else
        ptx_parse_scalar(p, ptx_add_operand(p, instruction));
}
