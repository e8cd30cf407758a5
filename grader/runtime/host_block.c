// Blocks of host memory that go through the socket without being copied first.
#include <sys/uio.h>

#include "grader/runtime/runtime.h"

HostBlock host_bytes(const void *start, size_t size) {
    return (HostBlock){.start = (char *)start, .width = size, .rows = size ? 1 : 0, .pitch = size};
}

HostBlock host_rows(const void *start, size_t width, size_t rows, size_t pitch) {
    if (width == pitch) return host_bytes(start, width * rows);
    return (HostBlock){.start = (char *)start, .width = width, .rows = width ? rows : 0, .pitch = pitch};
}

size_t host_block_size(const HostBlock *block) {
    return block->width * block->rows;
}

// Describes what is left of the block after `done` bytes in at most `room` parts. Returns how many it filled.
int host_block_parts(const HostBlock *block, size_t done, struct iovec *parts, int room) {
    int count = 0;
    for (size_t size = host_block_size(block); done < size && count < room; count++) {
        size_t row = done / block->width, column = done % block->width;
        parts[count].iov_base = block->start + row * block->pitch + column;
        parts[count].iov_len = block->width - column;
        done += block->width - column;
    }
    return count;
}

// A bad host pointer has to fault here, in the call that was given it, like any other bad access: once half a
// message is on the socket there is no way to take it back.
enum { PAGE = 4096 };

void touch_for_reading(const HostBlock *block) {
    if (watch_covers(block)) return; // it is there, but watched: this is no access of the program's
    for (size_t row = 0; row < block->rows; row++) {
        const volatile char *bytes = block->start + row * block->pitch;
        for (size_t i = 0; i < block->width; i += PAGE) (void)bytes[i];
        (void)bytes[block->width - 1];
    }
}

// Adds nothing to one byte of each page, atomically, because other threads may be using the page.
void touch_for_writing(const HostBlock *block) {
    if (watch_covers(block)) return;
    for (size_t row = 0; row < block->rows; row++) {
        char *bytes = block->start + row * block->pitch;
        for (size_t i = 0; i < block->width; i += PAGE) __atomic_fetch_or(&bytes[i], 0, __ATOMIC_RELAXED);
        __atomic_fetch_or(&bytes[block->width - 1], 0, __ATOMIC_RELAXED);
    }
}
