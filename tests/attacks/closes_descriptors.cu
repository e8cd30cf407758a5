// WRONG: closes every descriptor, the socket to the device included
// EXPECT score: 20

#include <unistd.h>

static void attack() {
    for (int fd = 0; fd < 1024; ++fd) close(fd);
}

#include "tests/attacks/attacked_launches.cuh"
