// Repeats the recorded work under the GPU's clock.
#include "grader/device/timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "grader/device/kept_state.h"

enum { ROUNDS = 2, BUFFERS = 8, WARM_UPS = 2, RUNS_LEAST = 31, RUNS_SPREAD = 101, RUNS_MOST = 201 };
enum { LONGEST_MS = 60000, RUNS_LATE = 5, WRITES_SEEN = 8 };
static const double spread_wanted = 1; // percent

// A fingerprint.
typedef struct {
    uint64_t sums[2];
} Print;

struct Timing {
    WarpsimAllocation *buffer[BUFFERS]; // the grader's
    int count;
    uint64_t bytes;                             // of all
    WarpsimAllocation *before[ROUNDS][BUFFERS]; // copies of them
    Print put[ROUNDS][BUFFERS], after[ROUNDS][BUFFERS];
    WarpsimAllocation *from, *to; // half of all bytes each, to be copied between runs
    Print asked;                  // of what is copied
    KeptState state;
    bool prepared; // all of these are there
};

typedef struct {
    double ms[RUNS_MOST], copy_ms[RUNS_MOST], percent[RUNS_MOST];
    int runs;
} Runs;

static Timing *timing_of(Device *d) {
    if (d->timing) return d->timing;
    Timing *t = d->timing = calloc(1, sizeof *t);
    WarpsimAllocation *a;
    for (int i = 0; t && t->count < BUFFERS && (a = warpsim_allocation_at(d->sim, i)); i++) {
        if (!a->graders || !a->live) continue;
        t->buffer[t->count++] = a;
        t->bytes += a->size;
    }
    return t;
}

void timing_free(Device *d) {
    if (d->timing) kept_state_free(&d->timing->state);
    free(d->timing);
    d->timing = NULL;
}

// They return a cudaError_t.
static int take_print(Device *d, const WarpsimAllocation *a, Print *print) {
    return d->backend->fingerprint(d->backend, a->base, a->size, print->sums);
}

static int compare(Device *d, const WarpsimAllocation *a, const Print *expected, bool *same) {
    Print print;
    const int error = take_print(d, a, &print);
    *same &= error || !memcmp(&print, expected, sizeof print);
    return error;
}

static bool fail(char *error, size_t error_size, const char *why) {
    snprintf(error, error_size, "%s", why);
    return false;
}

static bool driver_failed(int result, char *error, size_t error_size) {
    if (result) snprintf(error, error_size, "The GPU's driver failed (CUDA error %d): grade again.", result);
    return result != 0;
}

// All memory that is needed, before the student's function can take any.
static bool prepare(Device *d, Timing *t, char *error, size_t error_size) {
    bool good = (t->from = allocate_memory(d, t->bytes / 2)) && (t->to = allocate_memory(d, t->bytes / 2));
    for (int i = 0; good && i < ROUNDS * t->count; i++)
        good = (t->before[i / t->count][i % t->count] = allocate_memory(d, t->buffer[i % t->count]->size));
    if (!good || !kept_state_take(d, &t->state))
        return fail(error, error_size, "The GPU or this machine has no room for copies of the data.");
    t->prepared = !driver_failed(take_print(d, t->from, &t->asked), error, error_size);
    return t->prepared;
}

bool timing_keep(Device *d, int round, bool after, char *error, size_t error_size) {
    Timing *t = timing_of(d);
    if (!t || !t->bytes || round < 0 || round >= ROUNDS || !d->backend->start_clock)
        return fail(error, error_size, "There is nothing to time.");
    if (!t->prepared && !prepare(d, t, error, error_size)) return false;
    int result = 0;
    for (int i = 0; !result && i < t->count; i++) {
        const WarpsimAllocation *b = t->buffer[i], *copy = t->before[round][i];
        if (after)
            result = take_print(d, b, &t->after[round][i]);
        else if (!(result = copy_memory(d, copy->base, b->base, b->size)))
            result = take_print(d, copy, &t->put[round][i]);
    }
    return !driver_failed(result, error, error_size);
}

// Is what is copied into the buffers, and timed against, what it was? A kernel can write to all memory of its
// context: it could keep its results there, or between allocations.
static int look_at_copies(Device *d, bool *whole) {
    const Timing *t = d->timing;
    OutsideWrite writes[WRITES_SEEN];
    int error = compare(d, t->from, &t->asked, whole);
    for (int i = 0; i < ROUNDS * t->count && !error; i++)
        error = compare(d, t->before[i / t->count][i % t->count], &t->put[i / t->count][i % t->count], whole);
    if (!error) *whole &= !d->backend->outside_writes(d->backend, writes, WRITES_SEEN);
    return error;
}

// Nothing that the run before has left is there any more, and the L2 cache holds other bytes than the
// buffers'.
static int restore(Device *d, int round) {
    const Timing *t = d->timing;
    int error = kept_state_put_back(d, &t->state);
    for (int i = 0; i < t->count && !error; i++)
        error = copy_memory(d, t->buffer[i]->base, t->before[round][i]->base, t->buffer[i]->size);
    return error ? error : copy_memory(d, t->to->base, t->from->base, t->from->size);
}

// Do the buffers hold what they held when the round was judged?
static int look_at_results(Device *d, int round, bool *same) {
    const Timing *t = d->timing;
    int error = 0;
    for (int i = 0; i < t->count && !error; i++) error = compare(d, t->buffer[i], &t->after[round][i], same);
    return error;
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

// The buffer that holds byte `at` of all their bytes, and where in it.
static WarpsimAllocation *buffer_at(const Timing *t, uint64_t at, uint64_t *offset) {
    int i = 0;
    for (; i < t->count - 1 && at >= t->buffer[i]->size; i++) at -= t->buffer[i]->size;
    *offset = at;
    return t->buffer[i];
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

// The first half of all bytes to the second, in the buffers that the work uses: how fast memory is depends on
// where the driver has put it.
static int copy_half(Device *d) {
    const Timing *t = d->timing;
    const uint64_t half = t->bytes / 2;
    int error = 0;
    for (uint64_t at = 0, size; at < half && !error; at += size) {
        uint64_t from, to;
        const WarpsimAllocation *source = buffer_at(t, at, &from), *goal = buffer_at(t, half + at, &to);
        size = least(half - at, least(source->size - from, goal->size - to));
        error = copy_memory(d, goal->base + to, source->base + from, size);
    }
    return error;
}

static int time_copy(Device *d, float *ms) {
    int error = d->backend->start_clock(d->backend);
    if (!error) error = copy_half(d);
    return error ? error : (d->sticky = d->backend->stop_clock(d->backend, ms));
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
    return r->runs >= RUNS_SPREAD || (middle_of(r->ms, r->runs).spread < spread_wanted &&
                                      middle_of(r->percent, r->runs).spread < spread_wanted);
}

// What became of a run: a failure is the work's, or the machine's.
typedef enum { RUN_DONE, RUN_FAILED, RUN_TROUBLE } Outcome;

static Outcome judge_run(Device *d, int round, char *error, size_t error_size) {
    bool whole = true, same = true;
    int result = look_at_copies(d, &whole);
    if (!result) result = look_at_results(d, round, &same);
    if (driver_failed(result, error, error_size)) return RUN_TROUBLE;
    if (!whole)
        fail(error, error_size,
             "The launches wrote to memory that is not theirs. Look for a write outside the output.");
    else if (!same)
        fail(error, error_size,
             "The result changed while the launches were repeated, and a wrong result has no time. Look for "
             "one that depends on the order of blocks, or on memory that was never written.");
    return whole && same ? RUN_DONE : RUN_FAILED;
}

static Outcome one_run(Device *d, Runs *r, bool counts, char *error, size_t error_size) {
    unsigned char any = 0;
    float ms = 0, copy_ms = 0;
    if (getrandom(&any, 1, 0) != 1) any = 0;
    const int round = any % ROUNDS;
    int result = restore(d, round);
    if (!result) result = time_copy(d, &copy_ms);
    if (!result) result = restore(d, round);
    if (driver_failed(result, error, error_size)) return RUN_TROUBLE;
    if (!time_work(d, &ms)) {
        fail(error, error_size,
             "A launch failed while it was timed, although a single call works: look for state that "
             "the function needs at its start and does not restore.");
        return RUN_FAILED;
    }
    const Outcome outcome = judge_run(d, round, error, error_size);
    if (!counts || outcome != RUN_DONE) return outcome;
    r->ms[r->runs] = ms;
    r->copy_ms[r->runs] = copy_ms;
    r->percent[r->runs++] = ms > 0 ? 100 * copy_ms / ms : 0;
    return RUN_DONE;
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

// Can the recorded work be repeated, and fairly?
static bool is_repeatable(Device *d, char *error, size_t error_size) {
    const char *beyond = kept_state_beyond(d, d->timing->bytes);
    if (d->sticky || d->recording.reads_back || d->recording.overflow)
        return fail(error, error_size, "What the launch function does cannot be repeated.");
    if (beyond) return fail(error, error_size, beyond);
    return allocate_all(d) ||
           fail(error, error_size,
                "What the launch function allocates leaves no room on the GPU to repeat it. Allocate less.");
}

char *timing_measure(Device *d, double required, bool *trouble, char *error, size_t error_size) {
    Runs r = {.runs = 0};
    const int64_t started = wire_clock_ms();
    *trouble = !d->timing || !d->timing->prepared;
    snprintf(error, error_size, "There is nothing to time.");
    if (*trouble || !is_repeatable(d, error, error_size)) return NULL;
    Outcome outcome = RUN_DONE;
    for (int i = 0; outcome == RUN_DONE && i < WARM_UPS; i++)
        outcome = one_run(d, &r, false, error, error_size);
    while (outcome == RUN_DONE && !enough(&r, required, started))
        outcome = one_run(d, &r, true, error, error_size);
    *trouble = outcome == RUN_TROUBLE;
    return outcome == RUN_DONE ? write_times(d, &r) : NULL;
}
