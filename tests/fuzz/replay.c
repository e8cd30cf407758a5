// Gives a fuzz target the inputs that are kept for it, without libFuzzer: one that crashes ends the test.
//
//   test_NAME [FILE]...     none: all of tests/fuzz/corpus/NAME and tests/fuzz/regressions/NAME
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

static int replay(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        printf("not ok %s: it cannot be read\n", path);
        return 1;
    }
    static uint8_t data[1 << 20];
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    uint8_t *exact = malloc(size + !size); // so that a sanitizer sees a read past the end
    if (!exact) abort();
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    printf("ok %s\n", path);
    fflush(stdout);
    return 0;
}

static int replay_folder(const char *kind, const char *name) {
    char folder[200];
    snprintf(folder, sizeof folder, "tests/fuzz/%s/%s", kind, name);
    DIR *d = opendir(folder);
    if (!d) return 0; // none has been found yet
    int failed = 0;
    for (const struct dirent *e; (e = readdir(d));) {
        char path[600];
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        failed |= replay(path);
    }
    closedir(d);
    return failed;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++) failed |= replay(argv[i]);
    if (argc > 1) return failed;
    const char *name = strstr(argv[0], "test_");
    for (const char *next; name && (next = strstr(name + 1, "test_"));) name = next;
    if (!name) return EXIT_FAILURE;
    failed = replay_folder("corpus", name + 5) | replay_folder("regressions", name + 5);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
