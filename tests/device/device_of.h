// A simulated device for tests of the room: with one worker, nothing recorded, and nobody at its sockets.
#ifndef TESTS_DEVICE_DEVICE_OF_H
#define TESTS_DEVICE_DEVICE_OF_H

#include <stdlib.h>

#include "grader/device/device.h"

// Aborts where it cannot be made. The caller's: free_device().
static inline Device *device_of(const GpuDescription *gpu) {
    Device *d = calloc(1, sizeof *d);
    if (!d) abort();
    d->gpu = *gpu;
    d->sim = warpsim_new(gpu, 1, true);
    d->backend = d->sim ? simulated_backend(d->sim) : NULL;
    if (!d->backend) abort();
    return d;
}

static inline Device *device_h200(void) {
    static GpuDescription gpu;
    char error[400];
    if (!gpu_read_file("grader/gpus/h200.gpu", &gpu, error, sizeof error)) abort();
    return device_of(&gpu);
}

static inline void free_device(Device *d) {
    recording_clear(&d->recording);
    warpsim_end(d->sim);
    free(d->backend), free(d);
}

#endif
