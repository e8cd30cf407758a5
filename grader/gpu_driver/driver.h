// The CUDA driver API, as far as it is used here, opened at run time: the grader is built and runs where
// there is no driver and no CUDA header.
//
// Names and meanings are those of cuda.h. Handles are pointers, device addresses 64-bit numbers, results ints
// whose values are those of cudaError_t wherever both have one.
#ifndef WARPBOOK_DRIVER_H
#define WARPBOOK_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t DriverAddress;

typedef struct {
    int type; // 1: a device
    int id;
} MemoryLocation; // CUmemLocation

typedef struct {
    int type;         // 1: pinned
    int handle_types; // 0: not for other processes
    MemoryLocation location;
    void *windows;
    uint8_t flags[8];
} MemoryProperties; // CUmemAllocationProp

typedef struct {
    MemoryLocation location;
    int access; // 3: read and write
} MemoryAccess; // CUmemAccessDesc

enum {
    DRIVER_INVALID_VALUE = 1,
    DRIVER_OUT_OF_MEMORY = 2,
    DRIVER_NOT_READY = 600,
    DRIVER_LAUNCH_TIMEOUT = 702,
    DRIVER_UNKNOWN = 999,

    JIT_MAX_REGISTERS = 0, // option of ModuleLoadDataEx: of a thread
    JIT_ERROR_LOG = 5,     // options of ModuleLoadDataEx: a buffer, its size
    JIT_ERROR_LOG_SIZE = 6,
    FUNCTION_DYNAMIC_SHARED = 8, // of FuncSetAttribute
    ATTRIBUTE_VIRTUAL_MEMORY = 102,
};

typedef struct {
    int (*Init)(unsigned flags);
    int (*DriverGetVersion)(int *version);
    int (*GetErrorString)(int error, const char **text);
    int (*DeviceGetCount)(int *count);
    int (*DeviceGet)(int *device, int ordinal);
    int (*DeviceGetName)(char *name, int size, int device);
    int (*DeviceGetUuid)(uint8_t uuid[16], int device); // NULL: this driver has none
    int (*DeviceTotalMem)(size_t *bytes, int device);
    int (*DeviceGetAttribute)(int *value, int attribute, int device);
    int (*DevicePrimaryCtxRetain)(void **context, int device);
    int (*CtxSetCurrent)(void *context);
    int (*CtxSynchronize)(void);
    int (*ModuleLoadDataEx)(void **module, const void *image, unsigned count, int *options, void **values);
    int (*ModuleUnload)(void *module);
    int (*ModuleGetFunction)(void **function, void *module, const char *name);
    int (*ModuleGetGlobal)(DriverAddress *address, size_t *bytes, void *module, const char *name);
    int (*FuncSetAttribute)(void *function, int attribute, int value);
    int (*MemGetAllocationGranularity)(size_t *bytes, const MemoryProperties *p, int option);
    int (*MemAddressReserve)(DriverAddress *at, size_t size, size_t alignment, DriverAddress wanted,
                             unsigned long long flags);
    int (*MemCreate)(uint64_t *handle, size_t size, const MemoryProperties *p, unsigned long long flags);
    int (*MemMap)(DriverAddress at, size_t size, size_t offset, uint64_t handle, unsigned long long flags);
    int (*MemSetAccess)(DriverAddress at, size_t size, const MemoryAccess *access, size_t count);
    int (*MemUnmap)(DriverAddress at, size_t size);
    int (*MemRelease)(uint64_t handle);
    int (*MemcpyHtoD)(DriverAddress to, const void *from, size_t bytes);
    int (*MemcpyDtoH)(void *to, DriverAddress from, size_t bytes);
    int (*MemcpyDtoDAsync)(DriverAddress to, DriverAddress from, size_t bytes, void *stream);
    int (*MemsetD8)(DriverAddress at, unsigned char value, size_t count);
    int (*MemsetD32)(DriverAddress at, unsigned value, size_t count);
    int (*LaunchKernel)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, void *stream, void **params, void **extra);
    int (*LaunchCooperativeKernel)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                   unsigned by, unsigned bz, unsigned shared, void *stream, void **params);
    int (*StreamQuery)(void *stream);
    int (*EventCreate)(void **event, unsigned flags);
    int (*EventRecord)(void *event, void *stream);
    int (*EventElapsedTime)(float *ms, void *start, void *end);

    int device;
    double start_ms; // what opening and starting it took, once it is started
    char path[4096]; // what was opened
} Driver;

// Opens the driver's library (libcuda.so.1, or the file that WARPBOOK_LIBCUDA names) and starts it on the
// first GPU. False with one sentence in `error`. It may take seconds, and a broken driver may hang: see
// probe.h.
bool driver_open(Driver *driver, char *error, size_t error_size);

// Makes the GPU usable: a context in this process.
bool driver_start(Driver *driver, char *error, size_t error_size);

// This machine's clock, for what only happens once.
double driver_clock_ms(void);

// "CUDA error 700: an illegal memory access was encountered"
void driver_error_text(const Driver *driver, int error, char *text, size_t size);

#endif
