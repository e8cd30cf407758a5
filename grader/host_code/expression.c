// Values of expressions, by the precedence of C's operators.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/host_code/call.h"
#include "grader/host_code/parts.h"

static const HostToken *token(const Run *run) {
    static const HostToken end = {.kind = TOKEN_END};
    return run->at < run->text->count ? &run->text->token[run->at] : &end;
}

static HostValue nothing(Run *run) {
    host_fail(run);
    return (HostValue){HOST_INT, 0, 0};
}

// An operand that C does not come to is only read over: to one of these marks that stands in no brackets, or their end. A ? in
// it has a : of its own.
static HostValue not_evaluated(Run *run, const char *const *marks) {
    int depth = 0, questions = 0;
    for (; run->at < run->text->count; run->at++) {
        const char *mark = token(run)->text;
        if (token(run)->kind == TOKEN_MARK && (!strcmp(mark, "(") || !strcmp(mark, "{"))) depth++;
        if (token(run)->kind == TOKEN_MARK && (!strcmp(mark, ")") || !strcmp(mark, "}")) && !depth--) break;
        bool stops = false;
        for (int i = 0; marks[i] && !depth && !questions; i++) stops |= host_is(run, marks[i]);
        if (stops) break;
        questions += !depth && host_is(run, "?");
        questions -= !depth && questions && host_is(run, ":");
    }
    return (HostValue){HOST_INT, 0, 0};
}

// (int)x, static_cast<int>(x), int(x)
static bool cast(Run *run, HostValue *value, HostValue (*of)(Run *)) {
    const int start = run->at;
    HostType type;
    if (host_is(run, "(") && token(run)[1].kind == TOKEN_NAME && !strcmp(token(run)[1].text, "void") &&
        !strcmp(token(run)[2].text, ")")) {
        run->at += 3;
        *value = of(run);
        return true;
    }
    if (host_take(run, "static_cast") && host_take(run, "<") && host_type_named(run->text, &run->at, &type) &&
        host_take(run, ">") && host_is(run, "(")) {
        *value = host_convert(of(run), type);
        return true;
    }
    run->at = start;
    if (host_take(run, "(") && host_type_named(run->text, &run->at, &type) && host_take(run, ")")) {
        *value = host_convert(of(run), type);
        return true;
    }
    run->at = start;
    if (host_type_named(run->text, &run->at, &type) && host_is(run, "(")) {
        *value = host_convert(of(run), type);
        return true;
    }
    run->at = start;
    return false;
}

// p[i], from the bracket on.
static HostValue indexed(Run *run, HostValue pointer) {
    host_take(run, "[");
    const HostValue index = host_expression(run);
    if (!host_take(run, "]") || index.type >= HOST_FLOAT) return nothing(run);
    return host_load(run, pointer, index.whole);
}

// sizeof(float), sizeof(*p), sizeof *p, sizeof(p): of numbers and pointers.
static HostValue size_of(Run *run) {
    const bool bracket = host_take(run, "(");
    HostType type = HOST_INT;
    long size;
    if (host_type_named(run->text, &run->at, &type)) {
        size = host_take(run, "*") ? (long)sizeof(void *) : host_size(type);
    } else {
        const bool points = host_take(run, "*");
        const HostValue *v = host_variable(run, token(run)->text);
        if (!v || (points && v->type != HOST_POINTER)) return nothing(run);
        run->at++;
        const bool element = points || (host_is(run, "[") && v->type == HOST_POINTER);
        if (!points && element) indexed(run, *v);
        const bool array = !element && host_is_local(v);
        size = host_size(element || array ? host_pointee(run, v) : v->type) *
               (array ? host_local_count(run, v) : 1);
    }
    if (bracket && !host_take(run, ")")) return nothing(run);
    return (HostValue){HOST_ULONG, size, 0};
}

static HostValue named(Run *run) {
    const HostToken *name = token(run);
    HostValue value;
    run->at++;
    if (!strcmp(name->text, "sizeof")) return size_of(run);
    if (!strcmp(name->text, "std") && host_take(run, "::")) return named(run);
    if (host_is(run, "(") || host_is(run, "<")) {
        const int start = run->at;
        if (host_called(run, name->text, &value)) return value;
        run->at = start;
    }
    if (host_is(run, "(")) return nothing(run);
    const HostValue *variable = host_variable(run, name->text);
    if (variable)
        return host_is(run, "[") && variable->type == HOST_POINTER ? indexed(run, *variable) : *variable;
    if (run->memory && host_cuda_constant(name->text, &value)) return value;
    if (!strcmp(name->text, "true") || !strcmp(name->text, "false"))
        return (HostValue){HOST_INT, name->text[0] == 't', 0};
    if (host_constant(run, name->text, &value)) return value;
    int body, end; // a function that is not called: one that is chosen, and launched then
    if (run->memory && run->memory->launch && run->r->good &&
        host_function(run->text, name->text, &body, &end))
        return (HostValue){HOST_INT, body, 0};
    return nothing(run);
}

static HostValue unary(Run *run);

// &p[i]
static HostValue address(Run *run) {
    host_take(run, "&");
    const HostValue *v = token(run)->kind == TOKEN_NAME ? host_variable(run, token(run)->text) : NULL;
    if (!v || v->type != HOST_POINTER) return nothing(run);
    HostValue pointer = *v;
    run->at++;
    if (!host_take(run, "[")) return nothing(run);
    const HostValue index = host_expression(run);
    if (!host_take(run, "]") || index.type >= HOST_FLOAT) return nothing(run);
    pointer.whole += index.whole;
    return pointer;
}

// "(name = value)", behind the bracket.
static HostValue assigned(Run *run) {
    const char *name = token(run)->text;
    run->at += 2;
    host_set(run, name, host_expression(run), false);
    const HostValue *v = host_variable(run, name);
    return v && host_take(run, ")") ? *v : nothing(run);
}

static HostValue operand(Run *run) {
    HostValue value;
    bool good = true, overflow = false;
    static const HostToken minus = {.kind = TOKEN_MARK, .text = "-"};
    if (cast(run, &value, unary)) return value;
    if (host_take(run, "+")) return unary(run);
    if (host_take(run, "-")) {
        value = unary(run);
        return host_operate(&minus, host_convert((HostValue){HOST_INT, 0, 0}, value.type), value, &overflow,
                            &good);
    }
    if (host_take(run, "!")) {
        value = unary(run);
        return (HostValue){HOST_INT, !host_truth(&value), 0};
    }
    if (host_take(run, "~")) {
        value = unary(run);
        value.whole = ~value.whole;
        return value.type < HOST_FLOAT ? host_convert((HostValue){HOST_LONG, value.whole, 0},
                                                      value.type < HOST_INT ? HOST_INT : value.type)
                                       : nothing(run);
    }
    if (host_take(run, "*")) {
        value = unary(run);
        return value.type == HOST_POINTER ? host_load(run, value, 0) : nothing(run);
    }
    if (host_is(run, "&")) return address(run);
    if (host_is(run, "(") && token(run)[1].kind == TOKEN_NAME && !strcmp(token(run)[2].text, "=")) {
        run->at++;
        return assigned(run);
    }
    if (host_take(run, "(")) {
        value = host_expression(run);
        if (!host_take(run, ")")) host_fail(run);
        return value;
    }
    if (token(run)->kind == TOKEN_NUMBER) return host_literal(run->text->token[run->at++].text);
    return token(run)->kind == TOKEN_NAME ? named(run) : nothing(run);
}

static HostValue unary(Run *run) {
    if (--run->steps < 0 || !run->r->good || run->nesting == HOST_NESTING) return nothing(run);
    run->nesting++;
    const HostValue value = operand(run);
    run->nesting--;
    return value;
}

static int level_of(const HostToken *t) {
    static const char *const levels[] = {"|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"};
    if (t->kind != TOKEN_MARK) return -1;
    for (int i = 0; i < 8; i++) {
        const char *at = strstr(levels[i], t->text);
        const size_t length = strlen(t->text);
        for (; at; at = strstr(at + 1, t->text))
            if ((at == levels[i] || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return i;
    }
    return -1;
}

static HostValue binary(Run *run, int lowest) {
    HostValue left = unary(run);
    for (;;) {
        const HostToken *op = token(run);
        const int at = run->at, level = level_of(op);
        if (level < lowest || level < 0 || !run->r->good) return left;
        run->at++;
        const HostValue right = binary(run, level + 1);
        bool overflow = false, good = true;
        left = left.type == HOST_POINTER || right.type == HOST_POINTER
                   ? host_with_pointers(run, op, left, right)
                   : host_operate(op, left, right, &overflow, &good);
        if (!good) host_fail(run);
        if (overflow && !run->r->overflow) run->r->overflow = 1 + at;
    }
}

static HostValue all_of(Run *run) {
    static const char *const ends[] = {"&&", "||", "?", ":", ",", ";", NULL};
    HostValue left = binary(run, 0);
    while (host_take(run, "&&")) {
        const bool truth = host_truth(&left);
        const HostValue right = truth ? binary(run, 0) : not_evaluated(run, ends);
        left = (HostValue){HOST_INT, truth && host_truth(&right), 0};
    }
    return left;
}

static HostValue any_of(Run *run) {
    static const char *const ends[] = {"||", "?", ":", ",", ";", NULL};
    HostValue left = all_of(run);
    while (host_take(run, "||")) {
        const bool truth = host_truth(&left);
        const HostValue right = truth ? not_evaluated(run, ends) : all_of(run);
        left = (HostValue){HOST_INT, truth || host_truth(&right), 0};
    }
    return left;
}

HostValue host_expression(Run *run) {
    static const char *const ends[] = {":", ",", ";", NULL};
    const HostValue condition = any_of(run);
    if (!host_take(run, "?")) return condition;
    const bool truth = host_truth(&condition);
    const HostValue yes = truth ? host_expression(run) : not_evaluated(run, ends);
    if (!host_take(run, ":")) return nothing(run);
    const HostValue no = truth ? not_evaluated(run, ends) : host_expression(run);
    return truth ? yes : no;
}

HostValue host_item(Run *run) {
    enum { ABOVE_COMPARISONS = 6 };
    return binary(run, ABOVE_COMPARISONS);
}

int host_enter_choice(Run *run) {
    static const char *const opens[] = {"(", "{", "[", NULL}, *const closes[] = {")", "}", "]", NULL},
                             *const ends[] = {",", ";", ">>>", NULL}, *const colon[] = {":", NULL};
    int depth = 0, end = run->at;
    bool asks = false;
    for (; end < run->text->count && run->r->good; end++) {
        const HostToken *t = &run->text->token[end];
        if (!depth && (token_is_one_of(t, ends) || token_is_one_of(t, closes))) break;
        depth += token_is_one_of(t, opens);
        depth -= token_is_one_of(t, closes);
        asks |= !depth && token_is(t, "?");
    }
    if (!asks) return 0;
    const HostValue condition = any_of(run);
    const bool chooses = host_take(run, "?");
    if (chooses && !host_truth(&condition)) not_evaluated(run, colon);
    if (!chooses || (!host_truth(&condition) && !host_take(run, ":"))) return host_fail(run), 0;
    return run->r->good ? end : 0;
}
