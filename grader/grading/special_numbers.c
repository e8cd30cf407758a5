// Sets them, and has the words for them.
#include "grader/grading/special_numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/spec.h"
#include "grader/text/append.h"

typedef enum {
    LAST_CHANGED,  // the last half of the weights are others than in the call before
    FIRST_CHANGED, // and then the first half
    ONE_CHANGED,   // and then one after the other, each in a call of its own
    EXCHANGED,     // and then the first two: their sum, whatever it is kept for, is the same
    ALL_ZERO,
    ODD_ZERO,
    EVEN_ZERO, // but for the first one
    CENTRE_ZERO,
    LAPLACIAN,     // all behind the first one are equal, and the first one is minus their sum
    EQUAL,         // all behind the first one are equal
    SYMMETRIC,     // those of opposite neighbours are equal, as in most equations of physics; the axes differ
    ANTISYMMETRIC, // those of opposite neighbours are each other's negative
    INPUT_SMALL,   // by powers of 2, which a float multiplies by exactly
    INPUT_LARGE,
    INPUT_ZERO,
    INPUT_HALF_ZERO,
    FAR_APART, // every second one is much larger, and most of the input is 0: what is added and taken away again stays
    INPUT_NAMED, // one of some is a number that the submission's text names; the last one, for such a number could not be made larger
    SPECIALS,
} Special;
// Of what is drawn, about 0.1 to 1000. The second one may follow the first in the same memory. What is a double has no room in floats.
enum { SMALL_EXPONENT = -40, LARGE_EXPONENT = 60, SMALL_DOUBLES = -300, LARGE_DOUBLES = 400 };

static int weight_count(const SpecialNumbers *s) {
    const ElementType type = s->data->entry->params[s->weights].type;
    return (int)(s->data->args[s->weights].bytes / element_size(type));
}

int special_count(const SpecialNumbers *s) {
    return SPECIALS - 1 + weight_count(s);
}

// What is special about a call, by its number.
static Special kind_of(const SpecialNumbers *s, int number) {
    if (number <= ONE_CHANGED) return (Special)number;
    return number < ONE_CHANGED + weight_count(s) ? ONE_CHANGED : (Special)(number - weight_count(s) + 1);
}

static int find(const LabEntrySpec *entry, ParamKind kind) {
    for (int i = 0; i < entry->param_count; i++)
        if (entry->params[i].kind == kind &&
            (kind != PARAM_VALUES || entry->params[i].distribution == FILL_DISTINCT))
            return i;
    return -1;
}

static void *copy_of(const CaseArg *arg) {
    void *copy = malloc(arg->bytes);
    return copy ? memcpy(copy, arg->before[0], arg->bytes) : NULL;
}

bool special_numbers_fit(const LabEntrySpec *entry) {
    return find(entry, PARAM_VALUES) >= 0;
}

bool special_begin(SpecialNumbers *s, CaseData *data, CaseData *earlier, const char *source_path) {
    *s = (SpecialNumbers){
        .data = data, .weights = find(data->entry, PARAM_VALUES), .input = find(data->entry, PARAM_INPUT)};
    s->drawn = copy_of(&data->args[s->weights]);
    s->others = copy_of(&earlier->args[s->weights]);
    s->named_count = named_values(source_path, s->named);
    if (!s->drawn || !s->others) {
        special_end(s);
        return false;
    }
    memcpy(earlier->args[s->weights].before[0], s->drawn, data->args[s->weights].bytes);
    return true;
}

void special_end(SpecialNumbers *s) {
    free(s->drawn), free(s->others);
    s->drawn = s->others = NULL;
}

static void set_equal(void *weights, size_t count, ElementType type) {
    const size_t size = element_size(type);
    for (size_t i = 2; i < count; i++) memcpy((char *)weights + i * size, (char *)weights + size, size);
}

static void set_laplacian(void *weights, size_t count, ElementType type) {
    float *single = weights;
    double *both = weights;
    // As 1 and -6 are, the usual ones: floats hold these doubles exactly, and yet not their sums with the elements.
    if (type == TYPE_DOUBLE) both[1] = rint(both[1] * 1024) / 1024;
    set_equal(weights, count, type);
    if (type == TYPE_DOUBLE)
        both[0] = -both[1] * (double)(count - 1);
    else
        single[0] = -single[1] * (float)(count - 1);
}

// The weight that a term multiplies an element of the input by, and where that lies from the output's; -1: it is not of that form.
static long weight_of(const SpecialNumbers *s, const LabTerm *t, int offset[3]) {
    long weight = -1;
    bool of_cell = false;
    for (int i = 0; i < t->factor_count; i++) {
        if (t->factor[i].of_cell)
            of_cell = true, memcpy(offset, t->factor[i].offset, 3 * sizeof *offset);
        else if (t->factor[i].param == s->weights)
            weight = t->factor[i].index;
    }
    return of_cell ? weight : -1;
}

// Gives the weight of each term that of the one for the opposite neighbour, or with `anti` its negative.
static void set_symmetric(const SpecialNumbers *s, void *weights, ElementType type, bool anti) {
    const LabEntrySpec *entry = s->data->entry;
    for (int i = 0; i < entry->term_count; i++)
        for (int k = i + 1; k < entry->term_count; k++) {
            int one[3], other[3];
            const long from = weight_of(s, &entry->terms[i], one), to = weight_of(s, &entry->terms[k], other);
            if (from < 0 || to < 0 || one[0] != -other[0] || one[1] != -other[1] || one[2] != -other[2])
                continue;
            if (type == TYPE_DOUBLE)
                ((double *)weights)[to] = ((double *)weights)[from] * (anti ? -1 : 1);
            else
                ((float *)weights)[to] = ((float *)weights)[from] * (anti ? -1.f : 1.f);
        }
}

static void scale_number(void *numbers, ElementType type, size_t i, int exponent) {
    if (type == TYPE_DOUBLE)
        ((double *)numbers)[i] = ldexp(((double *)numbers)[i], exponent);
    else if (type == TYPE_FLOAT)
        ((float *)numbers)[i] = ldexpf(((float *)numbers)[i], exponent);
}

// Here and there, so that each of them is a neighbour on each side of some point. The weights become small, by a power of 2: the largest
// floats are summed, too.
static void set_named(const SpecialNumbers *s, int round) {
    enum { ONE_OF = 5, SMALL = -20 };
    const CaseArg *arg = &s->data->args[s->input], *weights = &s->data->args[s->weights];
    const ElementType type = s->data->entry->params[s->input].type,
                      own = s->data->entry->params[s->weights].type;
    for (size_t i = 0; i < weights->bytes / element_size(own); i++)
        scale_number(weights->before[0], own, i, SMALL);
    for (size_t i = 0; s->named_count && i < arg->bytes / element_size(type); i++) {
        const uint32_t mixed = (uint32_t)i * 2654435761u >> 8; // Knuth's multiplicative hashing
        if (mixed % ONE_OF) continue;
        const double value = s->named[mixed / ONE_OF % (uint32_t)s->named_count];
        if (type == TYPE_DOUBLE)
            ((double *)arg->before[round])[i] = value;
        else if (type == TYPE_FLOAT)
            ((float *)arg->before[round])[i] = (float)value;
    }
}

static void set_far_apart(const SpecialNumbers *s, int round) {
    enum { ONE_OF = 13, FAR = 30 };
    const CaseArg *input = &s->data->args[s->input], *weights = &s->data->args[s->weights];
    const ElementType own = s->data->entry->params[s->weights].type;
    const ElementType type = s->data->entry->params[s->input].type;
    for (size_t i = 1; i < weights->bytes / element_size(own); i += 2)
        scale_number(weights->before[0], own, i, FAR);
    for (size_t i = 0; i < input->bytes / element_size(type); i++) {
        const uint32_t mixed = (uint32_t)i * 2654435761u >> 8; // as above
        const double value = mixed % ONE_OF ? 0 : 1 + mixed / ONE_OF % 1000 / 1000.0;
        if (type == TYPE_DOUBLE)
            ((double *)input->before[round])[i] = value;
        else if (type == TYPE_FLOAT)
            ((float *)input->before[round])[i] = (float)value;
    }
}

static bool is_double(const SpecialNumbers *s) {
    return s->input >= 0 && s->data->entry->params[s->input].type == TYPE_DOUBLE;
}

static void scale_input(const SpecialNumbers *s, int round, bool large) {
    const CaseArg *arg = &s->data->args[s->input];
    const ElementType type = s->data->entry->params[s->input].type;
    const int exponent =
        is_double(s) ? (large ? LARGE_DOUBLES : SMALL_DOUBLES) : (large ? LARGE_EXPONENT : SMALL_EXPONENT);
    for (size_t i = 0; i < arg->bytes / element_size(type); i++)
        scale_number(arg->before[round], type, i, exponent);
}

void special_set(const SpecialNumbers *s, int number, int round) {
    const CaseArg *arg = &s->data->args[s->weights];
    const ElementType type = s->data->entry->params[s->weights].type;
    const size_t size = element_size(type), count = arg->bytes / size, half = count / 2 + 1;
    char *weights = arg->before[0];
    const char *drawn = s->drawn, *others = s->others;
    const Special kind = kind_of(s, number);
    memcpy(weights, drawn, arg->bytes);
    switch (kind) {
    case FIRST_CHANGED: memcpy(weights, others, arg->bytes); break;
    case LAST_CHANGED: memcpy(weights + half * size, others + half * size, (count - half) * size); break;
    case ONE_CHANGED: { // back to what was drawn first, one of them at a time
        const size_t back = (size_t)(number - ONE_CHANGED + 1) * size;
        memcpy(weights + back, others + back, arg->bytes - back);
        break;
    }
    case EXCHANGED:
        if (count < 2) break;
        memcpy(weights, drawn + size, size);
        memcpy(weights + size, drawn, size);
        break;
    case LAPLACIAN: set_laplacian(weights, count, type); break;
    case EQUAL: set_equal(weights, count, type); break;
    case SYMMETRIC:
    case ANTISYMMETRIC: set_symmetric(s, weights, type, kind == ANTISYMMETRIC); break;
    case ODD_ZERO:
        for (size_t i = 1; i < count; i += 2) memset(weights + i * size, 0, size);
        break;
    case EVEN_ZERO:
        for (size_t i = 2; i < count; i += 2) memset(weights + i * size, 0, size);
        break;
    case CENTRE_ZERO: memset(weights, 0, size); break;
    case ALL_ZERO: memset(weights, 0, arg->bytes); break;
    case FAR_APART:
        if (s->input >= 0) set_far_apart(s, round);
        break;
    case INPUT_NAMED:
        if (s->input >= 0) set_named(s, round);
        break;
    case INPUT_SMALL:
    case INPUT_LARGE:
        if (s->input >= 0) scale_input(s, round, kind == INPUT_LARGE);
        break;
    case INPUT_ZERO:
    case INPUT_HALF_ZERO:
        if (s->input >= 0)
            memset(s->data->args[s->input].before[round], 0,
                   s->data->args[s->input].bytes / (kind == INPUT_ZERO ? 1 : 2));
        break;
    case SPECIALS: break;
    }
}

bool special_is_small_change(const SpecialNumbers *s, int number) {
    return kind_of(s, number) <= EXCHANGED;
}

// "When the numbers 1, 3 and 5 of `c` are 0 and the others are not": every second one, from number `first` on.
static void say_every_second(const SpecialNumbers *s, size_t first, char *words, size_t size) {
    const LabParam *weights = &s->data->entry->params[s->weights];
    const size_t count = s->data->args[s->weights].bytes / element_size(weights->type);
    words[0] = 0;
    append(words, size, "When the numbers %zu", first);
    for (size_t i = first + 2; i < count; i += 2)
        append(words, size, "%s%zu", i + 2 < count ? ", " : " and ", i);
    append(words, size, " of `%s` are 0 and the others are not", weights->name);
}

void special_words(const SpecialNumbers *s, int number, char *words, unsigned size) {
    const LabParam *params = s->data->entry->params;
    const char *weights = params[s->weights].name, *input = s->input >= 0 ? params[s->input].name : weights;
    switch (kind_of(s, number)) {
    case ONE_CHANGED:
        snprintf(words, size, "with other inputs and all of the numbers of `%s` as before but number %d",
                 weights, number - ONE_CHANGED);
        break;
    case EXCHANGED:
        snprintf(words, size, "with other inputs and the numbers 0 and 1 of `%s` exchanged", weights);
        break;
    case LAST_CHANGED:
    case FIRST_CHANGED:
        snprintf(words, size, "with other inputs and some of the numbers of `%s` as before", weights);
        break;
    case LAPLACIAN:
        snprintf(words, size,
                 "When all numbers of `%s` but the first are equal, and the first is minus their sum",
                 weights);
        break;
    case EQUAL: snprintf(words, size, "When all numbers of `%s` but the first are equal", weights); break;
    case SYMMETRIC:
        snprintf(words, size,
                 "When the numbers of `%s` for opposite neighbours are equal, and those of the axes differ",
                 weights);
        break;
    case ANTISYMMETRIC:
        snprintf(words, size, "When the numbers of `%s` for opposite neighbours are each other's negative",
                 weights);
        break;
    case ODD_ZERO: say_every_second(s, 1, words, size); break;
    case EVEN_ZERO: say_every_second(s, 2, words, size); break;
    case CENTRE_ZERO:
        snprintf(words, size, "When number 0 of `%s` is 0 and the others are not", weights);
        break;
    case ALL_ZERO: snprintf(words, size, "When all of `%s` are 0", weights); break;
    case FAR_APART:
        snprintf(words, size,
                 "When every second number of `%s` is much larger than the others, and most of `%s` is 0",
                 weights, input);
        break;
    case INPUT_NAMED:
        snprintf(words, size, "When some elements of `%s` are numbers that this file itself names", input);
        break;
    case INPUT_SMALL:
        snprintf(words, size, "When all of `%s` is about %s of that", input,
                 is_double(s) ? "5e-91" : "1e-12");
        break;
    case INPUT_LARGE:
        snprintf(words, size, "When all of `%s` is about %s times that", input,
                 is_double(s) ? "3e120" : "1e18");
        break;
    case INPUT_ZERO: snprintf(words, size, "When all of `%s` is 0", input); break;
    case INPUT_HALF_ZERO: snprintf(words, size, "When the first half of `%s` is 0", input); break;
    case SPECIALS: break;
    }
}

const char *special_advice(const SpecialNumbers *s, int number) {
    switch (kind_of(s, number)) {
    case LAST_CHANGED:
    case FIRST_CHANGED:
    case ONE_CHANGED:
    case EXCHANGED:
        return "It asks whether anything has changed since the last call, and looks at a part of it: look at static and global "
               "variables. Inputs, parameters and results are new each time.";
    case LAPLACIAN:
    case EQUAL:
    case SYMMETRIC:
    case ANTISYMMETRIC:
        return "Equal coefficients are a case like any other: each term has its own neighbour, and its own coefficient.";
    case INPUT_SMALL:
    case INPUT_LARGE:
        if (is_double(s))
            return "A double may be as small as 1e-300 and as large as 1e300, and a float has no room for that: compute with doubles "
                   "from the load to the store.";
        return "A float has about seven digits at any size: compute with floats from the load to the store, and compare with no "
               "number that inputs happen to be above or below.";
    case INPUT_ZERO:
    case INPUT_HALF_ZERO:
        return "A 0 is a number like any other: each point that is to be computed must be stored, also where the result is 0.";
    case ALL_ZERO: return "A coefficient may be 0: do not divide by one.";
    case FAR_APART:
        return "What is added for one term and taken away for another one leaves its rounding behind: multiply each element by its own "
               "coefficient, and add the products.";
    case INPUT_NAMED:
        return "Each float may be an input, also the one that marks something else here: keep such a mark in a variable of its own.";
    default:
        return "A coefficient may be 0: do not divide by one, and leave out no term for what another one is multiplied by.";
    }
}

const char *special_fault(const SpecialNumbers *s, int number) {
    switch (kind_of(s, number)) {
    case LAST_CHANGED:
    case FIRST_CHANGED:
    case ONE_CHANGED:
        return "it is wrong when the same process calls it again with some coefficients unchanged.";
    case EXCHANGED:
        return "it is wrong when the same process calls it again with two coefficients exchanged.";
    case LAPLACIAN:
    case EQUAL:
    case SYMMETRIC:
    case ANTISYMMETRIC: return "it is wrong when coefficients are equal, or each other's negative.";
    case ALL_ZERO: return "it is wrong when all coefficients are 0.";
    case FAR_APART: return "it is wrong when coefficients are of very different sizes.";
    case INPUT_NAMED: return "it is wrong when inputs are numbers that its own text names.";
    case INPUT_SMALL:
    case INPUT_LARGE: return "it is wrong when inputs are much smaller or larger.";
    case INPUT_ZERO:
    case INPUT_HALF_ZERO: return "it is wrong when inputs are 0.";
    default: return "it is wrong when some coefficients are 0.";
    }
}
