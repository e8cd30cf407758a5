// Work in slices: each element once, by as many threads as were asked for.
#include "grader/lab/slices.h"
#include "tests/check.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { SLICES_MOST = 5 };

static atomic_int started;
static unsigned char seen[SLICES_MOST * (size_t)SLICE + 1];
static pthread_t caller;
static atomic_bool by_another;

static void see(void *context, size_t first, size_t count) {
    (void)context;
    atomic_fetch_add(&started, 1);
    if (!pthread_equal(pthread_self(), caller)) by_another = true;
    for (size_t i = first; i < first + count; i++) seen[i]++;
}

static void run(size_t total, int threads) {
    memset(seen, 0, sizeof seen);
    started = 0;
    by_another = false;
    caller = pthread_self();
    each_slice(total, threads, see, NULL);
}

TEST(each_element_comes_once) {
    static const size_t totals[] = {0, 1, SLICE - 1, SLICE, SLICE + 1, SLICES_MOST * (size_t)SLICE};
    static const int threads[] = {1, 3, SLICE_THREADS, 1000};
    for (size_t t = 0; t < sizeof totals / sizeof *totals; t++)
        for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
            run(totals[t], threads[k]);
            CHECK_EQ(started, (totals[t] + SLICE - 1) / SLICE);
            size_t wrong = 0;
            for (size_t i = 0; i < sizeof seen; i++) wrong += seen[i] != (i < totals[t]);
            CHECK_EQ(wrong, 0);
        }
}

TEST(one_slice_or_one_thread_starts_no_other) {
    run(SLICE, SLICE_THREADS);
    CHECK(!by_another);
    run(SLICES_MOST * (size_t)SLICE, 1);
    CHECK(!by_another);
}

// Each slice waits until another one has begun, or for some seconds.
static void meet(void *context, size_t first, size_t count) {
    const time_t end = time(NULL) + 10;
    (void)context, (void)first, (void)count;
    atomic_fetch_add(&started, 1);
    while (started < 3 && time(NULL) < end) sched_yield();
    if (started >= 3) by_another = true;
}

TEST(slices_run_beside_each_other) {
    started = 0;
    by_another = false;
    each_slice(3 * (size_t)SLICE, 3, meet, NULL);
    CHECK(by_another);
}

TEST(there_is_a_thread_at_least) {
    CHECK(slice_threads() >= 1 && slice_threads() <= SLICE_THREADS);
}

CHECK_MAIN()
