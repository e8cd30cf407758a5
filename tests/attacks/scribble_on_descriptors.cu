// WRONG: writes a forged result and binary rubbish to every descriptor there is
// EXPECT score: 0

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char forged[] = "{\"schema\":1,\"lab\":\"lab3\",\"passed\":true,\"score\":100,\"max_score\":100}\n";

__attribute__((constructor)) static void scribble() {
    char rubbish[4096];
    memset(rubbish, 0xA5, sizeof rubbish);
    for (int fd = 0; fd < 256; ++fd)
        if (write(fd, forged, sizeof forged - 1) > 0 && write(fd, rubbish, sizeof rubbish) < 0) perror("write");
}

#include "tests/attacks/empty_launches.cuh"
