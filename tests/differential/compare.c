// The comparison, and making a program that differs small.
#include "tests/differential/compare.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/operations.h"
#include "grader/warpsim/core/simulator.h"
#include "tests/differential/interpreter.h"
#include "tests/differential/on_gpu.h"

enum { THREADS_TO_SPREAD = 2048 }; // fewer stay on one CPU thread

static const GpuDescription *gpu(void) {
    static GpuDescription description;
    description.device = (DeviceDescription){
        .name = "test",
        .total_global_memory = 16 << 20,
        .shared_per_block = 49152,
        .shared_per_block_optin = 49152,
        .shared_per_sm = 49152,
        .warp_size = 32,
        .threads_per_block_max = 1024,
        .block_max = {1024, 1024, 64},
        .grid_max = {2147483647, 65535, 65535},
        .sm_count = 4,
        .major = 9,
        .threads_per_sm = 2048,
    };
    return &description;
}

__attribute__((format(printf, 3, 4))) static Outcome outcome(OutcomeKind kind, const char *how,
                                                             const char *format, ...) {
    Outcome o = {.kind = kind};
    const int n = snprintf(o.message, sizeof o.message, "%s: ", how);
    va_list list;
    va_start(list, format);
    vsnprintf(o.message + n, sizeof o.message - (size_t)n, format, list);
    va_end(list);
    return o;
}

// A simulator is used for many programs, as those of a person are: kernels differ in their names' numbers.
// So are their buffers, in which the pages are there already.
typedef struct {
    Warpsim *simulator;
    u32 programs;
    Allocation *buffer[BUFFER_COUNT];
} Kept;

enum { PROGRAMS_EACH = 100, TABLES_MAX = 4, WORKERS_MAX = 2 };
static Kept kept[TABLES_MAX * WORKERS_MAX];

static void make_buffers(Kept *k, const TestProgram *p) {
    for (int b = 0; b < BUFFER_COUNT; b++) {
        const Allocation *old = k->buffer[b];
        if (old && old->size >= 8 * p->words[b]) continue;
        if (old) arena_release(k->simulator->arena, old->base);
        k->buffer[b] = arena_allocate(k->simulator->arena, 8 * p->words[b]);
        if (!k->buffer[b]) abort();
        k->buffer[b]->initialised = true;
    }
}

static Kept *simulator_for(const TestProgram *p, int table, u32 workers, char *text) {
    Kept *k = &kept[table * WORKERS_MAX + (int)workers - 1];
    if (k->programs == PROGRAMS_EACH) {
        warpsim_end(k->simulator);
        *k = (Kept){0};
    }
    if (!k->simulator) k->simulator = warpsim_new(gpu(), workers, (p->seed >> 7) % 8 == 0);
    if (!k->simulator) abort();
    make_buffers(k, p);
    char number[8];
    snprintf(number, sizeof number, "%04u", k->programs++);
    memcpy(strstr(text, KERNEL_NAME) + strlen(KERNEL_NAME) - 4, number, 4);
    return k;
}

void compare_end(void) {
    for (int i = 0; i < TABLES_MAX * WORKERS_MAX; i++) warpsim_end(kept[i].simulator);
    memset(kept, 0, sizeof kept);
}

static Outcome compare_memory(const TestProgram *p, const uint64_t *const got[BUFFER_COUNT],
                              const InterpreterResult *expected, const char *how) {
    static const char *const names[] = {"in", "own", "out", "atomic"};
    for (int b = 0; b < BUFFER_COUNT; b++)
        for (size_t i = 0; i < p->words[b]; i++)
            if (got[b][i] != expected->buffer[b][i])
                return outcome(
                    OUTCOME_MEMORY, how,
                    "%s[%zu] (of out: thread %zu, row %zu) is 0x%016llx, the interpreter has 0x%016llx",
                    names[b], i, i / 2 % test_program_threads(p), i / 2 / test_program_threads(p),
                    (unsigned long long)got[b][i], (unsigned long long)expected->buffer[b][i]);
    return (Outcome){OUTCOME_SAME, ""};
}

// Launches the kernel and looks at what it leaves.
static Outcome launch(const TestProgram *p, const Kept *k, const char *kernel,
                      const InterpreterResult *expected, const char *how) {
    Warpsim *s = k->simulator;
    u64 params[PARAM_COUNT];
    memcpy(params + BUFFER_COUNT, p->numbers, sizeof p->numbers);
    for (int b = 0; b < BUFFER_COUNT; b++) {
        params[b] = k->buffer[b]->base;
        memcpy(arena_at(s->arena, params[b]), p->buffer[b], 8 * p->words[b]);
    }
    WarpsimLaunch request = {.kernel = kernel, .params = (const u8 *)params, .param_size = sizeof params};
    memcpy(request.grid, p->grid, sizeof request.grid);
    memcpy(request.block, p->block, sizeof request.block);
    const int status = warpsim_launch(s, &request);
    const u64 executed = s->counters.count ? s->counters.kernels[0].total.thread_instructions : 0;
    const uint64_t *got[BUFFER_COUNT];
    for (int b = 0; b < BUFFER_COUNT; b++) got[b] = (const uint64_t *)arena_at(s->arena, k->buffer[b]->base);
    Outcome o = compare_memory(p, got, expected, how);
    if (status || s->findings.count) {
        const Finding *f = s->findings.count ? &s->findings.list[0] : NULL;
        o = outcome(OUTCOME_REFUSED, how, "error %d, line %d: %s: %s", status,
                    f ? f->function->ptx->code[f->instruction].ptx_line : 0,
                    f ? warpsim_check_name(f->check) : "", f ? f->message : "");
    } else if (o.kind == OUTCOME_SAME && executed != expected->instructions) {
        o = outcome(OUTCOME_COUNT, how, "%llu thread-instructions, the interpreter executes %llu",
                    (unsigned long long)executed, (unsigned long long)expected->instructions);
    }
    return o;
}

static Outcome run_simulator(const TestProgram *p, char *text, int table, u32 workers,
                             const InterpreterResult *expected) {
    const OpTable *t = operations_available()[table];
    char how[60], error[300] = "", kernel[sizeof KERNEL_NAME];
    snprintf(how, sizeof how, "%s, %u CPU thread%s", t->isa, workers, workers > 1 ? "s" : "");
    operations_use(t);
    Kept *k = simulator_for(p, table, workers, text);
    memcpy(kernel, strstr(text, "kernel_"), sizeof kernel - 1);
    kernel[sizeof kernel - 1] = 0;
    warpsim_clear(k->simulator);
    const bool loaded = warpsim_load(k->simulator, text, strlen(text), error, sizeof error);
    operations_use(NULL);
    memcpy(strstr(text, kernel), KERNEL_NAME, strlen(KERNEL_NAME));
    return loaded ? launch(p, k, kernel, expected, how) : outcome(OUTCOME_REFUSED, how, "%s", error);
}

static Outcome run_gpu(const TestProgram *p, const char *text, const InterpreterResult *expected) {
    uint64_t *after[BUFFER_COUNT];
    for (int b = 0; b < BUFFER_COUNT; b++)
        if (!(after[b] = malloc(8 * p->words[b] + 1))) abort();
    const char *why = run_program_on_gpu(p, text, after);
    const Outcome o = why ? outcome(OUTCOME_REFUSED, "GPU", "%s", why)
                          : compare_memory(p, (const uint64_t *const *)after, expected, "GPU");
    for (int b = 0; b < BUFFER_COUNT; b++) free(after[b]);
    return o;
}

Outcome compare(const TestProgram *p) {
    char *text = test_program_text(p);
    Source *source = source_read(text);
    InterpreterResult expected = {0};
    Outcome o = {OUTCOME_SAME, ""};
    if (source->error[0])
        o = outcome(OUTCOME_NO_TEST, "interpreter", "%s", source->error);
    else
        interpret(p, source, &expected);
    if (expected.error[0]) o = outcome(OUTCOME_NO_TEST, "interpreter", "%s", expected.error);
    const bool gpu_instead = programs_run_on_gpu();
    if (gpu_instead && o.kind == OUTCOME_SAME) o = run_gpu(p, text, &expected);
    const OpTable *const *tables = operations_available();
    const u32 most = test_program_threads(p) >= THREADS_TO_SPREAD ? 2 : 1;
    for (int t = 0; tables[t] && t < TABLES_MAX && !gpu_instead; t++)
        for (u32 workers = 1; workers <= most && o.kind == OUTCOME_SAME; workers++)
            o = run_simulator(p, text, t, workers, &expected);
    interpreter_result_free(&expected);
    source_free(source);
    free(text);
    return o;
}

static Outcome without(TestProgram *p, int from, int count) {
    TestProgram smaller = *p;
    smaller.lines = malloc((size_t)p->count * sizeof *p->lines);
    if (!smaller.lines) abort();
    smaller.count = 0;
    bool any = false;
    for (int i = 0; i < p->count; i++) {
        const bool gone = i >= from && i < from + count && !p->lines[i].fixed;
        any |= gone;
        if (!gone) smaller.lines[smaller.count++] = p->lines[i];
    }
    Outcome o = {OUTCOME_NO_TEST, ""};
    if (any) o = compare(&smaller);
    free(smaller.lines);
    return o;
}

static void delete_lines(TestProgram *p, int from, int count) {
    int kept = 0;
    for (int i = 0; i < p->count; i++) {
        const bool gone = i >= from && i < from + count && !p->lines[i].fixed;
        if (gone)
            free(p->lines[i].text);
        else
            p->lines[kept++] = p->lines[i];
    }
    p->count = kept;
}

Outcome shrink(TestProgram *p, Outcome o) {
    for (int size = p->count / 2; size > 0; size = size > 1 ? (size + 1) / 2 : 0)
        for (int from = p->count - size; from > -size; from -= size) {
            const Outcome smaller = without(p, from, size);
            if (smaller.kind != o.kind) continue;
            o = smaller;
            delete_lines(p, from, size);
        }
    return o;
}
