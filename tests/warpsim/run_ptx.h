// Runs a piece of PTX on the simulator, once with each table of operations that this CPU has, and compares.
//
// The piece becomes the body of a kernel. It finds there:
//   %in, %out    b64: generic addresses of the words that came along and of those that come back
//   %i           b32: number of the thread in the launch
//   %mine        b64: address of word %i of those that come back
//   %p0 .. %p31 (pred), %h0 .. %h31 (b16), %r0 .. %r63 (b32), %x0 .. %x63 (b64), %q0 .. %q7 (b64)
// Whatever the checks find fails the test, unless it is expected.
#ifndef WARPBOOK_RUN_PTX_H
#define WARPBOOK_RUN_PTX_H

#include "grader/warpsim/core/operations.h"
#include "grader/warpsim/core/simulator.h"
#include "tests/check.h"
#include "tests/warpsim/on_gpu.h"

typedef struct {
    const char *declarations; // in front of the kernel: variables, functions; NULL: none
    const char *body;
    u32 grid[3], block[3]; // 0 counts as 1
    u32 dynamic_shared;
    const u64 *in;
    u32 in_count, out_count; // words of 64 bits
    bool expects_finding;
    bool departure;   // found: a barrier opened when threads had left the kernel
    Check wanted;     // of several findings the first of this check is kept; 0: the first of all
    u32 cluster[3];   // blocks of a cluster: on the simulator alone
    bool cooperative; // %envreg1 and 2 give the place of a grid barrier: on the simulator alone
    bool spread;      // on two CPU threads
    u32 major;        // compute capability; 0: 9
    void (*prepare)(Warpsim *s,
                    u64 *in); // textures, for instance, whose handles it writes to %in: likewise
    void (*finish)(void);     // called after the launch: on the simulator alone
    // Results
    int error;  // of the launch
    bool found; // something was; the first of it:
    Check check;
    u32 thread;
    int line; // of the PTX text that follows `{`: the body's first line is 1
    char message[400];
    const char *printed; // text of printf; until the next run
    const u64 *out;      // until the next run
} PtxRun;

enum { RUN_PTX_UNTOUCHED = 0x5a }; // what the words that come back hold before, each byte

static struct {
    u64 *out[2];
    char *printed[2];
    char *text;
} run_ptx_memory;

static inline void run_ptx_forget(void) {
    free(run_ptx_memory.out[0]), free(run_ptx_memory.out[1]);
    free(run_ptx_memory.printed[0]), free(run_ptx_memory.printed[1]);
    free(run_ptx_memory.text);
    memset(&run_ptx_memory, 0, sizeof run_ptx_memory);
}

static const char run_ptx_prologue[] =
    "{\n.reg .pred %p<32>; .reg .b16 %h<32>; .reg .b32 %r<64>; .reg .b64 %x<64>, %q<8>;\n"
    ".reg .b32 %i, %block_, %size_, %thread_; .reg .b64 %in, %out, %mine;\n"
    "ld.param.b64 %in, [kernel_in]; ld.param.b64 %out, [kernel_out];\n"
    "mov.u32 %block_, %ctaid.x; mov.u32 %size_, %ntid.x; mov.u32 %thread_, %tid.x;\n"
    "mad.lo.u32 %i, %block_, %size_, %thread_; mad.wide.u32 %mine, %i, 8, %out;\n";

// The whole module; `first` receives the number of the body's first line.
static inline const char *run_ptx_text(const PtxRun *run, int *first) {
    const char *declarations = run->declarations ? run->declarations : "";
    const size_t size = strlen(declarations) + strlen(run->body) + 2000;
    free(run_ptx_memory.text);
    char *text = run_ptx_memory.text = malloc(size);
    if (!text) abort();
    int n = snprintf(text, size,
                     ".version 8.4\n.target sm_90\n.address_size 64\n%s\n"
                     ".visible .entry kernel(.param .b64 kernel_in, .param .b64 kernel_out)\n%s",
                     declarations, run_ptx_prologue);
    *first = 1;
    for (int i = 0; i < n; i++) *first += text[i] == '\n';
    snprintf(text + n, size - (size_t)n, "%s\nret;\n}\n", run->body);
    return text;
}

static inline void run_ptx_keep_finding(PtxRun *run, const Warpsim *s, int first_line) {
    const Finding *f = findings_at(&s->findings, 0), *x;
    if (!f) return;
    for (int i = 0; run->wanted && (x = findings_at(&s->findings, i)); i++)
        if (x->check == (int)run->wanted) {
            f = x;
            break;
        }
    run->found = true;
    run->check = f->check;
    run->thread = f->thread;
    run->line = f->function->ptx->code[f->instruction].ptx_line - first_line + 1;
    snprintf(run->message, sizeof run->message, "%s", f->message);
}

// One run with the table of operations in use. Leaves the results in `run`, memory in slot `keep`.
static inline bool run_ptx_once(PtxRun *run, int keep) {
    static GpuDescription gpu;
    gpu.device = (DeviceDescription){
        .name = "test",
        .total_global_memory = 64 << 20,
        .shared_per_block = 49152,
        .shared_per_block_optin = 232448,
        .shared_per_sm = 233472,
        .warp_size = 32,
        .threads_per_block_max = 1024,
        .block_max = {1024, 1024, 64},
        .grid_max = {2147483647, 65535, 65535},
        .sm_count = 132,
        .major = run->major ? run->major : 9,
        .threads_per_sm = 2048,
    };
    int first_line;
    char error[500] = "";
    const char *text = run_ptx_text(run, &first_line);
    Warpsim *s = warpsim_new(&gpu, run->spread ? 2 : 1, true);
    if (!s || !warpsim_load(s, text, strlen(text), error, sizeof error)) {
        check_fail_format(__FILE__, __LINE__, "%s", s ? error : "no simulator");
        warpsim_end(s);
        return false;
    }
    const size_t in_size = 8 * (size_t)run->in_count + 8, out_size = 8 * (size_t)run->out_count + 8;
    Allocation *in = arena_allocate(s->arena, in_size), *out = arena_allocate(s->arena, out_size);
    in->initialised = out->initialised = true;
    if (run->in_count) memcpy(arena_at(s->arena, in->base), run->in, in_size - 8);
    memset(arena_at(s->arena, out->base), RUN_PTX_UNTOUCHED, out_size);
    if (run->prepare) run->prepare(s, (u64 *)arena_at(s->arena, in->base));
    const u64 params[] = {in->base, out->base};
    WarpsimLaunch request = {.kernel = "kernel",
                             .dynamic_shared = run->dynamic_shared,
                             .params = (const u8 *)params,
                             .param_size = sizeof params,
                             .budget = 50000000,
                             .cluster = {run->cluster[0], run->cluster[1], run->cluster[2]},
                             .cooperative = run->cooperative};
    for (int i = 0; i < 3; i++) {
        request.grid[i] = run->grid[i] ? run->grid[i] : 1;
        request.block[i] = run->block[i] ? run->block[i] : 1;
    }
    run->found = false;
    run->message[0] = 0;
    run->error = warpsim_launch(s, &request);
    if (run->finish) run->finish();
    warpsim_look_outside(s, 0, ~0ull); // as if all of it were copied to the host
    run_ptx_keep_finding(run, s, first_line);
    run->departure = findings_at(&s->departures, 0) != NULL;
    run_ptx_memory.out[keep] = realloc(run_ptx_memory.out[keep], out_size);
    run_ptx_memory.printed[keep] = realloc(run_ptx_memory.printed[keep], s->printed_size + 1);
    if (!run_ptx_memory.out[keep] || !run_ptx_memory.printed[keep]) abort();
    memcpy(run_ptx_memory.out[keep], arena_at(s->arena, out->base), out_size);
    if (s->printed_size) memcpy(run_ptx_memory.printed[keep], s->printed, s->printed_size);
    run_ptx_memory.printed[keep][s->printed_size] = 0;
    warpsim_end(s);
    return true;
}

// Runs it on a real GPU. What the checks of the simulator would find, and what kernels print, is not to be
// had there: those tests are for the simulator alone.
static inline bool run_ptx_on_gpu(PtxRun *run) {
    int first_line;
    const size_t in_size = 8 * (size_t)run->in_count + 8, out_size = 8 * (size_t)run->out_count + 8;
    GpuRun gpu = {.text = run_ptx_text(run, &first_line),
                  .dynamic_shared = run->dynamic_shared,
                  .in = run->in,
                  .in_size = run->in_count ? in_size - 8 : in_size,
                  .out_size = out_size};
    if (run->in_count == 0) gpu.in = NULL;
    for (int i = 0; i < 3; i++) {
        gpu.grid[i] = run->grid[i] ? run->grid[i] : 1;
        gpu.block[i] = run->block[i] ? run->block[i] : 1;
    }
    gpu.out = run_ptx_memory.out[0] = realloc(run_ptx_memory.out[0], out_size);
    run_ptx_memory.printed[0] = realloc(run_ptx_memory.printed[0], 1);
    if (!gpu.out || !run_ptx_memory.printed[0]) abort();
    memset(gpu.out, RUN_PTX_UNTOUCHED, out_size);
    run_ptx_memory.printed[0][0] = 0;
    const char *failed = run_on_gpu(&gpu);
    // An instruction of later GPUs, or of a later PTX than the one that all of these tests are written in.
    if (failed && (strstr(failed, "requires .target sm_") || strstr(failed, "not supported on .target") ||
                   strstr(failed, "requires PTX ISA"))) {
        check_skipped = true;
        snprintf(check_why, sizeof check_why, "this GPU lacks the instruction: %.300s", failed);
    } else if (failed) {
        check_fail_format(__FILE__, __LINE__, "%s\n%s", failed, run->body);
    }
    run->out = run_ptx_memory.out[0];
    run->printed = run_ptx_memory.printed[0];
    return !failed;
}

// Runs it with every table. False, and the test has failed, when it could not run, when something was found
// that was not expected, or when two tables differ in anything.
static inline bool run_ptx(PtxRun *run) {
    static bool at_exit;
    if (!at_exit) at_exit = atexit(run_ptx_forget) == 0;
    if (tests_on_gpu()) {
        const bool possible = !run->expects_finding && !run->cooperative && !run->prepare && !run->cluster[0];
        if (possible) return run_ptx_on_gpu(run);
        check_skipped = true;
        snprintf(check_why, sizeof check_why, "it needs the simulator");
        return false;
    }
    const OpTable *const *tables = operations_available();
    bool same = true;
    for (int t = 0; tables[t] && same; t++) {
        operations_use(tables[t]);
        if (!run_ptx_once(run, t > 0)) return false;
        if (run->found != run->expects_finding || (run->error && !run->expects_finding)) {
            check_fail_format(__FILE__, __LINE__, "with %s: error %d, thread %u, line %d: %s\n%s",
                              tables[t]->isa, run->error, run->thread, run->line,
                              run->found ? run->message : "nothing was found", run->body);
            same = false;
        }
        if (t == 0) continue;
        for (u32 i = 0; i < run->out_count && same; i++) {
            if (run_ptx_memory.out[0][i] == run_ptx_memory.out[1][i]) continue;
            check_fail_format(__FILE__, __LINE__, "%s gives %#llx in word %u, %s %#llx:\n%s", tables[0]->isa,
                              (unsigned long long)run_ptx_memory.out[0][i], i, tables[t]->isa,
                              (unsigned long long)run_ptx_memory.out[1][i], run->body);
            same = false;
        }
        CHECK_STR(run_ptx_memory.printed[1], run_ptx_memory.printed[0]);
    }
    operations_use(NULL);
    run->out = run_ptx_memory.out[0];
    run->printed = run_ptx_memory.printed[0];
    return same;
}

#endif
