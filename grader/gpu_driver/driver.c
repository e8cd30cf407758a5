// Opens libcuda and looks its functions up.
#include "grader/gpu_driver/driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double driver_clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static bool look_up(Driver *d, void *library, char *error, size_t error_size) {
    const struct {
        const char *name;
        void *place;
    } wanted[] = {
        {"cuInit", &d->Init},
        {"cuDriverGetVersion", &d->DriverGetVersion},
        {"cuGetErrorString", &d->GetErrorString},
        {"cuDeviceGetCount", &d->DeviceGetCount},
        {"cuDeviceGet", &d->DeviceGet},
        {"cuDeviceGetName", &d->DeviceGetName},
        {"cuDeviceTotalMem_v2", &d->DeviceTotalMem},
        {"cuDeviceGetAttribute", &d->DeviceGetAttribute},
        {"cuDevicePrimaryCtxRetain", &d->DevicePrimaryCtxRetain},
        {"cuCtxSetCurrent", &d->CtxSetCurrent},
        {"cuCtxSynchronize", &d->CtxSynchronize},
        {"cuModuleLoadDataEx", &d->ModuleLoadDataEx},
        {"cuModuleUnload", &d->ModuleUnload},
        {"cuModuleGetFunction", &d->ModuleGetFunction},
        {"cuModuleGetGlobal_v2", &d->ModuleGetGlobal},
        {"cuFuncSetAttribute", &d->FuncSetAttribute},
        {"cuMemGetAllocationGranularity", &d->MemGetAllocationGranularity},
        {"cuMemAddressReserve", &d->MemAddressReserve},
        {"cuMemCreate", &d->MemCreate},
        {"cuMemMap", &d->MemMap},
        {"cuMemSetAccess", &d->MemSetAccess},
        {"cuMemUnmap", &d->MemUnmap},
        {"cuMemRelease", &d->MemRelease},
        {"cuMemcpyHtoD_v2", &d->MemcpyHtoD},
        {"cuMemcpyDtoH_v2", &d->MemcpyDtoH},
        {"cuMemcpyDtoDAsync_v2", &d->MemcpyDtoDAsync},
        {"cuMemsetD8_v2", &d->MemsetD8},
        {"cuMemsetD32_v2", &d->MemsetD32},
        {"cuLaunchKernel", &d->LaunchKernel},
        {"cuLaunchCooperativeKernel", &d->LaunchCooperativeKernel},
        {"cuStreamQuery", &d->StreamQuery},
        {"cuEventCreate", &d->EventCreate},
        {"cuEventRecord", &d->EventRecord},
        {"cuEventElapsedTime", &d->EventElapsedTime},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *f = dlsym(library, wanted[i].name);
        if (!f) {
            snprintf(error, error_size, "the NVIDIA driver is too old: it has no %s (CUDA 11.2 or newer has)",
                     wanted[i].name);
            return false;
        }
        memcpy(wanted[i].place, &f, sizeof f); // a function's address fits into no void * by C's rules
    }
    void *uuid = dlsym(library, "cuDeviceGetUuid_v2"); // CUDA 11.4: of a part of a GPU too
    if (!uuid) uuid = dlsym(library, "cuDeviceGetUuid");
    memcpy(&d->DeviceGetUuid, &uuid, sizeof uuid);
    return true;
}

void driver_error_text(const Driver *d, int error, char *text, size_t size) {
    const char *words = NULL;
    if (!d->GetErrorString || d->GetErrorString(error, &words)) words = NULL;
    snprintf(text, size, "CUDA error %d%s%.160s", error, words ? ": " : "", words ? words : "");
}

static bool failed(const Driver *d, int result, const char *what, char *error, size_t error_size) {
    char why[220];
    if (!result) return false;
    driver_error_text(d, result, why, sizeof why);
    snprintf(error, error_size, "%s failed (%s)", what, why);
    return true;
}

bool driver_open(Driver *d, char *error, size_t error_size) {
    const char *other = getenv("WARPBOOK_LIBCUDA");
    memset(d, 0, sizeof *d);
    d->start_ms = -driver_clock_ms();
    snprintf(d->path, sizeof d->path, "%s", other && *other ? other : "libcuda.so.1");
    void *library = dlopen(d->path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(error, error_size, "there is no NVIDIA driver (%.200s cannot be opened)", d->path);
        return false;
    }
    int count = 0, memory = 0;
    if (!look_up(d, library, error, error_size) ||
        failed(d, d->Init(0), "starting the NVIDIA driver", error, error_size) ||
        failed(d, d->DeviceGetCount(&count), "looking for a GPU", error, error_size))
        return false;
    if (count < 1) {
        snprintf(error, error_size, "the NVIDIA driver finds no GPU");
        return false;
    }
    if (failed(d, d->DeviceGet(&d->device, 0), "looking for a GPU", error, error_size)) return false;
    if (!d->DeviceGetAttribute(&memory, ATTRIBUTE_VIRTUAL_MEMORY, d->device) && memory) return true;
    snprintf(error, error_size, "this GPU or its driver cannot map memory at a given address");
    return false;
}

bool driver_start(Driver *d, char *error, size_t error_size) {
    void *context = NULL;
    const bool good =
        !failed(d, d->DevicePrimaryCtxRetain(&context, d->device), "starting the GPU", error, error_size) &&
        !failed(d, d->CtxSetCurrent(context), "starting the GPU", error, error_size);
    d->start_ms += driver_clock_ms();
    return good;
}
