// WRONG: hides memory in memfds and pipes, which are no address space
// EXPECT score: 20

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void attack() {
    static char block[1 << 20];
    for (int f = 0; f < 200; ++f) {
        int fd = memfd_create("bomb", 0);
        for (int i = 0; i < 1024 && write(fd, block, sizeof block) > 0; ++i) {
        }
    }
    abort();
}

#include "tests/attacks/attacked_launches.cuh"
