// A false libcuda.so for machines without a GPU: its memory is this process's, mapped where the caller wants
// it, and its kernels are written below, in C, by the names that lab 3's solution gives them.
//
// FAKE_GPU says what is wrong with it: none (no GPU), crash and stuck (at the start), old (no memory at an
// address), wrong (one point of a result), changes (one point of each third launch that is timed), hoards
// (one point behind its memory, in what the grader copies, in each launch that is timed), between
// (the same, past the end of the output), remembers (one point, in each timed launch but the first that finds
// the variable `kept` as it was loaded), outside (a write past the end), fault, hang.
//
// Its clock is made up: a launch takes FAKE_KERNEL_MS, a copy on the device FAKE_COPY_MS, 1 each without
// them; launches take turns at that much more and less than it, in percent: FAKE_JITTER. FAKE_UNSTEADY names
// a file with a byte for each process that is to be unsteady: where it measures, every second copy takes a
// fifth longer.
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/gpu_driver/fingerprint_in_c.h"

#define API __attribute__((visibility("default")))

enum { PAGE = 2 << 20, OUT_OF_MEMORY = 2, NOT_FOUND = 500, NOT_READY = 600, ILLEGAL_ADDRESS = 700 };

typedef struct {
    float c[7];
} Coefficients;

static int state; // what every call from now on is answered with

static bool is(const char *what) {
    const char *chosen = getenv("FAKE_GPU");
    return chosen && strcmp(chosen, what) == 0;
}

static double clock_ms; // of the GPU
static int mapped;      // pages
static bool timed;      // there are events
static bool unsteady;   // and every second copy is slow

// FAKE_LOG names a file that gets a line for each process that makes a context (whose turn it is then, by the
// lock FAKE_LOCK, and how many others are there) and for each module that goes.
static void note(const char *what) {
    const char *path = getenv("FAKE_LOG");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s mapped=%d\n", what, mapped);
    fclose(file);
}

// What somebody holds of the file FAKE_LOCK.
static const char *turn_now(void) {
    const char *path = getenv("FAKE_LOCK");
    const int fd = path ? open(path, O_RDONLY) : -1;
    const char *turn = fd < 0                          ? "unknown"
                       : !flock(fd, LOCK_EX | LOCK_NB) ? "none"
                       : !flock(fd, LOCK_SH | LOCK_NB) ? "shared"
                                                       : "alone";
    if (fd >= 0) close(fd);
    return turn;
}

// The processes of gradings that FAKE_LOG has and that were not reaped yet.
static int still_there(void) {
    char line[200];
    int pid, count = 0;
    FILE *file = fopen(getenv("FAKE_LOG"), "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *number = strstr(line, "pid=");
        if (number && sscanf(number, "pid=%d", &pid) == 1) count += !kill(pid, 0);
    }
    if (file) fclose(file);
    return count;
}

static void note_start(void) {
    char line[100] = "start";
    if (getenv("FAKE_LOG"))
        snprintf(line, sizeof line, "start turn=%s others=%d pid=%d", turn_now(), still_there(), getpid());
    note(line);
}

static double setting(const char *name, double otherwise) {
    const char *chosen = getenv(name);
    return chosen ? strtod(chosen, NULL) : otherwise;
}

// Takes a byte of the file FAKE_UNSTEADY, if one is left.
static bool takes_its_turn(void) {
    const char *path = getenv("FAKE_UNSTEADY");
    const int fd = path ? open(path, O_RDWR) : -1;
    const off_t left = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    const bool took = left > 0 && !ftruncate(fd, left - 1);
    if (fd >= 0) close(fd);
    return took;
}

static void spend_copy(void) {
    static int copies;
    clock_ms += setting("FAKE_COPY_MS", 1) * (unsteady && ++copies % 2 ? 1.2 : 1);
}

static void spend_launch(void) {
    static int launches;
    const double jitter = setting("FAKE_JITTER", 0) / 100;
    clock_ms += setting("FAKE_KERNEL_MS", 1) * (++launches % 2 ? 1 + jitter : 1 - jitter);
}

// ---- The GPU ----------------------------------------------------------------------------------------------

API int cuInit(unsigned flags) {
    (void)flags;
    if (is("crash")) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (is("stuck")) pause();
    return 0;
}
API int cuDriverGetVersion(int *version) {
    *version = 13000;
    return 0;
}
API int cuGetErrorString(int error, const char **text) {
    *text = error == ILLEGAL_ADDRESS ? "an illegal memory access was encountered" : "an error";
    return 0;
}
API int cuDeviceGetCount(int *count) {
    *count = !is("none");
    return 0;
}
API int cuDeviceGet(int *device, int ordinal) {
    *device = ordinal;
    return 0;
}
API int cuDeviceGetName(char *name, int size, int device) {
    (void)device;
    snprintf(name, (size_t)size, "Fake GPU");
    return 0;
}
// FAKE_UUID is a number; without it the GPU has none.
API int cuDeviceGetUuid_v2(uint8_t uuid[16], int device) {
    const uint32_t number = (uint32_t)setting("FAKE_UUID", 0);
    (void)device;
    memset(uuid, 0, 16);
    for (int i = 0; i < 4; i++) uuid[15 - i] = (uint8_t)(number >> 8 * i);
    return !number;
}
API int cuDeviceTotalMem_v2(size_t *bytes, int device) {
    (void)device;
    *bytes = (size_t)8 << 30;
    return 0;
}
API int cuDeviceGetAttribute(int *value, int attribute, int device) {
    static const struct {
        int attribute, value;
    } facts[] = {{1, 1024},     {2, 1024},    {3, 1024},  {4, 64},     {5, 2147483647}, {6, 65535},
                 {7, 65535},    {8, 49152},   {9, 65536}, {10, 32},    {12, 65536},     {13, 1000000},
                 {36, 1000000}, {37, 512},    {16, 10},   {39, 2048},  {75, 9},         {81, 233472},
                 {82, 65536},   {97, 232448}, {106, 32},  {111, 1024}, {102, 1}};
    (void)device;
    *value = 0;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].attribute == attribute) *value = facts[i].value;
    if (attribute == 102 && is("old")) *value = 0;
    return 0;
}
API int cuDevicePrimaryCtxRetain(void **context, int device) {
    (void)device;
    note_start();
    *context = &state;
    return 0;
}
API int cuCtxSetCurrent(void *context) {
    return context != &state;
}
API int cuCtxSynchronize(void) {
    return state;
}
API int cuStreamQuery(void *stream) {
    (void)stream;
    return state;
}

// ---- Memory -----------------------------------------------------------------------------------------------

API int cuMemGetAllocationGranularity(size_t *bytes, const void *properties, int option) {
    (void)properties, (void)option;
    *bytes = PAGE;
    return 0;
}
API int cuMemAddressReserve(uint64_t *at, size_t size, size_t alignment, uint64_t wanted,
                            unsigned long long flags) {
    (void)alignment, (void)flags;
    void *p =
        mmap((void *)(uintptr_t)wanted, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *at = (uint64_t)(uintptr_t)p;
    return p == MAP_FAILED ? OUT_OF_MEMORY : 0;
}
API int cuMemCreate(uint64_t *handle, size_t size, const void *properties, unsigned long long flags) {
    (void)properties, (void)flags;
    *handle = size;
    return 0;
}
API int cuMemMap(uint64_t at, size_t size, size_t offset, uint64_t handle, unsigned long long flags) {
    (void)flags;
    void *p = (void *)(uintptr_t)at;
    if (offset || handle != size) return 1;
    mapped++;
    return mmap(p, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED;
}
API int cuMemSetAccess(uint64_t at, size_t size, const void *access, size_t count) {
    (void)access, (void)count;
    return mprotect((void *)(uintptr_t)at, size, PROT_READ | PROT_WRITE) != 0;
}
API int cuMemUnmap(uint64_t at, size_t size) {
    void *p = (void *)(uintptr_t)at;
    mapped--;
    return mmap(p, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) ==
           MAP_FAILED;
}
API int cuMemRelease(uint64_t handle) {
    (void)handle;
    return 0;
}
API int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
    if (!state) memcpy((void *)(uintptr_t)to, from, bytes);
    return state;
}
API int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
    if (!state) memcpy(to, (const void *)(uintptr_t)from, bytes);
    return state;
}
API int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream) {
    (void)stream;
    if (!state) memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
    spend_copy();
    return state;
}
API int cuMemsetD8_v2(uint64_t at, unsigned char value, size_t count) {
    if (!state) memset((void *)(uintptr_t)at, value, count);
    return state;
}
API int cuMemsetD32_v2(uint64_t at, unsigned value, size_t count) {
    uint32_t *to = (uint32_t *)(uintptr_t)at;
    for (size_t i = 0; i < count && !state; i++) to[i] = value;
    return state;
}

// ---- Kernels ----------------------------------------------------------------------------------------------

static void derivative(void **params) {
    const float *f = *(const float **)params[0];
    float *df = *(float **)params[1], h = *(float *)params[3];
    for (int i = 1, n = *(int *)params[2]; i < n - 1; i++) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

static int kept; // a variable of the module, where a submission has one

static void stencil(void **params) {
    const float *in = *(const float **)params[0];
    float *out = *(float **)params[1];
    const int n = *(int *)params[2], plane = n * n;
    const Coefficients c = *(Coefficients *)params[3];
    static int launches;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1, p = (i * n + j) * n + 1; k < n - 1; k++, p++)
                out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
                         c.c[4] * in[p + n] + c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
    if (is("wrong") && n > 8) out[plane + n + 1] += 1;
    if (is("changes") && timed && ++launches % 3 == 0) out[plane + n + 1] += 1;
    if (is("remembers") && kept++ && timed) out[plane + n + 1] += 1;
    if (is("between") && timed) out[n * n * n + 2] = 5;
    if (is("hoards") && timed) out[out - in] = 5; // what lies behind it is as long as these two
    if (is("outside")) out[n * n * n + 2] = 5;
}

static void nothing(void **params) {
    (void)params;
}

static uint64_t fingerprint_sums[2]; // a variable of that module

static void fingerprint(void **params) {
    const uint8_t *at = *(const uint8_t **)params[0];
    const uint64_t size = *(uint64_t *)params[1], key[2] = {*(uint64_t *)params[2], *(uint64_t *)params[3]};
    uint64_t sums[2];
    fingerprint_in_c(at, size, key, sums);
    fingerprint_sums[0] += sums[0], fingerprint_sums[1] += sums[1];
}

API int cuModuleLoadDataEx(void **module, const char *image, unsigned count, int *options, void **values) {
    (void)count, (void)options, (void)values;
    *module = &state;
    return strncmp(image, ".version", 8) && !strstr(image, "\n.version") ? 218 : 0;
}
API int cuModuleUnload(void *module) {
    note("unload");
    return module != &state;
}
API int cuModuleGetFunction(void **function, void *module, const char *name) {
    (void)module;
    void (*kernel)(void **) = strstr(name, "derivative_kernel") ? derivative
                              : strstr(name, "stencil_kernel")  ? stencil
                              : strstr(name, "demo_")           ? stencil
                              : strstr(name, "fingerprint")     ? fingerprint
                              : strstr(name, "probe")           ? nothing
                                                                : NULL;
    memcpy(function, &kernel, sizeof kernel);
    return kernel ? 0 : NOT_FOUND;
}
API int cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, void *module, const char *name) {
    const bool prints = !strcmp(name, "fingerprint_sums");
    (void)module;
    if (!prints && strcmp(name, "kept") != 0) return NOT_FOUND;
    *address = prints ? (uint64_t)(uintptr_t)fingerprint_sums : (uint64_t)(uintptr_t)&kept;
    *bytes = prints ? sizeof fingerprint_sums : sizeof kept;
    return 0;
}
API int cuFuncSetAttribute(void *function, int attribute, int value) {
    (void)function, (void)attribute, (void)value;
    return 0;
}
API int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                       unsigned bz, unsigned shared, void *stream, void **params, void **extra) {
    (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)stream, (void)extra;
    void (*kernel)(void **);
    memcpy(&kernel, &function, sizeof kernel);
    if (state) return state;
    if (kernel == nothing || kernel == fingerprint) return kernel(params), 0;
    if (is("fault")) state = ILLEGAL_ADDRESS;
    if (is("hang")) state = NOT_READY;
    if (!state) kernel(params);
    spend_launch();
    return 0;
}
API int cuLaunchCooperativeKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                  unsigned by, unsigned bz, unsigned shared, void *stream, void **params) {
    return cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, NULL);
}
API int cuEventCreate(void **event, unsigned flags) {
    (void)flags;
    if (!timed) unsteady = takes_its_turn();
    timed = true;
    *event = calloc(1, sizeof(double));
    return !*event;
}
API int cuEventRecord(void *event, void *stream) {
    (void)stream;
    *(double *)event = clock_ms;
    return 0;
}
API int cuEventElapsedTime(float *ms, void *start, void *end) {
    *ms = (float)(*(double *)end - *(double *)start);
    return 0;
}
