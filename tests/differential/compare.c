// The comparison, and making a program that differs small.
#include "tests/differential/compare.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/simulator/operations.h"
#include "grader/simulator/simulator.h"
#include "tests/differential/interpreter.h"

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

static Outcome compare_memory(const TestProgram *p, const Simulator *s, Allocation *const a[BUFFER_COUNT],
                              const InterpreterResult *expected, const char *how) {
    static const char *const names[] = {"in", "own", "out", "atomic"};
    for (int b = 0; b < BUFFER_COUNT; b++) {
        const uint64_t *got = (const uint64_t *)arena_at(s->arena, a[b]->base);
        for (size_t i = 0; i < p->words[b]; i++)
            if (got[i] != expected->buffer[b][i])
                return outcome(OUTCOME_MEMORY, how,
                               "%s[%zu] (of thread %zu, row %zu) is 0x%016llx, the interpreter has 0x%016llx",
                               names[b], i, i % test_program_threads(p), i / test_program_threads(p),
                               (unsigned long long)got[i], (unsigned long long)expected->buffer[b][i]);
    }
    return (Outcome){OUTCOME_SAME, ""};
}

static Outcome run_simulator(const TestProgram *p, const char *text, u32 workers,
                             const InterpreterResult *expected, const char *how) {
    char error[300] = "";
    Simulator *s = simulator_new(gpu(), workers, p->seed & 1);
    if (!s) return outcome(OUTCOME_REFUSED, how, "no simulator");
    Outcome o = {OUTCOME_SAME, ""};
    if (!simulator_load(s, text, strlen(text), error, sizeof error)) {
        o = outcome(OUTCOME_REFUSED, how, "%s", error);
        simulator_free(s);
        return o;
    }
    Allocation *a[BUFFER_COUNT];
    u64 params[PARAM_COUNT];
    memcpy(params + BUFFER_COUNT, p->numbers, sizeof p->numbers);
    for (int b = 0; b < BUFFER_COUNT; b++) {
        a[b] = arena_allocate(s->arena, 8 * p->words[b]);
        if (!a[b]) abort();
        a[b]->initialised = true;
        params[b] = a[b]->base;
        memcpy(arena_at(s->arena, a[b]->base), p->buffer[b], 8 * p->words[b]);
    }
    LaunchRequest request = {.kernel = "kernel", .params = (const u8 *)params, .param_size = sizeof params};
    memcpy(request.grid, p->grid, sizeof request.grid);
    memcpy(request.block, p->block, sizeof request.block);
    const int status = simulator_launch(s, &request);
    const u64 executed = s->counters.count ? s->counters.kernels[0].total.thread_instructions : 0;
    if (status || s->findings.count) {
        const Finding *f = s->findings.count ? &s->findings.list[0] : NULL;
        o = outcome(OUTCOME_REFUSED, how, "error %d, line %d: %s: %s", status,
                    f ? f->function->ptx->code[f->instruction].ptx_line : 0, f ? check_name(f->check) : "",
                    f ? f->message : "");
    } else {
        o = compare_memory(p, s, a, expected, how);
        if (o.kind == OUTCOME_SAME && executed != expected->instructions)
            o = outcome(OUTCOME_COUNT, how, "%llu thread-instructions, the interpreter executes %llu",
                        (unsigned long long)executed, (unsigned long long)expected->instructions);
    }
    simulator_free(s);
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
    const OpTable *const *tables = operations_available();
    const u32 most = test_program_threads(p) >= THREADS_TO_SPREAD ? 2 : 1;
    for (int t = 0; tables[t] && o.kind == OUTCOME_SAME; t++) {
        operations_use(tables[t]);
        for (u32 workers = 1; workers <= most && o.kind == OUTCOME_SAME; workers++) {
            char how[60];
            snprintf(how, sizeof how, "%s, %u CPU thread%s", tables[t]->isa, workers, workers > 1 ? "s" : "");
            o = run_simulator(p, text, workers, &expected, how);
        }
    }
    operations_use(NULL);
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
