// A library for LD_PRELOAD in which one allocation of one program fails. tests/grading/test_allocations.sh
//
//   FAIL_IN=grade      the program, by the name of its file
//   FAIL_AT=N          its N-th allocation fails, counted from 1; 0: none
//   FAIL_COUNT=FILE    the number of allocations goes there, as 8 bytes; of the process with the most of them
//
// Counted are malloc, calloc, realloc, aligned_alloc and mappings without a file, of libraries too; children
// that go on without exec are not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// Those of a sanitizer, in a program that has one.
#define OF_SANITIZER __attribute__((weak))
OF_SANITIZER void *__interceptor_malloc(size_t size);
OF_SANITIZER void *__interceptor_calloc(size_t count, size_t size);
OF_SANITIZER void *__interceptor_realloc(void *old, size_t size);
OF_SANITIZER void *__interceptor_aligned_alloc(size_t alignment, size_t size);

static uint64_t fail_at, *most, own_count;
static pid_t process; // 0: not this program

static uint64_t number_of(const char *name) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static void *map_counter(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || ftruncate(fd, sizeof *most)) return NULL;
    void *page = (void *)syscall(SYS_mmap, NULL, sizeof *most, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0L);
    close(fd);
    return page == MAP_FAILED ? NULL : page;
}

__attribute__((constructor)) static void begin(void) {
    char path[4096];
    const char *wanted = getenv("FAIL_IN"), *file = getenv("FAIL_COUNT");
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    const char *name = strrchr(path, '/');
    if (!wanted || !name || strcmp(name + 1, wanted)) return;
    fail_at = number_of("FAIL_AT");
    if (file) most = map_counter(file);
    process = getpid();
}

// Counts one; is it the one that fails?
static int fails(void) {
    if (!process || (pid_t)syscall(SYS_getpid) != process) return 0;
    const uint64_t count = __atomic_add_fetch(&own_count, 1, __ATOMIC_RELAXED);
    if (most && count > *most) *most = count;
    if (count != fail_at) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    if (fails()) return NULL;
    return __interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    if (fails()) return NULL;
    return __interceptor_calloc ? __interceptor_calloc(count, size) : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    if (fails()) return NULL;
    return __interceptor_realloc ? __interceptor_realloc(old, size) : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    if (fails()) return NULL;
    return __interceptor_aligned_alloc ? __interceptor_aligned_alloc(alignment, size)
                                       : __libc_memalign(alignment, size);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    if (fd < 0 && fails()) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}
