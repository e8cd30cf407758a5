// The counters of the kernels in words.
#include "grader/report/kernels.h"
#include "grader/report/report.h"
#include "grader/verdict/append.h"

// "24304 requests, 103776 sectors, 4.27 a request"
static void print_requests(const Paper *paper, const char *what, uint64_t requests, uint64_t sectors) {
    if (!requests) return;
    paper_print(
        paper, 4, 6, STYLE_PLAIN, "%s: %llu requests, %llu sectors of 32 bytes: %.2f sectors a request", what,
        (unsigned long long)requests, (unsigned long long)sectors, (double)sectors / (double)requests);
}

static void print_shared(const Paper *paper, const char *what, uint64_t requests, uint64_t conflicts) {
    if (!requests) return;
    paper_print(paper, 4, 6, STYLE_PLAIN, "%s: %llu requests, %llu bank conflicts", what,
                (unsigned long long)requests, (unsigned long long)conflicts);
}

static void print_kernel(const Paper *paper, const ShownKernel *shown) {
    const uint64_t *v = shown->kernel->counters.value;
    paper_print(paper, 2, 4, STYLE_BOLD, "%s, n = %d, launched %s", shown->kernel->name, shown->from->n,
                shown->kernel->launches == 1 ? "once" : "several times");
    print_requests(paper, "global loads", v[COUNTER_global_load_requests], v[COUNTER_global_load_sectors]);
    print_requests(paper, "global stores", v[COUNTER_global_store_requests], v[COUNTER_global_store_sectors]);
    print_shared(paper, "shared loads", v[COUNTER_shared_load_requests],
                 v[COUNTER_shared_load_bank_conflicts]);
    print_shared(paper, "shared stores", v[COUNTER_shared_store_requests],
                 v[COUNTER_shared_store_bank_conflicts]);
    if (v[COUNTER_branches])
        paper_print(paper, 4, 6, STYLE_PLAIN, "branches: %llu, %llu of them divergent: efficiency %.1f %%",
                    (unsigned long long)v[COUNTER_branches],
                    (unsigned long long)v[COUNTER_divergent_branches],
                    branch_efficiency(&shown->kernel->counters));
    if (v[COUNTER_warp_instructions])
        paper_print(paper, 4, 6, STYLE_PLAIN, "instructions: %llu of warps, with %.1f of 32 threads active",
                    (unsigned long long)v[COUNTER_warp_instructions],
                    (double)v[COUNTER_thread_instructions] / (double)v[COUNTER_warp_instructions]);
}

void print_counters(const Paper *paper, const LabResult *result) {
    ShownKernel shown[SHOWN_KERNELS];
    int count = choose_kernels(result, shown);
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (!shown[i].from->passed) continue;
        if (!any) paper_words(paper, 0, 0, STYLE_BOLD, "What the kernels did (counted, exact)");
        any = true;
        print_kernel(paper, &shown[i]);
    }
    if (!any) return;
    paper_words(paper, 2, 2, STYLE_FAINT,
                "A request is one load or store of a warp. 32 neighbouring floats lie in 4 sectors, 5 where "
                "they start "
                "off a sector's edge; 32 floats far apart need 32.");
    paper_blank(paper);
}
