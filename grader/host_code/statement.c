// Statements: declarations, assignments, conditions, loops.
#include <stdio.h>
#include <string.h>

#include "grader/host_code/call.h"
#include "grader/host_code/parts.h"

static const HostToken *token(const Run *run) {
    static const HostToken end = {.kind = TOKEN_END};
    return run->at < run->text->count ? &run->text->token[run->at] : &end;
}

static void expect(Run *run, const char *mark) {
    if (!host_take(run, mark)) host_fail(run);
}

void host_skip_brackets(Run *run) {
    run->at = host_bracket_end(run->text, run->at);
}

static void skip_statement(Run *run) {
    if (host_is(run, "{")) return host_skip_brackets(run);
    if (host_take(run, "if")) {
        host_skip_brackets(run);
        skip_statement(run);
        if (host_take(run, "else")) skip_statement(run);
    } else if (host_take(run, "for") || host_take(run, "while") || host_take(run, "switch")) {
        host_skip_brackets(run);
        skip_statement(run);
    } else if (host_take(run, "do")) {
        skip_statement(run);
        expect(run, "while");
        host_skip_brackets(run);
        host_take(run, ";");
    } else {
        while (run->at < run->text->count && !host_is(run, ";"))
            if (host_is(run, "(") || host_is(run, "{"))
                host_skip_brackets(run);
            else
                run->at++;
        host_take(run, ";");
    }
}

// The value that the assignment to the name at `at` gives: its own, or one that is tried in its place.
static HostValue given(const Run *run, int at, HostValue value) {
    if (at != run->text->changed_at) return value;
    value.whole += run->text->changed_by;
    value.real += run->text->changed_by;
    return value;
}

// What stands behind "int ": names with values, or without.
static void declare(Run *run, HostType type, bool as_given) {
    do {
        bool pointer = false;
        while (host_take(run, "*") ||
               (pointer && (host_take(run, "__restrict__") || host_take(run, "const"))))
            pointer = true;
        const HostToken *name = token(run);
        const int at = run->at;
        if (name->kind != TOKEN_NAME) return host_fail(run);
        run->at++;
        if (host_is(run, "[")) {
            if (pointer || as_given) return host_fail(run);
            host_declare_array(run, type, name->text);
            continue;
        }
        HostValue value = {as_given ? HOST_INT : type, 0, 0};
        if (pointer) value = host_null(type);
        const bool bracket = host_is(run, "(") || host_is(run, "{");
        if (bracket || host_take(run, "=")) {
            run->at += bracket;
            const bool list = !bracket && host_take(run, "{");
            value = host_expression(run);
            if (list) expect(run, "}");
            run->at += bracket;
        }
        if (!as_given && pointer != (value.type == HOST_POINTER)) return host_fail(run);
        if (pointer && value.real < 0) value = host_null(type);
        if (pointer && host_pointee(run, &value) != type) return host_fail(run);
        value = as_given ? value : host_convert(value, type);
        host_set(run, name->text, given(run, at, value), true);
    } while (host_take(run, ",") && run->r->good);
    expect(run, ";");
}

// What is assigned to: a variable, or an element that a pointer leads to.
typedef struct {
    const char *name;
    bool element;
    HostValue pointer;
    int64_t index;
} Target;

// "name", "name[i]" or "*name". False: it is something else.
static bool read_target(Run *run, Target *t) {
    const bool points = host_take(run, "*");
    const HostToken *name = token(run);
    *t = (Target){.name = name->text};
    if (name->kind != TOKEN_NAME) return false;
    const HostValue *v = host_variable(run, name->text);
    run->at++;
    if (!points && !host_is(run, "[")) return true;
    if (!v || v->type != HOST_POINTER) return false;
    t->element = true;
    t->pointer = *v;
    if (points) return true;
    host_take(run, "[");
    const HostValue index = host_expression(run);
    t->index = index.whole;
    return index.type < HOST_FLOAT && host_take(run, "]");
}

static void put(Run *run, const Target *t, HostValue value) {
    if (t->element)
        host_store(run, t->pointer, t->index, value);
    else
        host_set(run, t->name, value, false);
}

static bool held(Run *run, const Target *t, HostValue *value) {
    const HostValue *variable = t->element ? NULL : host_variable(run, t->name);
    if (!t->element && !variable) return false;
    *value = t->element ? host_load(run, t->pointer, t->index) : *variable;
    return true;
}

// Joins what the target holds with a value: "+=" and the like.
static void join(Run *run, const Target *t, int own, int at, HostValue before, HostValue value) {
    HostToken op = run->text->token[at];
    bool overflow = false, good = true;
    op.text[strlen(op.text) - 1] = 0;
    const HostValue joined = before.type == HOST_POINTER ? host_with_pointers(run, &op, before, value)
                                                         : host_operate(&op, before, value, &overflow, &good);
    put(run, t, given(run, own, joined));
    if (!good) host_fail(run);
    if (overflow && !run->r->overflow) run->r->overflow = 1 + at;
}

// What stands behind "=": a value, or "b = c", which gives b its value first.
static HostValue assigned(Run *run) {
    const HostToken *name = token(run);
    const int own = run->at;
    Target t;
    if (name->kind != TOKEN_NAME || !token_is(name + 1, "=")) return host_expression(run);
    HostValue value = {HOST_INT, 0, 0};
    read_target(run, &t);
    expect(run, "=");
    put(run, &t, given(run, own, assigned(run)));
    if (!held(run, &t, &value)) host_fail(run);
    return value;
}

static void assign(Run *run) {
    static const char *const joined[] = {"+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="};
    const int own = run->at;
    Target t;
    HostValue before;
    if (!read_target(run, &t)) return host_fail(run);
    if (host_take(run, "=")) return put(run, &t, given(run, own, assigned(run)));
    const int at = run->at;
    if (!held(run, &t, &before)) return host_fail(run);
    if (host_take(run, "++") || host_take(run, "--"))
        return join(run, &t, -2, at, before, (HostValue){HOST_INT, 1, 0});
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
        if (host_take(run, joined[i])) return join(run, &t, own, at, before, host_expression(run));
    host_fail(run);
}

// "f(x);", "f<<<...>>>(x);", "(void)x;": what is done for its effect alone. False: it is none of these.
static bool for_effect(Run *run) {
    const HostToken *t = token(run);
    if (run->at + 2 >= run->text->count) return false;
    if (!run->memory && !token_is(t + 1, "(")) return false;
    const int launch = t->kind == TOKEN_NAME ? host_launch_marks(run->text, run->at) : 0;
    if (launch) {
        run->at = launch;
        host_launch(run, t->text);
        return true;
    }
    if (strcmp(t->text, "(") && (t->kind != TOKEN_NAME || !host_call_bracket(run->text, run->at)))
        return false;
    if (t->kind == TOKEN_NAME && (!strcmp(t->text, "return") || !strcmp(t->text, "__syncthreads")))
        return false;
    const HostValue value = host_expression(run);
    if (host_is(run, "<<<")) { // "(wide ? a : b)<<<...>>>"
        host_set(run, "<kernel>", value, true);
        host_launch(run, "<kernel>");
    }
    return true;
}

static void simple(Run *run) {
    HostType type;
    const int start = run->at;
    bool any = false;
    while (host_take(run, "const") || host_take(run, "static") || host_take(run, "constexpr")) any = true;
    if (host_take(run, "dim3")) return host_declare_dim3(run);
    if (host_take(run, "auto")) {
        if (host_declares_lambda(run)) return skip_statement(run);
        if (!host_declare_auto(run)) declare(run, HOST_INT, true);
        return;
    }
    if (host_type_named(run->text, &run->at, &type)) return declare(run, type, false);
    if (host_assign_dim3(run) || for_effect(run) || host_reassign_structure(run) ||
        host_declare_structure(run))
        return;
    if (any) run->at = start;
    if (host_take(run, "++") || host_take(run, "--")) { // of a loop's variable
        HostToken *name = (HostToken *)token(run);
        const HostValue *old = host_variable(run, name->text);
        if (!old) return host_fail(run);
        HostValue next = *old;
        next.whole += !strcmp(run->text->token[run->at - 1].text, "++") ? 1 : -1;
        host_set(run, name->text, next, false);
        run->at++;
        return;
    }
    assign(run);
    while (host_take(run, ",") && run->r->good) assign(run);
}

static bool condition(Run *run) {
    const HostValue value = host_expression(run);
    return host_truth(&value);
}

static void conditional(Run *run) {
    const int kept = run->r->count, behind = host_bracket_end(run->text, run->at);
    bool declares = false;
    for (int i = run->at; i < behind; i++) declares |= token_is(&run->text->token[i], ";");
    expect(run, "(");
    if (declares) simple(run), host_take(run, ";"); // "if (const int m = n - 2; m > 0)"
    const bool truth = condition(run);
    expect(run, ")");
    host_statement(run, !truth);
    if (!run->done && !run->leaving && host_take(run, "else")) host_statement(run, truth);
    if (!run->done) run->r->count = kept;
}

// "for (int x : array)", behind its bracket, of an array that the function has for itself: once for each element. False: it is another
// loop.
static bool loop_over_elements(Run *run, int body) {
    int colon = run->at;
    while (colon < body && strcmp(run->text->token[colon].text, ":") &&
           strcmp(run->text->token[colon].text, ";"))
        colon++;
    const HostToken *name = &run->text->token[colon - 1], *array = &run->text->token[colon + 1];
    const HostValue *pointer = colon + 3 == body ? host_variable(run, array->text) : NULL;
    if (!pointer || strcmp(array[-1].text, ":") || !host_is_local(pointer)) return false;
    const HostValue elements = *pointer;
    const int kept = run->r->count;
    const long count = host_local_count(run, &elements);
    for (long i = 0; i < count && run->r->good && !run->done && run->leaving != BREAKS; i++) {
        host_set(run, name->text, host_load_local(run, &elements, i), true);
        run->at = body;
        run->leaving = GOES_ON;
        host_statement(run, false);
        if (!run->done) run->r->count = kept;
    }
    if (run->done) return true;
    run->leaving = GOES_ON;
    run->at = body;
    host_statement(run, true);
    return true;
}

static void loop(Run *run, bool counted) {
    const int kept = run->r->count, body = host_bracket_end(run->text, run->at);
    expect(run, "(");
    if (counted && loop_over_elements(run, body)) return;
    if (counted && !host_take(run, ";")) {
        simple(run);
        host_take(run, ";");
    }
    const int test = run->at;
    while (run->r->good && !run->done && --run->steps > 0) {
        run->at = test;
        const bool truth = counted && host_is(run, ";") ? true : condition(run);
        if (counted) expect(run, ";");
        const int step = run->at;
        run->at = body;
        host_statement(run, !truth);
        if (!truth || run->done) break;
        if (run->leaving == BREAKS) {
            run->leaving = GOES_ON;
            run->at = body;
            host_statement(run, true);
            break;
        }
        run->leaving = GOES_ON;
        run->at = step;
        if (counted && !host_is(run, ")")) simple(run);
    }
    if (run->steps <= 0) host_fail(run);
    if (!run->done) run->r->count = kept;
}

// Behind "do".
static void loop_and_test(Run *run) {
    const int kept = run->r->count, body = run->at;
    skip_statement(run);
    const int behind = run->at;
    bool again = true;
    while (again && run->r->good && --run->steps > 0) {
        run->at = body;
        host_statement(run, false);
        if (run->done) return;
        const bool breaks = run->leaving == BREAKS;
        run->leaving = GOES_ON;
        run->at = behind;
        expect(run, "while");
        expect(run, "(");
        again = !breaks && condition(run);
    }
    run->at = behind;
    expect(run, "while");
    host_skip_brackets(run);
    expect(run, ";");
    if (run->steps <= 0) host_fail(run);
    run->r->count = kept;
}

// Behind "case VALUE:" or "default:". False: no such label stands here.
static bool take_label(Run *run, HostValue *value, bool *any) {
    *any = host_take(run, "default");
    if (!*any && !host_take(run, "case")) return false;
    if (!*any) *value = host_expression(run);
    expect(run, ":");
    return true;
}

// The statement behind the label of `value`, or behind "default"; `end` where the body has neither.
static int chosen_statement(Run *run, int64_t value, int end) {
    int chosen = end;
    while (run->at < end && run->r->good) {
        HostValue label;
        bool any;
        if (!take_label(run, &label, &any))
            skip_statement(run);
        else if (any)
            chosen = run->at;
        else if (label.whole == value)
            return run->at;
    }
    return chosen;
}

static void choose(Run *run) {
    const int kept = run->r->count;
    expect(run, "(");
    const HostValue value = host_expression(run);
    expect(run, ")");
    if (!host_is(run, "{") || value.type >= HOST_FLOAT) return host_fail(run);
    const int end = host_bracket_end(run->text, run->at) - 1;
    run->at++;
    run->at = chosen_statement(run, value.whole, end);
    while (run->at < end && run->r->good && !run->done && !run->leaving) {
        HostValue label;
        bool any;
        if (!take_label(run, &label, &any)) host_statement(run, false);
    }
    if (run->done) return;
    if (run->leaving == BREAKS) run->leaving = GOES_ON;
    run->at = end + 1;
    run->r->count = kept;
}

static void returns(Run *run) {
    const HostToken *t = token(run);
    run->done = true;
    run->r->returned_at = run->at;
    if (!host_is_structure(run, t->text) && host_return_structure(run)) return;
    if (t->kind == TOKEN_NAME && host_is_structure(run, t->text))
        snprintf(run->r->returned, HOST_NAME, "%s", t->text);
    else if (!host_is(run, ";"))
        run->r->value = host_expression(run);
}

static void carry_out(Run *run) {
    if (host_take(run, "{")) {
        const int kept = run->r->count;
        while (!host_is(run, "}") && run->r->good && !run->done && !run->leaving &&
               run->at < run->text->count)
            host_statement(run, false);
        if (run->done || run->leaving) return;
        expect(run, "}");
        run->r->count = kept;
    } else if (host_take(run, "if")) {
        conditional(run);
    } else if (host_take(run, "for")) {
        loop(run, true);
    } else if (host_take(run, "while")) {
        loop(run, false);
    } else if (host_take(run, "do")) {
        loop_and_test(run);
    } else if (host_take(run, "switch")) {
        choose(run);
    } else if (host_take(run, "return")) {
        returns(run);
    } else if (host_is(run, "break") || host_is(run, "continue")) {
        run->leaving = host_is(run, "break") ? BREAKS : CONTINUES;
    } else if (!host_take(run, ";")) {
        simple(run);
        if (run->at > 0 && strcmp(run->text->token[run->at - 1].text, ";") &&
            strcmp(run->text->token[run->at - 1].text, "}"))
            expect(run, ";");
    }
}

void host_statement(Run *run, bool skip) {
    if (!run->r->good || run->done || run->leaving) return;
    if (--run->steps < 0) return host_fail(run);
    if (skip) return skip_statement(run);
    if (run->nesting == HOST_NESTING) return host_fail(run);
    run->nesting++;
    carry_out(run);
    run->nesting--;
}
