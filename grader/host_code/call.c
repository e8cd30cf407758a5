// Calls of functions, the file's own among them, and a whole run.
#include "grader/host_code/call.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS = 12, DEPTH = 4 };

typedef struct {
    HostValue value[ARGUMENTS];
    char structure[ARGUMENTS][HOST_NAME]; // the argument is one; its name
    int count;
} Arguments;

// "(a, b)", and "({a, b})".
static bool read_arguments(Run *run, Arguments *a) {
    a->count = 0;
    if (host_take(run, "<")) { // min<int>(...)
        HostType type;
        if (!host_type_named(run->text, &run->at, &type) || !host_take(run, ">")) return false;
    }
    if (!host_take(run, "(")) return false;
    const bool list = host_take(run, "{");
    while (!host_is(run, ")") && !host_is(run, "}")) {
        if (a->count == ARGUMENTS || !run->r->good) return false;
        const HostToken *t = &run->text->token[run->at];
        a->structure[a->count][0] = 0;
        if (t->kind == TOKEN_NAME && host_is_structure(run, t->text)) {
            snprintf(a->structure[a->count], HOST_NAME, "%s", t->text);
            run->at++;
        } else {
            a->value[a->count] = host_expression(run);
        }
        a->count++;
        if (!host_take(run, ",")) break;
    }
    return (!list || host_take(run, "}")) && host_take(run, ")") && run->r->good;
}

static bool least_or_most(const char *name, const Arguments *a, HostValue *value) {
    const bool least = !strcmp(name, "min") || !strcmp(name, "fmin");
    if (!least && strcmp(name, "max") && strcmp(name, "fmax")) return false;
    *value = a->value[0];
    for (int i = 1; i < a->count; i++)
        if ((host_number_of(&a->value[i]) < host_number_of(value)) == least &&
            host_number_of(&a->value[i]) != host_number_of(value))
            *value =
                host_convert(a->value[i], value->type > a->value[i].type ? value->type : a->value[i].type);
    return a->count > 1;
}

static bool of_one(const char *name, HostValue v, HostValue *value) {
    static const struct {
        const char *name;
        double (*of)(double);
    } known[] = {{"ceil", ceil},   {"ceilf", ceil},  {"floor", floor}, {"floorf", floor},
                 {"round", round}, {"trunc", trunc}, {"fabs", fabs},   {"sqrt", sqrt}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name)) {
            const HostType type = v.type == HOST_FLOAT ? HOST_FLOAT : HOST_DOUBLE;
            *value = host_convert((HostValue){HOST_DOUBLE, 0, known[i].of(host_number_of(&v))}, type);
            return true;
        }
    return false;
}

static bool known_function(const char *name, const Arguments *a, HostValue *value, bool *good) {
    if (a->count == 1 && of_one(name, a->value[0], value)) return true;
    if (!strcmp(name, "ceil_div") && a->count == 2) {
        const HostToken divide = {.kind = TOKEN_MARK, .text = "/", .division = DIVIDE_CEILING};
        bool overflow = false;
        *value = host_operate(&divide, a->value[0], a->value[1], &overflow, good);
        return true;
    }
    return least_or_most(name, a, value);
}

// The fields of `from` become those of `to`.
static void copy_structure(HostResult *r, const char *to, const HostResult *of, const char *from) {
    const size_t length = strlen(from);
    for (int i = 0; i < of->count && r->count < HOST_VARIABLES; i++) {
        const char *name = of->variable[i].name;
        if (strncmp(name, from, length) || name[length] != '.') continue;
        const int written = snprintf(r->variable[r->count].name, HOST_NAME, "%s%s", to, name + length);
        if (written < HOST_NAME) r->variable[r->count++].value = of->variable[i].value;
    }
}

// The parameters stand in front of the body: a name behind a type, in front of , or ).
static bool next_parameter(const HostText *text, int *at, char name[HOST_NAME], HostType *type, bool *number,
                           int *structure) {
    if (!strcmp(text->token[*at].text, ")")) return false;
    *number = host_type_named(text, at, type);
    while (!*number && !strcmp(text->token[*at].text, "const")) ++*at;
    *structure = *at;
    name[0] = 0;
    for (; *at < text->count && strcmp(text->token[*at].text, ",") && strcmp(text->token[*at].text, ")");
         ++*at)
        if (text->token[*at].kind == TOKEN_NAME) snprintf(name, HOST_NAME, "%s", text->token[*at].text);
    if (!strcmp(text->token[*at].text, ",")) ++*at;
    return true;
}

static int parameters_of(const HostText *text, int body) {
    int depth = 0, at = body - 1;
    for (; at > 0; at--) {
        depth += !strcmp(text->token[at].text, ")");
        depth -= !strcmp(text->token[at].text, "(");
        if (!depth) break;
    }
    return at + 1;
}

static void run_body(Run *inner, int begin, int steps) {
    inner->at = begin;
    inner->steps = steps;
    inner->r->good = true;
    host_statement(inner, false);
}

static bool own_function(Run *run, const char *name, const Arguments *a, HostValue *value) {
    int begin, end;
    if (run->depth >= DEPTH || !host_function(run->text, name, &begin, &end)) return false;
    HostResult result = {0};
    Run inner = {.text = run->text, .r = &result, .depth = run->depth + 1, .nesting = run->nesting};
    int at = parameters_of(run->text, begin);
    char parameter[HOST_NAME];
    HostType type;
    bool number;
    for (int i = 0, structure; next_parameter(run->text, &at, parameter, &type, &number, &structure); i++) {
        if (i >= a->count) return false;
        if (a->structure[i][0])
            copy_structure(&result, parameter, run->r, a->structure[i]);
        else
            host_set(&inner, parameter, number ? host_convert(a->value[i], type) : a->value[i], true);
    }
    run_body(&inner, begin, run->steps);
    run->steps = inner.steps;
    if (!result.good || !inner.done || result.returned[0]) return false;
    if (result.overflow && !run->r->overflow) run->r->overflow = result.overflow;
    *value = result.value;
    return true;
}

bool host_called(Run *run, const char *name, HostValue *value) {
    Arguments a;
    bool good = true;
    if (!read_arguments(run, &a)) return false;
    if (own_function(run, name, &a, value)) return true;
    for (int i = 0; i < a.count; i++)
        if (a.structure[i][0]) return false;
    if (!known_function(name, &a, value, &good)) return false;
    if (!good) host_fail(run);
    return true;
}

// A parameter that is a number has the type that is declared, a field that of its structure.
static void give(Run *run, const HostGiven *given, int parameters) {
    const char *dot = strchr(given->name, '.');
    const size_t length = dot ? (size_t)(dot - given->name) : strlen(given->name);
    HostType type;
    bool number;
    char name[HOST_NAME];
    for (int at = parameters, structure; next_parameter(run->text, &at, name, &type, &number, &structure);) {
        if (strlen(name) != length || strncmp(name, given->name, length) || number == (dot != NULL)) continue;
        if (dot && !host_field_type(run->text, run->text->token[structure].text, dot + 1, &type)) continue;
        host_set(run, given->name, host_convert((HostValue){HOST_DOUBLE, 0, given->value}, type), true);
    }
}

void host_call(HostResult *result, const HostText *text, const char *name, const HostGiven *given,
               int count) {
    int begin, end;
    *result = (HostResult){.good = true};
    Run run = {.text = text, .r = result};
    if (!host_function(text, name, &begin, &end)) {
        result->good = false;
        return;
    }
    for (int i = 0; i < count; i++) give(&run, &given[i], parameters_of(text, begin));
    run_body(&run, begin, HOST_STEPS);
    result->good &= run.done;
    result->steps = HOST_STEPS - run.steps;
}

bool host_answer(const HostResult *result, const char *name, double *value) {
    char path[2 * HOST_NAME];
    if (!result->returned[0]) return *value = host_number_of(&result->value), true;
    snprintf(path, sizeof path, "%s.%s", result->returned, name);
    for (int i = result->count - 1; i >= 0; i--)
        if (!strcmp(result->variable[i].name, path))
            return *value = host_number_of(&result->variable[i].value), true;
    return false;
}

void host_evaluate(HostResult *result, const HostText *text, int at, const HostGiven *given, int count) {
    *result = (HostResult){.good = true};
    Run run = {.text = text, .r = result, .at = at, .steps = HOST_STEPS};
    for (int i = 0; i < count; i++) {
        const char *dot = strchr(given[i].name, '.');
        HostType type = HOST_DOUBLE;
        for (int k = 0; k < text->fields && dot; k++)
            if (!strcmp(text->field[k].name, dot + 1)) type = (HostType)text->field[k].type;
        host_set(&run, given[i].name, host_convert((HostValue){HOST_DOUBLE, 0, given[i].value}, type), true);
    }
    result->value = host_expression(&run);
    result->steps = HOST_STEPS - run.steps;
}
