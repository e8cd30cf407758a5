// A simulated GPU with the kernels of one file in it, for the tests of the checks and the counters.
//
//     Bench *b = bench_new("bounds", 1, true);      // kernels/bounds.ptx, one CPU thread, with details
//     u64 out = bench_ints(b, 64);                  // device memory, filled
//     int error = bench_run(b, "no_guard", 2, 64, out, out);
//     const Finding *f = bench_finding(b, CHECK_OUT_OF_BOUNDS, "load_past_end");
//     bench_free(b);
//
// Source lines are named by their comment "HERE: name" in kernels/FILE.cu, so that no line number stands in a
// test.
#ifndef WARPBOOK_CHECKS_KERNELS_H
#define WARPBOOK_CHECKS_KERNELS_H

#include "grader/warpsim/core/simulator.h"
#include "grader/warpsim/core/warp.h"
#include "tests/check.h"

#define KERNELS "tests/checks/kernels/"

enum { BENCH_BUFFERS = 32 };

typedef struct {
    const char *file; // "bounds"
    char *source;     // text of the .cu file
    GpuDescription gpu;
    Warpsim *s;
    u64 budget;
    u32 shared; // dynamic shared memory of the next launches, bytes
    Allocation *buffer[BENCH_BUFFERS];
    int buffers;
} Bench;

static inline char *read_text(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!f || !text) {
        printf("not ok %s: it cannot be read (tests run in the project's root)\n", path);
        exit(EXIT_FAILURE);
    }
    *size = fread(text, 1, (1 << 20) - 1, f);
    fclose(f);
    return text;
}

static inline Bench *bench_new(const char *file, u32 workers, bool details) {
    Bench *b = calloc(1, sizeof *b);
    char path[200], error[400] = "out of memory";
    size_t size;
    if (!b) exit(EXIT_FAILURE);
    b->file = file;
    b->budget = 1000000000;
    snprintf(path, sizeof path, KERNELS "%s.cu", file);
    b->source = read_text(path, &size);
    snprintf(path, sizeof path, KERNELS "%s.ptx", file);
    char *ptx = read_text(path, &size);
    if (gpu_read_file("grader/gpus/h200.gpu", &b->gpu, error, sizeof error))
        b->s = warpsim_new(&b->gpu, workers, details);
    if (!b->s || !warpsim_load(b->s, ptx, size, error, sizeof error)) {
        printf("not ok %s: %s\n", path, error);
        exit(EXIT_FAILURE);
    }
    free(ptx);
    return b;
}

static inline void bench_free(Bench *b) {
    warpsim_end(b->s);
    free(b->source);
    free(b);
}

// Device memory that was never written.
static inline u64 bench_raw(Bench *b, u64 size) {
    Allocation *a = arena_allocate(b->s->arena, size);
    if (!a || b->buffers == BENCH_BUFFERS) exit(EXIT_FAILURE);
    b->buffer[b->buffers++] = a;
    return a->base;
}

static inline void *bench_at(Bench *b, u64 address) {
    return arena_at(b->s->arena, address);
}

// Zeros, written.
static inline u64 bench_zeros(Bench *b, u64 size) {
    const u64 address = bench_raw(b, size);
    b->buffer[b->buffers - 1]->initialised = true;
    return address;
}

// 0, 1, 2, ... as int and as float; or the values at `from`.
static inline u64 bench_ints(Bench *b, u32 count) {
    const u64 address = bench_zeros(b, 4 * (u64)count);
    for (u32 i = 0; i < count; i++) ((s32 *)bench_at(b, address))[i] = (s32)i;
    return address;
}

static inline u64 bench_floats(Bench *b, u32 count) {
    const u64 address = bench_zeros(b, 4 * (u64)count);
    for (u32 i = 0; i < count; i++) ((float *)bench_at(b, address))[i] = (float)i;
    return address;
}

static inline u64 bench_copy(Bench *b, const void *from, u64 size) {
    const u64 address = bench_zeros(b, size);
    memcpy(bench_at(b, address), from, size);
    return address;
}

// Launches with the arguments as the kernel's parameters, each cut to its size.
static inline int bench_launch(Bench *b, const char *kernel, const u32 *grid, const u32 *block,
                               const u64 *arguments, int count) {
    u8 params[256] = {0};
    const Function *f = warpsim_kernel(b->s, WARPSIM_ANY, kernel);
    if (!f || f->ptx->param_count != count) {
        check_fail_format(__FILE__, __LINE__, "%s.cu has no kernel %s of %d parameters", b->file, kernel,
                          count);
        return -1;
    }
    for (int i = 0; i < count; i++)
        memcpy(params + f->ptx->params[i].offset, &arguments[i], f->ptx->params[i].size);
    const WarpsimLaunch request = {
        .kernel = kernel,
        .grid = {grid[0], grid[1], grid[2]},
        .block = {block[0], block[1], block[2]},
        .dynamic_shared = b->shared,
        .params = params,
        .param_size = f->ptx->param_size,
        .budget = b->budget,
    };
    const int error = warpsim_launch(b->s, &request);
    warpsim_look_outside(b->s, 0, ~0ull); // as if all of it were copied to the host
    return error;
}

#define ARGUMENTS(...) ((const u64[]){__VA_ARGS__}), (int)(sizeof((const u64[]){__VA_ARGS__}) / sizeof(u64))
#define bench_run(b, kernel, blocks, threads, ...)                                                           \
    bench_launch(b, kernel, (const u32[]){blocks, 1, 1}, (const u32[]){threads, 1, 1}, ARGUMENTS(__VA_ARGS__))
#define bench_run_2d(b, kernel, gx, gy, bx, by, ...)                                                         \
    bench_launch(b, kernel, (const u32[]){gx, gy, 1}, (const u32[]){bx, by, 1}, ARGUMENTS(__VA_ARGS__))

// The line of "HERE: name" in the source file.
static inline int bench_line(const Bench *b, const char *name) {
    char mark[100];
    snprintf(mark, sizeof mark, "HERE: %s\n", name);
    const char *at = strstr(b->source, mark);
    int line = 1;
    if (!at) check_fail_format(__FILE__, __LINE__, "%s.cu has no line marked %s", b->file, name);
    for (const char *c = b->source; at && c < at; c++) line += *c == '\n';
    return line;
}

static inline int line_of(const Function *f, u32 instruction) {
    const char *file;
    int line, column;
    return f && program_source_line(f, instruction, &file, &line, &column) ? line : -1;
}

static inline int finding_line(const Finding *f) {
    return f ? line_of(f->function, f->instruction) : -1;
}

static inline int other_line(const Finding *f) {
    return f && f->has_other ? line_of(f->other_function, f->other_instruction) : -1;
}

// One line for each finding, in the order of the report.
static inline const char *bench_findings(const Bench *b, char *room, size_t size) {
    size_t n = 0;
    room[0] = 0;
    for (int i = 0; i < b->s->findings.count && n < size; i++) {
        const Finding *f = &b->s->findings.list[i];
        n += (size_t)snprintf(room + n, size - n, "[%s, line %d, block %d, thread %u: %s] ",
                              warpsim_check_name(f->check), finding_line(f), (int)f->block, f->thread,
                              f->message);
    }
    return room;
}

// The finding of that check at the marked line; otherwise the test has failed.
static inline const Finding *bench_look(const Bench *b, Check check, const char *name, const char *file,
                                        int line) {
    const int want = bench_line(b, name);
    for (int i = 0; i < b->s->findings.count; i++) {
        const Finding *f = &b->s->findings.list[i];
        if (f->check == (int)check && finding_line(f) == want) return f;
    }
    char all[400];
    check_fail_format(file, line, "%s not found at %s (line %d), but %s", warpsim_check_name(check), name,
                      want, b->s->findings.count ? bench_findings(b, all, sizeof all) : "nothing");
    return NULL;
}

#define bench_finding(b, check, name) bench_look(b, check, name, __FILE__, __LINE__)

#define CHECK_CLEAN(b)                                                                                       \
    do {                                                                                                     \
        char all_[400];                                                                                      \
        if ((b)->s->findings.count)                                                                          \
            check_fail_format(__FILE__, __LINE__, "found %s", bench_findings(b, all_, sizeof all_));         \
    } while (0)

static inline int bench_count(const Bench *b, Check check) {
    int count = 0;
    for (int i = 0; i < b->s->findings.count; i++) count += b->s->findings.list[i].check == (int)check;
    return count;
}

// Counters of a kernel; all zero when it was not launched.
static inline Counters bench_counters(const Bench *b, const char *kernel) {
    for (int i = 0; i < b->s->counters.count; i++)
        if (strcmp(b->s->counters.kernels[i].kernel->ptx->name, kernel) == 0)
            return b->s->counters.kernels[i].total;
    return (Counters){0};
}

// Counters of the marked line of a kernel.
static inline Counters bench_line_counters(const Bench *b, const char *kernel, const char *name) {
    for (int i = 0; i < b->s->counters.count; i++) {
        const KernelCounters *k = &b->s->counters.kernels[i];
        if (strcmp(k->kernel->ptx->name, kernel) != 0) continue;
        for (int l = 0; l < k->line_count; l++)
            if (k->lines[l].line == bench_line(b, name)) return k->lines[l].counters;
    }
    return (Counters){0};
}

#endif
