// RIGHT: tries to keep its result in files for later runs, cannot, and computes

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void attack() {
    const char *places[] = {"/tmp/cache", "/dev/shm/cache", "/root/.nv/cache", "/home/cache"};
    for (const char *path : places)
        if (open(path, O_RDONLY) >= 0 || open(path, O_CREAT | O_RDWR, 0600) >= 0) abort();
}

#include "tests/attacks/attacked_launches.cuh"
