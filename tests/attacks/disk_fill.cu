// RIGHT: tries to fill every folder that is there, finds none that takes files, and computes

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void attack() {
    static char block[1 << 20];
    const char *folders[] = {"/tmp/bomb", "/dev/shm/bomb", "/var/tmp/bomb", "/bomb", "/run/bomb", "/proc/self/bomb", "bomb"};
    for (const char *path : folders) {
        int fd = open(path, O_WRONLY | O_CREAT, 0666);
        if (fd >= 0) abort();
        fd = open("/tmp", O_RDWR | O_TMPFILE, 0666);
        if (fd >= 0 && write(fd, block, sizeof block) > 0) abort();
    }
}

#include "tests/attacks/attacked_launches.cuh"
