// A CUDA Toolkit of our own, whose ptxas says and does what a test wants.
#ifndef WARPBOOK_FALSE_TOOLKIT_H
#define WARPBOOK_FALSE_TOOLKIT_H

#include <sys/stat.h>
#include <unistd.h>

#include "tests/check.h"

static char home[64]; // CUDA_HOME while it is there

// A toolkit whose ptxas is this shell script.
static inline void make_toolkit(const char *script) {
    char path[100];
    strcpy(home, "/tmp/warpbook_toolkit_XXXXXX");
    CHECK(mkdtemp(home));
    snprintf(path, sizeof path, "%s/bin", home);
    CHECK(mkdir(path, 0700) == 0);
    snprintf(path, sizeof path, "%s/bin/ptxas", home);
    FILE *file = fopen(path, "w");
    CHECK(file);
    if (!file) return;
    fprintf(file, "#!/bin/sh\n%s\n", script);
    CHECK(fclose(file) == 0 && chmod(path, 0700) == 0);
    setenv("CUDA_HOME", home, 1);
}

static inline void remove_toolkit(void) {
    char path[100];
    snprintf(path, sizeof path, "%s/bin/ptxas", home);
    unlink(path);
    snprintf(path, sizeof path, "%s/bin", home);
    rmdir(path);
    CHECK(rmdir(home) == 0);
    unsetenv("CUDA_HOME");
}

#endif
