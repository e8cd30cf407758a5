// Other inputs for the repetition of work that moves its data itself.
//
// What was uploaded is looked at number by number: one that an array holds is replaced by the new number at the same place
// of the array. So parts of arrays, arrays packed together, interleaved, turned round or converted between float and double
// are all replaced, and whatever the host has made up or computed itself stays as it was.
#include "grader/device/other_inputs.h"

#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

// A number of an array, as 4 or 8 bytes of an upload may hold it, and the one in its place.
typedef struct {
    uint64_t old, fresh; // their bits
    uint32_t bytes, array;
    int64_t index;
} Number;

struct OtherInputs {
    Number *number; // sorted by bytes, old, array and index
    size_t count;
    uint32_t arrays;
    uint8_t *read; // by this repetition, where Recording.read has what was read at first
    uint64_t read_size;
};

static int compare(const void *a, const void *b) {
    const Number *x = a, *y = b;
    if (x->bytes != y->bytes) return x->bytes < y->bytes ? -1 : 1;
    if (x->old != y->old) return x->old < y->old ? -1 : 1;
    if (x->array != y->array) return x->array < y->array ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static uint64_t bits_at(const void *place, uint32_t bytes) {
    uint64_t bits = 0;
    memcpy(&bits, place, bytes);
    return bits;
}

static uint64_t float_bits(double value) {
    const float rounded = (float)value;
    return bits_at(&rounded, sizeof rounded);
}

static uint64_t double_bits(double value) {
    return bits_at(&value, sizeof value);
}

static double value_of(InputElement element, const uint8_t *place) {
    float single;
    double twice;
    memcpy(&single, place, sizeof single);
    if (element == INPUT_FLOAT) return single;
    memcpy(&twice, place, sizeof twice);
    return twice;
}

static void add_number(OtherInputs *inputs, InputElement element, const uint8_t *old, const uint8_t *fresh,
                       int64_t index) {
    const Number number = {.array = inputs->arrays, .index = index};
    Number *n = &inputs->number[inputs->count++];
    *n = number;
    if (element == INPUT_INT) {
        n->bytes = sizeof(int);
        n->old = bits_at(old, n->bytes), n->fresh = bits_at(fresh, n->bytes);
        return;
    }
    const double from = value_of(element, old), to = value_of(element, fresh);
    n->bytes = sizeof(float);
    n->old = float_bits(from), n->fresh = float_bits(to);
    n = &inputs->number[inputs->count++];
    *n = number;
    n->bytes = sizeof(double);
    n->old = double_bits(from), n->fresh = double_bits(to);
}

bool other_inputs_add(OtherInputs **inputs, InputElement element, const void *payload, uint64_t size) {
    const uint32_t bytes = element == INPUT_DOUBLE ? 8 : 4;
    const uint64_t count = size / 2 / bytes;
    if (element > INPUT_INT || !count || size != 2 * count * bytes) return false;
    if (!*inputs) *inputs = calloc(1, sizeof **inputs);
    if (!*inputs) return false;
    OtherInputs *o = *inputs;
    Number *grown = realloc(o->number, (o->count + 2 * count) * sizeof *grown);
    if (!grown) return false;
    o->number = grown;
    const uint8_t *old = payload, *fresh = old + size / 2;
    for (uint64_t i = 0; i < count; i++)
        add_number(o, element, old + i * bytes, fresh + i * bytes, (int64_t)i);
    o->arrays++;
    qsort(o->number, o->count, sizeof *o->number, compare);
    return true;
}

bool other_inputs_suffice(const OtherInputs *inputs, const Recording *r) {
    return inputs && r->reads_back == r->read_size;
}

void other_inputs_begin(OtherInputs *inputs) {
    if (inputs) inputs->read_size = 0;
}

void other_inputs_free(OtherInputs *inputs) {
    if (!inputs) return;
    free(inputs->number);
    free(inputs->read);
    free(inputs);
}

// ---- Uploads ------------------------------------------------------------------------------------------------

// The first number of these bits; NULL: no array has it.
static const Number *find_first(const OtherInputs *o, uint64_t bits, uint32_t bytes) {
    size_t low = 0, high = o->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const Number *n = &o->number[middle];
        if (n->bytes < bytes || (n->bytes == bytes && n->old < bits))
            low = middle + 1;
        else
            high = middle;
    }
    return low < o->count && o->number[low].bytes == bytes && o->number[low].old == bits ? &o->number[low]
                                                                                         : NULL;
}

// Where in an array an upload has come to.
typedef struct {
    int64_t last; // index that was found last, or NOT_YET
    int64_t step; // to the one that is expected next: 1, -1 where the array is uploaded backwards
} Followed;

typedef struct {
    Followed *array;
    uint32_t recent; // array of the number that was found last
    int64_t place;   // of the number in the upload
} Following;

enum { NOT_YET = -1 };

// How far a number lies from the one that is expected: next in the array that was found last, next in another one, the
// first of an array that has not been met. Of such an array any other is as good as none.
static uint64_t distance(const Following *f, const Number *n) {
    const Followed *a = &f->array[n->array];
    if (a->last == NOT_YET) return n->index ? (uint64_t)llabs(n->index - f->place) + (1ull << 40) : 2;
    if (n->index == a->last + a->step) return n->array == f->recent ? 0 : 1;
    return (uint64_t)llabs(n->index - a->last) + 2;
}

static void follow(Following *f, const Number *n) {
    Followed *a = &f->array[n->array];
    const int64_t step = n->index - a->last;
    a->step = a->last != NOT_YET && step == -1 ? -1 : 1;
    a->last = n->index;
    f->recent = n->array;
}

// An upload, and the place in it that is being looked at.
typedef struct {
    const uint8_t *bytes;
    uint64_t size, at;
} Upload;

static bool has_number(const OtherInputs *o, uint64_t bits, uint32_t bytes, uint32_t array, int64_t index) {
    const Number *first = find_first(o, bits, bytes), *end = o->number + o->count;
    for (const Number *n = first; n && n < end && n->bytes == bytes && n->old == bits; n++)
        if (n->array == array && n->index == index) return true;
    return false;
}

enum { LOOKED_AHEAD = 4, ARRAYS_ABREAST = 4 };

// How many numbers of its array follow n in the upload, each `apart` numbers behind the last one.
static int following(const OtherInputs *o, const Upload *u, const Number *n, uint64_t apart, int64_t step) {
    int count = 0;
    for (uint64_t at = u->at + apart * n->bytes; count < LOOKED_AHEAD && at + n->bytes <= u->size;
         at += apart * n->bytes) {
        const int64_t index = n->index + step * (count + 1);
        if (!has_number(o, bits_at(u->bytes + at, n->bytes), n->bytes, n->array, index)) break;
        count++;
    }
    return count;
}

// The same for the best of what uploads are made of: a part of an array, either way round, by itself or with others abreast.
static int fits(const OtherInputs *o, const Upload *u, const Number *n) {
    int best = 0;
    for (uint64_t apart = 1; apart <= ARRAYS_ABREAST; apart++)
        for (int64_t step = -1; step <= 1; step += 2) {
            const int count = following(o, u, n, apart, step);
            if (count > best) best = count;
        }
    return best;
}

static bool is_one(const OtherInputs *o, const Number *n) {
    const Number *next = n + 1;
    return next == o->number + o->count || next->bytes != n->bytes || next->old != n->old;
}

// An array may hold the same number twice, or two of them: the one is meant that is expected, or that those behind it in the
// upload follow in its array, or that lies nearest.
static const Number *find_number(const OtherInputs *o, const Upload *u, uint32_t bytes, const Following *f) {
    enum { EXPECTED = 1 };
    const uint64_t bits = bits_at(u->bytes + u->at, bytes);
    const Number *first = find_first(o, bits, bytes), *best = first, *end = o->number + o->count;
    if (!first || is_one(o, first)) return first;
    int best_fit = -1;
    for (const Number *n = first; n < end && n->bytes == bytes && n->old == bits; n++) {
        const int fit = distance(f, n) <= EXPECTED ? LOOKED_AHEAD + 1 : fits(o, u, n);
        if (fit > best_fit || (fit == best_fit && distance(f, n) < distance(f, best)))
            best = n, best_fit = fit;
    }
    return best;
}

// Puts new numbers in the place of those that arrays held. Returns whether there were any.
static bool replace_numbers(const OtherInputs *o, uint8_t *bytes, uint64_t size, Followed *array) {
    Following f = {.array = array};
    bool any = false;
    for (uint32_t i = 0; i < o->arrays; i++) array[i] = (Followed){NOT_YET, 1};
    for (uint64_t at = 0, step; at + 4 <= size; at += step, f.place++) {
        const Upload u = {bytes, size, at};
        const Number *n = at + 8 <= size && at % 8 == 0 ? find_number(o, &u, 8, &f) : NULL;
        if (!n) n = find_number(o, &u, 4, &f);
        step = n ? n->bytes : 4;
        if (!n) continue;
        memcpy(bytes + at, &n->fresh, n->bytes);
        follow(&f, n);
        any = true;
    }
    return any;
}

static bool all_the_same(const uint8_t *bytes, uint64_t size) {
    return size < 2 || !memcmp(bytes, bytes + 1, size - 1);
}

enum { WHOLE_READ = 64 }; // bytes from which an upload that had been read so is no coincidence

// What the host had read it may write to the answer, or upload again.
static bool replace_read(const OtherInputs *o, const Recording *r, const Record *x, uint8_t *bytes) {
    const bool telling = x->size && !all_the_same(x->bytes, x->size);
    const int64_t place =
        telling ? read_index_find(&r->index, r->read, x->read_before, x->bytes, x->size) : -1;
    if (place < 0 || (uint64_t)place + x->size > o->read_size) return false;
    memcpy(bytes, o->read + place, x->size);
    return true;
}

static int upload(Device *d, const Record *x) {
    OtherInputs *o = d->inputs;
    const bool answer = warpsim_find(d->sim, x->address)->graders, numbers_first = x->size < WHOLE_READ;
    Followed *array = calloc(o->arrays, sizeof *array);
    uint8_t *bytes = malloc(x->size + 1);
    int error = cudaErrorMemoryAllocation;
    if (bytes && array) {
        memcpy(bytes, x->bytes, x->size);
        // Many bytes that the host had read are those, though a sum among them may be some array's number too.
        bool replaced = numbers_first && !answer && replace_numbers(o, bytes, x->size, array);
        if (!replaced) replaced = replace_read(o, &d->recording, x, bytes);
        if (!replaced && !numbers_first && !answer) replace_numbers(o, bytes, x->size, array);
        error = write_memory(d, x->address, bytes, x->size);
    }
    free(bytes);
    free(array);
    return error;
}

static int download(Device *d, const Record *x) {
    OtherInputs *o = d->inputs;
    if (!o->read) o->read = malloc(d->recording.read_size + 1);
    if (!o->read || x->read_before + x->size > d->recording.read_size) return cudaErrorMemoryAllocation;
    o->read_size = x->read_before + x->size;
    return read_memory(d, o->read + x->read_before, x->address, x->size);
}

bool other_inputs_repeat(Device *d, const Record *x) {
    if (x->kind != RECORD_WRITE && x->kind != RECORD_READ) return false;
    if (x->kind == RECORD_WRITE)
        upload(d, x);
    else
        download(d, x);
    return true;
}
