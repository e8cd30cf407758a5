// Fills the parameters of a case with random data.
#include "grader/lab/case_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/large_memory.h"
#include "grader/lab/picture.h"
#include "grader/lab/random.h"
#include "grader/lab/slices.h"

static void store(void *to, ElementType type, size_t i, double value) {
    if (type == TYPE_FLOAT)
        ((float *)to)[i] = (float)value;
    else if (type == TYPE_DOUBLE)
        ((double *)to)[i] = value;
    else
        ((int *)to)[i] = (int)lround(value);
}

// Uniform in [low, high) times `scale`, but not close to zero: a value of 1e-9 would hide a missing term. With `zeros` some are 0,
// for code that takes 0 for a sign that nothing is there.
static void fill_uniform(void *to, const LabParam *param, double scale, bool zeros, size_t first, size_t end,
                         RandomStream *stream) {
    enum { ONE_IN = 32 };
    const double low = scale * param->low, high = scale * param->high;
    const double least = fmin((high - low) / 16, fmax(fabs(low), fabs(high)) / 2);
    const ElementType type = param->type;
    for (size_t i = first; i < end; i++) {
        double value;
        do value = low + (high - low) * random_unit(stream);
        while (fabs(value) < least);
        store(to, type, i, zeros && random_bits(stream) % ONE_IN == 0 ? 0 : value);
    }
}

// One value in each of `count` slots, away from the slot's ends, so that any two lie at least a quarter of a
// slot apart; then shuffled. Where the range goes below 0 these are magnitudes, none close to 0, and signs are drawn.
static void fill_distinct(void *to, const LabParam *param, size_t count, RandomStream *stream) {
    const bool signs = param->low < 0;
    const double low = signs ? param->high / 16 : param->low, slot = (param->high - low) / (double)count;
    size_t size = element_size(param->type);
    for (size_t i = 0; i < count; i++) {
        const double magnitude = low + slot * ((double)i + 0.125 + 0.75 * random_unit(stream));
        store(to, param->type, i, signs && random_bits(stream) & 1 ? -magnitude : magnitude);
    }
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
static void fill_background(void *to, ElementType type, size_t first, size_t end, RandomStream *stream) {
    for (size_t i = first; i < end; i++) {
        double value = 1e6 + 7e6 * random_unit(stream);
        store(to, type, i, random_bits(stream) & 1 ? value : -value);
    }
}

// Whole numbers from low to high, each as likely as the others.
static void fill_integers(void *to, const LabParam *param, size_t first, size_t end, RandomStream *stream) {
    uint64_t different = (uint64_t)(param->high - param->low) + 1;
    for (size_t i = first; i < end; i++)
        store(to, param->type, i, param->low + (double)random_below(stream, different));
}

// What one parameter holds before one round.
typedef struct {
    void *to;
    const LabParam *param;
    uint64_t seed;
    const char *what; // the case, its GPU left out
    int round;
    double scale; // of uniform values; inputs that are not as they are in round 0 have zeros among them
} Filling;

// Each slice has a stream of its own, so that threads can fill them beside each other; that of the first one
// has the number of the round.
static RandomStream stream_of_slice(const Filling *f, size_t first) {
    return random_stream(f->seed, f->what, f->param->name, f->round + CASE_ROUNDS * (int)(first / SLICE));
}

static void fill_slice(void *context, size_t first, size_t count) {
    const Filling *f = context;
    RandomStream stream = stream_of_slice(f, first);
    if (f->param->kind == PARAM_OUTPUT)
        fill_background(f->to, f->param->type, first, first + count, &stream);
    else if (f->param->distribution == FILL_INTEGERS)
        fill_integers(f->to, f->param, first, first + count, &stream);
    else
        fill_uniform(f->to, f->param, f->scale, f->scale > 1 && f->param->kind == PARAM_INPUT, first,
                     first + count, &stream);
}

// In round 1 values from -HIGH to HIGH have 16 to 128 times that range: a result that is right for small values alone
// (clamped ones, a table of them) is not right. Powers of two, so that rounding stays in proportion; outputs' backgrounds
// are far from their results still. Of inputs one in 32 is 0 then.
static double scale_of(const LabParam *param, uint64_t seed, const char *what, int round) {
    if (!round || param->low != -param->high || param->distribution != FILL_UNIFORM) return 1;
    RandomStream stream = random_stream(seed, what, "scale", round);
    return (double)(16 << random_below(&stream, 4));
}

static void fill(Filling *f, size_t count, const CaseKey *key, int threads) {
    if (f->param->kind == PARAM_SCALAR) {
        store(f->to, f->param->type, 0, (double)product_value(&f->param->size, key->size));
    } else if (f->param->kind != PARAM_OUTPUT && f->param->distribution == FILL_PICTURE) {
        RandomStream stream = stream_of_slice(f, 0);
        const Product height = {.count = 1, .factor = {f->param->size.factor[0]}};
        const int rows = (int)product_value(&height, key->size);
        paint_picture(f->to, rows, (int)(count / (size_t)rows), &stream);
    } else if (f->param->kind != PARAM_OUTPUT && f->param->distribution == FILL_DISTINCT) {
        RandomStream stream = stream_of_slice(f, 0); // any value may come to stand anywhere
        fill_distinct(f->to, f->param, count, &stream);
    } else {
        each_slice(count, threads, fill_slice, f);
    }
}

// What comes back is read by one thread: it need not wait for each page as well.
static void touch_slice(void *context, size_t first, size_t count) {
    const CaseArg *arg = context;
    for (int round = 0; round < CASE_ROUNDS; round++)
        if (arg->after[round]) memset((char *)arg->after[round] + first, 0, count);
}

// How the data of a case is made.
typedef struct {
    uint64_t seed;
    int threads, rounds;
    bool contents; // of buffers
} Making;

// `what` names the case, its GPU left out.
static bool make_arg(CaseArg *arg, const LabParam *param, const CaseKey *key, const char *what,
                     const Making *making, bool moves_data) {
    size_t count = param->kind == PARAM_SCALAR ? 1 : product_value(&param->size, key->size);
    arg->bytes = count * element_size(param->type);
    arg->buffer = param->kind == PARAM_INPUT || param->kind == PARAM_OUTPUT;
    // A function that moves its data itself has arrays of the host in place of buffers.
    const bool other = arg->buffer || (moves_data && param->kind == PARAM_VALUES);
    const int rounds = other ? making->rounds : 1;
    if (arg->buffer && !making->contents) return true;
    for (int round = 0; round < rounds; round++) {
        arg->before[round] = large_alloc(arg->bytes);
        arg->after[round] = param->kind == PARAM_OUTPUT ? large_alloc(arg->bytes) : NULL;
        if (!arg->before[round] || (param->kind == PARAM_OUTPUT && !arg->after[round])) return false;
        const double scale = scale_of(param, making->seed, what, round);
        Filling filling = {arg->before[round], param, making->seed, what, round, scale};
        fill(&filling, count, key, making->threads);
    }
    if (param->kind == PARAM_OUTPUT) each_slice(arg->bytes, making->threads, touch_slice, arg);
    if (rounds == 1) arg->before[1] = arg->before[0];
    return true;
}

static bool make(CaseData *data, const LabSpec *spec, const CaseKey *key, const Making *making) {
    const LabEntrySpec *entry = &spec->entries[key->entry];
    char what[300];
    CaseKey no_gpu = *key;
    no_gpu.gpu[0] = 0;
    int length = snprintf(what, sizeof what, "%s ", entry->name);
    case_words(spec, &no_gpu, "=", ",", what + length, sizeof what - (size_t)length);
    memset(data, 0, sizeof *data);
    data->entry = entry;
    data->key = *key;
    data->rounds = making->rounds;
    data->cells = product_value(&entry->params[entry->output].size, key->size);
    data->arg_count = entry->param_count;
    for (int i = 0; i < entry->param_count; i++)
        if (!make_arg(&data->args[i], &entry->params[i], key, what, making, entry->moves_data)) {
            case_data_free(data);
            return false;
        }
    return true;
}

bool case_data_make_with(CaseData *data, const LabSpec *spec, const CaseKey *key, uint64_t seed,
                         int threads) {
    return make(data, spec, key, &(Making){seed, threads, CASE_ROUNDS, true});
}

bool case_data_make(CaseData *data, const LabSpec *spec, const CaseKey *key, uint64_t seed) {
    return case_data_make_with(data, spec, key, seed, slice_threads());
}

bool case_input_after(CaseArg *arg, int round) {
    if (!arg->after[round] && (arg->after[round] = large_alloc(arg->bytes)))
        memcpy(arg->after[round], arg->before[round], arg->bytes);
    return arg->after[round];
}

bool case_is_vast(const LabSpec *spec, const CaseKey *key) {
    enum { REPEATED_CELLS = 256 * 256 * 256 };
    const LabEntrySpec *entry = &spec->entries[key->entry];
    return !entry->moves_data &&
           product_value(&entry->params[entry->output].size, key->size) > REPEATED_CELLS;
}

bool case_data_make_once(CaseData *data, const LabSpec *spec, const CaseKey *key, uint64_t seed) {
    return make(data, spec, key,
                &(Making){seed, slice_threads(), case_is_vast(spec, key) ? 1 : CASE_ROUNDS, true});
}

bool case_data_shape(CaseData *data, const LabSpec *spec, const CaseKey *key) {
    return make(data, spec, key, &(Making){.threads = 1, .rounds = CASE_ROUNDS});
}

void case_data_free(CaseData *data) {
    for (int i = 0; i < data->arg_count; i++) {
        CaseArg *arg = &data->args[i];
        if (arg->before[1] != arg->before[0]) large_free(arg->before[1], arg->bytes);
        large_free(arg->before[0], arg->bytes);
        large_free(arg->after[0], arg->bytes);
        large_free(arg->after[1], arg->bytes);
    }
    memset(data, 0, sizeof *data);
}

void output_extent(const CaseData *data, size_t extent[3]) {
    const LabParam *p = &data->entry->params[data->entry->output];
    for (int axis = 0; axis < 3; axis++) {
        const Product factor = {.count = 1,
                                .factor = {axis < p->axes ? p->size.factor[p->axes - 1 - axis] : 1}};
        extent[axis] = product_value(&factor, data->key.size);
    }
    if (!p->axes) extent[0] = data->cells;
}
