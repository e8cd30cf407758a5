// Looks at the machine's memory from time to time, in a thread of its own.
//
// Pages come into being where kernels and copies touch them, so no call can be refused for them beforehand:
// many programs allocate much more than they use. Linux would end a process when there are none left, without
// a word, and not always the one that took them.
#include "grader/device/memory_watch.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "grader/warpsim/warpsim.h"

enum { RESERVE_PART = 32, OWN_PART = 4, LOOK_MS = 20 };

MemoryState memory_state(MachineMemory m) {
    const uint64_t reserve = m.total / RESERVE_PART;
    if (m.own < m.total / OWN_PART || m.left >= reserve) return MEMORY_SUFFICES;
    return m.left >= reserve / 2 ? MEMORY_IS_SHORT : MEMORY_IS_GONE;
}

// Unless somebody has asked for the end of the run meanwhile: that must not be lost.
static void change(volatile int *cancel, int from, int to) {
    __atomic_compare_exchange_n(cancel, &from, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void *look(void *context) {
    volatile int *cancel = context;
    const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    for (;; nanosleep(&pause, NULL)) {
        const MemoryState state = memory_state(machine_memory());
        if (state == MEMORY_IS_GONE) _exit(EXIT_OUT_OF_MEMORY);
        if (state == MEMORY_IS_SHORT) change(cancel, WARPSIM_GO_ON, WARPSIM_STOP_MEMORY);
        if (state == MEMORY_SUFFICES) change(cancel, WARPSIM_STOP_MEMORY, WARPSIM_GO_ON);
    }
    return NULL;
}

void watch_memory(volatile int *cancel) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, look, (void *)cancel) == 0) pthread_detach(thread);
}
