// warpsim as a WebAssembly module: what a page's script calls. See grader/page/alive.js.
//
// One simulator at a time. A script makes it with alive_start, loads PTX, allocates buffers and fills them, launches, and
// reads the result. What fails answers false, 0 or NULL, and alive_error says why. Texts end with a NUL.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/alive/result.h"
#include "grader/alive/steps.h"
#include "grader/alive/assets.h"
#include "grader/device/watching.h"
#include "grader/gpus/gpu.h"
#include "grader/warpsim/warpsim.h"

#define FOR_PAGE(name) __attribute__((export_name(name)))

static GpuDescription gpu;
static Warpsim *sim;
static Watching *watching;
static char error[700];

FOR_PAGE("alive_error") const char *alive_error(void) {
    return error;
}

// Memory for what the script passes; alive_give_back ends it.
FOR_PAGE("alive_room") void *alive_room(size_t bytes) {
    return malloc(bytes ? bytes : 1);
}

FOR_PAGE("alive_give_back") void alive_give_back(void *memory) {
    free(memory);
}

FOR_PAGE("alive_end") void alive_end(void) {
    watching_free(watching);
    warpsim_end(sim);
    watching = NULL;
    sim = NULL;
}

// The ids and names of the GPUs, one after the other; an empty text is the end.
FOR_PAGE("alive_gpu") const char *alive_gpu(uint32_t i) {
    static char words[400];
    GpuDescription each;
    words[0] = 0;
    for (uint32_t k = 0; gpu_texts[k].id; k++)
        if (k == i && gpu_load(gpu_texts[k].id, &each, error, sizeof error))
            snprintf(words, sizeof words, "%s %s", each.id, each.device.name);
    return words;
}

// A new simulator of the GPU with that id, in place of the one before, with this PTX in it. `stepped`: this warp of this block
// is followed instruction by instruction, for alive_steps; a page has no use for its counters then.
FOR_PAGE("alive_start")
bool alive_start(const char *gpu_id, const char *ptx, size_t size, bool stepped, uint64_t block,
                 uint32_t warp) {
    alive_end();
    if (!gpu_load(gpu_id, &gpu, error, sizeof error)) return false;
    sim = warpsim_new(&gpu, 1, false); // not "details": they take as much memory as all else
    if (sim && stepped) steps_begin(sim, block, warp);
    if (sim) return warpsim_load(sim, ptx, size, error, sizeof error);
    snprintf(error, sizeof error, "There is no memory left for a simulated GPU. Close other pages.");
    return false;
}

// The device address of new memory, which messages call by the parameter that points to it and count in elements of so many
// bytes; 0: the size is more than the page has room for.
FOR_PAGE("alive_allocate")
uint64_t alive_allocate(uint64_t bytes, const char *parameter, uint32_t element) {
    WarpsimAllocation *a = warpsim_allocate(sim, bytes);
    if (!a) {
        snprintf(error, sizeof error, "A page has no room for so much device memory: take a smaller n.");
        return 0;
    }
    snprintf(a->parameter, sizeof a->parameter, "%s", parameter);
    a->element = element ? element : 1;
    return a->base;
}

// The address of a variable of the module; 0: there is none of that name.
FOR_PAGE("alive_variable") uint64_t alive_variable(const char *name, uint64_t bytes) {
    const WarpsimAllocation *a = warpsim_variable(sim, WARPSIM_ANY, name);
    if (a && a->size == bytes) return a->base;
    snprintf(error, sizeof error, "The module has no variable \"%.100s\" of that size.", name);
    return 0;
}

FOR_PAGE("alive_write") void alive_write(uint64_t to, const void *from, uint64_t bytes) {
    warpsim_write(sim, to, from, bytes);
}

FOR_PAGE("alive_read") void alive_read(void *to, uint64_t from, uint64_t bytes) {
    warpsim_read(sim, to, from, bytes);
}

// From now on launches are watched. `output`: `count` elements of `size` bytes. `block`: see WatchingPlan.
FOR_PAGE("alive_watch") bool alive_watch(uint64_t output, uint64_t count, uint32_t size, uint64_t block) {
    watching_free(watching);
    watching = watching_new(&(WatchingPlan){
        .sim = sim, .gpu = &gpu, .output = output, .count = count, .size = size, .block = block});
    return watching != NULL;
}

// `shape`: grid, block. Answers a CUDA error number; `budget`: thread-instructions that it may take.
FOR_PAGE("alive_launch")
int alive_launch(const char *kernel, const uint32_t shape[6], uint64_t dynamic_shared, const uint8_t *params,
                 size_t param_size, uint64_t budget, bool cooperative) {
    WarpsimLaunch launch = {.kernel = kernel,
                            .grid = {shape[0], shape[1], shape[2]},
                            .block = {shape[3], shape[4], shape[5]},
                            .dynamic_shared = dynamic_shared,
                            .params = params,
                            .param_size = param_size,
                            .budget = budget,
                            .cooperative = cooperative};
    char why[300] = "", next[240] = "";
    uint32_t facts;
    error[0] = 0;
    const int refused = warpsim_check_launch(sim, &launch, why, next, &facts);
    if (refused) {
        snprintf(error, sizeof error, "%s. %s", why, next);
        return refused;
    }
    steps_launch();
    watching_before(watching, &launch);
    const int result = warpsim_launch(sim, &launch);
    watching_after(watching, &launch);
    return result;
}

FOR_PAGE("alive_steps") char *alive_steps(void) {
    return steps_end();
}

// JSON; the script gives it back.
FOR_PAGE("alive_result") char *alive_result_of(const char *source) {
    return alive_result(sim, watching, source);
}
