// The processors of this process, before and after some are taken away.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // sched_setaffinity
#endif
#include "grader/lab/processors.h"
#include "grader/lab/slices.h"
#include "tests/check.h"

#include <sched.h>

TEST(only_usable_processors_count) {
    cpu_set_t before, one;
    CHECK_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    CHECK_EQ(usable_processors(), CPU_COUNT(&before));
    int first = 0;
    while (!CPU_ISSET(first, &before)) first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    CHECK_EQ(usable_processors(), 1);
    CHECK_EQ(slice_threads(), 1);
    CHECK_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

CHECK_MAIN()
