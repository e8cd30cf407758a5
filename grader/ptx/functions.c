// Functions: .entry (a kernel) and .func, from the name to the body.
#include "grader/ptx/parser.h"

#include <limits.h>
#include <string.h>

// .maxntid 256        .reqntid 16, 16, 1
static void parse_triple(Parser *p, int triple[3], const char *what) {
    ptx_advance(p);
    triple[0] = ptx_parse_bounded(p, INT_MAX, what);
    triple[1] = triple[2] = 1;
    for (int i = 1; i < 3 && ptx_accept_sign(p, ','); i++) triple[i] = ptx_parse_bounded(p, INT_MAX, what);
}

// A directive that asks for a speed or a use of resources and changes no result: its values are skipped.
static void skip_directive(Parser *p) {
    ptx_advance(p);
    for (;;) {
        if (ptx_at_sign(p, '('))
            ptx_skip_group(p, '(', ')');
        else if (p->token.kind == TOKEN_INT || p->token.kind == TOKEN_STRING)
            ptx_advance(p);
        else if (!ptx_accept_sign(p, ','))
            return;
    }
}

static void parse_function_directives(Parser *p, PtxFunction *function) {
    while (p->token.kind == TOKEN_DOT) {
        if (ptx_at_dot(p, "maxntid")) {
            parse_triple(p, function->max_threads, "a number of threads");
        } else if (ptx_at_dot(p, "reqntid")) {
            parse_triple(p, function->required_threads, "a number of threads");
        } else if (ptx_at_dot(p, "reqnctapercluster")) {
            parse_triple(p, function->required_cluster, "a number of blocks");
        } else if (ptx_accept_dot(p, "minnctapersm")) {
            function->min_blocks = ptx_parse_bounded(p, INT_MAX, "a number of blocks");
        } else if (ptx_at_dot(p, "pragma")) {
            skip_directive(p);
            ptx_accept_sign(p, ';'); // it ends the pragma, not the function
        } else {
            skip_directive(p);
        }
    }
}

void ptx_skip_function_directives(Parser *p) {
    while (p->token.kind == TOKEN_DOT) skip_directive(p);
}

// A function declared before is the same function: addresses taken of it must lead to the body that comes
// later.
static PtxFunction *declare_function(Parser *p, Name *name, const Token *token) {
    if (name->binding.kind == BOUND_FUNCTION) return name->binding.function;
    PtxFunction *function = ptx_alloc(p, sizeof *function);
    function->name = name->text;
    function->loc = -1;
    ptx_bind(p, name, BOUND_FUNCTION, token)->function = function;
    PtxFunction **entry = ptx_append(p, &p->module->functions, &p->module->function_count, sizeof *entry);
    *entry = function;
    return function;
}

static void bind_parameters(Parser *p, PtxVariable *params, int count, const Token *token) {
    for (int i = 0; i < count; i++) {
        if (strcmp(params[i].name, "_") == 0) continue;
        Name *name = ptx_intern(p, params[i].name, strlen(params[i].name));
        ptx_bind(p, name, BOUND_VARIABLE, token)->variable = &params[i];
    }
}

// .visible .entry name (.param .u64 name_param_0) .maxntid 256, 1, 1 { ... }
// .func (.param .b32 func_retval0) name (.param .b32 name_param_0) ;
void ptx_parse_function(Parser *p, bool is_extern) {
    bool is_entry = ptx_at_dot(p, "entry");
    ptx_advance(p);
    ptx_skip_function_directives(p);

    PtxFunction header = {.is_entry = is_entry, .loc = -1};
    size_t result_size;
    ptx_parse_parameters(p, &header.results, &header.result_count, &result_size);
    if (is_entry && header.result_count > 0) ptx_fail(p, &p->token, "a kernel has no result");

    Token token = p->token;
    Name *name = ptx_expect_name(p, "the name of a function");
    ptx_parse_parameters(p, &header.params, &header.param_count, &header.param_size);
    parse_function_directives(p, &header);
    header.name = name->text;
    header.has_body = ptx_at_sign(p, '{');
    if (header.has_body && is_extern) ptx_fail(p, &token, "\"%.100s\" is .extern and has a body", name->text);

    PtxFunction *function = declare_function(p, name, &token);
    if (function->has_body) {
        if (header.has_body) ptx_fail(p, &token, "\"%.100s\" has two bodies", name->text);
        ptx_expect_sign(p, ';'); // a declaration after the definition adds nothing
        return;
    }
    *function = header;
    if (!header.has_body) {
        ptx_expect_sign(p, ';');
        return;
    }
    p->function = function;
    p->loc = -1;
    ptx_open_scope(p, &token);
    bind_parameters(p, function->params, function->param_count, &token);
    bind_parameters(p, function->results, function->result_count, &token);
    ptx_parse_body(p);
    ptx_close_scope(p);
    p->function = NULL;
}
