// What nvcc's generated constructors register: fat binaries, kernels and variables of the student's file.
//
// The constructors run before anybody can talk to `device`, so registering only makes a list; a kernel or
// variable is looked up on the device when it is first used. Kernels and variables go by the address of their
// host-side stand-in. `device` reads the code itself from the file, so the fat binary's content does not
// matter here.
#define _GNU_SOURCE // dladdr1
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/runtime.h"

typedef struct Managed {
    const char *name;
    void **host_pointer; // through which host code reaches it
    size_t size;
    struct Managed *next;
} Managed;

typedef struct Module {
    const char *file;   // that it stands in; NULL: the program's own
    bool announced;     // `device` has been told of that file
    uint64_t object;    // and has given it this number
    uint64_t address;   // of the fat binary, relative to the file's load address
    bool managed_ready; // its __managed__ variables have their addresses
    Managed *managed;
    struct Module *next;
} Module;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards the two lists, not their elements
static Kernel *kernels;
static Variable *variables;
static Module *modules;

// What nvcc hands over: a small block that points to the fat binary.
typedef struct {
    int magic, version;
    const void *fat_binary;
} Wrapper;

// Notes in which file the module lies, NULL for the program's own, and where.
static void place_module(Module *module, const Wrapper *wrapper) {
    Dl_info object;
    struct link_map *map = NULL;
    if (!dladdr1(wrapper, &object, (void **)&map, RTLD_DL_LINKMAP) || !map) return;
    module->address = handle_of(wrapper->fat_binary) - map->l_addr;
    if (map->l_name[0]) module->file = strdup(map->l_name);
}

EXPORT void **__cudaRegisterFatBinary(void *fat_binary) {
    Module *module = calloc(1, sizeof *module);
    if (!module) return NULL;
    place_module(module, fat_binary);
    pthread_mutex_lock(&lock);
    module->next = modules;
    modules = module;
    pthread_mutex_unlock(&lock);
    return (void **)module;
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
        free(kernel->layout);
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
    for (Module **link = &modules; *link; link = &(*link)->next)
        if (*link == (Module *)module) {
            *link = (*link)->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    Module *gone = (Module *)module;
    for (Managed *m = gone ? gone->managed : NULL, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    if (gone) free((char *)gone->file);
    free(gone);
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
    (void)device_address, (void)external, (void)constant, (void)global;
    Module *owner = (Module *)module;
    Managed *managed = owner ? calloc(1, sizeof *managed) : NULL;
    if (!managed) return;
    *managed = (Managed){device_name, host_pointer, size, owner->managed};
    owner->managed = managed;
    __cudaRegisterVar(module, (char *)host_pointer, NULL, device_name, 0, size, 0, 0); // for symbol copies
}

// Tells `device` of a file whose kernels it has not seen yet. The program's own it knows from the start, and
// a submission has only one.
static void announce(Module *module) {
    if (!module->file || module->announced || !connection_runs_program()) return;
    Request request = {.call = CALL_LOAD, .payload = host_bytes(module->file, strlen(module->file))};
    exchange(&request);
    pthread_mutex_lock(&lock);
    for (Module *m = modules; m; m = m->next) {
        if (!m->file || strcmp(m->file, module->file) != 0) continue;
        m->announced = true;
        m->object = request.reply.value[0];
    }
    pthread_mutex_unlock(&lock);
}

// nvcc's code calls this before it touches a __managed__ variable.
EXPORT char __cudaInitModule(void **module) {
    Module *owner = (Module *)module;
    if (!owner || !owner->managed || owner->managed_ready) return 1;
    owner->managed_ready = true;
    if (!connection_shares_memory()) {
        report_unsupported("__managed__ variables, in a lab");
        return 1;
    }
    announce(owner);
    for (Managed *m = owner->managed; m; m = m->next)
        record_error(shared_variable(owner->object, owner->address, m->name, m->host_pointer));
    return 1;
}

bool is_managed_variable(const void *pointer) {
    bool is = false;
    pthread_mutex_lock(&lock);
    for (const Module *module = modules; module; module = module->next)
        for (const Managed *m = module->managed; m; m = m->next)
            is = is || (module->managed_ready && handle_of(pointer) - handle_of(*m->host_pointer) < m->size);
    pthread_mutex_unlock(&lock);
    return is;
}

static bool layout_is_sound(const KernelLayout *layout) {
    if (layout->count > MAX_PARAMETERS) return false;
    for (uint32_t i = 0; i < layout->count; i++)
        if ((uint64_t)layout->param[i].offset + layout->param[i].size > layout->block_size) return false;
    return true;
}

static cudaError_t resolve_kernel(Kernel *kernel) {
    const Module *module = kernel->module;
    announce(kernel->module);
    KernelLayout *layout = calloc(1, sizeof *layout); // its size is known when it is there
    if (!layout) return cudaErrorMemoryAllocation;
    Request request = {.call = CALL_REGISTER_FUNCTION,
                       .arg = {module->object, module->address},
                       .payload = host_bytes(kernel->name, strlen(kernel->name)),
                       .answer = host_bytes(layout, sizeof *layout)};
    cudaError_t error = exchange(&request);
    if (error == cudaSuccess && (request.reply.value[0] == 0 || !layout_is_sound(layout)))
        error = cudaErrorInvalidDeviceFunction;
    if (error != cudaSuccess) {
        free(layout);
        return error;
    }
    KernelLayout *small =
        realloc(layout, offsetof(KernelLayout, param) + layout->count * sizeof *layout->param);
    free(kernel->layout);
    kernel->layout = small ? small : layout;
    kernel->handle = request.reply.value[0];
    kernel->resolved = true;
    return cudaSuccess;
}

// Before the first kernel uses __managed__ variables, for what it does to them is watched. nvcc's code does it before the
// host uses one.
static void share_variables(void) {
    static bool shared;
    if (shared || !connection_shares_memory()) return;
    shared = true;
    for (Module *module = modules; module; module = module->next) __cudaInitModule((void **)module);
}

// The kernel that a host function (or a cudaKernel_t, which is our Kernel's address) stands for.
cudaError_t find_kernel(const void *function, Kernel **found) {
    pthread_mutex_lock(&lock);
    Kernel *kernel = kernels;
    while (kernel && kernel->host_function != function && kernel != function) kernel = kernel->next;
    pthread_mutex_unlock(&lock);
    *found = kernel;
    if (!kernel) return record_error(cudaErrorInvalidDeviceFunction);
    share_variables();
    return kernel->resolved ? cudaSuccess : record_error(resolve_kernel(kernel));
}

static cudaError_t resolve_variable(Variable *variable) {
    const Module *module = variable->module;
    announce(variable->module);
    Request request = {.call = CALL_REGISTER_VARIABLE,
                       .arg = {module->object, module->address},
                       .payload = host_bytes(variable->name, strlen(variable->name))};
    cudaError_t error = exchange(&request);
    if (error != cudaSuccess) return error;
    if (request.reply.value[0] == 0) return cudaErrorInvalidSymbol;
    variable->address = request.reply.value[0];
    variable->size = request.reply.value[1];
    variable->resolved = true;
    return cudaSuccess;
}

// Host code names a __managed__ variable by where it lies: its stand-in is the pointer to that place.
static const void *stand_in_of(const void *symbol) {
    if (!is_device_address(symbol)) return symbol;
    for (const Module *module = modules; module; module = module->next)
        for (const Managed *m = module->managed; m; m = m->next)
            if (*m->host_pointer == symbol) return m->host_pointer;
    return symbol;
}

cudaError_t find_variable(const void *symbol, Variable **found) {
    pthread_mutex_lock(&lock);
    symbol = stand_in_of(symbol);
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
