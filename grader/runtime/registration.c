// What nvcc's generated constructors register: fat binaries, kernels and variables of the student's file.
//
// The constructors run before anybody can talk to `device`, so registering only makes a list; a kernel or
// variable is looked up on the device when it is first used. Kernels and variables go by the address of their
// host-side stand-in. `device` reads the code itself from the file, so the fat binary's content does not
// matter here.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/runtime.h"

typedef struct {
    const char *managed_variable; // name of the first __managed__ variable, which we cannot offer
} Module;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards the two lists, not their elements
static Kernel *kernels;
static Variable *variables;

EXPORT void **__cudaRegisterFatBinary(void *fat_binary) {
    (void)fat_binary;
    return calloc(1, sizeof(Module));
}

EXPORT void __cudaRegisterFatBinaryEnd(void **module) {
    (void)module;
}

EXPORT void __cudaUnregisterFatBinary(void **module) {
    pthread_mutex_lock(&lock);
    for (Kernel **link = &kernels; *link;) {
        Kernel *kernel = *link;
        if (kernel->module != module) {
            link = &kernel->next;
            continue;
        }
        *link = kernel->next;
        free(kernel);
    }
    for (Variable **link = &variables; *link;) {
        Variable *variable = *link;
        if (variable->module != module) {
            link = &variable->next;
            continue;
        }
        *link = variable->next;
        free(variable);
    }
    pthread_mutex_unlock(&lock);
    free(module);
}

EXPORT void __cudaRegisterFunction(void **module, const char *host_function, char *device_function,
                                   const char *device_name, int thread_limit, uint3 *thread, uint3 *block,
                                   dim3 *block_size, dim3 *grid_size, int *warp_size) {
    (void)device_function, (void)thread_limit, (void)thread, (void)block;
    (void)block_size, (void)grid_size, (void)warp_size;
    Kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel) return;
    kernel->host_function = host_function;
    kernel->name = device_name;
    kernel->module = module;
    pthread_mutex_lock(&lock);
    kernel->next = kernels;
    kernels = kernel;
    pthread_mutex_unlock(&lock);
}

EXPORT void __cudaRegisterVar(void **module, char *host_variable, char *device_address,
                              const char *device_name, int external, size_t size, int constant, int global) {
    (void)device_address, (void)external, (void)size, (void)constant, (void)global;
    Variable *variable = calloc(1, sizeof *variable);
    if (!variable) return;
    variable->host_variable = host_variable;
    variable->name = device_name;
    variable->module = module;
    pthread_mutex_lock(&lock);
    variable->next = variables;
    variables = variable;
    pthread_mutex_unlock(&lock);
}

EXPORT void __cudaRegisterManagedVar(void **module, void **host_pointer, char *device_address,
                                     const char *device_name, int external, size_t size, int constant,
                                     int global) {
    (void)host_pointer, (void)device_address, (void)external, (void)size, (void)constant, (void)global;
    Module *owner = (Module *)module;
    if (owner && !owner->managed_variable) owner->managed_variable = device_name;
}

// nvcc's code calls this before it touches a __managed__ variable.
EXPORT char __cudaInitModule(void **module) {
    const Module *owner = (const Module *)module;
    if (owner && owner->managed_variable) report_unsupported("__managed__ variables");
    return 1;
}

static bool layout_is_sound(const KernelLayout *layout) {
    if (layout->count > sizeof layout->param / sizeof *layout->param) return false;
    for (uint32_t i = 0; i < layout->count; i++)
        if ((uint64_t)layout->param[i].offset + layout->param[i].size > layout->block_size) return false;
    return true;
}

static cudaError_t resolve_kernel(Kernel *kernel) {
    Request request = {.call = CALL_REGISTER_FUNCTION,
                       .payload = host_bytes(kernel->name, strlen(kernel->name)),
                       .answer = host_bytes(&kernel->layout, sizeof kernel->layout)};
    cudaError_t error = exchange(&request);
    if (error != cudaSuccess) return error;
    if (request.reply.value[0] == 0 || !layout_is_sound(&kernel->layout))
        return cudaErrorInvalidDeviceFunction;
    kernel->handle = request.reply.value[0];
    kernel->resolved = true;
    return cudaSuccess;
}

// The kernel that a host function (or a cudaKernel_t, which is our Kernel's address) stands for.
cudaError_t find_kernel(const void *function, Kernel **found) {
    pthread_mutex_lock(&lock);
    Kernel *kernel = kernels;
    while (kernel && kernel->host_function != function && kernel != function) kernel = kernel->next;
    pthread_mutex_unlock(&lock);
    *found = kernel;
    if (!kernel) return record_error(cudaErrorInvalidDeviceFunction);
    return kernel->resolved ? cudaSuccess : record_error(resolve_kernel(kernel));
}

static cudaError_t resolve_variable(Variable *variable) {
    Request request = {.call = CALL_REGISTER_VARIABLE,
                       .payload = host_bytes(variable->name, strlen(variable->name))};
    cudaError_t error = exchange(&request);
    if (error != cudaSuccess) return error;
    if (request.reply.value[0] == 0) return cudaErrorInvalidSymbol;
    variable->address = request.reply.value[0];
    variable->size = request.reply.value[1];
    variable->resolved = true;
    return cudaSuccess;
}

cudaError_t find_variable(const void *symbol, Variable **found) {
    pthread_mutex_lock(&lock);
    Variable *variable = variables;
    while (variable && variable->host_variable != symbol) variable = variable->next;
    pthread_mutex_unlock(&lock);
    *found = variable;
    if (!variable) return record_error(cudaErrorInvalidSymbol);
    return variable->resolved ? cudaSuccess : record_error(resolve_variable(variable));
}

// After cudaDeviceReset the module is loaded afresh, perhaps elsewhere.
void forget_resolved(void) {
    pthread_mutex_lock(&lock);
    for (Kernel *kernel = kernels; kernel; kernel = kernel->next) kernel->resolved = false;
    for (Variable *variable = variables; variable; variable = variable->next) variable->resolved = false;
    pthread_mutex_unlock(&lock);
}
