// Compares an output with the reference.
#include "grader/verdict/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double element(const void *data, ElementType type, size_t i) {
    if (type == TYPE_FLOAT) return ((const float *)data)[i];
    return type == TYPE_DOUBLE ? ((const double *)data)[i] : ((const int *)data)[i];
}

// The case as the lab's own code sees it; `args` is filled and must outlive it.
static LabCase lab_case(const CaseData *data, int round, const void *args[SPEC_PARAMS]) {
    for (int i = 0; i < data->arg_count; i++) args[i] = data->args[i].before[round];
    return (LabCase){.n = data->key.size[0],
                     .args = args,
                     .arg_count = data->arg_count,
                     .cells = data->cells,
                     .gpu = &data->gpu};
}

void call_reference(LabReference *reference, const CaseData *data, int round, double *value, double *bound) {
    const void *args[SPEC_PARAMS];
    LabCase c = lab_case(data, round, args);
    reference(&c, value, bound);
}

void describe_cell(const LabEntry *lab, const CaseData *data, int round, size_t cell, char *text,
                   size_t size) {
    const void *args[SPEC_PARAMS];
    LabCase c = lab_case(data, round, args);
    lab->describe(&c, cell, text, size);
    text[size - 1] = 0;
}

// NaN in `got` makes the comparison false and the cell wrong.
void compare_cells(Comparison *c) {
    c->wrong_count = c->todo_cells = 0;
    c->first = 0;
    for (size_t i = 0; i < c->cells; i++) {
        bool keep = c->bound[i] == 0;
        c->todo_cells += !keep;
        c->wrong[i] = keep ? !c->untouched[i] : !(fabs(c->got[i] - c->value[i]) <= c->bound[i]);
        // A wrong result tells more than an overwritten boundary: it is preferred as the first one.
        if (c->wrong[i] && (!c->wrong_count++ || (c->bound[c->first] == 0 && !keep))) c->first = i;
    }
}

static void take_shape(Comparison *c, const LabParam *output, const CaseKey *key) {
    c->axes = output->axes;
    for (int axis = 0; axis < 3; axis++) {
        Product one = {.count = 1};
        if (axis < c->axes) one.factor[0] = output->size.factor[output->size.count - 1 - axis];
        c->extent[axis] = axis < c->axes ? product_value(&one, key->size) : 1;
    }
    if (!c->axes) c->extent[0] = c->cells; // a plain array is one long row
}

bool compare(Comparison *c, const CaseData *data, const LabEntry *lab, int round) {
    const LabParam *output = &data->entry->params[data->entry->output];
    const CaseArg *arg = &data->args[data->entry->output];
    memset(c, 0, sizeof *c);
    c->cells = data->cells;
    c->got = calloc(c->cells, sizeof *c->got);
    c->value = calloc(c->cells, sizeof *c->value);
    c->bound = calloc(c->cells, sizeof *c->bound);
    c->untouched = calloc(c->cells, sizeof *c->untouched);
    c->wrong = calloc(c->cells, sizeof *c->wrong);
    if (!c->got || !c->value || !c->bound || !c->untouched || !c->wrong) {
        comparison_free(c);
        return false;
    }
    take_shape(c, output, &data->key);
    call_reference(lab->reference, data, round, c->value, c->bound);
    size_t size = element_size(output->type);
    for (size_t i = 0; i < c->cells; i++) {
        c->got[i] = element(arg->after[round], output->type, i);
        c->untouched[i] = !memcmp((const char *)arg->after[round] + i * size,
                                  (const char *)arg->before[round] + i * size, size);
    }
    compare_cells(c);
    return true;
}

void comparison_free(Comparison *c) {
    free(c->got);
    free(c->value);
    free(c->bound);
    free(c->untouched);
    free(c->wrong);
    memset(c, 0, sizeof *c);
}

void cell_position(const Comparison *c, size_t cell, size_t position[3]) {
    position[0] = cell % c->extent[0];
    position[1] = cell / c->extent[0] % c->extent[1];
    position[2] = cell / c->extent[0] / c->extent[1];
}
