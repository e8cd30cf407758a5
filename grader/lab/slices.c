// Hands slices out to threads: whoever is free takes the next one.
#include "grader/lab/slices.h"

#include <pthread.h>
#include <stdatomic.h>

#include "grader/lab/processors.h"

typedef struct {
    size_t total, slices;
    atomic_size_t next; // slice that nobody has taken yet
    SliceWork *work;
    void *context;
} Slices;

static void *take_slices(void *argument) {
    Slices *s = argument;
    for (size_t slice; (slice = atomic_fetch_add(&s->next, 1)) < s->slices;) {
        const size_t first = slice * SLICE, left = s->total - first;
        s->work(s->context, first, left < SLICE ? left : SLICE);
    }
    return NULL;
}

void each_slice(size_t total, int threads, SliceWork *work, void *context) {
    Slices s = {.total = total, .slices = (total + SLICE - 1) / SLICE, .work = work, .context = context};
    pthread_t others[SLICE_THREADS - 1];
    int started = 0;
    if (threads > SLICE_THREADS) threads = SLICE_THREADS;
    // A thread that cannot be started is no harm: the others take its slices.
    while (started < threads - 1 && (size_t)started + 1 < s.slices &&
           !pthread_create(&others[started], NULL, take_slices, &s))
        started++;
    take_slices(&s);
    while (started) pthread_join(others[--started], NULL);
}

int slice_threads(void) {
    const int processors = usable_processors();
    return processors < SLICE_THREADS ? processors : SLICE_THREADS;
}
