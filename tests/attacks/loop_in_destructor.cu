// RIGHT: destructors and atexit functions that do not end delay nobody

#include <stdlib.h>
#include <unistd.h>

static void endless() {
    for (;;) pause();
}

struct Late {
    Late() { atexit(endless); }
    ~Late() { endless(); }
};
static Late late;

#include "tests/attacks/right_launches.cuh"
