// Reads lab.spec: one statement a line, words and quoted strings, # comments.
#include "grader/lab/spec.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/expression.h"

enum { WORDS_MAX = 64, SPEC_FILE_MAX = 1 << 20 };

// One statement, cut into words; `next` is the word to be read.
typedef struct {
    const char *file;
    int line;
    char *word[WORDS_MAX];
    bool quoted[WORDS_MAX];
    int count, next;
    char *error;
    size_t error_size;
} Statement;

size_t element_size(ElementType type) {
    return type == TYPE_DOUBLE ? 8 : 4;
}

const char *element_name(ElementType type) {
    return type == TYPE_DOUBLE ? "double" : type == TYPE_FLOAT ? "float" : "int";
}

size_t product_value(const Product *product, int n) {
    size_t value = 1;
    for (int i = 0; i < product->count; i++)
        value *= product->factor[i] ? (size_t)product->factor[i] : (size_t)n;
    return value;
}

int spec_find_todo(const LabSpec *spec, const char *id) {
    for (int i = 0; i < spec->todo_count; i++)
        if (!strcmp(spec->todos[i].id, id)) return i;
    return -1;
}

int spec_find_entry(const LabSpec *spec, const char *name) {
    for (int i = 0; i < spec->entry_count; i++)
        if (!strcmp(spec->entries[i].name, name)) return i;
    return -1;
}

double spec_points(const LabSpec *spec, int todo) {
    double points = 0;
    for (int i = 0; i < spec->test_count; i++)
        if (todo < 0 || spec->tests[i].todo == todo) points += spec->tests[i].points;
    for (int i = 0; i < spec->target_count; i++)
        if (todo < 0 || spec->targets[i].todo == todo) points += spec->targets[i].points;
    return points;
}

// Writes "FILE:LINE: ..." and returns false, so that `return fail(s, ...)` reads well.
__attribute__((format(printf, 2, 3))) static bool fail(Statement *s, const char *format, ...) {
    int length = snprintf(s->error, s->error_size, "%s:%d: ", s->file, s->line);
    if (length < 0 || (size_t)length >= s->error_size) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->error + length, s->error_size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

// Cuts a line into words, in place. A quoted string is one word, with \" and \\ inside.
static bool cut_words(Statement *s, char *line) {
    s->count = s->next = 0;
    for (char *p = line;;) {
        while (*p == ' ' || *p == '\t' || *p == '\r') p++;
        if (!*p || *p == '#') return true;
        if (s->count == WORDS_MAX) return fail(s, "more than %d words in one line", WORDS_MAX);
        s->quoted[s->count] = *p == '"';
        if (*p != '"') {
            s->word[s->count++] = p;
            while (*p && *p != ' ' && *p != '\t' && *p != '\r') p++;
            if (*p) *p++ = 0;
            continue;
        }
        char *to = ++p;
        s->word[s->count++] = to;
        while (*p && *p != '"') {
            if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) p++;
            *to++ = *p++;
        }
        if (!*p) return fail(s, "a quoted text is not closed: \" is missing");
        p++;
        *to = 0;
    }
}

// The next word, copied to `to`; `what` names it in the message when it is missing or too long.
static bool take_word(Statement *s, char *to, size_t size, const char *what) {
    if (s->next == s->count) return fail(s, "%s is missing at the end of the line", what);
    const char *word = s->word[s->next++];
    if (!*word || strlen(word) >= size)
        return fail(s, "%s must have 1 to %zu characters, \"%s\" has %zu", what, size - 1, word,
                    strlen(word));
    snprintf(to, size, "%s", word);
    return true;
}

static bool take_text(Statement *s, char *to, size_t size, const char *what) {
    if (s->next < s->count && !s->quoted[s->next])
        return fail(s, "%s must stand in double quotes, \"%s\" does not", what, s->word[s->next]);
    return take_word(s, to, size, what);
}

static bool parse_number(const char *word, double *value) {
    char *end;
    *value = strtod(word, &end);
    return end != word && !*end && isfinite(*value);
}

static bool take_number(Statement *s, double *value, const char *what) {
    char word[64];
    if (!take_word(s, word, sizeof word, what)) return false;
    return parse_number(word, value) || fail(s, "%s must be a number, not \"%s\"", what, word);
}

static bool take_keyword(Statement *s, const char *keyword) {
    char word[64];
    if (!take_word(s, word, sizeof word, keyword)) return false;
    return !strcmp(word, keyword) || fail(s, "expected \"%s\" here, not \"%s\"", keyword, word);
}

static bool take_points(Statement *s, double *points) {
    if (!take_number(s, points, "the number of points")) return false;
    return (*points >= 0 && *points <= 1000) || fail(s, "points must lie between 0 and 1000");
}

static bool take_todo(Statement *s, const LabSpec *spec, int *todo) {
    char id[16];
    if (!take_word(s, id, sizeof id, "the TODO's id")) return false;
    *todo = spec_find_todo(spec, id);
    return *todo >= 0 || fail(s, "no \"todo %s\" line stands above", id);
}

static bool take_entry(Statement *s, const LabSpec *spec, int *entry) {
    char name[64];
    if (!take_word(s, name, sizeof name, "the function's name")) return false;
    *entry = spec_find_entry(spec, name);
    return *entry >= 0 || fail(s, "no \"entry %s\" line stands above", name);
}

// n=33
static bool take_n(Statement *s, int *n) {
    char word[32];
    if (!take_word(s, word, sizeof word, "n=NUMBER")) return false;
    char *end = word;
    long value = strncmp(word, "n=", 2) ? 0 : strtol(word + 2, &end, 10);
    if (value < 1 || value > SPEC_N_MAX || *end)
        return fail(s, "expected n=NUMBER with a number from 1 to %d, not \"%s\"", SPEC_N_MAX, word);
    *n = (int)value;
    return true;
}

// n*n*4
static bool take_product(Statement *s, Product *product, const char *what) {
    char word[64], *rest = NULL;
    if (!take_word(s, word, sizeof word, what)) return false;
    char copy[64];
    memcpy(copy, word, sizeof copy);
    product->count = 0;
    for (char *factor = strtok_r(copy, "*", &rest); factor; factor = strtok_r(NULL, "*", &rest)) {
        if (product->count == SPEC_FACTORS) return fail(s, "%s has more than %d factors", what, SPEC_FACTORS);
        char *end = factor;
        long value = !strcmp(factor, "n") ? 0 : strtol(factor, &end, 10);
        if (strcmp(factor, "n") && (value < 1 || value > 1 << 20 || *end))
            return fail(s, "%s must be a product such as 7, n or n*n*n, not \"%s\"", what, word);
        product->factor[product->count++] = value;
    }
    return product->count > 0 ||
           fail(s, "%s must be a product such as 7, n or n*n*n, not \"%s\"", what, word);
}

static bool take_type(Statement *s, ElementType *type) {
    char word[32];
    if (!take_word(s, word, sizeof word, "the element type")) return false;
    for (*type = TYPE_FLOAT; *type <= TYPE_INT; (*type)++)
        if (!strcmp(word, element_name(*type))) return true;
    return fail(s, "the element type must be float, double or int, not \"%s\"", word);
}

static bool take_distribution(Statement *s, LabParam *param) {
    char word[32];
    if (!take_word(s, word, sizeof word, "the distribution")) return false;
    if (!strcmp(word, "uniform"))
        param->distribution = FILL_UNIFORM;
    else if (!strcmp(word, "distinct"))
        param->distribution = FILL_DISTINCT;
    else
        return fail(s, "the distribution must be uniform or distinct, not \"%s\"", word);
    if (!take_number(s, &param->low, "the lowest value") ||
        !take_number(s, &param->high, "the highest value"))
        return false;
    if (fabs(param->low) > 1e9 || fabs(param->high) > 1e9)
        return fail(s, "values must lie between -1e9 and 1e9");
    return param->low < param->high || fail(s, "the lowest value must be below the highest");
}

// grid x y z: the axes, fastest first; the last factor of the size belongs to x.
static bool take_grid(Statement *s, LabParam *param) {
    static const char *const axis[3] = {"x", "y", "z"};
    if (s->next == s->count) return true;
    if (!take_keyword(s, "grid")) return false;
    while (s->next < s->count) {
        if (param->axes == 3) return fail(s, "a grid has at most the three axes x y z");
        if (!take_keyword(s, axis[param->axes])) return false;
        param->axes++;
    }
    if (param->axes != param->size.count)
        return fail(s, "the size has %d factors but the grid names %d axes", param->size.count, param->axes);
    return true;
}

static bool parse_param(Statement *s, LabSpec *spec, ParamKind kind) {
    if (!spec->entry_count) return fail(s, "an \"entry FUNCTION\" line must stand above its parameters");
    LabEntrySpec *entry = &spec->entries[spec->entry_count - 1];
    if (entry->param_count == SPEC_PARAMS) return fail(s, "more than %d parameters", SPEC_PARAMS);
    LabParam *param = &entry->params[entry->param_count];
    param->kind = kind;
    if (!take_word(s, param->name, sizeof param->name, "the parameter's name")) return false;
    if (!take_type(s, &param->type)) return false;
    if (!take_product(s, &param->size, kind == PARAM_SCALAR ? "the value" : "the number of elements"))
        return false;
    if (kind == PARAM_SCALAR && param->type != TYPE_INT) return fail(s, "a scalar is an int so far");
    if (kind == PARAM_OUTPUT) {
        if (entry->output >= 0) return fail(s, "%s has two outputs; one is judged", entry->name);
        entry->output = entry->param_count;
        if (!take_grid(s, param)) return false;
    }
    if (kind == PARAM_INPUT || kind == PARAM_VALUES)
        if (!take_distribution(s, param)) return false;
    entry->param_count++;
    return true;
}

static bool parse_entry(Statement *s, LabSpec *spec) {
    if (spec->entry_count == SPEC_ENTRIES) return fail(s, "more than %d entries", SPEC_ENTRIES);
    LabEntrySpec *entry = &spec->entries[spec->entry_count];
    if (!take_word(s, entry->name, sizeof entry->name, "the function's name")) return false;
    if (spec_find_entry(spec, entry->name) >= 0) return fail(s, "entry %s stands here twice", entry->name);
    entry->output = -1;
    entry->budget_per_cell = 4000;
    spec->entry_count++;
    return true;
}

static bool parse_todo(Statement *s, LabSpec *spec) {
    if (spec->todo_count == SPEC_TODOS) return fail(s, "more than %d TODOs", SPEC_TODOS);
    LabTodo *todo = &spec->todos[spec->todo_count];
    if (!take_word(s, todo->id, sizeof todo->id, "the TODO's id")) return false;
    if (!take_text(s, todo->what, sizeof todo->what, "what the TODO asks for")) return false;
    if (spec_find_todo(spec, todo->id) >= 0) return fail(s, "todo %s stands here twice", todo->id);
    spec->todo_count++;
    return true;
}

static bool parse_test(Statement *s, LabSpec *spec) {
    if (spec->test_count == SPEC_TESTS) return fail(s, "more than %d tests", SPEC_TESTS);
    LabTest *test = &spec->tests[spec->test_count];
    if (!take_todo(s, spec, &test->todo) || !take_entry(s, spec, &test->entry)) return false;
    if (!take_n(s, &test->n) || !take_points(s, &test->points)) return false;
    for (int i = 0; i < spec->test_count; i++)
        if (spec->tests[i].todo == test->todo && spec->tests[i].n == test->n)
            return fail(s, "the test %s/n=%d stands here twice", spec->todos[test->todo].id, test->n);
    spec->test_count++;
    return true;
}

static bool parse_counter(Statement *s, LabSpec *spec) {
    if (spec->target_count == SPEC_TARGETS) return fail(s, "more than %d counted targets", SPEC_TARGETS);
    LabTarget *target = &spec->targets[spec->target_count];
    if (!take_todo(s, spec, &target->todo) || !take_entry(s, spec, &target->entry)) return false;
    if (!take_n(s, &target->n)) return false;
    if (!take_text(s, target->what, sizeof target->what, "what is counted")) return false;
    size_t length = 0;
    while (s->next < s->count && strcmp(s->word[s->next], "full")) {
        const char *word = s->word[s->next++];
        if (length + strlen(word) + 2 > sizeof target->expression)
            return fail(s, "the expression is too long");
        length += (size_t)snprintf(target->expression + length, sizeof target->expression - length, "%s%s",
                                   length ? " " : "", word);
    }
    char why[200];
    if (!expression_check(target->expression, why, sizeof why)) return fail(s, "%s", why);
    if (!take_keyword(s, "full") || !take_number(s, &target->full, "the bound for full points")) return false;
    if (!take_keyword(s, "none") || !take_number(s, &target->none, "the bound for no points")) return false;
    if (target->full == target->none) return fail(s, "the two bounds must differ");
    if (!take_points(s, &target->points)) return false;
    spec->target_count++;
    return true;
}

static bool parse_budget(Statement *s, LabSpec *spec) {
    int entry;
    double budget;
    if (!take_entry(s, spec, &entry)) return false;
    if (!take_number(s, &budget, "thread-instructions for each cell")) return false;
    if (budget < 1 || budget > 1e9) return fail(s, "the budget must lie between 1 and 1e9");
    spec->entries[entry].budget_per_cell = budget;
    return true;
}

static bool parse_hint(Statement *s, LabSpec *spec) {
    if (spec->hint_count == SPEC_HINTS) return fail(s, "more than %d hints", SPEC_HINTS);
    LabHint *hint = &spec->hints[spec->hint_count];
    if (!take_todo(s, spec, &hint->todo)) return false;
    if (!take_text(s, hint->text, sizeof hint->text, "the hint")) return false;
    int before = 0;
    for (int i = 0; i < spec->hint_count; i++) before += spec->hints[i].todo == hint->todo;
    if (before == SPEC_HINTS_PER_TODO)
        return fail(s, "TODO %s has more than %d hints", spec->todos[hint->todo].id, SPEC_HINTS_PER_TODO);
    spec->hint_count++;
    return true;
}

static bool parse_lab(Statement *s, LabSpec *spec) {
    if (spec->name[0]) return fail(s, "a second \"lab\" line");
    return take_word(s, spec->name, sizeof spec->name, "the lab's id") &&
           take_text(s, spec->title, sizeof spec->title, "the lab's title");
}

static bool parse_source(Statement *s, LabSpec *spec) {
    if (!take_word(s, spec->source, sizeof spec->source, "the file's name")) return false;
    return !strchr(spec->source, '/') ||
           fail(s, "the source stands in the lab's own folder: no / in its name");
}

static bool parse_statement(Statement *s, LabSpec *spec) {
    const char *kind = s->word[s->next++];
    if (!strcmp(kind, "lab")) return parse_lab(s, spec);
    if (!strcmp(kind, "source")) return parse_source(s, spec);
    if (!strcmp(kind, "todo")) return parse_todo(s, spec);
    if (!strcmp(kind, "entry")) return parse_entry(s, spec);
    if (!strcmp(kind, "input")) return parse_param(s, spec, PARAM_INPUT);
    if (!strcmp(kind, "output")) return parse_param(s, spec, PARAM_OUTPUT);
    if (!strcmp(kind, "scalar")) return parse_param(s, spec, PARAM_SCALAR);
    if (!strcmp(kind, "values")) return parse_param(s, spec, PARAM_VALUES);
    if (!strcmp(kind, "test")) return parse_test(s, spec);
    if (!strcmp(kind, "counter")) return parse_counter(s, spec);
    if (!strcmp(kind, "budget")) return parse_budget(s, spec);
    if (!strcmp(kind, "hint")) return parse_hint(s, spec);
    return fail(
        s,
        "unknown statement \"%s\"; known are lab, source, todo, entry, input, output, scalar, values, "
        "test, counter, budget and hint",
        kind);
}

// What must be there in the end; reported at the last line.
static bool check_whole(Statement *s, const LabSpec *spec) {
    if (!spec->name[0]) return fail(s, "no \"lab NAME \"title\"\" line");
    if (!spec->source[0]) return fail(s, "no \"source FILE\" line");
    if (!spec->test_count) return fail(s, "no \"test\" line: nothing would be graded");
    for (int i = 0; i < spec->entry_count; i++)
        if (spec->entries[i].output < 0)
            return fail(s, "entry %s has no output: nothing could be judged", spec->entries[i].name);
    return true;
}

bool spec_parse(LabSpec *spec, const char *text, const char *name, char *error, size_t error_size) {
    memset(spec, 0, sizeof *spec);
    char *copy = strdup(text);
    if (!copy) {
        snprintf(error, error_size, "%s: no memory to read it", name);
        return false;
    }
    Statement s = {.file = name, .error = error, .error_size = error_size};
    bool good = true;
    for (char *line = copy; good && line;) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        s.line++;
        good = cut_words(&s, line);
        if (good && s.count) good = parse_statement(&s, spec);
        if (good && s.next < s.count) good = fail(&s, "\"%s\" is one word too many", s.word[s.next]);
        line = end ? end + 1 : NULL;
    }
    good = good && check_whole(&s, spec);
    free(copy);
    return good;
}

bool spec_load(LabSpec *spec, const char *path, char *error, size_t error_size) {
    FILE *file = fopen(path, "r");
    char *text = file ? malloc(SPEC_FILE_MAX) : NULL;
    if (!text) {
        snprintf(error, error_size, "%s: cannot be read: %s", path, strerror(errno));
        if (file) fclose(file);
        return false;
    }
    size_t size = fread(text, 1, SPEC_FILE_MAX, file);
    bool good = size < SPEC_FILE_MAX && !ferror(file);
    if (good) {
        text[size] = 0;
        good = spec_parse(spec, text, path, error, error_size);
    } else {
        snprintf(error, error_size, "%s: cannot be read, or is longer than 1 MiB", path);
    }
    free(text);
    fclose(file);
    return good;
}
