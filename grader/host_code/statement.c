// Statements: declarations, assignments, conditions, loops.
#include <stdio.h>
#include <string.h>

#include "grader/host_code/parts.h"

static const HostToken *token(const Run *run) {
    static const HostToken end = {.kind = TOKEN_END};
    return run->at < run->text->count ? &run->text->token[run->at] : &end;
}

static void expect(Run *run, const char *mark) {
    if (!host_take(run, mark)) host_fail(run);
}

// Behind the bracket that closes the one that is next.
static void skip_brackets(Run *run) {
    int depth = 0;
    for (; run->at < run->text->count; run->at++) {
        const char *t = token(run)->text;
        depth += !strcmp(t, "(") || !strcmp(t, "{");
        depth -= !strcmp(t, ")") || !strcmp(t, "}");
        if (depth) continue;
        run->at++;
        return;
    }
}

static void skip_statement(Run *run) {
    if (host_is(run, "{")) return skip_brackets(run);
    if (host_take(run, "if")) {
        skip_brackets(run);
        skip_statement(run);
        if (host_take(run, "else")) skip_statement(run);
    } else if (host_take(run, "for") || host_take(run, "while")) {
        skip_brackets(run);
        skip_statement(run);
    } else {
        while (run->at < run->text->count && !host_is(run, ";"))
            if (host_is(run, "(") || host_is(run, "{"))
                skip_brackets(run);
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
        const HostToken *name = token(run);
        const int at = run->at;
        if (name->kind != TOKEN_NAME) return host_fail(run);
        run->at++;
        HostValue value = {as_given ? HOST_INT : type, 0, 0};
        const bool bracket = host_is(run, "(") || host_is(run, "{");
        if (bracket || host_take(run, "=")) {
            run->at += bracket;
            const bool list = !bracket && host_take(run, "{");
            value = host_expression(run);
            if (list) expect(run, "}");
            run->at += bracket;
        }
        value = as_given ? value : host_convert(value, type);
        host_set(run, name->text, given(run, at, value), true);
    } while (host_take(run, ",") && run->r->good);
    expect(run, ";");
}

// "= {1, 2}": the fields in the order of their declaration; those that are left out are 0.
static void initialise(Run *run, const char *structure, const char *name) {
    const bool braces = host_take(run, "{");
    for (int i = 0; i < run->text->fields && braces; i++) {
        if (strcmp(run->text->field[i].structure, structure)) continue;
        char path[2 * HOST_NAME + 2];
        HostValue value = {HOST_INT, 0, 0};
        if (!host_is(run, "}")) value = host_expression(run);
        host_take(run, ",");
        if (snprintf(path, sizeof path, "%s.%s", name, run->text->field[i].name) >= HOST_NAME)
            return host_fail(run);
        host_set(run, path, value, false);
    }
    if (!braces || !host_take(run, "}")) host_fail(run);
}

// "Type name = {...};": fields that get no value here may be set later.
static bool declare_structure(Run *run) {
    const HostToken *type = token(run), *name = type + 1;
    if (run->at + 2 >= run->text->count || type->kind != TOKEN_NAME || name->kind != TOKEN_NAME) return false;
    char field[HOST_NAME + 1];
    if (snprintf(field, sizeof field, "%s.", name->text) >= HOST_NAME) return false;
    host_set(run, field, (HostValue){HOST_INT, run->at, 0}, true);
    run->at += 2;
    if (host_take(run, "=") || host_is(run, "{")) initialise(run, type->text, name->text);
    expect(run, ";");
    return true;
}

static void assign(Run *run) {
    static const char *const joined[] = {"+=", "-=", "*=", "/=", "%=", "|=", "&=", "<<=", ">>="};
    const HostToken *name = token(run);
    const int own = run->at;
    if (name->kind != TOKEN_NAME) return host_fail(run);
    run->at++;
    if (host_take(run, "=")) {
        host_set(run, name->text, given(run, own, host_expression(run)), false);
        return;
    }
    HostToken op = *token(run);
    const HostValue *old = host_variable(run, name->text);
    if (!old) return host_fail(run);
    const HostValue before = *old;
    bool overflow = false, good = true;
    const int at = run->at++;
    if (!strcmp(op.text, "++") || !strcmp(op.text, "--")) {
        op.text[1] = 0;
        host_set(run, name->text, host_operate(&op, before, (HostValue){HOST_INT, 1, 0}, &overflow, &good),
                 false);
        return;
    }
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++) {
        if (strcmp(op.text, joined[i])) continue;
        op.text[strlen(op.text) - 1] = 0;
        const HostValue value = host_expression(run);
        host_set(run, name->text, given(run, own, host_operate(&op, before, value, &overflow, &good)), false);
        if (!good) host_fail(run);
        if (overflow && !run->r->overflow) run->r->overflow = 1 + at;
        return;
    }
    host_fail(run);
}

static void simple(Run *run) {
    HostType type;
    const int start = run->at;
    bool any = false;
    while (host_take(run, "const") || host_take(run, "static") || host_take(run, "constexpr")) any = true;
    if (host_take(run, "auto")) return declare(run, HOST_INT, true);
    if (host_type_named(run->text, &run->at, &type)) return declare(run, type, false);
    if (declare_structure(run)) return;
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
    expect(run, "(");
    const bool truth = condition(run);
    expect(run, ")");
    host_statement(run, !truth);
    if (!run->done && host_take(run, "else")) host_statement(run, truth);
}

static void loop(Run *run, bool counted) {
    const int kept = run->r->count;
    expect(run, "(");
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
        int depth = 1; // to the end of the loop's head
        for (; run->at < run->text->count && depth; run->at++) {
            depth += host_is(run, "(");
            depth -= host_is(run, ")");
        }
        host_statement(run, !truth);
        if (!truth || run->done) break;
        run->at = step;
        if (counted && !host_is(run, ")")) simple(run);
    }
    if (run->steps <= 0) host_fail(run);
    if (!run->done) run->r->count = kept;
}

static void returns(Run *run) {
    const HostToken *t = token(run);
    run->done = true;
    if (t->kind == TOKEN_NAME && host_is_structure(run, t->text))
        snprintf(run->r->returned, HOST_NAME, "%s", t->text);
    else if (!host_is(run, ";"))
        run->r->value = host_expression(run);
}

static void carry_out(Run *run) {
    if (host_take(run, "{")) {
        const int kept = run->r->count;
        while (!host_is(run, "}") && run->r->good && !run->done && run->at < run->text->count)
            host_statement(run, false);
        if (run->done) return;
        expect(run, "}");
        run->r->count = kept;
    } else if (host_take(run, "if")) {
        conditional(run);
    } else if (host_take(run, "for")) {
        loop(run, true);
    } else if (host_take(run, "while")) {
        loop(run, false);
    } else if (host_take(run, "return")) {
        returns(run);
    } else if (!host_take(run, ";")) {
        simple(run);
        if (run->at > 0 && strcmp(run->text->token[run->at - 1].text, ";") &&
            strcmp(run->text->token[run->at - 1].text, "}"))
            expect(run, ";");
    }
}

void host_statement(Run *run, bool skip) {
    if (!run->r->good || run->done) return;
    if (--run->steps < 0) return host_fail(run);
    if (skip) return skip_statement(run);
    if (run->nesting == HOST_NESTING) return host_fail(run);
    run->nesting++;
    carry_out(run);
    run->nesting--;
}
