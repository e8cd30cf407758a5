// Launches: the threads of a grid, one after another; or what is asked for alone.
#include <stdio.h>
#include <string.h>

#include "grader/host_code/call.h"
#include "grader/host_code/parts.h"

enum { MOST_THREADS = 1024, INVALID_CONFIGURATION = 9 };

typedef struct {
    int64_t n[3];
} Extent;

static const HostToken *token(const Run *run) {
    return &run->text->token[run->at < run->text->count ? run->at : run->text->count - 1];
}

// "(a, b)" or "{a, b}": what is left out is 1.
static Extent read_extent(Run *run) {
    Extent e = {{1, 1, 1}};
    const bool braces = host_take(run, "{");
    if (!braces && !host_take(run, "(")) return host_fail(run), e;
    for (int i = 0; i < 3 && !host_is(run, braces ? "}" : ")") && run->r->good; i++) {
        const HostValue v = host_convert(host_expression(run), HOST_UNSIGNED);
        e.n[i] = v.whole;
        if (!host_take(run, ",")) break;
    }
    if (!host_take(run, braces ? "}" : ")")) host_fail(run);
    return e;
}

static Extent extent_named(Run *run, const char *name) {
    static const char axes[] = "xyz";
    Extent e = {{1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        char field[HOST_NAME + 2];
        snprintf(field, sizeof field, "%s.%c", name, axes[i]);
        const HostValue *v = host_variable(run, field);
        if (v) e.n[i] = v->whole;
    }
    return e;
}

// A number, a variable of type dim3, one that is made here or that a function returns, or one of two.
static Extent read_argument(Run *run) {
    const int behind = host_enter_choice(run);
    if (behind) {
        const Extent chosen = read_argument(run);
        run->at = behind;
        return chosen;
    }
    const HostToken *t = token(run);
    if (host_is(run, "{")) return read_extent(run);
    if (host_is(run, "dim3")) return run->at++, read_extent(run);
    if (host_begins_structure(run) && !host_is_structure(run, t->text)) {
        const int kept = run->r->count;
        const char *made = host_made_structure(run, run->at);
        char name[HOST_NAME] = "";
        if (made) snprintf(name, sizeof name, "%.*s", (int)strlen(made) - 1, made);
        const Extent e = extent_named(run, name);
        run->r->count = kept;
        return e;
    }
    const bool whole = t->kind == TOKEN_NAME && !token_is(t + 1, "(") && !token_is(t + 1, "<");
    if (whole && host_known_structure(run, t->text)) {
        run->at++;
        return extent_named(run, t->text);
    }
    const HostValue v = host_convert(host_expression(run), HOST_UNSIGNED);
    return (Extent){{v.whole, 1, 1}};
}

static void set_extent(Run *run, const char *name, const Extent *e, bool declares) {
    static const char axes[] = "xyz";
    for (int i = 0; i < 3; i++) {
        char field[HOST_NAME + 2];
        if (snprintf(field, sizeof field, "%s.%c", name, axes[i]) >= HOST_NAME) return host_fail(run);
        host_set(run, field, (HostValue){HOST_UNSIGNED, e->n[i], 0}, declares);
    }
}

void host_declare_dim3(Run *run) {
    do {
        const HostToken *name = token(run);
        Extent e = {{1, 1, 1}};
        run->at++;
        if (host_take(run, "="))
            e = read_argument(run);
        else if (host_is(run, "(") || host_is(run, "{"))
            e = read_extent(run);
        char path[HOST_NAME + 1];
        if (snprintf(path, sizeof path, "%s.", name->text) >= HOST_NAME) return host_fail(run);
        host_set(run, path, (HostValue){HOST_INT, 0, 0}, true); // the text's first token names the type
        set_extent(run, name->text, &e, true);
    } while (host_take(run, ",") && run->r->good);
    if (!host_take(run, ";")) host_fail(run);
}

bool host_assign_dim3(Run *run) {
    const HostToken *name = token(run);
    char path[HOST_NAME + 2];
    snprintf(path, sizeof path, "%s.", name->text);
    const HostValue *type =
        name->kind == TOKEN_NAME && token_is(name + 1, "=") ? host_variable(run, path) : NULL;
    if (!type || !token_is(&run->text->token[type->whole], "dim3")) return false;
    run->at += 2;
    const Extent e = read_argument(run);
    set_extent(run, name->text, &e, false);
    return true;
}

static void run_threads(Run *run, const char *name, const Extent *grid, const Extent *block,
                        const HostArguments *a) {
    const int64_t of_block = block->n[0] * block->n[1] * block->n[2],
                  threads = of_block * grid->n[0] * grid->n[1] * grid->n[2];
    run->memory->threads += (long)threads;
    const int64_t first = run->memory->first_thread < threads ? run->memory->first_thread : 0;
    for (int64_t i = 0; i < threads && run->r->good; i++) {
        const int64_t t = (first + i) % threads, in_block = t % of_block, b = t / of_block;
        const Extent thread = {{in_block % block->n[0], in_block / block->n[0] % block->n[1],
                                in_block / block->n[0] / block->n[1]}},
                     place = {{b % grid->n[0], b / grid->n[0] % grid->n[1], b / grid->n[0] / grid->n[1]}};
        const int kept = run->r->count;
        HostValue none;
        run->thread = t;
        set_extent(run, "threadIdx", &thread, true);
        set_extent(run, "blockIdx", &place, true);
        set_extent(run, "blockDim", block, true);
        set_extent(run, "gridDim", grid, true);
        if (!host_own_function(run, name, a, &none)) host_fail(run);
        run->r->count = kept;
    }
    run->thread = -1;
}

static void note(Run *run, const char *name, const Extent e[2], const HostArguments *a) {
    HostLaunch *l = run->memory->launch;
    if (run->memory->launches++) return;
    *l = (HostLaunch){.arguments = a->count};
    memcpy(l->grid, e[0].n, sizeof l->grid);
    memcpy(l->block, e[1].n, sizeof l->block);
    for (int i = 0; i < a->count; i++) {
        const HostToken *first = &run->text->token[a->at[i]];
        HostType type;
        l->argument[i].at = a->at[i];
        l->argument[i].named =
            first->kind == TOKEN_NAME && (!strcmp(first[1].text, ",") || !strcmp(first[1].text, ")"));
        l->argument[i].number = !a->structure[i][0] && a->value[i].type != HOST_POINTER &&
                                host_parameter_type(run->text, name, i, &type);
        if (l->argument[i].number) l->argument[i].value = host_convert(a->value[i], type);
    }
}

// Bytes of shared memory, and a stream: neither says who runs.
static void pass_over(Run *run) {
    int depth = 0;
    for (; run->at < run->text->count; run->at++) {
        const HostToken *t = token(run);
        if (token_is(t, ">>>") || (!depth && token_is(t, ","))) return;
        depth += token_is(t, "(") - token_is(t, ")");
    }
}

// A variable that holds a kernel, as the token its body begins with: its name.
static const char *kernel_of(Run *run, const char *name) {
    const HostValue *v = host_variable(run, name);
    const HostText *text = run->text;
    if (!v || v->type != HOST_INT || v->whole <= 0 || v->whole >= text->count ||
        !token_is(&text->token[v->whole], "{"))
        return name;
    const int list = host_parameter_list(text, (int)v->whole);
    return list > 0 ? text->token[list - 1].text : name;
}

void host_launch(Run *run, const char *name) {
    Extent e[2];
    HostArguments a;
    name = kernel_of(run, name);
    if (!run->memory || run->thread >= 0 || !host_take(run, "<<<")) return host_fail(run);
    e[0] = read_argument(run);
    if (!host_take(run, ",")) return host_fail(run);
    e[1] = read_argument(run);
    while (host_take(run, ",")) pass_over(run);
    if (!host_take(run, ">>>") || !host_read_arguments(run, &a)) return host_fail(run);
    if (run->memory->launch) return note(run, name, e, &a);
    const int64_t threads = e[1].n[0] * e[1].n[1] * e[1].n[2];
    const bool empty = !threads || !e[0].n[0] || !e[0].n[1] || !e[0].n[2];
    if (empty || threads > MOST_THREADS || e[1].n[2] > 64 || e[0].n[0] > INT32_MAX || e[0].n[1] > 65535 ||
        e[0].n[2] > 65535)
        run->memory->error = INVALID_CONFIGURATION;
    else
        run_threads(run, name, &e[0], &e[1], &a);
}
