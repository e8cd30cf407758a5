// Declarations of variables and parameters.
#include "grader/ptx/parser.h"

#include <string.h>

PtxSpace ptx_space_named(const char *directive) {
    static const struct {
        const char *name;
        PtxSpace space;
    } spaces[] = {
        {"reg", SPACE_REG},       {"sreg", SPACE_SREG},   {"param", SPACE_PARAM},   {"const", SPACE_CONST},
        {"global", SPACE_GLOBAL}, {"local", SPACE_LOCAL}, {"shared", SPACE_SHARED},
    };
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
        if (strcmp(spaces[i].name, directive) == 0) return spaces[i].space;
    return SPACE_GENERIC;
}

static size_t parse_align(Parser *p) {
    Token token = p->token;
    size_t align = (size_t)ptx_parse_bounded(p, 1 << 20, "an alignment");
    if (align == 0 || (align & (align - 1)) != 0) ptx_fail(p, &token, "an alignment must be a power of two");
    return align;
}

// .ptr .global .align 4: what a pointer parameter points to, which says nothing about the parameter itself.
static void skip_pointee(Parser *p) {
    ptx_advance(p);
    if (p->token.kind == TOKEN_DOT && ptx_space_named(p->token.name->text) != SPACE_GENERIC) ptx_advance(p);
    if (ptx_accept_dot(p, "align")) parse_align(p);
}

// .attribute(.managed)
static void parse_attribute(Parser *p, Declaration *declaration) {
    ptx_advance(p);
    declaration->is_managed |= p->next.kind == TOKEN_DOT && strcmp(p->next.name->text, "managed") == 0;
    ptx_skip_group(p, '(', ')');
}

static bool parse_vector_length(Parser *p, Declaration *declaration) {
    const char *text = p->token.name->text;
    if (text[0] != 'v' || !strchr("248", text[1]) || text[1] == '\0' || text[2] != '\0') return false;
    declaration->vector = text[1] - '0';
    ptx_advance(p);
    return true;
}

// Handles to textures and surfaces are 64 bits wide.
static PtxType declared_type(const char *text) {
    bool is_handle = !strcmp(text, "texref") || !strcmp(text, "samplerref") || !strcmp(text, "surfref");
    return is_handle ? PTX_B64 : ptx_type_named(text);
}

// Everything before the name: .global .attribute(.managed) .align 4 .u32
static Declaration parse_specifiers(Parser *p) {
    Declaration declaration = {.vector = 1};
    if (p->token.kind == TOKEN_DOT) declaration.space = ptx_space_named(p->token.name->text);
    if (declaration.space < SPACE_PARAM) ptx_fail_expected(p, "a state space such as .param or .global");
    ptx_advance(p);
    while (p->token.kind == TOKEN_DOT) {
        PtxType type = declared_type(p->token.name->text);
        if (type != PTX_NONE && type != PTX_PRED) {
            declaration.type = type;
            ptx_advance(p);
        } else if (ptx_accept_dot(p, "align")) {
            declaration.align = parse_align(p);
        } else if (ptx_at_dot(p, "ptr")) {
            skip_pointee(p);
        } else if (ptx_at_dot(p, "attribute")) {
            parse_attribute(p, &declaration);
        } else if (!parse_vector_length(p, &declaration)) {
            ptx_fail(p, &p->token, "\".%.100s\" has no place in the declaration of a variable",
                     p->token.name->text);
        }
    }
    if (declaration.type == PTX_NONE) ptx_fail_expected(p, "a type such as .b32");
    return declaration;
}

// [4][8], or [] for an array without a size
static void parse_dimensions(Parser *p, Dimensions *dimensions) {
    while (ptx_accept_sign(p, '[')) {
        if (dimensions->count == MAX_DIMENSIONS)
            ptx_fail(p, &p->token, "arrays of more than %d dimensions are not simulated", MAX_DIMENSIONS);
        bool is_unsized = ptx_at_sign(p, ']');
        if (is_unsized && dimensions->count > 0) ptx_fail_expected(p, "the length of this dimension");
        dimensions->length[dimensions->count++] =
            is_unsized ? 0 : (size_t)ptx_parse_bounded(p, MAX_VARIABLE_SIZE, "the length of an array");
        ptx_expect_sign(p, ']');
    }
}

// The name and what follows it, up to the initialiser. Leaves `dimensions` with the vector as the innermost
// one.
static Name *parse_declarator(Parser *p, const Declaration *declaration, PtxVariable *variable,
                              Dimensions *dimensions) {
    Token token = p->token;
    Name *name = ptx_expect_name(p, "the name of a variable");
    *dimensions = (Dimensions){0};
    parse_dimensions(p, dimensions);
    size_t element = (size_t)ptx_type_size(declaration->type);
    if (declaration->vector > 1) {
        if (dimensions->count == MAX_DIMENSIONS) ptx_fail(p, &token, "this array has too many dimensions");
        dimensions->length[dimensions->count++] = (size_t)declaration->vector;
    }
    *variable = (PtxVariable){.name = name->text,
                              .space = declaration->space,
                              .type = declaration->type,
                              .align = element * (size_t)declaration->vector,
                              .size = element,
                              .is_extern = declaration->is_extern,
                              .is_managed = declaration->is_managed};
    if (declaration->align > variable->align) variable->align = declaration->align;
    for (int i = 0; i < dimensions->count; i++) {
        variable->size *= dimensions->length[i];
        if (variable->size > MAX_VARIABLE_SIZE)
            ptx_fail(p, &token, "\"%.100s\" is larger than 1 GiB", name->text);
    }
    return name;
}

// The variable of that name in the current scope: a new one, or the one that an .extern declared before.
static PtxVariable *declare(Parser *p, Name *name, const PtxVariable *variable, const Token *token) {
    Binding *bound = &name->binding;
    bool is_again = bound->kind == BOUND_VARIABLE && bound->depth == p->depth &&
                    (bound->variable->is_extern || variable->is_extern);
    if (is_again) {
        if (!variable->is_extern) *bound->variable = *variable;
        return bound->variable;
    }
    PtxVariable *declared = ptx_alloc(p, sizeof *declared);
    *declared = *variable;
    ptx_bind(p, name, BOUND_VARIABLE, token)->variable = declared;

    bool is_local = p->function && variable->space != SPACE_GLOBAL && variable->space != SPACE_CONST;
    PtxVariable **entry =
        is_local ? ptx_append(p, &p->function->variables, &p->function->variable_count, sizeof *entry)
                 : ptx_append(p, &p->module->variables, &p->module->variable_count, sizeof *entry);
    *entry = declared;
    return declared;
}

// .shared .align 4 .b8 tile[4096];       .global .u32 a, b = 5;
void ptx_parse_variables(Parser *p, bool is_extern) {
    Declaration declaration = parse_specifiers(p);
    declaration.is_extern = is_extern;
    do {
        Token token = p->token;
        PtxVariable variable;
        Dimensions dimensions;
        Name *name = parse_declarator(p, &declaration, &variable, &dimensions);
        PtxVariable *declared =
            declare(p, name, &variable, &token); // before its value, which may hold its address
        if (ptx_at_sign(p, '=')) ptx_parse_initialiser(p, declared, &dimensions);
    } while (ptx_accept_sign(p, ','));
    ptx_expect_sign(p, ';');
}

// (.param .b64 a, .param .align 8 .b8 b[24]): laid out one after the other, each at its alignment.
void ptx_parse_parameters(Parser *p, PtxVariable **params, int *count, size_t *size) {
    *params = NULL;
    *count = 0;
    *size = 0;
    if (!ptx_accept_sign(p, '(') || ptx_accept_sign(p, ')')) return;
    do {
        if (ptx_at_dot(p, "reg"))
            ptx_fail(p, &p->token, "parameters in registers are not simulated, expected .param");
        Token token = p->token;
        Declaration declaration = parse_specifiers(p);
        PtxVariable variable;
        Dimensions dimensions;
        parse_declarator(p, &declaration, &variable, &dimensions);
        if (variable.space != SPACE_PARAM) ptx_fail(p, &token, "a parameter has to be .param");
        variable.offset = (*size + variable.align - 1) / variable.align * variable.align;
        *size = variable.offset + variable.size;
        if (*size > MAX_VARIABLE_SIZE) ptx_fail(p, &token, "the parameters are larger than 1 GiB");
        PtxVariable *param = ptx_append(p, params, count, sizeof *param);
        *param = variable;
    } while (ptx_accept_sign(p, ','));
    ptx_expect_sign(p, ')');
}
