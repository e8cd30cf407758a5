// Patterns in the values: all alike, a known mistake, another point's value, scaled, imprecise.
#include "grader/verdict/pattern.h"

#include <math.h>
#include <stdlib.h>

#include "grader/text/append.h"

enum { FEW = 4 }; // fewer wrong cells than this make no pattern of positions or factors

static bool near(double got, double value, double bound) {
    return fabs(got - value) <= bound;
}

// Every cell that should be computed holds NaN, or one and the same number.
bool uniform_pattern(const Comparison *c, char *words, size_t size) {
    size_t nan = 0, same = 0, seen = 0;
    double first = 0;
    for (size_t i = 0; i < c->cells; i++) {
        if (c->bound[i] == 0) continue;
        if (!seen++) first = c->got[i];
        nan += isnan(c->got[i]);
        same += c->got[i] == first;
        if (nan < seen && same < seen) return false;
    }
    if (nan == seen) {
        append(words, size,
               "Every computed point is NaN (not a number). Often a variable or an array element was used "
               "before "
               "it was given a value, or 0 was divided by 0.");
        return true;
    }
    if (same != seen || seen < FEW) return false;
    char number[40];
    append(words, size, "Every computed point holds the same value, %s.", number_text(number, first, 6));
    append(words, size,
           first == 0 ? " Often the output was only cleared, or the sum never gets its terms."
                      : " Often the kernel stores a constant, or every thread reads the same point.");
    return true;
}

enum { PART = 1 << 12 }; // cells of a mistake that are looked at before the next ones are computed

// How far the output agrees with what a mistake would compute, at the cells that either writes.
typedef struct {
    size_t differ, explained;
} Agreement;

static void add_agreement(Agreement *a, const Comparison *c, size_t first, size_t count, const double *value,
                          const double *bound) {
    for (size_t k = 0; k < count; k++) {
        const size_t i = first + k;
        if (c->bound[i] == 0 && bound[k] == 0) continue;
        const bool agree =
            bound[k] == 0 ? c->untouched[i] : near(c->got[i], value[k], fmax(bound[k], c->bound[i]));
        a->differ += !agree;
        a->explained += agree && c->wrong[i];
    }
}

static bool too_different(const Agreement *a, const Comparison *c) {
    return a->differ * 100 > c->wrong_count;
}

// Does the output agree with the mistake at nearly every cell? Given up at the first part where it cannot any more.
static bool agrees_with(const PatternQuestion *question, const LabMistake *m, double *value, double *bound) {
    const Comparison *c = question->c;
    const size_t part = question->lab->in_parts ? PART : c->cells;
    Agreement a = {0};
    for (size_t first = 0; first < c->cells && !too_different(&a, c); first += part) {
        const size_t count = c->cells - first < part ? c->cells - first : part;
        call_reference_part(m->expect, question->data, question->round, first, count, value, bound);
        add_agreement(&a, c, first, count, value, bound);
    }
    return a.explained > 0 && a.explained * 100 >= c->wrong_count * 99 && !too_different(&a, c);
}

bool mistake_pattern(const PatternQuestion *question, char *words, size_t size) {
    const Comparison *c = question->c;
    if (!question->lab || !question->lab->mistakes) return false;
    double *value = calloc(c->cells, sizeof *value), *bound = calloc(c->cells, sizeof *bound);
    bool found = false;
    for (const LabMistake *m = question->lab->mistakes; value && bound && m->words && !found; m++) {
        found = agrees_with(question, m, value, bound);
        if (found) append(words, size, "It looks as if %s.", m->words);
    }
    free(value);
    free(bound);
    return found;
}

static size_t cell_at(const Comparison *c, const size_t p[3]) {
    return p[0] + c->extent[0] * (p[1] + c->extent[1] * p[2]);
}

// Does each wrong cell hold what belongs to the cell one step along `axis`?
static bool shifted(const Comparison *c, size_t wrong, int axis, int step) {
    size_t comparable = 0, agree = 0;
    for (CellWalk w = {0}; w.cell < c->cells && (comparable - agree) * 100 <= wrong * 5; next_cell(c, &w)) {
        const size_t i = w.cell;
        if (!wrong_todo(c, i)) continue;
        size_t p[3] = {w.at[0], w.at[1], w.at[2]};
        p[axis] += (size_t)step; // wraps below 0, which is outside too
        if (p[axis] >= c->extent[axis]) continue;
        size_t other = cell_at(c, p);
        if (c->bound[other] == 0) continue;
        comparable++;
        agree += near(c->got[i], c->value[other], c->bound[other]);
    }
    return comparable >= FEW && comparable * 2 >= wrong && agree * 100 >= comparable * 95;
}

// Does each wrong cell hold what belongs to the cell with axes a and b exchanged?
static bool transposed(const Comparison *c, size_t wrong, int a, int b) {
    size_t agree = 0, seen = 0;
    if (c->extent[a] != c->extent[b]) return false;
    for (CellWalk w = {0}; w.cell < c->cells && (seen - agree) * 100 <= wrong * 5; next_cell(c, &w)) {
        const size_t i = w.cell;
        if (!wrong_todo(c, i)) continue;
        seen++;
        size_t p[3] = {w.at[0], w.at[1], w.at[2]};
        p[a] = w.at[b];
        p[b] = w.at[a];
        size_t other = cell_at(c, p);
        agree += c->bound[other] != 0 && near(c->got[i], c->value[other], c->bound[other]);
    }
    return wrong >= FEW && agree * 100 >= wrong * 95;
}

bool moved_pattern(const Comparison *c, char *words, size_t size) {
    int axes = c->axes ? c->axes : 1;
    const size_t wrong = count_wrong_todo(c);
    for (int axis = 0; axis < axes; axis++)
        for (int step = -1; step <= 1; step += 2)
            if (shifted(c, wrong, axis, step)) {
                append(words, size,
                       "The values are shifted by one along %c: each point holds what belongs to its "
                       "neighbour at "
                       "%c %c 1. Often the index of the output, or of every input, is off by one.",
                       'x' + axis, 'x' + axis, step < 0 ? '-' : '+');
                return true;
            }
    for (int a = 0; a < axes; a++)
        for (int b = a + 1; b < axes; b++)
            if (transposed(c, wrong, a, b)) {
                append(words, size,
                       "The axes %c and %c are swapped: each point holds what belongs to the point with %c "
                       "and %c "
                       "exchanged. Compare the index of the output with that of the input.",
                       'x' + a, 'x' + b, 'x' + a, 'x' + b);
                return true;
            }
    return false;
}

typedef struct {
    double factor, offset; // of the wrong cell with the largest value
    double worst;          // largest error in units of its bound
    size_t wrong;
    size_t scaled, moved; // wrong cells that factor, or offset, explains, up to where neither explains all
} Scale;

static Scale measure_scale(const Comparison *c) {
    Scale s = {0};
    double largest = 0;
    for (size_t i = 0; i < c->cells; i++) {
        if (!wrong_todo(c, i)) continue;
        double error = fabs(c->got[i] - c->value[i]) / c->bound[i];
        s.wrong++;
        s.worst = error <= s.worst ? s.worst : error; // NaN takes over and stays
        if (fabs(c->value[i]) <= largest) continue;
        largest = fabs(c->value[i]);
        s.factor = c->got[i] / c->value[i];
        s.offset = c->got[i] - c->value[i];
    }
    for (size_t i = 0, seen = 0; i < c->cells; i++) {
        if (!wrong_todo(c, i)) continue;
        double slack = 4 * c->bound[i];
        s.scaled += near(c->got[i], s.factor * c->value[i], slack * fmax(1, fabs(s.factor)) * 2);
        s.moved += near(c->got[i], c->value[i] + s.offset, slack);
        seen++;
        if (s.scaled < seen && s.moved < seen) break; // neither explains all of them
    }
    return s;
}

bool scaled_pattern(const Comparison *c, char *words, size_t size) {
    Scale s = measure_scale(c);
    char number[40];
    if (s.wrong >= FEW && s.scaled == s.wrong && fabs(s.factor - 1) > 1e-3 && fabs(s.factor) > 1e-6) {
        if (fabs(s.factor + 1) < 1e-3)
            append(words, size,
                   "Each wrong point has the opposite sign. Often two terms of a difference are swapped.");
        else
            append(
                words, size,
                "Each wrong point is %.4g times what it should be. Often a factor of the formula is missing, "
                "or is there twice.",
                s.factor);
        return true;
    }
    if (s.worst <= 1000) {
        append(words, size,
               "The errors are small, but up to %.3g times what single precision allows in any order of "
               "operations. It looks like lower precision: half precision, an approximate function, or a "
               "constant "
               "with too few digits.",
               s.worst);
        return true;
    }
    if (s.wrong >= FEW && s.moved == s.wrong) {
        append(words, size,
               "Each wrong point is off by the same amount, %s. Often a constant is added, or left out.",
               number_text(number, s.offset, 6));
        return true;
    }
    return false;
}
