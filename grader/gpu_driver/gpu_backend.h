// A GPU as a backend of `device`.
#ifndef WARPBOOK_GPU_BACKEND_H
#define WARPBOOK_GPU_BACKEND_H

#include "grader/backend/backend.h"
#include "grader/gpu_driver/driver.h"
#include "grader/gpus/gpu.h"

// The backend on the driver's GPU, for this simulator; NULL with one sentence in `error`. Everything that
// kernels print is taken to the simulator's text: standard output and standard error of this process are
// redirected for it.
Backend *gpu_backend(const Driver *driver, Warpsim *sim, char *error, size_t error_size);

// describe.c: the facts of this GPU. False with one sentence in `error`.
bool gpu_describe(const Driver *driver, GpuDescription *gpu, char *error, size_t error_size);

// probe.c: is there a GPU that works? Opens the driver, runs a kernel on it and prints the GPU's name, or why
// there is none, on one line; returns the exit status, 0: there is. For a process of its own, since a broken
// driver may hang or crash. And which GPU it would be: its UUID, or 0 where the driver knows none.
int gpu_probe(void);
int gpu_id(void);

#endif
