// WRONG: as many sleeping threads as the machine gives
// EXPECT score: 20

#include <pthread.h>
#include <unistd.h>

static void *asleep(void *) {
    for (;;) pause();
}

static void attack() {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_t thread;
    for (int i = 0; i < 1000000; ++i)
        if (pthread_create(&thread, &small, asleep, 0) != 0) usleep(1000);
}

#include "tests/attacks/attacked_launches.cuh"
