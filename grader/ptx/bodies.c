// The statements of a function's body: scopes, registers, labels, tables, directives; instructions are
// elsewhere.
#include "grader/ptx/parser.h"

#include <stdio.h>
#include <string.h>

static void add_register(Parser *p, Name *name, PtxType type, const Token *token) {
    PtxFunction *f = p->function;
    // No compiler declares more registers than its text has characters, so this bounds memory.
    if (f->register_count >= MAX_REGISTERS || p->register_total >= MAX_REGISTERS + p->text_size)
        ptx_fail(p, token, "too many registers: a function may have %d", MAX_REGISTERS);
    p->register_total++;
    ptx_bind(p, name, BOUND_REGISTER, token)->index = f->register_count;
    PtxRegister *reg = ptx_append(p, &f->registers, &f->register_count, sizeof *reg);
    *reg = (PtxRegister){.name = name->text, .type = type};
}

// %r<15> stands for %r0 to %r14.
static void add_register_range(Parser *p, Name *prefix, PtxType type, const Token *token) {
    int count = ptx_parse_bounded(p, MAX_REGISTERS, "the number of registers");
    ptx_expect_sign(p, '>');
    size_t size = prefix->length + 16;
    char *text = ptx_alloc(p, size);
    memcpy(text, prefix->text, prefix->length);
    for (int i = 0; i < count; i++) {
        int digits = snprintf(text + prefix->length, 16, "%d", i);
        add_register(p, ptx_intern(p, text, prefix->length + (size_t)digits), type, token);
    }
}

// .reg .b32 %r<15>, %temp;
static void parse_registers(Parser *p) {
    ptx_advance(p);
    if (p->token.kind != TOKEN_DOT) ptx_fail_expected(p, "the type of the registers, such as .b32");
    const char *text = p->token.name->text;
    if (text[0] == 'v' && text[1] >= '2' && text[1] <= '8')
        ptx_fail(p, &p->token, "vector registers (.reg .%.20s) are not simulated", text);
    PtxType type = ptx_type_named(text);
    if (type == PTX_NONE) ptx_fail(p, &p->token, "\".%.100s\" is not the type of a register", text);
    ptx_advance(p);
    do {
        Token token = p->token;
        Name *name = ptx_expect_name(p, "the name of a register");
        if (ptx_accept_sign(p, '<'))
            add_register_range(p, name, type, &token);
        else
            add_register(p, name, type, &token);
    } while (ptx_accept_sign(p, ','));
    ptx_expect_sign(p, ';');
}

void ptx_use_label(Parser *p, LabelUse use) {
    ptx_reserve(p, &p->label_uses, p->label_use_count, &p->label_use_capacity, sizeof *p->label_uses);
    p->label_uses[p->label_use_count++] = use;
}

// Resolves the labels that were used in this scope and declared in it; the others are left to the scope
// around it.
static void resolve_labels(Parser *p) {
    size_t first = p->scopes[p->depth].first_use, left = first;
    for (size_t i = first; i < p->label_use_count; i++) {
        LabelUse use = p->label_uses[i];
        const Binding *binding = &use.name->binding;
        bool is_here = binding->kind == BOUND_LABEL && binding->depth == p->depth;
        if (!is_here)
            p->label_uses[left++] = use;
        else if (use.table_slot)
            *use.table_slot = binding->index;
        else
            p->code[use.instruction].operand[use.operand].imm = binding->index;
    }
    p->label_use_count = left;
}

static void check_labels(Parser *p) {
    if (p->label_use_count == 0) return;
    const LabelUse *use = &p->label_uses[0];
    ptx_fail_at(p, use->line, use->column, "the label \"%.100s\" is nowhere in function \"%.80s\"",
                use->name->text, p->function->name);
}

// name: .branchtargets $L1, $L2;
static void parse_branch_targets(Parser *p, PtxTable *table) {
    Name **names = NULL;
    int count = 0;
    LabelUse use = {.operand = -1};
    size_t first = p->label_use_count;
    do {
        use.line = p->token.line;
        use.column = p->token.column;
        use.name = ptx_expect_name(p, "a label");
        Name **entry = ptx_append(p, &names, &count, sizeof *entry);
        *entry = use.name;
        ptx_use_label(p, use);
    } while (ptx_accept_sign(p, ','));
    table->labels = ptx_alloc(p, (size_t)count * sizeof *table->labels);
    table->label_count = count;
    for (int i = 0; i < count; i++) p->label_uses[first + (size_t)i].table_slot = &table->labels[i];
}

// name: .calltargets f, g;
static void parse_call_targets(Parser *p, PtxTable *table) {
    do {
        Token token = p->token;
        Name *name = ptx_expect_name(p, "the name of a function");
        if (name->binding.kind != BOUND_FUNCTION)
            ptx_fail(p, &token, "\"%.100s\" is not a function declared before this line", name->text);
        PtxFunction **entry = ptx_append(p, &table->functions, &table->function_count, sizeof *entry);
        *entry = name->binding.function;
    } while (ptx_accept_sign(p, ','));
}

// name: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);
static void parse_call_prototype(Parser *p, PtxTable *table) {
    size_t size;
    ptx_parse_parameters(p, &table->results, &table->result_count, &size);
    ptx_expect_name(p, "_");
    ptx_parse_parameters(p, &table->params, &table->param_count, &size);
    ptx_skip_function_directives(p);
}

// "name:" before one of the three directives makes a table, before anything else a label.
static void parse_label(Parser *p) {
    Token token = p->token;
    Name *name = ptx_expect_name(p, "a label");
    ptx_expect_sign(p, ':');
    void (*parse_table)(Parser *, PtxTable *) = ptx_at_dot(p, "branchtargets")   ? parse_branch_targets
                                                : ptx_at_dot(p, "calltargets")   ? parse_call_targets
                                                : ptx_at_dot(p, "callprototype") ? parse_call_prototype
                                                                                 : NULL;
    if (!parse_table) {
        ptx_bind(p, name, BOUND_LABEL, &token)->index = (int)p->code_count;
        return;
    }
    ptx_advance(p);
    PtxFunction *f = p->function;
    ptx_bind(p, name, BOUND_TABLE, &token)->index = f->table_count;
    PtxTable *table = ptx_append(p, &f->tables, &f->table_count, sizeof *table);
    table->name = name->text;
    parse_table(p, table);
    ptx_expect_sign(p, ';');
}

static void parse_directive(Parser *p) {
    if (ptx_at_dot(p, "loc")) {
        ptx_parse_loc(p);
    } else if (ptx_at_dot(p, "reg")) {
        parse_registers(p);
    } else if (ptx_at_dot(p, "pragma")) {
        while (!ptx_accept_sign(p, ';')) {
            if (p->token.kind == TOKEN_END) ptx_fail_expected(p, "';'");
            ptx_advance(p);
        }
    } else if (ptx_at_dot(p, "file")) {
        ptx_parse_file(p);
    } else if (ptx_accept_dot(p, "extern")) {
        ptx_parse_variables(p, true);
    } else if (ptx_space_named(p->token.name->text) != SPACE_GENERIC) {
        ptx_parse_variables(p, false);
    } else {
        ptx_fail(p, &p->token, "\".%.100s\" is not a directive that a function's body can hold",
                 p->token.name->text);
    }
}

static void close_scope(Parser *p) {
    resolve_labels(p);
    ptx_close_scope(p);
}

// { statements }, with further { } inside it: a loop, not a recursion, so that depth costs no stack.
static void parse_statements(Parser *p) {
    Token opening = p->token;
    int outside = p->depth;
    do {
        if (ptx_at_sign(p, '{')) {
            ptx_open_scope(p, &p->token);
            ptx_advance(p);
        } else if (ptx_at_sign(p, '}')) {
            close_scope(p);
            ptx_advance(p);
        } else if (p->token.kind == TOKEN_NAME && p->next.kind == TOKEN_SIGN && p->next.sign == ':') {
            parse_label(p);
        } else if (p->token.kind == TOKEN_NAME || ptx_at_sign(p, '@')) {
            ptx_parse_instruction(p);
        } else if (p->token.kind == TOKEN_DOT) {
            parse_directive(p);
        } else if (p->token.kind == TOKEN_END) {
            ptx_fail(p, &opening, "the body of \"%.100s\" has no end: expected '}'", p->function->name);
        } else if (!ptx_accept_sign(p, ';')) { // an empty statement, as inline assembly leaves behind
            ptx_fail_expected(p, "an instruction, a directive, a label or '}'");
        }
    } while (p->depth > outside);
}

void ptx_parse_body(Parser *p) {
    PtxFunction *f = p->function;
    p->code_count = 0;
    p->label_use_count = 0;
    parse_statements(p);
    check_labels(p);
    f->code_count = (int)p->code_count;
    f->code = ptx_alloc(p, p->code_count * sizeof *f->code);
    if (p->code_count) memcpy(f->code, p->code, p->code_count * sizeof *f->code);
}
