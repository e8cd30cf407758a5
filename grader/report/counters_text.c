// The counters of the kernels in words.
#include <stdlib.h>
#include <string.h>

#include "grader/report/kernels.h"
#include "grader/report/report.h"
#include "grader/text/append.h"

static void print_requests(const Writer *writer, const char *what, uint64_t requests, uint64_t sectors) {
    if (!requests) return;
    writer_print(writer, 4, 6, STYLE_PLAIN, "%s: %s, %s, %.2f sectors a request", what,
                 several((double)requests, "request").text, several((double)sectors, "sector").text,
                 (double)sectors / (double)requests);
}

// Excess compares the sectors of a request with those that its bytes fill side by side: a request of one lane has none, and
// yet leaves most of its sector unused. That shows in the bytes. (They may be more than 32 where lanes ask for the same.)
static void print_use(const Writer *writer, const uint64_t *v) {
    const double asked = (double)(v[COUNTER_global_load_bytes] + v[COUNTER_global_store_bytes]);
    const double sectors = (double)(v[COUNTER_global_load_sectors] + v[COUNTER_global_store_sectors]);
    writer_print(writer, 4, 6, STYLE_PLAIN,
                 "excess: %llu of these sectors; lanes ask for %.1f bytes of a sector's 32",
                 (unsigned long long)v[COUNTER_global_sectors_excessive], asked / sectors);
}

static void print_shared(const Writer *writer, const char *what, uint64_t requests, uint64_t conflicts) {
    if (!requests) return;
    writer_print(writer, 4, 6, STYLE_PLAIN, "%s: %s, %s", what, several((double)requests, "request").text,
                 several((double)conflicts, "bank conflict").text);
}

// What the assembler may still change on the way from PTX to a GPU.
static void print_instructions(const Writer *writer, const KernelCounters *kernel) {
    const uint64_t *v = kernel->counters.value;
    if (v[COUNTER_branches])
        writer_print(writer, 4, 6, STYLE_PLAIN,
                     "PTX branches: %llu, of which %llu split their warp (efficiency %.1f %%)",
                     (unsigned long long)v[COUNTER_branches],
                     (unsigned long long)v[COUNTER_divergent_branches], branch_efficiency(&kernel->counters));
    if (v[COUNTER_warp_instructions])
        writer_print(writer, 4, 6, STYLE_PLAIN,
                     "PTX instructions: %llu of warps, with %.1f of 32 threads active",
                     (unsigned long long)v[COUNTER_warp_instructions],
                     (double)v[COUNTER_thread_instructions] / (double)v[COUNTER_warp_instructions]);
}

void print_kernel_counters(const Writer *writer, const KernelCounters *kernel, bool all) {
    const uint64_t *v = kernel->counters.value;
    print_requests(writer, "global loads", v[COUNTER_global_load_requests], v[COUNTER_global_load_sectors]);
    print_requests(writer, "global stores", v[COUNTER_global_store_requests],
                   v[COUNTER_global_store_sectors]);
    if (v[COUNTER_global_load_requests] || v[COUNTER_global_store_requests]) print_use(writer, v);
    print_shared(writer, "shared loads", v[COUNTER_shared_load_requests],
                 v[COUNTER_shared_load_bank_conflicts]);
    print_shared(writer, "shared stores", v[COUNTER_shared_store_requests],
                 v[COUNTER_shared_store_bank_conflicts]);
    print_requests(writer, "global atomics", v[COUNTER_global_atomic_requests],
                   v[COUNTER_global_atomic_sectors]);
    if (v[COUNTER_shared_atomic_requests])
        writer_print(writer, 4, 6, STYLE_PLAIN, "shared atomics: %s",
                     several((double)v[COUNTER_shared_atomic_requests], "request").text);
    if (v[COUNTER_constant_data_bytes])
        writer_print(writer, 4, 6, STYLE_PLAIN, "constants that were filled on the device: %s",
                     several((double)v[COUNTER_constant_data_bytes], "byte").text);
    if (v[COUNTER_texture_requests])
        writer_print(writer, 4, 6, STYLE_PLAIN, "textures and surfaces: %s",
                     several((double)v[COUNTER_texture_requests], "request").text);
    if (all) print_instructions(writer, kernel);
}

static void print_kernel(const Writer *writer, const LabResult *result, const ShownKernel *shown, bool all) {
    const Records *records = &shown->from->records;
    char sizes[160];
    case_words(result->spec, &shown->from->key, " = ", ", ", sizes, sizeof sizes);
    for (int i = 0; i < records->kernel_count; i++) {
        const KernelCounters *k = &records->kernels[i];
        if (strcmp(k->name, shown->name)) continue;
        writer_print(writer, 2, 4, STYLE_BOLD, "%s, %s, launched %s", kernel_words(records, k), sizes,
                     k->counters.value[COUNTER_launches] == 1 ? "once" : "several times");
        print_kernel_counters(writer, k, all);
    }
}

// Is there a counter to be mended?
static bool target_missed(const LabResult *result) {
    for (int i = 0; i < result->target_count; i++)
        if (result->targets[i].counted && !result->targets[i].passed) return true;
    return false;
}

void print_counters(const Writer *writer, const LabResult *result, bool all) {
    int count;
    ShownKernel *shown = choose_kernels(result, &count);
    bool any = false;
    for (int i = 0; i < count; i++) {
        const CaseResult *c = shown[i].from;
        if (!c->passed || c->trivial || (!all && result->target_count && !is_counted(result, c))) continue;
        if (!any) writer_words(writer, 0, 0, STYLE_BOLD, "What the kernels asked of memory (exact counts)");
        any = true;
        print_kernel(writer, result, &shown[i], all);
    }
    free(shown);
    if (!any) return;
    if (!all && !target_missed(result)) {
        writer_blank(writer);
        return;
    }
    writer_words(
        writer, 2, 2, STYLE_FAINT,
        "A request is one load or store of a warp, 32 threads; a sector is 32 bytes of memory, 8 floats. A warp's 32 floats "
        "fill 4 sectors when they are neighbours, 5 when they start inside a sector, 32 when they lie far "
        "apart: what is beyond 4 is excess. Where few lanes of a warp work there is little excess, and most bytes of a "
        "sector are moved for nothing.");
    writer_blank(writer);
}
