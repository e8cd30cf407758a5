// Fuzz target: the bytes are PTX. It is loaded, and its first kernel runs with a small budget. The size of
// the input decides how: with source places kept for races, as a cooperative launch, in one block or two.
#include "tests/fuzz/ptx_texts.h"

#include "tests/fuzz/fuzz.h"

enum { BUDGET = 20000, THREADS = 40, BUFFER_BYTES = 4096, PARAM_BYTES_MAX = 4096 };

static const Function *first_kernel(const Warpsim *s) {
    const Program *p = s->programs[0];
    for (u32 i = 0; i < p->function_count; i++)
        if (p->functions[i].ptx->is_entry) return &p->functions[i];
    return NULL;
}

static void launch(Warpsim *s, const Function *kernel, size_t size) {
    static u64 params[PARAM_BYTES_MAX / 8];
    Allocation *a = arena_allocate(s->arena, BUFFER_BYTES);
    if (!a || kernel->ptx->param_size > PARAM_BYTES_MAX) return;
    for (size_t i = 0; i < PARAM_BYTES_MAX / 8; i++) params[i] = i % 3 == 2 ? 30 : a->base;
    const WarpsimLaunch request = {.kernel = kernel->ptx->name,
                                   .grid = {size & 2 ? 1 : 2, 1, 1},
                                   .block = {THREADS, 1, 1},
                                   .dynamic_shared = 512,
                                   .params = (const u8 *)params,
                                   .param_size = kernel->ptx->param_size,
                                   .cooperative = size >> 2 & 1,
                                   .budget = BUDGET};
    warpsim_launch(s, &request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static GpuDescription gpu;
    gpu.device = (DeviceDescription){
        .name = "fuzzed",
        .total_global_memory = 1 << 20,
        .shared_per_block = 4096,
        .shared_per_block_optin = 4096,
        .shared_per_sm = 4096,
        .warp_size = 32,
        .threads_per_block_max = 1024,
        .block_max = {1024, 1024, 64},
        .grid_max = {2147483647, 65535, 65535},
        .sm_count = 2,
        .major = 9,
        .threads_per_sm = 2048,
    };
    char error[500];
    Warpsim *s = warpsim_new(&gpu, 1, size & 1);
    if (!s) return 0;
    const char *texts[TEXTS_MAX];
    size_t sizes[TEXTS_MAX];
    const int count = cut_texts(data, size, texts, sizes);
    if (warpsim_load_linked(s, texts, sizes, count, error, sizeof error)) {
        const Function *kernel = first_kernel(s);
        if (kernel) launch(s, kernel, size);
    }
    warpsim_end(s);
    return 0;
}
