// Ends the program where an allocation fails.
#include "grader/contract/allocation.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// The linker's names for the C library's functions, and for what is called in their place.
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);

static void *checked(void *memory, size_t size) {
    if (!memory && size && size <= ALLOCATION_LARGE) end_without_memory();
    return memory;
}

void *__wrap_malloc(size_t size) {
    return checked(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    return checked(__real_calloc(count, size), bytes);
}

void *__wrap_realloc(void *old, size_t size) {
    return checked(__real_realloc(old, size), size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return checked(__real_aligned_alloc(alignment, size), size);
}

char *__wrap_strdup(const char *text) {
    return checked(__real_strdup(text), strlen(text) + 1);
}

// Larger ones reserve addresses: whoever does that sees to it when there are fewer.
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    enum { RESERVATION = 64 << 20 };
    void *map = __real_mmap(at, size, protection, flags, fd, offset);
    if (map == MAP_FAILED && fd < 0 && size <= RESERVATION) end_without_memory();
    return map;
}
