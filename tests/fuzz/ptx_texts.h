// Cuts an input into the PTX texts that are to be linked: lines of "====" stand between them.
#ifndef WARPBOOK_FUZZ_PTX_TEXTS_H
#define WARPBOOK_FUZZ_PTX_TEXTS_H

#define _GNU_SOURCE // memmem
#include <string.h>

#include "grader/warpsim/core/simulator.h"

enum { TEXTS_MAX = 4 };

static inline int cut_texts(const uint8_t *data, size_t size, const char *texts[TEXTS_MAX],
                            size_t sizes[TEXTS_MAX]) {
    static const char line[] = "\n====\n";
    const char *at = (const char *)data, *end = at + size;
    int count = 0;
    for (;;) {
        const char *cut =
            count + 1 < TEXTS_MAX ? memmem(at, (size_t)(end - at), line, sizeof line - 1) : NULL;
        texts[count] = at;
        sizes[count++] = (size_t)((cut ? cut : end) - at);
        if (!cut) return count;
        at = cut + sizeof line - 1;
    }
}

#endif
