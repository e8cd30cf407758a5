// A random program on a real GPU, through the CUDA driver API.
#include "tests/differential/on_gpu.h"

#include <stdio.h>
#include <string.h>

#include "tests/warpsim/on_gpu.h"

bool programs_run_on_gpu(void) {
    return tests_on_gpu();
}

static const char *failed(const char *step, int error) {
    static char text[120];
    snprintf(text, sizeof text, "CUDA error %d while %s", error, step);
    return text;
}

const char *run_program_on_gpu(const TestProgram *p, const char *text, uint64_t *const after[BUFFER_COUNT]) {
    const char *why = NULL, *step = "loading the PTX";
    const GpuDriver *d = gpu_driver(&why);
    if (!d) return why;
    void *module = NULL, *function = NULL, *params[PARAM_COUNT];
    uint64_t values[PARAM_COUNT] = {0};
    memcpy(values + BUFFER_COUNT, p->numbers, sizeof p->numbers);
    for (int i = 0; i < PARAM_COUNT; i++) params[i] = &values[i];

    int error = d->load(&module, text, 0, NULL, NULL);
    if (!error) error = d->get_function(&function, module, KERNEL_NAME);
    for (int b = 0; b < BUFFER_COUNT && !error; b++) {
        step = "filling the buffers";
        error = d->allocate(&values[b], 8 * p->words[b]);
        if (!error) error = d->write(values[b], p->buffer[b], 8 * p->words[b]);
    }
    if (!error) {
        step = "launching";
        error = d->launch(function, p->grid[0], p->grid[1], p->grid[2], p->block[0], p->block[1], p->block[2],
                          0, NULL, params, NULL);
    }
    if (!error) {
        step = "running";
        error = d->synchronize();
    }
    for (int b = 0; b < BUFFER_COUNT; b++) {
        if (!error) {
            step = "reading back";
            error = d->read(after[b], values[b], 8 * p->words[b]);
        }
        if (values[b]) d->release(values[b]);
    }
    if (module) d->unload(module);
    return error ? failed(step, error) : NULL;
}
