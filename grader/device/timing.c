// Repeats the recorded work under the GPU's clock.
#include "grader/device/timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "grader/device/kept_state.h"

enum { ROUNDS = 2, BUFFERS = 8, WARM_UPS = 2, RUNS_LEAST = 15, RUNS_SPREAD = 41, RUNS_MOST = 201 };
enum { LONGEST_MS = 60000, RUNS_LATE = 5 };
static const double spread_wanted = 1; // percent

// A fingerprint.
typedef struct {
    uint64_t sums[2];
} Print;

struct Timing {
    Allocation *buffer[BUFFERS]; // the grader's
    int count;
    uint64_t bytes;                      // of all
    Allocation *before[ROUNDS][BUFFERS]; // copies of them
    Print put[ROUNDS][BUFFERS], after[ROUNDS][BUFFERS];
    Allocation *from, *to; // of the copy
    Print asked;           // of what is copied
    KeptState state;
};

typedef struct {
    double ms[RUNS_MOST], copy_ms[RUNS_MOST], percent[RUNS_MOST];
    int runs;
} Runs;

static Timing *timing_of(Device *d) {
    if (d->timing) return d->timing;
    Timing *t = d->timing = calloc(1, sizeof *t);
    const Arena *arena = d->sim->arena;
    for (int i = 0; t && i < arena->count && t->count < BUFFERS; i++) {
        if (!arena->list[i]->graders || !arena->list[i]->live) continue;
        t->buffer[t->count++] = arena->list[i];
        t->bytes += arena->list[i]->size;
    }
    return t;
}

void timing_free(Device *d) {
    if (d->timing) kept_state_free(&d->timing->state);
    free(d->timing);
    d->timing = NULL;
}

static bool take_print(Device *d, const Allocation *a, Print *print) {
    return !d->backend->fingerprint(d->backend, a->base, a->size, print->sums);
}

static bool holds(Device *d, const Allocation *a, const Print *expected) {
    Print print;
    return take_print(d, a, &print) && !memcmp(&print, expected, sizeof print);
}

bool timing_keep(Device *d, int round, bool after) {
    Timing *t = timing_of(d);
    bool good = t && round >= 0 && round < ROUNDS && d->backend->fingerprint;
    if (good && round == 0 && !after) good = kept_state_take(d, &t->state);
    for (int i = 0; good && i < t->count; i++) {
        const Allocation *b = t->buffer[i];
        if (after) {
            good = take_print(d, b, &t->after[round][i]);
        } else {
            Allocation *copy = t->before[round][i] = allocate_memory(d, b->size);
            good = copy && !copy_memory(d, copy->base, b->base, b->size) &&
                   take_print(d, copy, &t->put[round][i]);
        }
    }
    return good;
}

// A kernel can write to all memory of its context, also to what is copied into the buffers and timed against:
// it could keep its results there.
static bool copies_are_whole(Device *d) {
    const Timing *t = d->timing;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < t->count; i++)
            if (!holds(d, t->before[round][i], &t->put[round][i])) return false;
    return holds(d, t->from, &t->asked);
}

// Nothing that the run before has left is there any more.
static bool restore(Device *d, int round) {
    const Timing *t = d->timing;
    if (kept_state_put_back(d, &t->state)) return false;
    for (int i = 0; i < t->count; i++)
        if (copy_memory(d, t->buffer[i]->base, t->before[round][i]->base, t->buffer[i]->size)) return false;
    return true;
}

// Do the buffers hold what they held when the round was judged?
static bool same_as_judged(Device *d, int round) {
    const Timing *t = d->timing;
    for (int i = 0; i < t->count; i++)
        if (!holds(d, t->buffer[i], &t->after[round][i])) return false;
    return true;
}

static bool is_memory_management(const Record *r) {
    return r->kind == RECORD_ALLOCATE || r->kind == RECORD_FREE;
}

// Everything that the recorded work allocates is there all the time: getting memory is not what is timed.
static bool allocate_all(Device *d) {
    bool good = true;
    for (int i = 0; i < d->recording.count && good; i++)
        if (d->recording.list[i].kind == RECORD_ALLOCATE)
            good = renew_memory(d, d->recording.list[i].address);
    return good;
}

// The recorded work, timed from the first thing on that the device does by itself: bytes that come from the
// host before that (the value of a __constant__ variable) are not.
static bool time_work(Device *d, float *ms) {
    const Recording *r = &d->recording;
    bool timed = false;
    int error = 0;
    for (int i = 0; i < r->count && !error && !d->sticky; i++) {
        const Record *x = &r->list[i];
        if (is_memory_management(x)) continue;
        if (!timed && x->kind != RECORD_WRITE) {
            error = d->backend->start_clock(d->backend);
            timed = true;
        }
        if (!error) error = repeat_record(d, x);
    }
    return timed && !error && !d->sticky && !(d->sticky = d->backend->stop_clock(d->backend, ms));
}

static bool time_copy(Device *d, float *ms) {
    const Timing *t = d->timing;
    return !d->backend->start_clock(d->backend) &&
           !copy_memory(d, t->to->base, t->from->base, t->from->size) &&
           !(d->sticky = d->backend->stop_clock(d->backend, ms));
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct {
    double median,
        spread;       // the spread: how far the quarters above and below lie apart, in percent of the median
    double low, high; // the median of ever more runs would lie between these, in 997 of 1000 cases
} Middle;

// The interval is that of the sign test, which asks nothing of how times are spread: of `count` runs those
// three standard deviations, 3 * sqrt(count) / 2, on either side of the middle one.
static Middle middle_of(const double *values, int count) {
    double sorted[RUNS_MOST];
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    const double median = sorted[count / 2];
    const int aside = (int)ceil(1.5 * sqrt(count));
    const int first = count / 2 - aside, last = count / 2 + aside;
    return (Middle){.median = median,
                    .spread = 100 * (sorted[3 * count / 4] - sorted[count / 4]) / median,
                    .low = sorted[first > 0 ? first : 0],
                    .high = sorted[last < count ? last : count - 1]};
}

// Is it not clear yet on which side of what is required the speed lies?
static bool in_doubt(const Runs *r, double required) {
    const Middle percent = middle_of(r->percent, r->runs);
    return required > 0 && percent.low < required && required <= percent.high;
}

static bool enough(const Runs *r, double required, int64_t started) {
    const bool late = wire_clock_ms() - started > LONGEST_MS;
    if (r->runs < (late ? RUNS_LATE : RUNS_LEAST)) return false;
    if (r->runs == RUNS_MOST || late) return true;
    if (in_doubt(r, required)) return false;
    return r->runs >= RUNS_SPREAD || middle_of(r->ms, r->runs).spread < spread_wanted;
}

static bool fail(char *error, size_t error_size, const char *why) {
    snprintf(error, error_size, "%s", why);
    return false;
}

static bool one_run(Device *d, Runs *r, bool counts, char *error, size_t error_size) {
    unsigned char any = 0;
    float ms = 0, copy_ms = 0;
    if (getrandom(&any, 1, 0) != 1) any = 0;
    const int round = any % ROUNDS;
    if (!restore(d, round) || !time_copy(d, &copy_ms) || !time_work(d, &ms))
        return fail(error, error_size, "A launch failed while it was timed.");
    if (!copies_are_whole(d))
        return fail(error, error_size, "The launches wrote to memory that is not theirs.");
    if (!same_as_judged(d, round))
        return fail(
            error, error_size,
            "The result changed while the launches were repeated: there is no time for a wrong result.");
    if (!counts) return true;
    r->ms[r->runs] = ms;
    r->copy_ms[r->runs] = copy_ms;
    r->percent[r->runs++] = ms > 0 ? 100 * copy_ms / ms : 0;
    return true;
}

static char *write_times(const Device *d, const Runs *r) {
    const Middle ms = middle_of(r->ms, r->runs), percent = middle_of(r->percent, r->runs);
    const double floor_ms = d->gpu.dram_bytes_per_second
                                ? 1e3 * (double)d->timing->bytes / (double)d->gpu.dram_bytes_per_second
                                : 0;
    char *text = malloc(500);
    if (text)
        snprintf(text, 500,
                 "time\tms=%.6f\tcopy_ms=%.6f\tpercent_of_copy=%.3f\truns=%d\tspread_percent=%.3f\t"
                 "low=%.3f\thigh=%.3f\tbytes=%llu\tfloor_ms=%.6f\tcold_start_ms=%.3f\tcold_ms=%.3f\n",
                 ms.median, middle_of(r->copy_ms, r->runs).median, percent.median, r->runs, ms.spread,
                 percent.low, percent.high, (unsigned long long)d->timing->bytes, floor_ms,
                 d->backend->start_ms, d->backend->first_ms);
    return text;
}

char *timing_measure(Device *d, double required, bool *no_room, char *error, size_t error_size) {
    Runs r = {.runs = 0};
    Timing *t = d->timing;
    const int64_t started = wire_clock_ms();
    *no_room = false;
    snprintf(error, error_size, "There is nothing to time.");
    if (!d->backend->start_clock || !t || !t->bytes || d->sticky || d->recording.reads_back ||
        d->recording.overflow)
        return NULL;
    if (!t->from) t->from = allocate_memory(d, t->bytes / 2);
    if (!t->to) t->to = allocate_memory(d, t->bytes / 2);
    bool good = t->from && t->to && allocate_all(d) && take_print(d, t->from, &t->asked);
    *no_room = !good;
    if (!good) snprintf(error, error_size, "The GPU has no room for the copies of the data.");
    for (int i = 0; good && i < WARM_UPS; i++) good = one_run(d, &r, false, error, error_size);
    while (good && !enough(&r, required, started)) good = one_run(d, &r, true, error, error_size);
    return good ? write_times(d, &r) : NULL;
}
