// WRONG: as many threads as the machine gives, all of them busy
// EXPECT score: 20

#include <pthread.h>

static void *busy(void *) {
    for (volatile int i = 0;; ++i) {
    }
}

static void attack() {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_t thread;
    for (;;) pthread_create(&thread, &small, busy, 0);
}

#include "tests/attacks/attacked_launches.cuh"
