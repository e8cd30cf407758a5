// Reserved memory in WebAssembly: grader/warpsim/wasm/memory.c. Pages of files there are none.
#ifndef WARPBOOK_ALIVE_MMAN_H
#define WARPBOOK_ALIVE_MMAN_H

#include <stddef.h>
#include <sys/types.h>

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 2, MAP_ANONYMOUS = 32, MAP_NORESERVE = 64 };
enum { MADV_DONTNEED = 4 };
#define MAP_FAILED ((void *)-1)

// New private memory of zeros; what the other arguments ask for is not looked at.
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int munmap(void *at, size_t size);
int madvise(void *at, size_t size, int advice);           // MADV_DONTNEED: zeros again
int mincore(void *at, size_t size, unsigned char *there); // fails: nobody can say

#endif
