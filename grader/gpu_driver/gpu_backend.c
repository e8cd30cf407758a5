// Loads PTX into the driver, launches kernels and waits for them, but not for ever.
#include "grader/gpu_driver/gpu_backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "grader/gpu_driver/fingerprint.h"
#include "grader/gpu_driver/gpu_memory.h"
#include "grader/gpu_driver/kernel_output.h"

enum { KERNEL_MS = 5000, SPIN_MS = 2, PAUSE_US = 100, PARAMS_MAX = 256 };

// A __device__ or __constant__ variable: the driver has placed it. The student's process knows it by its
// address in the map, as on the simulator.
typedef struct {
    const WarpsimAllocation *a;
    DriverAddress at;
} Variable;

typedef struct {
    Backend backend; // first: the one is the other
    const Driver *driver;
    Warpsim *sim;
    GpuMemory memory;
    KernelOutput output;
    struct {
        int number; // as the simulator counts them
        void *module;
    } * modules;
    int module_count;
    struct {
        const WarpsimKernel *kernel;
        void *function;
    } * kernels;
    int kernel_count;
    Variable *variables;
    int variable_count;
    void *events[2];
    Fingerprints fingerprints;
    bool timing; // launches are not waited for
    int dead;    // a kernel failed: the context answers every call with this error
} Gpu;

// One more element at the end of a list; NULL without memory.
static void *grow(void **list, int *count, size_t size) {
    char *grown = realloc(*list, ((size_t)*count + 1) * size);
    if (!grown) return NULL;
    *list = grown;
    return memset(grown + (size_t)(*count)++ * size, 0, size);
}

// ---- Modules ----------------------------------------------------------------------------------------------

static void add_variables(Gpu *g, int number, void *module) {
    const WarpsimAllocation *a;
    const char *name;
    for (int i = 0; (a = warpsim_variable_at(g->sim, number, i, &name)); i++) {
        DriverAddress at = 0;
        size_t bytes;
        if (g->driver->ModuleGetGlobal(&at, &bytes, module, name)) continue;
        Variable *variable = grow((void **)&g->variables, &g->variable_count, sizeof *variable);
        if (variable) *variable = (Variable){.a = a, .at = at};
    }
}

static bool load(Backend *b, int number, const PtxText *text, char *error, size_t error_size) {
    Gpu *g = (Gpu *)b;
    char log[300] = "", why[220], *ptx = malloc(text->size + 1);
    int names[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE, JIT_MAX_REGISTERS};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1), (void *)(uintptr_t)text->registers_max};
    void *module = NULL;
    const int at = g->module_count;
    if (!ptx || !grow((void **)&g->modules, &g->module_count, sizeof *g->modules)) {
        snprintf(error, error_size, "There is no memory left for the file's PTX.");
        free(ptx);
        return false;
    }
    memcpy(ptx, text->text, text->size);
    ptx[text->size] = 0;
    const double before = driver_clock_ms();
    const int failed = g->driver->ModuleLoadDataEx(&module, ptx, text->registers_max ? 3 : 2, names, values);
    b->start_ms += driver_clock_ms() - before;
    free(ptx);
    if (failed) {
        driver_error_text(g->driver, failed, why, sizeof why);
        snprintf(error, error_size, "The GPU's driver cannot load the file's PTX: %s %s", why, log);
        return false;
    }
    g->modules[at].number = number;
    g->modules[at].module = module;
    add_variables(g, number, module);
    return true;
}

static void *function_of(Gpu *g, const WarpsimKernel *kernel) {
    for (int i = 0; i < g->kernel_count; i++)
        if (g->kernels[i].kernel == kernel) return g->kernels[i].function;
    const WarpsimKernelFacts facts = warpsim_kernel_facts(kernel);
    void *function = NULL;
    for (int i = 0; i < g->module_count && !function; i++)
        if (g->modules[i].number == facts.module &&
            g->driver->ModuleGetFunction(&function, g->modules[i].module, facts.name))
            function = NULL;
    const int at = g->kernel_count;
    if (function && grow((void **)&g->kernels, &g->kernel_count, sizeof *g->kernels)) {
        g->kernels[at].kernel = kernel;
        g->kernels[at].function = function;
    }
    return function;
}

// ---- Memory -----------------------------------------------------------------------------------------------

// Where a byte of the map is on the GPU: the same address, but for variables.
static DriverAddress place_of(const Gpu *g, uint64_t address) {
    for (int i = 0; i < g->variable_count; i++)
        if (address - g->variables[i].a->base < g->variables[i].a->size)
            return g->variables[i].at + (address - g->variables[i].a->base);
    return address;
}

// The same for what is read or written from here: 0 for a variable that the driver knows no name of.
static DriverAddress reachable(const Gpu *g, uint64_t address) {
    const DriverAddress place = place_of(g, address);
    const WarpsimAllocation *a = place == address ? warpsim_find(g->sim, address) : NULL;
    return a && a->name[0] ? 0 : place;
}

static bool back(Backend *b, const WarpsimAllocation *a) {
    Gpu *g = (Gpu *)b;
    return !g->dead && gpu_memory_back(&g->memory, a);
}

static void unback(Backend *b, const WarpsimAllocation *a) {
    Gpu *g = (Gpu *)b;
    if (!g->dead) gpu_memory_unback(&g->memory, a);
}

static int write_bytes(Backend *b, uint64_t to, const void *from, uint64_t size) {
    Gpu *g = (Gpu *)b;
    const DriverAddress at = reachable(g, to);
    if (g->dead) return g->dead;
    return at ? g->driver->MemcpyHtoD(at, from, size) : DRIVER_INVALID_VALUE;
}

static int read_bytes(Backend *b, void *to, uint64_t from, uint64_t size) {
    Gpu *g = (Gpu *)b;
    const DriverAddress at = reachable(g, from);
    if (g->dead) return g->dead;
    return at ? g->driver->MemcpyDtoH(to, at, size) : DRIVER_INVALID_VALUE;
}

static int copy_bytes(Backend *b, uint64_t to, uint64_t from, uint64_t size) {
    Gpu *g = (Gpu *)b;
    const DriverAddress at = reachable(g, to), source = reachable(g, from);
    if (g->dead) return g->dead;
    return at && source ? g->driver->MemcpyDtoDAsync(at, source, size, NULL) : DRIVER_INVALID_VALUE;
}

static int fill_bytes(Backend *b, uint64_t to, int byte, uint64_t size) {
    Gpu *g = (Gpu *)b;
    const DriverAddress at = reachable(g, to);
    if (g->dead) return g->dead;
    return at ? g->driver->MemsetD8(at, (unsigned char)byte, size) : DRIVER_INVALID_VALUE;
}

static int forget(Backend *b, const WarpsimAllocation *a) {
    Gpu *g = (Gpu *)b;
    return g->dead ? g->dead : gpu_memory_forget(&g->memory, a);
}

static int outside_writes(Backend *b, OutsideWrite *list, int most) {
    Gpu *g = (Gpu *)b;
    return g->dead ? 0 : gpu_memory_outside_writes(&g->memory, list, most);
}

// ---- Launches ---------------------------------------------------------------------------------------------

static int64_t clock_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// Until all work is done; the error it ended in. A kernel that does not end is left to the end of this
// process.
static int wait_for_work(const Gpu *g) {
    const int64_t start = clock_us();
    for (;;) {
        const int state = g->driver->StreamQuery(NULL);
        const int64_t waited = clock_us() - start;
        if (state == 0) return g->driver->CtxSynchronize(); // so that its text comes
        if (state != DRIVER_NOT_READY) return state;
        if (waited > KERNEL_MS * 1000) return DRIVER_LAUNCH_TIMEOUT;
        if (waited > SPIN_MS * 1000) usleep(PAUSE_US);
    }
}

// The kernel's parameters one by one, from a copy of its block in which addresses of variables are the GPU's.
static void place_params(const Gpu *g, const WarpsimKernel *k, uint8_t *block, size_t size, void **params) {
    for (size_t i = 0; i + sizeof(uint64_t) <= size; i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, block + i, sizeof word);
        word = place_of(g, word);
        memcpy(block + i, &word, sizeof word);
    }
    for (int i = 0; i < warpsim_kernel_facts(k).parameters; i++) {
        uint64_t offset, bytes;
        warpsim_parameter(k, i, &offset, &bytes);
        params[i] = block + offset;
    }
}

static int start(Gpu *g, const WarpsimLaunch *r, const WarpsimKernel *k, void *function) {
    const uint32_t *grid = r->grid, *block = r->block;
    const unsigned shared = (unsigned)r->dynamic_shared;
    void *params[PARAMS_MAX];
    uint8_t *bytes = calloc(1, r->param_size + 1);
    if (!bytes) return DRIVER_OUT_OF_MEMORY;
    if (r->param_size) memcpy(bytes, r->params, r->param_size);
    place_params(g, k, bytes, r->param_size, params);
    int error = shared ? g->driver->FuncSetAttribute(function, FUNCTION_DYNAMIC_SHARED, (int)shared) : 0;
    if (!error && r->cooperative)
        error = g->driver->LaunchCooperativeKernel(function, grid[0], grid[1], grid[2], block[0], block[1],
                                                   block[2], shared, NULL, params);
    else if (!error)
        error = g->driver->LaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                        shared, NULL, params, NULL);
    free(bytes);
    return error;
}

static Launched launch(Backend *b, const WarpsimLaunch *r) {
    Gpu *g = (Gpu *)b;
    const WarpsimKernel *k = r->function ? r->function : warpsim_kernel(g->sim, WARPSIM_ANY, r->kernel);
    int error = g->dead ? g->dead : warpsim_check_launch(g->sim, r, NULL, NULL, NULL);
    if (error || warpsim_kernel_facts(k).parameters > PARAMS_MAX) return (Launched){.error = error};
    const double before = driver_clock_ms(); // the driver may load a kernel only when it is asked for
    void *function = function_of(g, k);
    error = function ? start(g, r, k, function) : cudaErrorInvalidDeviceFunction;
    if (error) return (Launched){.error = error};
    if (g->timing) return (Launched){.started = true};
    g->dead = wait_for_work(g);
    if (b->first_ms <= 0) b->first_ms = driver_clock_ms() - before;
    kernel_output_take(&g->output, g->sim);
    return (Launched){.started = true, .error = g->dead};
}

// ---- The clock --------------------------------------------------------------------------------------------

static int start_clock(Backend *b) {
    Gpu *g = (Gpu *)b;
    int error = g->dead;
    for (int i = 0; i < 2 && !error && !g->events[i]; i++) error = g->driver->EventCreate(&g->events[i], 0);
    g->timing = !error;
    return error ? error : g->driver->EventRecord(g->events[0], NULL);
}

static int stop_clock(Backend *b, float *ms) {
    Gpu *g = (Gpu *)b;
    const int error = g->driver->EventRecord(g->events[1], NULL);
    g->timing = false;
    g->dead = error ? error : wait_for_work(g);
    kernel_output_take(&g->output, g->sim);
    return g->dead ? g->dead : g->driver->EventElapsedTime(ms, g->events[0], g->events[1]);
}

// ---- Fingerprints -----------------------------------------------------------------------------------------

static int fingerprint(Backend *b, uint64_t at, uint64_t size, uint64_t sums[2]) {
    Gpu *g = (Gpu *)b;
    int error = g->dead;
    if (!error && !g->fingerprints.kernel) error = fingerprint_open(&g->fingerprints, g->driver);
    return error ? error : fingerprint_take(&g->fingerprints, place_of(g, at), size, sums);
}

// ---- Another case -----------------------------------------------------------------------------------------

static bool restart(Backend *b, Warpsim *sim) {
    Gpu *g = (Gpu *)b;
    if (g->dead || warpsim_memory(sim, WARPSIM_CAPACITY) < g->memory.page_count * g->memory.page ||
        g->driver->CtxSynchronize())
        return false;
    kernel_output_take(&g->output, g->sim); // it goes with the old simulator
    gpu_memory_clear(&g->memory, sim);
    for (int i = 0; i < g->module_count; i++)
        if (g->driver->ModuleUnload(g->modules[i].module)) return false;
    free(g->modules);
    free(g->kernels);
    free(g->variables);
    g->modules = NULL, g->kernels = NULL, g->variables = NULL;
    g->module_count = g->kernel_count = g->variable_count = 0;
    g->sim = sim;
    return true;
}

Backend *gpu_backend(const Driver *driver, Warpsim *sim, char *error, size_t error_size) {
    Gpu *g = calloc(1, sizeof *g);
    if (!g || !kernel_output_open(&g->output)) {
        snprintf(error, error_size, "there is no memory left");
        free(g);
        return NULL;
    }
    g->driver = driver;
    g->sim = sim;
    if (!gpu_memory_open(&g->memory, driver, sim, error, error_size)) {
        free(g);
        return NULL;
    }
    g->backend = (Backend){
        .kind = "gpu",
        .start_ms = driver->start_ms,
        .load = load,
        .back = back,
        .unback = unback,
        .write = write_bytes,
        .read = read_bytes,
        .copy = copy_bytes,
        .fill = fill_bytes,
        .forget = forget,
        .launch = launch,
        .start_clock = start_clock,
        .stop_clock = stop_clock,
        .fingerprint = fingerprint,
        .restart = restart,
        .outside_writes = outside_writes,
    };
    return &g->backend;
}
