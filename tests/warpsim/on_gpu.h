// Runs a module of run_ptx.h on a real GPU instead of the simulator, through the CUDA driver API opened at
// run time.
//
// With WARPBOOK_TESTS_ON_GPU=1 the tests of tests/warpsim compare a GPU with the values that they expect,
// which is how those values themselves are checked. `make test-gpu` does that.
#ifndef WARPBOOK_ON_GPU_H
#define WARPBOOK_ON_GPU_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool tests_on_gpu(void) {
    const char *wanted = getenv("WARPBOOK_TESTS_ON_GPU");
    return wanted && strcmp(wanted, "1") == 0;
}

// The driver's functions that are used here. Handles are pointers, device addresses 64-bit numbers, results
// ints.
typedef struct {
    int (*init)(unsigned);
    int (*retain)(void **context, int device);
    int (*set_current)(void *context);
    int (*load)(void **module, const void *image, unsigned options, int *names, void **values);
    int (*unload)(void *module);
    int (*get_function)(void **function, void *module, const char *name);
    int (*set_attribute)(void *function, int attribute, int value);
    int (*allocate)(uint64_t *address, size_t bytes);
    int (*release)(uint64_t address);
    int (*write)(uint64_t to, const void *from, size_t bytes);
    int (*read)(void *to, uint64_t from, size_t bytes);
    int (*launch)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                  unsigned bz, unsigned shared, void *stream, void **params, void **extra);
    int (*synchronize)(void);
} GpuDriver;

// The driver with a context on device 0, or NULL and why in *why.
static inline const GpuDriver *gpu_driver(const char **why) {
    static GpuDriver d;
    static void *library;
    if (library) return &d;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        *why = "libcuda.so.1 cannot be opened: is there an NVIDIA driver?";
        return NULL;
    }
    const struct {
        const char *name;
        void *place;
    } wanted[] = {
        {"cuInit", &d.init},
        {"cuDevicePrimaryCtxRetain", &d.retain},
        {"cuCtxSetCurrent", &d.set_current},
        {"cuModuleLoadDataEx", &d.load},
        {"cuModuleUnload", &d.unload},
        {"cuModuleGetFunction", &d.get_function},
        {"cuFuncSetAttribute", &d.set_attribute},
        {"cuMemAlloc_v2", &d.allocate},
        {"cuMemFree_v2", &d.release},
        {"cuMemcpyHtoD_v2", &d.write},
        {"cuMemcpyDtoH_v2", &d.read},
        {"cuLaunchKernel", &d.launch},
        {"cuCtxSynchronize", &d.synchronize},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *f = dlsym(library, wanted[i].name);
        if (!f) {
            *why = wanted[i].name;
            return NULL;
        }
        memcpy(wanted[i].place, &f, sizeof f);
    }
    void *context;
    if (d.init(0) || d.retain(&context, 0) || d.set_current(context)) {
        *why = "there is no usable GPU";
        return NULL;
    }
    return &d;
}

typedef struct {
    const char *text; // PTX with a kernel called `kernel` and two pointers as parameters
    unsigned grid[3], block[3], dynamic_shared;
    const void *in;
    void *out; // holds what the words are before, receives what they are afterwards
    size_t in_size, out_size;
} GpuRun;

// Returns NULL, or what failed. An error in the kernel ends the context for good: the caller should stop.
static inline const char *run_on_gpu(const GpuRun *run) {
    static char failed[2200];
    static char log[2000];
    const char *why = NULL;
    const GpuDriver *d = gpu_driver(&why);
    if (!d) return why;
    void *module = NULL, *function;
    uint64_t in = 0, out = 0;
    int names[] = {5, 6}; // CU_JIT_ERROR_LOG_BUFFER and its size
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    int error = d->load(&module, run->text, 2, names, values);
    if (error) {
        snprintf(failed, sizeof failed, "the driver cannot load the PTX (error %d): %s", error, log);
        return failed;
    }
    void *params[] = {&in, &out};
    const char *step = "getting the kernel";
    error = d->get_function(&function, module, "kernel");
    if (!error && run->dynamic_shared > 49152)
        error = d->set_attribute(function, 8, (int)run->dynamic_shared);
    if (!error) step = "allocating", error = d->allocate(&in, run->in_size);
    if (!error) error = d->allocate(&out, run->out_size);
    if (!error && run->in) step = "copying", error = d->write(in, run->in, run->in_size);
    if (!error) error = d->write(out, run->out, run->out_size);
    if (!error)
        step = "launching",
        error = d->launch(function, run->grid[0], run->grid[1], run->grid[2], run->block[0], run->block[1],
                          run->block[2], run->dynamic_shared, NULL, params, NULL);
    if (!error) step = "running", error = d->synchronize();
    if (!error) step = "reading back", error = d->read(run->out, out, run->out_size);
    if (in) d->release(in);
    if (out) d->release(out);
    d->unload(module);
    if (!error) return NULL;
    snprintf(failed, sizeof failed, "CUDA error %d while %s", error, step);
    return failed;
}

#endif
