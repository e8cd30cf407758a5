// Structures that functions declare, get, give back and change: their members, and the functions among these.
#include <stdio.h>
#include <string.h>

#include "grader/host_code/call.h"
#include "grader/host_code/parts.h"

// Of a call that returns one, where it stands for itself.
static const char returned_name[] = "()";

static bool is_structure_type(const HostText *text, const char *name) {
    for (int i = 0; i < text->fields; i++)
        if (!strcmp(text->field[i].structure, name)) return true;
    return false;
}

// "name.": where its type is named.
static bool declare_name(Run *run, const char *name, int type) {
    char path[2 * HOST_NAME];
    if (snprintf(path, sizeof path, "%s.", name) >= HOST_NAME) return false;
    host_set(run, path, (HostValue){HOST_INT, type, 0}, true);
    return run->r->good;
}

void host_copy_structure(HostResult *r, const char *to, const HostResult *of, const char *from) {
    const size_t length = strlen(from);
    const int count = of->count;
    for (int i = 0; i < count && r->count < HOST_VARIABLES; i++) {
        const char *name = of->variable[i].name;
        if (strncmp(name, from, length) || name[length] != '.') continue;
        const int written = snprintf(r->variable[r->count].name, HOST_NAME, "%s%s", to, name + length);
        if (written < HOST_NAME) r->variable[r->count++].value = of->variable[i].value;
    }
}

void host_assign_structure(Run *run, const char *to, const HostResult *of, const char *from) {
    const size_t length = strlen(from);
    const int count = of->count;
    for (int i = 0; i < count && run->r->good; i++) {
        const char *name = of->variable[i].name;
        char path[2 * HOST_NAME];
        if (strncmp(name, from, length) || name[length] != '.' || !name[length + 1]) continue;
        if (snprintf(path, sizeof path, "%s%s", to, name + length) >= HOST_NAME) return host_fail(run);
        host_set(run, path, of->variable[i].value, false);
    }
}

// The value that the structure itself gives a field.
static HostValue own_value(Run *run, int at) {
    Run inner = *run;
    inner.at = at;
    const HostValue value = host_expression(&inner);
    run->steps = inner.steps;
    return value;
}

// "{1, 2}", of a dim3 "(1, 2)" too: the fields in the order of their declaration; those that are left out have the value that is given
// there, or 0. `list`: false: there are no braces, and fields without a value may be set later.
static void initialise(Run *run, const char *structure, const char *name, bool list) {
    const char *ends = host_is(run, "(") ? ")" : "}";
    if (list && !host_take(run, "{") && !host_take(run, "(")) return host_fail(run);
    for (int i = 0; i < run->text->fields && run->r->good; i++) {
        const int own = run->text->field[i].value_at;
        if (strcmp(run->text->field[i].structure, structure) || (!list && !own)) continue;
        char path[2 * HOST_NAME + 2];
        HostValue value = {HOST_INT, 0, 0};
        if (list && !host_is(run, ends))
            value = host_expression(run);
        else if (own)
            value = own_value(run, own);
        if (list) host_take(run, ",");
        if (snprintf(path, sizeof path, "%s.%s", name, run->text->field[i].name) >= HOST_NAME)
            return host_fail(run);
        host_set(run, path, value, false);
    }
    if (list && !host_take(run, ends)) host_fail(run);
}

// The token that names what a function returns.
static int returned_type(const HostText *text, int body) {
    return host_parameter_list(text, body) - 2;
}

bool host_returns_nothing(const HostText *text, int body) {
    const int at = returned_type(text, body);
    return at >= 0 && token_is(&text->token[at], "void");
}

// The body, the token {, of a function that is declared inside of a structure.
static bool member_function(const HostText *text, const char *type, const char *name, int *body) {
    for (int i = 0; i + 2 < text->count; i++) {
        if ((!token_is(&text->token[i], "struct") && !token_is(&text->token[i], "class")) ||
            !token_is(&text->token[i + 1], type) || !token_is(&text->token[i + 2], "{"))
            continue;
        const int end = host_bracket_end(text, i + 2);
        for (int k = i + 3; k + 1 < end; k++) {
            if (!token_is(&text->token[k], name) || !token_is(&text->token[k + 1], "(")) continue;
            *body = host_bracket_end(text, k + 1);
            while (*body < end && token_is(&text->token[*body], "const")) ++*body;
            if (*body < end && token_is(&text->token[*body], "{")) return true;
        }
    }
    return false;
}

// "object.f": the object, and the body of its function. False: it is none.
static bool find_member(Run *run, const char *path, char object[HOST_NAME], int *body) {
    const char *dot = strrchr(path, '.');
    char declared[HOST_NAME + 1];
    if (!dot) return false;
    snprintf(object, HOST_NAME, "%.*s", (int)(dot - path), path);
    snprintf(declared, sizeof declared, "%s.", object);
    const HostValue *type = host_variable(run, declared);
    return type && member_function(run->text, run->text->token[type->whole].text, dot + 1, body);
}

static int type_of_structure(Run *run);

// Does a call begin here that returns a structure? Then its function's body begins at *body; `object`: whose function it is, empty:
// nobody's.
static bool calls_for_structure(Run *run, char object[HOST_NAME], int *body) {
    const HostToken *t = &run->text->token[run->at];
    int end;
    if (run->at + 1 >= run->text->count || t->kind != TOKEN_NAME || !host_call_bracket(run->text, run->at))
        return false;
    if (!find_member(run, t->text, object, body)) {
        object[0] = 0;
        if (!host_function(run->text, t->text, body, &end)) return false;
    }
    const int type = returned_type(run->text, *body);
    return type >= 0 && is_structure_type(run->text, run->text->token[type].text);
}

bool host_begins_structure(Run *run) {
    const HostToken *t = &run->text->token[run->at];
    char object[HOST_NAME];
    int body;
    if (run->at + 1 >= run->text->count || t->kind != TOKEN_NAME) return false;
    if (token_is(t, "dim3") && token_is(t + 1, "(")) return true;
    if (token_is(t + 1, "{")) return is_structure_type(run->text, t->text);
    if (host_call_bracket(run->text, run->at)) return calls_for_structure(run, object, &body);
    return token_is(t + 1, ";") && host_known_structure(run, t->text);
}

// "const Steps steps = {1, 2};", "constexpr dim3 block(32, 8);" outside of functions: becomes a variable of the one that uses it. False:
// there is none of that name.
static bool declare_global(Run *run, const char *name) {
    const int at = run->at;
    int depth = 0, found = 0;
    for (int i = 1; i + 1 < run->text->count && !found; i++) {
        const HostToken *t = &run->text->token[i];
        depth += host_opens_block(run->text, i) - (depth && token_is(t, "}"));
        if (depth || !token_is(t, name) || !is_structure_type(run->text, t[-1].text)) continue;
        if (token_is(t + 1, "=") || token_is(t + 1, "{") || (token_is(t + 1, "(") && token_is(t - 1, "dim3")))
            found = i;
    }
    if (!found) return false;
    run->at = found - !token_is(&run->text->token[found - 1], "dim3");
    if (run->at == found)
        host_declare_dim3(run);
    else
        host_declare_structure(run);
    run->at = at;
    return run->r->good;
}

bool host_known_structure(Run *run, const char *name) {
    return host_is_structure(run, name) || declare_global(run, name);
}

const char *host_made_structure(Run *run, int number) {
    const int type = type_of_structure(run);
    char name[HOST_NAME];
    snprintf(name, sizeof name, "<%d>", number);
    if (type < 0 || !declare_name(run, name, type)) return host_fail(run), NULL;
    char path[HOST_NAME + 1];
    snprintf(path, sizeof path, "%s.", name);
    host_take_structure(run, name);
    for (int i = run->r->count - 1; i >= 0 && run->r->good; i--)
        if (!strcmp(run->r->variable[i].name, path)) return run->r->variable[i].name;
    return NULL;
}

// The token that names the type of the one that begins here.
static int type_of_structure(Run *run) {
    const HostToken *t = &run->text->token[run->at];
    char path[HOST_NAME + 1], object[HOST_NAME];
    int body;
    if (token_is(t + 1, "{") || (token_is(t, "dim3") && token_is(t + 1, "("))) return run->at;
    if (host_call_bracket(run->text, run->at))
        return calls_for_structure(run, object, &body) ? returned_type(run->text, body) : -1;
    snprintf(path, sizeof path, "%s.", t->text);
    const HostValue *declared = host_variable(run, path);
    return declared ? (int)declared->whole : -1;
}

void host_take_structure(Run *run, const char *to) {
    const HostToken *t = &run->text->token[run->at];
    HostArguments a;
    HostResult result = {0};
    char object[HOST_NAME];
    int body;
    const int behind = host_enter_choice(run);
    if (behind) {
        host_take_structure(run, to);
        run->at = behind;
        return;
    }
    if (!host_begins_structure(run)) return host_fail(run);
    if (token_is(t + 1, "{") || (token_is(t, "dim3") && token_is(t + 1, "("))) {
        run->at++;
        return initialise(run, t->text, to, true);
    }
    if (token_is(t + 1, ";")) {
        run->at++;
        return host_assign_structure(run, to, run->r, t->text);
    }
    calls_for_structure(run, object, &body);
    run->at++;
    if (!host_read_arguments(run, &a) ||
        !host_run_function(run, body, &a, object[0] ? object : NULL, &result) || !result.returned[0])
        return host_fail(run);
    host_assign_structure(run, to, &result, result.returned);
}

bool host_declare_structure(Run *run) {
    const HostToken *type = &run->text->token[run->at], *name = type + 1;
    if (run->at + 2 >= run->text->count || type->kind != TOKEN_NAME || name->kind != TOKEN_NAME) return false;
    if (!declare_name(run, name->text, run->at)) return false;
    run->at += 2;
    const bool assigns = host_take(run, "=");
    if (host_is(run, "{") || !assigns)
        initialise(run, type->text, name->text, host_is(run, "{"));
    else
        host_take_structure(run, name->text);
    if (!host_take(run, ";")) host_fail(run);
    return true;
}

bool host_declare_auto(Run *run) {
    const HostToken *name = &run->text->token[run->at];
    if (run->at + 3 >= run->text->count || name->kind != TOKEN_NAME || !token_is(name + 1, "=")) return false;
    const int start = run->at;
    run->at += 2;
    const int type = host_begins_structure(run) ? type_of_structure(run) : -1;
    if (type < 0) return run->at = start, false;
    if (!declare_name(run, name->text, type)) return host_fail(run), true;
    host_take_structure(run, name->text);
    if (!host_take(run, ";")) host_fail(run);
    return true;
}

bool host_reassign_structure(Run *run) {
    const HostToken *name = &run->text->token[run->at];
    char path[HOST_NAME + 1];
    if (run->at + 2 >= run->text->count || name->kind != TOKEN_NAME || !token_is(name + 1, "=")) return false;
    snprintf(path, sizeof path, "%s.", name->text);
    const HostValue *declared = host_variable(run, path);
    if (!declared) return false;
    const char *type = run->text->token[declared->whole].text;
    run->at += 2;
    if (host_is(run, "{"))
        initialise(run, type, name->text, true);
    else
        host_take_structure(run, name->text);
    return true;
}

bool host_return_structure(Run *run) {
    const int own = returned_type(run->text, run->body);
    const bool list = host_is(run, "{");
    const int type = list ? own : host_begins_structure(run) ? type_of_structure(run) : -1;
    if (type < 0 || !is_structure_type(run->text, run->text->token[type].text)) return false;
    if (!declare_name(run, returned_name, type)) return host_fail(run), true;
    if (list)
        initialise(run, run->text->token[type].text, returned_name, true);
    else
        host_take_structure(run, returned_name);
    snprintf(run->r->returned, HOST_NAME, "%s", returned_name);
    return true;
}

bool host_member_called(Run *run, const char *path, const HostArguments *a, HostValue *value) {
    HostResult result = {0};
    char object[HOST_NAME];
    int body;
    if (!find_member(run, path, object, &body) || !host_run_function(run, body, a, object, &result) ||
        result.returned[0])
        return false;
    *value = result.value;
    return true;
}
