// Fills the parameters of a case with random data.
#include "grader/lab/case_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/random.h"

static void store(void *to, ElementType type, size_t i, double value) {
    if (type == TYPE_FLOAT)
        ((float *)to)[i] = (float)value;
    else if (type == TYPE_DOUBLE)
        ((double *)to)[i] = value;
    else
        ((int *)to)[i] = (int)lround(value);
}

// Uniform in [low, high), but not close to zero: a value of 1e-9 would hide a missing term.
static double draw_uniform(RandomStream *stream, double low, double high) {
    double least = fmin((high - low) / 16, fmax(fabs(low), fabs(high)) / 2), value;
    do value = low + (high - low) * random_unit(stream);
    while (fabs(value) < least);
    return value;
}

// One value in each of `count` slots, away from the slot's ends, so that any two lie at least a quarter of a
// slot apart; then shuffled.
static void fill_distinct(void *to, const LabParam *param, size_t count, RandomStream *stream) {
    double slot = (param->high - param->low) / (double)count;
    size_t size = element_size(param->type);
    for (size_t i = 0; i < count; i++)
        store(to, param->type, i, param->low + slot * ((double)i + 0.125 + 0.75 * random_unit(stream)));
    char *bytes = to, spare[sizeof(double)];
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(stream, i);
        memcpy(spare, bytes + (i - 1) * size, size);
        memmove(bytes + (i - 1) * size, bytes + j * size, size);
        memcpy(bytes + j * size, spare, size);
    }
}

// The background of an output: finite, different in every cell and case, and far from any right value, so
// that a cell that still holds it was never written.
static void fill_background(void *to, ElementType type, size_t count, RandomStream *stream) {
    for (size_t i = 0; i < count; i++) {
        double value = 1e6 + 7e6 * random_unit(stream);
        store(to, type, i, random_bits(stream) & 1 ? value : -value);
    }
}

// Whole numbers from low to high, each as likely as the others.
static void fill_integers(void *to, const LabParam *param, size_t count, RandomStream *stream) {
    uint64_t different = (uint64_t)(param->high - param->low) + 1;
    for (size_t i = 0; i < count; i++)
        store(to, param->type, i, param->low + (double)random_below(stream, different));
}

static void fill(void *to, const LabParam *param, size_t count, RandomStream *stream, const CaseKey *key) {
    if (param->kind == PARAM_SCALAR)
        store(to, param->type, 0, (double)product_value(&param->size, key->size));
    else if (param->kind == PARAM_OUTPUT)
        fill_background(to, param->type, count, stream);
    else if (param->distribution == FILL_DISTINCT)
        fill_distinct(to, param, count, stream);
    else if (param->distribution == FILL_INTEGERS)
        fill_integers(to, param, count, stream);
    else
        for (size_t i = 0; i < count; i++)
            store(to, param->type, i, draw_uniform(stream, param->low, param->high));
}

// `what` names the case, its GPU left out.
static bool make_arg(CaseArg *arg, const LabParam *param, const CaseKey *key, const char *what,
                     uint64_t seed) {
    size_t count = param->kind == PARAM_SCALAR ? 1 : product_value(&param->size, key->size);
    arg->bytes = count * element_size(param->type);
    arg->buffer = param->kind == PARAM_INPUT || param->kind == PARAM_OUTPUT;
    int rounds = arg->buffer ? CASE_ROUNDS : 1;
    for (int round = 0; round < rounds; round++) {
        arg->before[round] = malloc(arg->bytes);
        arg->after[round] = arg->buffer ? malloc(arg->bytes) : NULL;
        if (!arg->before[round] || (arg->buffer && !arg->after[round])) return false;
        RandomStream stream = random_stream(seed, what, param->name, round);
        fill(arg->before[round], param, count, &stream, key);
    }
    if (!arg->buffer) arg->before[1] = arg->before[0];
    return true;
}

bool case_data_make(CaseData *data, const LabSpec *spec, const CaseKey *key, uint64_t seed) {
    const LabEntrySpec *entry = &spec->entries[key->entry];
    char what[300];
    CaseKey no_gpu = *key;
    no_gpu.gpu[0] = 0;
    int length = snprintf(what, sizeof what, "%s ", entry->name);
    case_words(spec, &no_gpu, "=", ",", what + length, sizeof what - (size_t)length);
    memset(data, 0, sizeof *data);
    data->entry = entry;
    data->key = *key;
    data->cells = product_value(&entry->params[entry->output].size, key->size);
    data->arg_count = entry->param_count;
    for (int i = 0; i < entry->param_count; i++)
        if (!make_arg(&data->args[i], &entry->params[i], key, what, seed)) {
            case_data_free(data);
            return false;
        }
    return true;
}

void case_data_free(CaseData *data) {
    for (int i = 0; i < data->arg_count; i++) {
        CaseArg *arg = &data->args[i];
        free(arg->before[0]);
        if (arg->before[1] != arg->before[0]) free(arg->before[1]);
        free(arg->after[0]);
        free(arg->after[1]);
    }
    memset(data, 0, sizeof *data);
}
