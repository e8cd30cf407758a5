// Is there a GPU that works?
#include <stdio.h>
#include <unistd.h>

#include "grader/gpu_driver/gpu_backend.h"

// It proves that the driver compiles PTX and that kernels run: nothing else would show a GPU that is stuck.
static const char probe_ptx[] = ".version 6.3\n"
                                ".target sm_50\n"
                                ".address_size 64\n"
                                ".visible .entry warpbook_probe() { ret; }\n";

static bool runs_a_kernel(const Driver *d, char *error, size_t error_size) {
    void *module = NULL, *function = NULL;
    char why[220];
    int failed = d->ModuleLoadDataEx(&module, probe_ptx, 0, NULL, NULL);
    if (!failed) failed = d->ModuleGetFunction(&function, module, "warpbook_probe");
    if (!failed) failed = d->LaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL);
    if (!failed) failed = d->CtxSynchronize();
    driver_error_text(d, failed, why, sizeof why);
    if (failed) snprintf(error, error_size, "the GPU runs no kernels (%s)", why);
    return !failed;
}

// No context is made: that would disturb a time that another grading measures.
int gpu_id(void) {
    Driver driver;
    char error[400] = "";
    uint8_t uuid[16];
    if (!driver_open(&driver, error, sizeof error)) {
        printf("%s\n", error);
    } else if (!driver.DeviceGetUuid || driver.DeviceGetUuid(uuid, driver.device)) {
        printf("0\n"); // one that knows no such ids
    } else {
        for (size_t i = 0; i < sizeof uuid; i++) printf("%02x", uuid[i]);
        printf("\n");
    }
    fflush(stdout);
    _exit(error[0] ? 1 : 0);
}

int gpu_probe(void) {
    Driver driver;
    char error[400] = "", name[256] = "";
    const bool usable = driver_open(&driver, error, sizeof error) &&
                        driver_start(&driver, error, sizeof error) &&
                        runs_a_kernel(&driver, error, sizeof error);
    if (usable) driver.DeviceGetName(name, sizeof name - 1, driver.device);
    printf("%s\n", usable ? name : error);
    fflush(stdout);
    _exit(usable ? 0 : 1); // the driver's own clean-up may wait for work that does not end
}
