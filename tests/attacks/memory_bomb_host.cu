// WRONG: takes all the host memory that it can get
// EXPECT score: 20

#include <stdlib.h>
#include <string.h>

static void attack() {
    for (size_t size = (size_t)1 << 30; size >= 4096; size /= 2)
        for (void *p; (p = malloc(size));) memset(p, 1, size);
    abort();
}

#include "tests/attacks/attacked_launches.cuh"
