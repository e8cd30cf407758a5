// Calls of functions, the file's own among them, and a whole run.
#include "grader/host_code/call.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH = 24 };

// Behind the > that belongs to the < at that token; 0: something else stands there.
static int behind_template(const HostText *text, int at) {
    static const char *const others[] = {";", "{", "}", "&&", "||", "?", "=", "<<<", NULL};
    enum { LONG = 32 };
    int depth = 0;
    for (int i = at; i < text->count && i < at + LONG; i++) {
        if (token_is_one_of(&text->token[i], others)) return 0;
        depth += token_is(&text->token[i], "<") - token_is(&text->token[i], ">");
        if (!depth) return i + 1;
    }
    return 0;
}

int host_call_bracket(const HostText *text, int name) {
    if (text->token[name].kind != TOKEN_NAME || name + 2 >= text->count) return 0;
    const int open = token_is(&text->token[name + 1], "<") ? behind_template(text, name + 1) : name + 1;
    return open && open < text->count && token_is(&text->token[open], "(") ? open : 0;
}

int host_launch_marks(const HostText *text, int name) {
    const int at = token_is(&text->token[name + 1], "<") ? behind_template(text, name + 1) : name + 1;
    return at && token_is(&text->token[at], "<<<") ? at : 0;
}

bool host_read_arguments(Run *run, HostArguments *a) {
    a->count = a->template_at = 0;
    if (host_is(run, "<")) { // min<int>(...)
        a->template_at = run->at;
        run->at = behind_template(run->text, run->at);
        if (!run->at) return false;
    }
    if (!host_take(run, "(")) return false;
    const bool list = host_take(run, "{");
    while (!host_is(run, ")") && !host_is(run, "}")) {
        if (a->count == HOST_ARGUMENTS || !run->r->good) return false;
        const HostToken *t = &run->text->token[run->at];
        a->structure[a->count][0] = 0;
        a->at[a->count] = run->at;
        const bool whole =
            t->kind == TOKEN_NAME && (token_is(t + 1, ",") || token_is(t + 1, ")") || token_is(t + 1, "}"));
        if (whole && host_known_structure(run, t->text)) {
            snprintf(a->structure[a->count], HOST_NAME, "%s", t->text);
            run->at++;
        } else if (!whole && host_begins_structure(run)) {
            const char *made = host_made_structure(run, run->at);
            if (!made) return false;
            snprintf(a->structure[a->count], HOST_NAME, "%.*s", (int)strlen(made) - 1, made);
        } else {
            a->value[a->count] = host_expression(run);
        }
        a->count++;
        if (!host_take(run, ",")) break;
    }
    return (!list || host_take(run, "}")) && host_take(run, ")") && run->r->good;
}

static bool least_or_most(const char *name, const HostArguments *a, HostValue *value) {
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

static bool known_function(const char *name, const HostArguments *a, HostValue *value, bool *good) {
    if (a->count == 1 && of_one(name, a->value[0], value)) return true;
    if (!strcmp(name, "ceil_div") && a->count == 2) {
        const HostToken divide = {.kind = TOKEN_MARK, .text = "/", .division = DIVIDE_CEILING};
        bool overflow = false;
        *value = host_operate(&divide, host_convert(a->value[0], HOST_INT),
                              host_convert(a->value[1], HOST_INT), &overflow, good);
        return true;
    }
    return least_or_most(name, a, value);
}

// A parameter of a function, as it is declared.
typedef struct {
    char name[HOST_NAME];
    HostType type; // where it is a number, or points to some
    bool number, pointer;
    bool changed;  // what it is given for is the caller's own: int &n
    int structure; // the token that names its type, where it is neither
} Parameter;

// The parameters stand in front of the body: a name behind a type, in front of , or ).
static bool next_parameter(const HostText *text, int *at, Parameter *p) {
    if (*at >= text->count || !strcmp(text->token[*at].text, ")")) return false;
    *p = (Parameter){.type = HOST_INT};
    const int begin = *at;
    p->number = host_type_named(text, at, &p->type);
    while (!p->number && !strcmp(text->token[*at].text, "const")) ++*at;
    p->structure = *at;
    for (; *at < text->count && strcmp(text->token[*at].text, ",") && strcmp(text->token[*at].text, ")");
         ++*at) {
        const HostToken *t = &text->token[*at];
        p->pointer |= !strcmp(t->text, "*") || !strcmp(t->text, "[");
        if (t->kind == TOKEN_NAME && strncmp(t->text, "__", 2) && strcmp(t->text, "const"))
            snprintf(p->name, HOST_NAME, "%s", t->text);
        p->changed |= !strcmp(t->text, "&");
    }
    for (int i = begin; i < *at; i++) p->changed &= !token_is(&text->token[i], "const");
    if (!strcmp(text->token[*at].text, ",")) ++*at;
    return true;
}

int host_parameter_list(const HostText *text, int body) {
    int close = body - 1;
    while (close > 0 && (token_is(&text->token[close], "const") || token_is(&text->token[close], "noexcept")))
        close--;
    return host_bracket_begin(text, close);
}

static int parameters_of(const HostText *text, int body) {
    return host_parameter_list(text, body) + 1;
}

// "template <int SIZE, typename T = float>" in front of the function with that body: behind its <; 0: there is none.
static int template_of(const HostText *text, int body) {
    for (int i = host_parameter_list(text, body) - 1; i > 0; i--) {
        if (token_is(&text->token[i], "template") && token_is(&text->token[i + 1], "<")) return i + 2;
        if (token_is(&text->token[i], ";") || token_is(&text->token[i], "}") ||
            token_is(&text->token[i], "{"))
            return 0;
    }
    return 0;
}

// Behind what stands at `at` in < >: its comma, or its >.
static int behind_item(const HostText *text, int at) {
    int depth = 0;
    for (; at < text->count; at++) {
        const HostToken *t = &text->token[at];
        if (!depth && (token_is(t, ",") || token_is(t, ">"))) return at;
        depth += token_is(t, "<") || token_is(t, "(");
        depth -= token_is(t, ">") || token_is(t, ")");
    }
    return at;
}

// The parameters of a template that are numbers become variables: by what the call hands them, or by their own values.
static void take_template(Run *inner, Run *run, int body, int given) {
    int at = template_of(run->text, body), handed = given ? given + 1 : 0;
    while (at && at < run->text->count && inner->r->good) {
        const int end = behind_item(run->text, at), hands = handed ? behind_item(run->text, handed) : 0;
        int name = end - 1;
        for (int i = at; i < end; i++)
            if (token_is(&run->text->token[i], "=")) name = i - 1;
        const bool number = !token_is(&run->text->token[at], "typename") &&
                            !token_is(&run->text->token[at], "class") &&
                            run->text->token[name].kind == TOKEN_NAME;
        Run item = handed ? *run : *inner;
        item.at = handed ? handed : name + 2;
        item.steps = run->steps;
        if (number && (handed || name + 1 < end)) {
            const HostValue value = host_item(&item);
            host_set(inner, run->text->token[name].text, value, true);
            inner->r->good &= item.r->good;
            run->steps = item.steps;
        }
        handed = hands && token_is(&run->text->token[hands], ",") ? hands + 1 : 0;
        at = token_is(&run->text->token[end], ",") ? end + 1 : 0;
    }
}

static void run_body(Run *inner, int begin, int steps) {
    inner->at = inner->body = begin;
    inner->steps = steps;
    inner->r->good = true;
    host_statement(inner, false);
}

// Where a thread is, is known in all functions.
static void copy_place(HostResult *r, const HostResult *of) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (int i = 0; i < 4; i++) host_copy_structure(r, names[i], of, names[i]);
}

// A variable of the caller's, and nothing else, that an argument is.
static const char *argument_name(const Run *run, const HostArguments *a, int i) {
    const HostToken *t = &run->text->token[a->at[i]];
    return t->kind == TOKEN_NAME && (token_is(t + 1, ",") || token_is(t + 1, ")")) ? t->text : NULL;
}

bool host_take_arguments(Run *inner, const Run *run, const HostArguments *a, int parameters, bool changes) {
    Parameter p;
    int i = 0;
    for (int at = parameters; next_parameter(run->text, &at, &p); i++) {
        if (i >= a->count || (p.changed && !p.pointer && !(changes && argument_name(run, a, i))))
            return false;
        if (a->structure[i][0])
            host_copy_structure(inner->r, p.name, run->r, a->structure[i]);
        else if (p.pointer != (a->value[i].type == HOST_POINTER) ||
                 (p.pointer && p.number && a->value[i].real >= 0 &&
                  host_pointee(run, &a->value[i]) != p.type))
            return false;
        else
            host_set(inner, p.name, p.number && !p.pointer ? host_convert(a->value[i], p.type) : a->value[i],
                     true);
    }
    return true;
}

// What a function has changed of the variables that it got by reference.
static void give_back(Run *run, Run *inner, const HostArguments *a, int begin) {
    Parameter p;
    int i = 0;
    for (int at = parameters_of(run->text, begin); next_parameter(run->text, &at, &p); i++) {
        if (!p.changed || p.pointer) continue;
        const HostValue *v = host_variable(inner, p.name);
        if (a->structure[i][0])
            host_assign_structure(run, a->structure[i], inner->r, p.name);
        else if (v)
            host_set(run, argument_name(run, a, i), *v, false);
    }
}

static void note_reached(Run *run, int begin) {
    HostMemory *m = run->memory;
    if (!m || !run->text->token[begin].line || m->reached_count == HOST_REACHED) return;
    for (int i = 0; i < m->reached_count; i++)
        if (m->reached[i] == begin) return;
    m->reached[m->reached_count++] = begin;
}

// The token { of a function's body.
static bool find_function(Run *run, const char *name, int *begin) {
    int end;
    if ((*begin = host_kept_function(run, name))) return true;
    if (!host_function(run->text, name, begin, &end)) return false;
    if (!run->text->token[*begin].line) host_keep_function(run, name, *begin);
    return true;
}

// The fields of a structure are variables of its functions. Returns how many.
static int take_fields(Run *inner, const Run *run, const char *object) {
    const size_t length = strlen(object);
    for (int i = 0; i < run->r->count; i++) {
        const char *name = run->r->variable[i].name;
        if (!strncmp(name, object, length) && name[length] == '.' && name[length + 1])
            host_set(inner, name + length + 1, run->r->variable[i].value, true);
    }
    return inner->r->count;
}

static void give_fields(Run *run, const Run *inner, const char *object, int first, int end) {
    for (int i = first; i < end && run->r->good; i++) {
        char path[2 * HOST_NAME];
        if (snprintf(path, sizeof path, "%s.%s", object, inner->r->variable[i].name) >= HOST_NAME)
            return host_fail(run);
        host_set(run, path, inner->r->variable[i].value, false);
    }
}

bool host_run_function(Run *run, int begin, const HostArguments *a, const char *object, HostResult *result) {
    if (run->depth >= DEPTH) return false;
    *result = (HostResult){.good = true};
    Run inner = {.text = run->text,
                 .r = result,
                 .depth = run->depth + 1,
                 .nesting = run->nesting,
                 .memory = run->memory,
                 .thread = run->thread,
                 .caller = run};
    note_reached(run, begin);
    if (run->thread >= 0) copy_place(result, run->r);
    const int first = result->count, end = object ? take_fields(&inner, run, object) : first;
    take_template(&inner, run, begin, a->template_at);
    if (!host_take_arguments(&inner, run, a, parameters_of(run->text, begin), true)) return false;
    run_body(&inner, begin, run->steps);
    run->steps = inner.steps;
    if (!result->good || (!inner.done && !run->memory && !host_returns_nothing(run->text, begin)))
        return false;
    if (result->overflow && !run->r->overflow) run->r->overflow = result->overflow;
    if (object) give_fields(run, &inner, object, first, end);
    give_back(run, &inner, a, begin);
    return run->r->good;
}

bool host_own_function(Run *run, const char *name, const HostArguments *a, HostValue *value) {
    int begin;
    HostResult result;
    if (run->depth >= DEPTH || !find_function(run, name, &begin)) return false;
    bool header = !run->text->token[begin].line;
    header &= !a->template_at;
    for (int i = 0; i < a->count; i++) // whose elements may be others next time
        header &= a->structure[i][0] || !host_is_local(&a->value[i]);
    const HostValue *kept = header ? host_kept_answer(run, begin, a->value, a->count) : NULL;
    if (kept) return *value = *kept, true;
    if (!host_run_function(run, begin, a, NULL, &result) || result.returned[0]) return false;
    *value = result.value;
    if (header) host_keep_answer(run, begin, a->value, a->count, &result.value);
    return true;
}

bool host_called(Run *run, const char *name, HostValue *value) {
    HostArguments a;
    bool good = true;
    if (host_cuda_called(run, name, value)) return true;
    if (!host_read_arguments(run, &a)) return false;
    if (host_lambda_called(run, name, &a, value) || host_member_called(run, name, &a, value) ||
        host_own_function(run, name, &a, value))
        return true;
    if (!run->r->good || (run->memory && run->memory->fault)) return host_fail(run), true;
    for (int i = 0; i < a.count; i++)
        if (a.structure[i][0]) return false;
    if (host_extreme_element(run, name, &a, value)) return true;
    if (!known_function(name, &a, value, &good)) return false;
    if (!good) host_fail(run);
    return true;
}

// A parameter that is a number has the type that is declared, a field that of its structure.
static void give(Run *run, const HostGiven *given, int parameters) {
    const char *dot = strchr(given->name, '.');
    const size_t length = dot ? (size_t)(dot - given->name) : strlen(given->name);
    Parameter p;
    for (int at = parameters; next_parameter(run->text, &at, &p);) {
        if (p.pointer || strlen(p.name) != length || strncmp(p.name, given->name, length) ||
            p.number == (dot != NULL))
            continue;
        if (dot && !host_field_type(run->text, run->text->token[p.structure].text, dot + 1, &p.type))
            continue;
        host_set(run, given->name, host_convert((HostValue){HOST_DOUBLE, 0, given->value}, p.type), true);
    }
}

static int names_of(const HostText *text, int at, char names[][HOST_NAME], int most) {
    int count = 0;
    for (Parameter p; count < most && next_parameter(text, &at, &p); count++)
        memcpy(names[count], p.name, HOST_NAME);
    return count;
}

int host_parameters_of(const HostText *text, int body, char names[][HOST_NAME], int most) {
    return names_of(text, parameters_of(text, body), names, most);
}

int host_parameters(const HostText *text, const char *name, char names[][HOST_NAME], int most) {
    for (int i = 0; i + 1 < text->count; i++)
        if (text->token[i].kind == TOKEN_NAME && !strcmp(text->token[i].text, name) &&
            !strcmp(text->token[i + 1].text, "("))
            return names_of(text, i + 2, names, most);
    return 0;
}

// Pointers of the function get the arrays of their names in the memory. Where launches are noted a structure may be passed on.
static void give_arrays(Run *run, int parameters) {
    Parameter p;
    for (int at = parameters; next_parameter(run->text, &at, &p);) {
        char structure[HOST_NAME + 1];
        if (!p.pointer && !p.number && run->memory->launch &&
            snprintf(structure, sizeof structure, "%s.", p.name) < HOST_NAME)
            host_set(run, structure, (HostValue){HOST_INT, p.structure, 0}, true);
        if (!p.pointer) continue;
        HostValue v = host_null(p.type);
        for (int i = 0; i < run->memory->given; i++)
            if (!strcmp(run->memory->array[i].name, p.name) && run->memory->array[i].type == p.type)
                v = (HostValue){HOST_POINTER, 0, i};
        host_set(run, p.name, v, true);
    }
}

bool host_parameter_type(const HostText *text, const char *name, int number, HostType *type) {
    Parameter p = {.number = false};
    int begin, end, at;
    if (!host_function(text, name, &begin, &end)) return false;
    at = parameters_of(text, begin);
    for (int i = 0; i <= number; i++)
        if (!next_parameter(text, &at, &p)) return false;
    *type = p.type;
    return p.number && !p.pointer;
}

void host_program(HostResult *result, const HostText *text, const char *name, const HostGiven *given,
                  int count, HostMemory *memory, int most_steps) {
    int begin, end;
    *result = (HostResult){.good = true};
    Run run = {.text = text, .r = result, .memory = memory, .thread = -1};
    memory->fault = HOST_NO_FAULT;
    memory->error = 0;
    memory->threads = memory->storing = memory->last_storing = memory->launches = 0;
    memory->written_twice = false;
    if (!host_function(text, name, &begin, &end)) {
        result->good = false;
        return;
    }
    note_reached(&run, begin);
    for (int i = 0; i < count; i++) give(&run, &given[i], parameters_of(text, begin));
    give_arrays(&run, parameters_of(text, begin));
    run_body(&run, begin, most_steps);
    result->steps = most_steps - run.steps;
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
