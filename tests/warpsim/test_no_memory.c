// Each allocation of a launch fails once, in turn: the launch is refused, or the kernel is stopped with a finding, or it
// gets on without and computes the same. Nothing breaks off.
#include <errno.h>

#include "grader/contract/cuda_errors.h"
#include "tests/warpsim/run_ptx.h"

// Allocations until one fails; 0: none is to.
static _Thread_local u32 until_failure;

// This program is linked with --wrap for them (Makefile), so that it is the same under a sanitizer, which has its own malloc.
extern void *__real_malloc(size_t size), *__real_calloc(size_t count, size_t size),
    *__real_realloc(void *memory, size_t size), *__real_aligned_alloc(size_t alignment, size_t size);
extern void *__wrap_malloc(size_t size), *__wrap_calloc(size_t count, size_t size),
    *__wrap_realloc(void *memory, size_t size), *__wrap_aligned_alloc(size_t alignment, size_t size);

static bool fails(void) {
    if (!until_failure || --until_failure) return false;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return fails() ? NULL : __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

static u32 wanted;
static bool reached; // the allocation that fails

static void start_counting(Warpsim *s, u64 *in) {
    (void)s, (void)in;
    until_failure = wanted;
}

static void stop_counting(void) {
    reached = until_failure == 0;
    until_failure = 0;
}

static u64 words[512];

// How many of the kernel's launches, each with another allocation that failed, were stopped.
static u32 stopped_runs(PtxRun *run) {
    u32 stopped = 0;
    u64 right[64] = {0};
    run->prepare = start_counting;
    run->finish = stop_counting;
    for (wanted = 0; wanted < 500 && !check_failed; wanted++) {
        if (!run_ptx_once(run, 0)) return 0;
        const u64 *out = run_ptx_memory.out[0];
        if (wanted == 0) {
            CHECK(!run->error && !run->found);
            memcpy(right, out, run->out_count * sizeof *out);
        } else if (!reached) {
            return stopped; // all of them have failed once
        } else if (run->error) {
            stopped++;
            CHECK(run->error == cudaErrorMemoryAllocation || (run->found && run->check == CHECK_MEMORY));
        } else if (memcmp(right, out, run->out_count * sizeof *out) != 0) {
            check_fail_format(__FILE__, __LINE__, "wrong results, no error: allocation %u of %.60s", wanted,
                              run->body);
        }
    }
    return stopped;
}

TEST(lanes_that_wait_for_each_other) {
    PtxRun run = {
        .body = ".shared .align 4 .b32 s[32]; mov.u64 %x0, s; mad.wide.u32 %x1, %i, 4, %x0;\n"
                "xor.b32 %r0, %i, 16; mad.wide.u32 %x2, %r0, 4, %x0; setp.lt.u32 %p0, %i, 16; @%p0 bra low;\n"
                "st.shared.u32 [%x1], %i; bar.warp.sync -1; ld.shared.u32 %r2, [%x2]; bra.uni join;\n"
                "low: st.shared.u32 [%x1], %i; bar.warp.sync -1; ld.shared.u32 %r2, [%x2];\n"
                "join: cvt.u64.u32 %x3, %r2; st.u64 [%mine], %x3;",
        .block = {32},
        .out_count = 32};
    CHECK(stopped_runs(&run) > 4);
}

TEST(asynchronous_copies) {
    PtxRun run = {.body = ".shared .align 16 .b8 s[1024]; mov.u32 %r0, s; mad.lo.u32 %r1, %i, 16, %r0;\n"
                          "mad.wide.u32 %x0, %i, 16, %in; cp.async.ca.shared.global [%r1], [%x0], 16;\n"
                          "cp.async.wait_all; ld.shared.u64 %x1, [%r1]; st.u64 [%mine], %x1;",
                  .block = {64},
                  .in = words,
                  .in_count = 512,
                  .out_count = 64};
    CHECK(stopped_runs(&run) > 4);
}

TEST(bulk_copies) {
    PtxRun run = {
        .body =
            ".shared .align 16 .b8 s[1024]; .shared .align 8 .b64 b; mov.u32 %r0, b; mov.u32 %r1, s;\n"
            "setp.ne.u32 %p0, %thread_, 0; @!%p0 mbarrier.init.shared::cta.b64 [b], 1;\n"
            "fence.mbarrier_init.release.cluster; bar.sync 0; @%p0 bra others;\n"
            "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [b], 512;\n"
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%in], 512, [%r0];\n"
            "others: mbarrier.try_wait.parity.shared::cta.b64 %p1, [b], 0; @!%p1 bra others;\n"
            "mad.lo.u32 %r2, %thread_, 8, %r1; ld.shared.u64 %x1, [%r2]; st.u64 [%mine], %x1;",
        .block = {64},
        .in = words,
        .in_count = 512,
        .out_count = 64};
    CHECK(stopped_runs(&run) > 4);
}

TEST(findings_without_memory) {
    PtxRun run = {.body = "mov.u64 %x0, 0; st.u32 [%x0], %i;", .block = {32}, .out_count = 1};
    run.prepare = start_counting;
    run.finish = stop_counting;
    for (wanted = 0; wanted < 500 && !check_failed; wanted++) {
        if (!run_ptx_once(&run, 0)) return;
        CHECK(run.error == cudaErrorMemoryAllocation || (run.error == cudaErrorIllegalAddress && run.found));
        if (wanted && !reached) return;
    }
}

CHECK_MAIN()
