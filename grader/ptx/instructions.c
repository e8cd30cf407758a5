// One instruction: guard, mnemonic with its suffixes, operands.
#include "grader/ptx/parser.h"

#include <limits.h>
#include <string.h>

// @%p1 or @!%p1
static void parse_guard(Parser *p, PtxInstruction *instruction) {
    instruction->guard = -1;
    if (!ptx_accept_sign(p, '@')) return;
    instruction->guard_negated = ptx_accept_sign(p, '!');
    Token token = p->token;
    Name *name = ptx_expect_name(p, "a predicate register");
    bool is_predicate =
        name->binding.kind == BOUND_REGISTER && p->function->registers[name->binding.index].type == PTX_PRED;
    if (!is_predicate) ptx_fail(p, &token, "\"%.100s\" is not a predicate register", name->text);
    instruction->guard = name->binding.index;
}

static void add_suffixes(Parser *p, PtxInstruction *instruction) {
    for (; p->token.kind == TOKEN_DOT; ptx_advance(p)) {
        if (instruction->suffix_count == PTX_MAX_SUFFIXES)
            ptx_fail(p, &p->token, "\"%.60s\" has more than %d suffixes", instruction->mnemonic,
                     PTX_MAX_SUFFIXES);
        instruction->suffix[instruction->suffix_count++] = p->token.name->text;
    }
}

PtxOperand *ptx_add_operand(Parser *p, PtxInstruction *instruction) {
    if (instruction->operand_count == PTX_MAX_OPERANDS)
        ptx_fail(p, &p->token, "\"%.60s\" has more than %d operands", instruction->mnemonic,
                 PTX_MAX_OPERANDS);
    return &instruction->operand[instruction->operand_count++];
}

static void use_label(Parser *p, PtxOperand *operand, int operand_index) {
    LabelUse use = {.line = p->token.line,
                    .column = p->token.column,
                    .instruction = (int)p->code_count,
                    .operand = operand_index};
    use.name = ptx_expect_name(p, "a label");
    operand->kind = OPERAND_LABEL;
    ptx_use_label(p, use);
}

// bra $L__BB0_2;
static void parse_branch(Parser *p, PtxInstruction *instruction) {
    PtxOperand *target = ptx_add_operand(p, instruction);
    use_label(p, target, 0);
}

// call (results), target, (parameters), table;      everything but the target may be missing
static void parse_call(Parser *p, PtxInstruction *instruction) {
    PtxOperand *results = ptx_add_operand(p, instruction);
    PtxOperand *target = ptx_add_operand(p, instruction);
    PtxOperand *parameters = ptx_add_operand(p, instruction);
    if (ptx_at_sign(p, '(')) {
        ptx_parse_list(p, results);
        ptx_expect_sign(p, ',');
    }
    Token token = p->token;
    ptx_parse_scalar(p, target);
    bool is_callable = target->function || (target->kind == OPERAND_REG && !target->negated);
    if (!is_callable) ptx_fail(p, &token, "expected a function or a register that holds one's address");
    bool has_more = ptx_accept_sign(p, ',');
    if (has_more && ptx_at_sign(p, '(')) {
        ptx_parse_list(p, parameters);
        has_more = ptx_accept_sign(p, ',');
    }
    if (!has_more) return;
    token = p->token;
    PtxOperand *table = ptx_add_operand(p, instruction);
    ptx_parse_scalar(p, table);
    if (table->kind != OPERAND_NAMES) ptx_fail(p, &token, "expected a .callprototype or .calltargets label");
}

static void parse_operands(Parser *p, PtxInstruction *instruction) {
    if (ptx_at_sign(p, ';')) return;
    do {
        ptx_parse_operand(p, instruction);
        add_suffixes(p, instruction); // ld d, [a].unified
    } while (ptx_accept_sign(p, ','));
}

void ptx_parse_instruction(Parser *p) {
    if (p->code_count == INT_MAX) ptx_fail(p, &p->token, "too many instructions");
    ptx_reserve(p, &p->code, p->code_count, &p->code_capacity, sizeof *p->code);
    PtxInstruction *instruction = &p->code[p->code_count];
    memset(instruction, 0, sizeof *instruction);
    for (int i = 0; i < PTX_MAX_OPERANDS; i++) // also where there is none: the decoder may look
        instruction->operand[i].reg = instruction->operand[i].paired = -1;
    instruction->loc = p->loc;
    instruction->ptx_line = p->token.line;
    parse_guard(p, instruction);
    instruction->mnemonic = ptx_expect_name(p, "an instruction")->text;
    add_suffixes(p, instruction);
    if (strcmp(instruction->mnemonic, "bra") == 0)
        parse_branch(p, instruction);
    else if (strcmp(instruction->mnemonic, "call") == 0)
        parse_call(p, instruction);
    else
        parse_operands(p, instruction);
    ptx_expect_sign(p, ';');
    p->code_count++;
}

bool ptx_has_suffix(const PtxInstruction *instruction, const char *suffix) {
    for (int i = 0; i < instruction->suffix_count; i++)
        if (instruction->suffix[i][0] == suffix[0] && strcmp(instruction->suffix[i], suffix) == 0)
            return true;
    return false;
}
