// A module: its directives in order, and the two entry points of the front end, ptx_parse() and ptx_free().
#include "grader/ptx/parser.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static noreturn void fail(Parser *p, int line, int column, const char *format, va_list arguments) {
    p->error->line = line;
    p->error->column = column;
    vsnprintf(p->error->message, sizeof p->error->message, format, arguments);
    ptx_escape(p);
}

void ptx_fail(Parser *p, const Token *token, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail(p, token->line, token->column, format, arguments);
}

void ptx_fail_at(Parser *p, int line, int column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail(p, line, column, format, arguments);
}

void ptx_fail_memory(Parser *p) {
    ptx_fail(p, &p->token, "out of memory while reading the PTX");
}

void ptx_fail_expected(Parser *p, const char *expected) {
    const Token *t = &p->token;
    if (t->kind == TOKEN_END) ptx_fail(p, t, "expected %s, found the end of the text", expected);
    int length = t->length < 80 ? (int)t->length : 80;
    ptx_fail(p, t, "expected %s, found \"%.*s\"", expected, length, t->start);
}

static noreturn void fail_memory_limit(Parser *p) {
    ptx_fail(p, &p->token,
             "this module takes more than %zu MiB of memory: no compiler's output of its size does",
             p->memory_limit >> 20);
}

void *ptx_alloc(Parser *p, size_t size) {
    p->allocated += size;
    if (p->allocated > p->memory_limit) fail_memory_limit(p);
    void *memory = ptx_arena_alloc(p->arena, size);
    if (!memory) ptx_fail_memory(p);
    return memory;
}

void *ptx_append(Parser *p, void *array, int *count, size_t element_size) {
    char *elements;
    memcpy(&elements, array, sizeof elements);
    size_t used = (size_t)*count;
    if (*count == INT_MAX) ptx_fail_memory(p);
    if ((used & (used - 1)) == 0) { // 0 or a power of two: full
        char *larger = ptx_alloc(p, (used ? used * 2 : 1) * element_size);
        if (used) memcpy(larger, elements, used * element_size);
        elements = larger;
        memcpy(array, &elements, sizeof elements);
    }
    ++*count;
    return elements + used * element_size;
}

void ptx_reserve(Parser *p, void *array, size_t count, size_t *capacity, size_t element_size) {
    if (count < *capacity) return;
    size_t larger = *capacity ? *capacity * 2 : 64;
    if (larger > p->memory_limit / element_size) fail_memory_limit(p);
    void *elements;
    memcpy(&elements, array, sizeof elements);
    elements = realloc(elements, larger * element_size);
    if (!elements) ptx_fail_memory(p);
    memcpy(array, &elements, sizeof elements);
    *capacity = larger;
}

// .version 9.0: read as text, since 8.1 and 8.10 are different versions.
static void parse_version(Parser *p) {
    if (p->module->version_major)
        ptx_fail(p, &p->token, "a second module starts here, expected one at a time");
    ptx_advance(p);
    char text[16];
    size_t length = p->token.length < sizeof text ? p->token.length : sizeof text - 1;
    memcpy(text, p->token.start, length);
    text[length] = '\0';
    if (p->token.kind != TOKEN_F64 ||
        sscanf(text, "%4d.%4d", &p->module->version_major, &p->module->version_minor) != 2)
        ptx_fail_expected(p, "a version such as 9.0");
    if (p->module->version_major == 0) ptx_fail(p, &p->token, "there is no PTX version %s", text);
    ptx_advance(p);
}

// .target sm_75, debug
static void parse_target(Parser *p) {
    ptx_advance(p);
    do {
        const char *text = ptx_expect_name(p, "a target such as sm_75")->text;
        if (strncmp(text, "sm_", 3) == 0 && !p->module->target)
            p->module->target = (int)strtol(text + 3, NULL, 10);
        if (strcmp(text, "debug") == 0) p->module->is_debug = true;
    } while (ptx_accept_sign(p, ','));
}

static void parse_address_size(Parser *p) {
    ptx_advance(p);
    Token token = p->token;
    if (ptx_parse_int(p) != 64) ptx_fail(p, &token, "only modules with .address_size 64 are simulated");
}

// .section .debug_str { ... }: debug information, which .loc does not need.
static void skip_section(Parser *p) {
    ptx_advance(p);
    if (p->token.kind != TOKEN_DOT) ptx_fail_expected(p, "the name of a section");
    ptx_advance(p);
    if (!ptx_at_sign(p, '{')) ptx_fail_expected(p, "'{'");
    ptx_skip_group(p, '{', '}');
}

// .alias name, target; The target's body may still be to come.
static void parse_alias(Parser *p) {
    ptx_advance(p);
    Alias alias = {.token = p->token};
    alias.alias = ptx_expect_name(p, "the name of a function");
    ptx_expect_sign(p, ',');
    alias.target = ptx_expect_name(p, "the name of a function");
    ptx_expect_sign(p, ';');
    Alias *added = ptx_append(p, &p->aliases, &p->alias_count, sizeof *added);
    *added = alias;
}

// An alias shares everything but its name with its target.
static void resolve_aliases(Parser *p) {
    for (int i = 0; i < p->alias_count; i++) {
        Alias *a = &p->aliases[i];
        const Binding *alias = &a->alias->binding, *target = &a->target->binding;
        if (alias->kind != BOUND_FUNCTION || target->kind != BOUND_FUNCTION || !target->function->has_body)
            ptx_fail(p, &a->token,
                     ".alias needs a declared function and one with a body, got %.80s and %.80s",
                     a->alias->text, a->target->text);
        if (alias->function->has_body)
            ptx_fail(p, &a->token, "\"%.100s\" has a body and cannot be an alias", a->alias->text);
        *alias->function = *target->function;
        alias->function->name = a->alias->text;
    }
}

// Who sees a name outside the module. Only .extern matters here: there is nobody outside.
static bool parse_linkage(Parser *p) {
    bool is_extern = false;
    for (;;) {
        if (ptx_accept_dot(p, "extern"))
            is_extern = true;
        else if (!ptx_accept_dot(p, "visible") && !ptx_accept_dot(p, "weak") && !ptx_accept_dot(p, "common"))
            return is_extern;
    }
}

static void parse_declaration(Parser *p) {
    bool is_extern = parse_linkage(p);
    if (ptx_at_dot(p, "entry") || ptx_at_dot(p, "func")) {
        ptx_parse_function(p, is_extern);
    } else if (ptx_at_dot(p, "global") || ptx_at_dot(p, "const") || ptx_at_dot(p, "shared")) {
        ptx_parse_variables(p, is_extern);
    } else {
        ptx_fail_expected(p, "a function or a variable (.entry, .func, .global, .const, .shared)");
    }
}

static void parse_module_directive(Parser *p) {
    if (ptx_at_dot(p, "version"))
        parse_version(p);
    else if (ptx_at_dot(p, "target"))
        parse_target(p);
    else if (ptx_at_dot(p, "address_size"))
        parse_address_size(p);
    else if (ptx_at_dot(p, "file"))
        ptx_parse_file(p);
    else if (ptx_at_dot(p, "loc"))
        ptx_parse_loc(p);
    else if (ptx_at_dot(p, "section"))
        skip_section(p);
    else if (ptx_at_dot(p, "alias"))
        parse_alias(p);
    else if (ptx_at_dot(p, "pragma"))
        ptx_skip_function_directives(p);
    else
        parse_declaration(p);
    while (ptx_accept_sign(p, ';')) continue;
}

static void parse_module(Parser *p) {
    if (!ptx_at_dot(p, "version")) ptx_fail_expected(p, ".version, with which every PTX module starts");
    while (p->token.kind != TOKEN_END) parse_module_directive(p);
    resolve_aliases(p);
    ptx_finish_files(p);
}

static void free_parser(Parser *p) {
    ptx_names_free(&p->names);
    free(p->hidden);
    free(p->label_uses);
    free(p->code);
    free(p->loc_slots);
    free(p);
}

static void parse_text(Parser *p) {
    p->module = ptx_alloc(p, sizeof *p->module);
    p->module->arena = p->arena;
    ptx_lexer_start(p, p->text, p->text_size);
    parse_module(p);
}

PtxModule *ptx_parse(const char *text, size_t size, PtxError *error) {
    *error = (PtxError){.line = 1, .column = 1};
    Parser *p = calloc(1, sizeof *p);
    PtxArena *arena = ptx_arena_new();
    if (!p || !arena || size > MAX_VARIABLE_SIZE) {
        snprintf(error->message, sizeof error->message, "%s",
                 p && arena ? "the PTX text is larger than 1 GiB" : "out of memory while reading the PTX");
        ptx_arena_free(arena);
        free(p);
        return NULL;
    }
    p->arena = arena;
    p->error = error;
    p->loc = -1;
    p->text = text;
    p->text_size = size;
    p->memory_limit = (size_t)MEMORY_FLOOR + MEMORY_PER_BYTE * size;
    if (!ptx_attempt(p, parse_text)) {
        ptx_arena_free(arena);
        free_parser(p);
        return NULL;
    }
    PtxModule *module = p->module;
    free_parser(p);
    return module;
}

void ptx_free(PtxModule *module) {
    if (module) ptx_arena_free(module->arena);
}

PtxFunction *ptx_function_named(const PtxModule *module, const char *name) {
    PtxFunction *declared = NULL;
    for (int i = 0; i < module->function_count; i++) {
        PtxFunction *function = module->functions[i];
        if (strcmp(function->name, name) != 0) continue;
        if (function->has_body) return function;
        declared = function;
    }
    return declared;
}
