// Compares an output with the reference.
#include "grader/verdict/compare.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/large_memory.h"
#include "grader/lab/slices.h"

static double element(const void *data, ElementType type, size_t i) {
    if (type == TYPE_FLOAT) return ((const float *)data)[i];
    return type == TYPE_DOUBLE ? ((const double *)data)[i] : ((const int *)data)[i];
}

static bool same_bits(const void *a, const void *b, ElementType type, size_t i) {
    if (type == TYPE_DOUBLE) return !memcmp((const uint64_t *)a + i, (const uint64_t *)b + i, 8);
    return !memcmp((const uint32_t *)a + i, (const uint32_t *)b + i, 4);
}

// The case as the lab's own code sees it, `args` being what it holds before the round.
static LabCase lab_case(const CaseData *data, int round, const void *args[SPEC_PARAMS]) {
    for (int i = 0; i < data->arg_count; i++) args[i] = data->args[i].before[round];
    return (LabCase){.n = data->key.size[0],
                     .args = args,
                     .arg_count = data->arg_count,
                     .cells = data->cells,
                     .count = data->cells,
                     .gpu = &data->gpu};
}

void call_reference(LabReference *reference, const CaseData *data, int round, double *value, double *bound) {
    call_reference_part(reference, data, round, 0, data->cells, value, bound);
}

void call_reference_part(LabReference *reference, const CaseData *data, int round, size_t first, size_t count,
                         double *value, double *bound) {
    const void *args[SPEC_PARAMS];
    LabCase c = lab_case(data, round, args);
    c.first = first;
    c.count = count;
    reference(&c, value, bound);
}

void describe_cell(const LabEntry *lab, const CaseData *data, int round, size_t cell, char *text,
                   size_t size) {
    const void *args[SPEC_PARAMS];
    LabCase c = lab_case(data, round, args);
    lab->describe(&c, cell, text, size);
    text[size - 1] = 0;
}

const char *cell_given(const LabEntry *lab, const CaseData *data, size_t cell, LabTake *take, void *context) {
    const void *args[SPEC_PARAMS];
    const LabCase c = lab_case(data, 0, args);
    return lab->given ? lab->given(&c, cell, take, context) : NULL;
}

// ---- Cells, and what is counted of them ---------------------------------------------------------------

// NaN in `got` makes the comparison false and the cell wrong.
static bool is_wrong(const Cell *x) {
    return x->bound == 0 ? !x->untouched : !(fabs(x->got - x->value) <= x->bound);
}

// A wrong result tells more than an overwritten boundary: it is preferred as the first one.
static bool comes_first(const Cell *a, const Cell *b) {
    if ((a->bound == 0) != (b->bound == 0)) return b->bound == 0;
    return a->index < b->index;
}

static bool count_cell(Comparison *c, const Cell *x) {
    const bool wrong = is_wrong(x);
    c->todo_cells += x->bound != 0;
    if (wrong && (!c->wrong_count++ || comes_first(x, &c->first))) c->first = *x;
    return wrong;
}

// Adds what was counted of other cells.
static void add_counts(Comparison *c, const Comparison *more) {
    if (more->wrong_count && (!c->wrong_count || comes_first(&more->first, &c->first)))
        c->first = more->first;
    c->wrong_count += more->wrong_count;
    c->todo_cells += more->todo_cells;
}

// The student's side of a cell.
static Cell cell_of(const CaseData *data, int round, size_t i) {
    const ElementType type = data->entry->params[data->entry->output].type;
    const CaseArg *arg = &data->args[data->entry->output];
    return (Cell){.index = i,
                  .got = element(arg->after[round], type, i),
                  .untouched = same_bits(arg->after[round], arg->before[round], type, i)};
}

// ---- Part by part -------------------------------------------------------------------------------------

enum { PART = 1 << 12 }; // cells whose expectation fits a thread's stack, and a processor's first cache

typedef struct Walk Walk;

// Takes the reference's answers for cells first .. first + count - 1.
typedef void TakePart(const Walk *w, Comparison *counts, size_t first, size_t count, const double *value,
                      const double *bound);

struct Walk {
    const CaseData *data;
    const LabEntry *lab;
    int round;
    TakePart *take;
    Comparison *c; // all counts together
    pthread_mutex_t lock;
};

static void compare_part(const Walk *w, Comparison *counts, size_t first, size_t count, const double *value,
                         const double *bound) {
    const ElementType type = w->data->entry->params[w->data->entry->output].type;
    const CaseArg *arg = &w->data->args[w->data->entry->output];
    const void *after = arg->after[w->round];
    for (size_t i = 0; i < count; i++) {
        // Nearly all cells of a right output are passed over here.
        if (bound[i] != 0 && fabs(element(after, type, first + i) - value[i]) <= bound[i]) {
            counts->todo_cells++;
            continue;
        }
        Cell x = cell_of(w->data, w->round, first + i);
        x.value = value[i];
        x.bound = bound[i];
        count_cell(counts, &x);
    }
}

static void count_part(const Walk *w, Comparison *counts, size_t first, size_t count, const double *value,
                       const double *bound) {
    (void)w, (void)first, (void)value;
    for (size_t i = 0; i < count; i++) counts->todo_cells += bound[i] != 0;
}

static void walk_slice(void *context, size_t first, size_t count) {
    Walk *w = context;
    const void *args[SPEC_PARAMS];
    LabCase c = lab_case(w->data, w->round, args);
    Comparison counts = {0};
    double value[PART], bound[PART];
    for (c.first = first; c.first < first + count; c.first += c.count) {
        const size_t left = first + count - c.first;
        c.count = left < PART ? left : PART;
        w->lab->reference(&c, value, bound);
        w->take(w, &counts, c.first, c.count, value, bound);
    }
    pthread_mutex_lock(&w->lock);
    add_counts(w->c, &counts);
    pthread_mutex_unlock(&w->lock);
}

// All cells at once, for a reference that knows no parts.
static bool walk_whole(const Walk *w) {
    const size_t cells = w->data->cells;
    double *value = calloc(cells + 1, sizeof *value), *bound = calloc(cells + 1, sizeof *bound);
    if (value && bound) {
        call_reference(w->lab->reference, w->data, w->round, value, bound);
        w->take(w, w->c, 0, cells, value, bound);
    }
    const bool good = value && bound;
    free(value);
    free(bound);
    return good;
}

static bool walk(Walk *w, int threads) {
    if (!w->lab->in_parts) return walk_whole(w);
    pthread_mutex_init(&w->lock, NULL);
    each_slice(w->data->cells, threads, walk_slice, w);
    pthread_mutex_destroy(&w->lock);
    return true;
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

bool compare(Comparison *c, const CaseData *data, const LabEntry *lab, int round, int threads) {
    Walk w = {.data = data, .lab = lab, .round = round, .take = compare_part, .c = c};
    *c = (Comparison){.cells = data->cells};
    take_shape(c, &data->entry->params[data->entry->output], &data->key);
    return walk(&w, threads);
}

void compare_listed(Comparison *c, const CaseData *data, const LabEntry *lab, int round, const size_t *cells,
                    size_t count) {
    *c = (Comparison){.cells = data->cells};
    take_shape(c, &data->entry->params[data->entry->output], &data->key);
    for (size_t i = 0; i < count; i++) {
        Cell x = cell_of(data, round, cells[i]);
        call_reference_part(lab->reference, data, round, cells[i], 1, &x.value, &x.bound);
        count_cell(c, &x);
    }
}

bool count_todo_cells(size_t *count, const CaseData *data, const LabEntry *lab, int threads) {
    Comparison c = {0};
    Walk w = {.data = data, .lab = lab, .take = count_part, .c = &c};
    const bool good = walk(&w, threads);
    *count = c.todo_cells;
    return good;
}

// ---- All cells ----------------------------------------------------------------------------------------

static void compare_range(Comparison *c, size_t first, size_t count) {
    for (size_t i = first; i < first + count; i++) {
        const Cell x = {i, c->got[i], c->value[i], c->bound[i], c->untouched[i]};
        c->wrong[i] = count_cell(c, &x);
    }
}

void compare_cells(Comparison *c) {
    c->wrong_count = c->todo_cells = 0;
    compare_range(c, 0, c->cells);
}

// The same where the reference's answers are to come: each part while it lies in the processor's cache.
static void keep_range(Comparison *c, const CaseData *data, const LabEntry *lab, int round, size_t first,
                       size_t count) {
    call_reference_part(lab->reference, data, round, first, count, c->value + first, c->bound + first);
    for (size_t i = first; i < first + count; i++) {
        const Cell x = cell_of(data, round, i);
        c->got[i] = x.got;
        c->untouched[i] = x.untouched;
    }
    compare_range(c, first, count);
}

bool compare_keeping_cells(Comparison *c, const CaseData *data, const LabEntry *lab, int round) {
    *c = (Comparison){.cells = data->cells};
    take_shape(c, &data->entry->params[data->entry->output], &data->key);
    c->got = large_alloc(c->cells * sizeof *c->got);
    c->value = large_alloc(c->cells * sizeof *c->value);
    c->bound = large_alloc(c->cells * sizeof *c->bound);
    c->untouched = large_alloc(c->cells * sizeof *c->untouched);
    c->wrong = large_alloc(c->cells * sizeof *c->wrong);
    if (!c->got || !c->value || !c->bound || !c->untouched || !c->wrong) {
        comparison_free(c);
        return false;
    }
    const size_t part = lab->in_parts ? PART : c->cells;
    for (size_t first = 0, left; first < c->cells; first += part) {
        left = c->cells - first;
        keep_range(c, data, lab, round, first, left < part ? left : part);
    }
    return true;
}

void comparison_free(Comparison *c) {
    large_free(c->got, c->cells * sizeof *c->got);
    large_free(c->value, c->cells * sizeof *c->value);
    large_free(c->bound, c->cells * sizeof *c->bound);
    large_free(c->untouched, c->cells * sizeof *c->untouched);
    large_free(c->wrong, c->cells * sizeof *c->wrong);
    memset(c, 0, sizeof *c);
}

void cell_position(const Comparison *c, size_t cell, size_t position[3]) {
    position[0] = cell % c->extent[0];
    position[1] = cell / c->extent[0] % c->extent[1];
    position[2] = cell / c->extent[0] / c->extent[1];
}
