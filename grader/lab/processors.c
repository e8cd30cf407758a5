// Asks the kernel which processors this process may run on.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // sched_getaffinity
#endif
#include "grader/lab/processors.h"

#include <sched.h>

int usable_processors(void) {
    cpu_set_t usable[8]; // of 1024 each: Linux knows 8192 processors at most
    if (sched_getaffinity(0, sizeof usable, usable)) return 1;
    return CPU_COUNT_S(sizeof usable, usable);
}
