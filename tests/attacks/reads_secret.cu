// RIGHT: looks for the installation's secret and for other gradings' folders, and computes all the same

#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

// With the secret, the inputs of every grading with a known seed could be computed.
static void attack() {
    char path[600], text[64];
    static const char *const starts[] = {".", "..", "../..", "../../..", "/work", "/home", "/root", "/tmp", "/srv", "/opt"};
    for (const char *start : starts) {
        snprintf(path, sizeof path, "%s/secret", start);
        int fd = open(path, O_RDONLY);
        if (fd >= 0 && read(fd, text, sizeof text) == 33) printf("secret found\n"), _exit(3);
        snprintf(path, sizeof path, "%s/build/tmp", start);
        DIR *folder = opendir(path);
        for (dirent *entry; folder && (entry = readdir(folder));)
            if (entry->d_name[0] != '.') printf("%s found\n", entry->d_name), _exit(3);
    }
}

#include "tests/attacks/attacked_launches.cuh"
