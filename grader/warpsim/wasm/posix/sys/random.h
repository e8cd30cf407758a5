// There is no randomness: names.c then does with an address. A page's own PTX attacks nobody's hash table.
#ifndef WARPBOOK_ALIVE_RANDOM_H
#define WARPBOOK_ALIVE_RANDOM_H

#include <stddef.h>
#include <sys/types.h>

enum { GRND_NONBLOCK = 1 };

static inline ssize_t getrandom(void *to, size_t size, unsigned flags) {
    return (void)to, (void)size, (void)flags, -1;
}

#endif
