// Statements of lab.spec about the student's functions: entry, its sizes and parameters.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/spec_parts.h"

bool take_entry(Statement *s, const LabSpec *spec, int *entry) {
    char name[64];
    if (!take_word(s, name, sizeof name, "the function's name")) return false;
    *entry = spec_find_entry(spec, name);
    return *entry >= 0 || statement_fail(s, "no \"entry %s\" line stands above", name);
}

LabEntrySpec *current_entry(Statement *s, LabSpec *spec) {
    if (spec->entry_count) return &spec->entries[spec->entry_count - 1];
    statement_fail(s, "an \"entry FUNCTION\" line must stand above this one");
    return NULL;
}

static bool take_file(Statement *s, LabEntrySpec *entry) {
    if (!take_keyword(s, "of") || !take_word(s, entry->file, sizeof entry->file, "the file's name"))
        return false;
    size_t length = strlen(entry->file);
    if (length > 3 && !strcmp(entry->file + length - 3, ".cu") && !strchr(entry->file, '/')) return true;
    return statement_fail(s, "\"%s\" must be a .cu file of the lab's folder", entry->file);
}

bool parse_entry(Statement *s, LabSpec *spec) {
    if (spec->entry_count == SPEC_ENTRIES) return statement_fail(s, "more than %d entries", SPEC_ENTRIES);
    LabEntrySpec *entry = &spec->entries[spec->entry_count];
    if (!take_word(s, entry->name, sizeof entry->name, "the function's name")) return false;
    if (spec_find_entry(spec, entry->name) >= 0)
        return statement_fail(s, "entry %s stands here twice", entry->name);
    if (!at_end(s) && !take_file(s, entry)) return false;
    strcpy(entry->sizes[0], "n");
    entry->size_count = 1;
    entry->output = -1;
    entry->budget_per_cell = 4000;
    spec->entry_count++;
    return true;
}

static bool is_name(const char *word) {
    size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyz_");
    return letters && !word[letters + strspn(word + letters, "abcdefghijklmnopqrstuvwxyz_0123456789")];
}

static int find_size(const LabEntrySpec *entry, const char *name, size_t length) {
    for (int i = 0; i < entry->size_count; i++)
        if (strlen(entry->sizes[i]) == length && !memcmp(entry->sizes[i], name, length)) return i;
    return -1;
}

bool parse_sizes(Statement *s, LabSpec *spec) {
    LabEntrySpec *entry = current_entry(s, spec);
    if (!entry) return false;
    if (entry->param_count) return statement_fail(s, "the sizes must stand above the parameters");
    entry->size_count = 0;
    do {
        char name[24];
        if (entry->size_count == SPEC_SIZES) return statement_fail(s, "more than %d sizes", SPEC_SIZES);
        if (!take_word(s, name, sizeof name, "the name of a size")) return false;
        if (!is_name(name) || !strcmp(name, "gpu"))
            return statement_fail(s, "a size needs a name in small letters other than gpu, not \"%s\"", name);
        if (find_size(entry, name, strlen(name)) >= 0)
            return statement_fail(s, "the size %s stands here twice", name);
        strcpy(entry->sizes[entry->size_count++], name);
    } while (!at_end(s));
    return true;
}

// One factor of a product: a number, or the name of a size.
static bool read_factor(const LabEntrySpec *entry, const char *word, long *factor) {
    int size = find_size(entry, word, strlen(word));
    if (size >= 0) {
        *factor = -size;
        return true;
    }
    char *end;
    *factor = strtol(word, &end, 10);
    return *factor >= 1 && *factor <= 1 << 20 && !*end;
}

// n*n*4
static bool take_product(Statement *s, const LabEntrySpec *entry, Product *product, const char *what) {
    char word[64], copy[64], *rest = NULL;
    if (!take_word(s, word, sizeof word, what)) return false;
    memcpy(copy, word, sizeof copy);
    product->count = 0;
    for (char *factor = strtok_r(copy, "*", &rest); factor; factor = strtok_r(NULL, "*", &rest)) {
        if (product->count == SPEC_FACTORS)
            return statement_fail(s, "%s has more than %d factors", what, SPEC_FACTORS);
        if (!read_factor(entry, factor, &product->factor[product->count++]))
            return statement_fail(
                s, "%s must be a product of numbers and sizes such as 7, %s or %s*%s, not \"%s\"", what,
                entry->sizes[0], entry->sizes[0], entry->sizes[0], word);
    }
    return product->count > 0 ||
           statement_fail(s, "%s must be a product such as 7 or n*n, not \"%s\"", what, word);
}

static bool take_type(Statement *s, ElementType *type) {
    char word[32];
    if (!take_word(s, word, sizeof word, "the element type")) return false;
    for (*type = TYPE_FLOAT; *type <= TYPE_INT; (*type)++)
        if (!strcmp(word, element_name(*type))) return true;
    return statement_fail(s, "the element type must be float, double or int, not \"%s\"", word);
}

static bool take_distribution(Statement *s, LabParam *param) {
    static const char *const names[] = {"uniform", "distinct", "integers", "picture"};
    char word[32];
    if (!take_word(s, word, sizeof word, "the distribution")) return false;
    int kind = 0;
    while (kind < 4 && strcmp(word, names[kind])) kind++;
    if (kind == 4)
        return statement_fail(
            s, "the distribution must be uniform, distinct or integers, or picture, not \"%s\"", word);
    param->distribution = (Distribution)kind;
    if (kind == FILL_PICTURE)
        return (param->type == TYPE_INT && param->size.count == 2) ||
               statement_fail(
                   s, "a picture has pixels of type int, and its COUNT is its height times its width");
    if (!take_number(s, &param->low, "the lowest value") ||
        !take_number(s, &param->high, "the highest value"))
        return false;
    if (fabs(param->low) > 1e9 || fabs(param->high) > 1e9)
        return statement_fail(s, "values must lie between -1e9 and 1e9");
    if (kind == FILL_INTEGERS && (floor(param->low) != param->low || floor(param->high) != param->high))
        return statement_fail(s, "integers lie between two whole numbers");
    return param->low < param->high || statement_fail(s, "the lowest value must be below the highest");
}

// grid x y z: the axes, fastest first; the last factor of the size belongs to x.
static bool take_grid(Statement *s, LabParam *param) {
    static const char *const axis[3] = {"x", "y", "z"};
    if (at_end(s) || next_is(s, "once")) return true;
    if (!take_keyword(s, "grid")) return false;
    while (!at_end(s) && !next_is(s, "once") && !next_is(s, "boundary")) {
        if (param->axes == 3) return statement_fail(s, "a grid has at most the three axes x y z");
        if (!take_keyword(s, axis[param->axes])) return false;
        param->axes++;
    }
    if (param->axes != param->size.count)
        return statement_fail(s, "the size has %d factors but the grid names %d axes", param->size.count,
                              param->axes);
    return true;
}

static bool parse_param(Statement *s, LabSpec *spec, ParamKind kind) {
    LabEntrySpec *entry = current_entry(s, spec);
    if (!entry) return false;
    if (entry->param_count == SPEC_PARAMS) return statement_fail(s, "more than %d parameters", SPEC_PARAMS);
    LabParam *param = &entry->params[entry->param_count];
    const char *what = kind == PARAM_SCALAR ? "the value" : "the number of elements";
    param->kind = kind;
    if (!take_word(s, param->name, sizeof param->name, "the parameter's name") ||
        !take_type(s, &param->type) || !take_product(s, entry, &param->size, what))
        return false;
    if (kind == PARAM_SCALAR && param->type != TYPE_INT)
        return statement_fail(s, "a scalar is an int so far");
    if (kind == PARAM_OUTPUT) {
        if (entry->output >= 0) return statement_fail(s, "%s has two outputs; one is judged", entry->name);
        entry->output = entry->param_count;
        if (!take_grid(s, param)) return false;
        entry->leaves_boundary = next_is(s, "boundary");
        if (entry->leaves_boundary && !take_keyword(s, "boundary")) return false;
        entry->once = !at_end(s);
        if (entry->once && !take_keyword(s, "once")) return false;
    }
    if (kind != PARAM_OUTPUT && kind != PARAM_SCALAR && !take_distribution(s, param)) return false;
    entry->param_count++;
    return true;
}

bool parse_input(Statement *s, LabSpec *spec) {
    return parse_param(s, spec, PARAM_INPUT);
}

bool parse_output(Statement *s, LabSpec *spec) {
    return parse_param(s, spec, PARAM_OUTPUT);
}

bool parse_scalar(Statement *s, LabSpec *spec) {
    return parse_param(s, spec, PARAM_SCALAR);
}

bool parse_values(Statement *s, LabSpec *spec) {
    return parse_param(s, spec, PARAM_VALUES);
}

bool parse_kept(Statement *s, LabSpec *spec) {
    return parse_param(s, spec, PARAM_KEPT);
}

static bool same_product(const Product *a, const Product *b) {
    return a->count == b->count && !memcmp(a->factor, b->factor, (size_t)a->count * sizeof *a->factor);
}

// plays FIRST LATER NOISE REPEATS
bool parse_plays(Statement *s, LabSpec *spec) {
    static const ElementType types[4] = {TYPE_DOUBLE, TYPE_DOUBLE, TYPE_INT, TYPE_INT};
    LabEntrySpec *entry = current_entry(s, spec);
    char name[32];
    if (!entry || entry->plays[0]) return entry && statement_fail(s, "what is played stands here twice");
    for (int k = 0; k < 4; k++) {
        if (!take_word(s, name, sizeof name, "a parameter")) return false;
        int i = 0;
        while (i < entry->param_count && strcmp(entry->params[i].name, name)) i++;
        if (i == entry->param_count)
            return statement_fail(s, "%s has no parameter \"%s\"", entry->name, name);
        const LabParam *param = &entry->params[i], *first = &entry->params[k ? entry->plays[0] - 1 : i];
        if (param->type != types[k] || param->kind != (k < 3 ? PARAM_KEPT : PARAM_VALUES) ||
            !same_product(&param->size, &first->size))
            return statement_fail(s, "%s must be %s %s, as many as there are games", name,
                                  k < 3 ? "kept" : "values", element_name(types[k]));
        entry->plays[k] = i + 1;
    }
    return true;
}

bool parse_allow(Statement *s, LabSpec *spec) {
    LabEntrySpec *entry = current_entry(s, spec);
    if (!entry || !take_keyword(s, "launch")) return false;
    return entry->allow_launch = true;
}

// block SIZE [SIZE [SIZE]]
bool parse_block(Statement *s, LabSpec *spec) {
    LabEntrySpec *entry = current_entry(s, spec);
    char name[24];
    if (!entry || entry->block_asked) return entry && statement_fail(s, "the block stands here twice");
    for (int axis = 0; axis < 3 && (axis == 0 || !at_end(s)); axis++) {
        if (!take_word(s, name, sizeof name, "a size")) return false;
        int i = 0;
        while (i < entry->size_count && strcmp(entry->sizes[i], name)) i++;
        if (i == entry->size_count) return statement_fail(s, "%s has no size \"%s\"", entry->name, name);
        entry->block[axis] = i + 1;
    }
    return entry->block_asked = true;
}

bool parse_moves(Statement *s, LabSpec *spec) {
    LabEntrySpec *entry = current_entry(s, spec);
    if (!entry || !take_keyword(s, "data")) return false;
    return entry->moves_data = true;
}

// beside another
bool parse_beside(Statement *s, LabSpec *spec) {
    LabEntrySpec *entry = current_entry(s, spec);
    if (!entry || !take_keyword(s, "another")) return false;
    return entry->beside = true;
}

bool parse_budget(Statement *s, LabSpec *spec) {
    int entry;
    double budget;
    if (!take_entry(s, spec, &entry)) return false;
    if (!take_number(s, &budget, "thread-instructions for each cell")) return false;
    if (budget < 1 || budget > 1e9) return statement_fail(s, "the budget must lie between 1 and 1e9");
    spec->entries[entry].budget_per_cell = budget;
    return true;
}

// The rest of FIRST..LAST or FIRST..LAST/STEP, from the dots on.
static bool read_range(const char *text, int first, SizeRange *range) {
    char *end = NULL;
    const long last = strtol(text + 2, &end, 10), step = *end == '/' ? strtol(end + 1, &end, 10) : 1;
    if (last <= first || last > SPEC_SIZE_MAX || step < 1 || step > last || *end) return false;
    *range = (SizeRange){first, (int)last, (int)step};
    return true;
}

// NAME=VALUE, or a range
static bool take_size(Statement *s, const LabEntrySpec *entry, int index, int *size, SizeRange *range) {
    const char *name = entry->sizes[index];
    char word[64], *end = word;
    if (!take_word(s, word, sizeof word, "a size")) return false;
    size_t length = strlen(name);
    long value = strncmp(word, name, length) || word[length] != '=' ? 0 : strtol(word + length + 1, &end, 10);
    const bool ranges = !strncmp(end, "..", 2) && read_range(end, (int)value, range);
    if (value < 1 || value > SPEC_SIZE_MAX || (*end && !ranges))
        return statement_fail(s, "expected %s=NUMBER or %s=FIRST..LAST, of 1 to %d, not \"%s\"", name, name,
                              SPEC_SIZE_MAX, word);
    *size = (int)value;
    return true;
}

bool take_case(Statement *s, const LabSpec *spec, CaseKey *key) {
    if (!take_drawn_case(s, spec, key)) return false;
    bool drawn = key->gpu_drawn;
    for (int i = 0; i < SPEC_SIZES; i++) drawn |= key->range[i].last > 0;
    return !drawn || statement_fail(s, "only a test and a counter may have sizes or a GPU that are drawn");
}

bool take_drawn_case(Statement *s, const LabSpec *spec, CaseKey *key) {
    memset(key, 0, sizeof *key);
    if (!take_entry(s, spec, &key->entry)) return false;
    const LabEntrySpec *entry = &spec->entries[key->entry];
    for (int i = 0; i < entry->size_count; i++)
        if (!take_size(s, entry, i, &key->size[i], &key->range[i])) return false;
    if (at_end(s) || s->quoted[s->next] || strncmp(s->word[s->next], "gpu=", 4)) return true;
    char word[40];
    if (!take_word(s, word, sizeof word, "gpu=NAME")) return false;
    if (!word[4] || strlen(word + 4) >= sizeof key->gpu)
        return statement_fail(s, "expected gpu=NAME, as in gpu=t4");
    strcpy(key->gpu, word + 4);
    key->gpu_drawn = !strcmp(key->gpu, "drawn");
    return true;
}
