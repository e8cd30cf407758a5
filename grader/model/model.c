// Puts the model's parts together.
#include "grader/model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/model/second_level.h"
#include "grader/model/sm.h"
#include "grader/contract/protocol.h"
#include "grader/warpsim/core/trace.h"

enum { LANES_A_WARP = 32, SECTOR_BYTES = 32, LINE_BYTES = 128 };

// What is looked at. Of a launch of more waves than WAVES the waves in its middle: so many of them for what the SM does,
// the first LINE_WAVES for L2. Where only that runs, long blocks end early: the blocks looked at for L2 after so many
// instructions of PTX (of warps) together, LEAST_INSTRUCTIONS of each warp at least.
enum {
    WAVES = 4,
    LINE_WAVES = 2,
    LINE_SAMPLE = 16,
    WARPS_IN_DETAIL = 512,
    LINE_INSTRUCTIONS = 12 << 20,
    LEAST_INSTRUCTIONS = 256,
    DETAIL_INSTRUCTIONS = 1 << 15,
};

static Occupancy occupancy(const ModelRequest *r) {
    return gpu_occupancy(r->gpu, r->threads, r->registers, r->shared_bytes);
}

static uint32_t resident(const ModelRequest *r) {
    const uint32_t blocks = occupancy(r).blocks_per_sm;
    return blocks ? blocks : 1;
}

static uint32_t sms(const ModelRequest *r) {
    return r->gpu->device.sm_count ? r->gpu->device.sm_count : 1;
}

LaunchTrace *model_trace(const ModelRequest *r, bool alone) {
    const uint64_t wave = (uint64_t)resident(r) * sms(r);
    const uint32_t warps = (r->threads + LANES_A_WARP - 1) / LANES_A_WARP;
    LaunchTrace t = {.end = r->blocks, .wave = wave, .line_sample = LINE_SAMPLE, .alone = alone};
    if (r->blocks > WAVES * wave) {
        t.first = (r->blocks / 2 - WAVES / 2 * wave) / sms(r) * sms(r);
        t.end = t.first + WAVES * wave;
        t.lines_end = t.first + LINE_WAVES * wave;
    } else {
        t.lines_end = t.end;
    }
    t.stride = sms(r) < t.end - t.first ? sms(r) : t.end - t.first;
    t.phase = sms(r) < t.end - t.first ? t.stride / 3 : 0;
    t.limit = LINE_INSTRUCTIONS / ((t.lines_end - t.first) * warps + 1) + LEAST_INSTRUCTIONS;
    t.detail_limit = DETAIL_INSTRUCTIONS;
    return trace_new(&t);
}

LaunchTrace *model_spread(uint64_t blocks, uint32_t count, uint64_t draw, uint64_t limit) {
    const uint64_t wanted = count ? count : 1;
    return trace_new(&(LaunchTrace){.end = blocks,
                                    .stride = 1,
                                    .alone = true,
                                    .scattered = blocks < wanted ? blocks : wanted,
                                    .draw = draw,
                                    .limit = limit});
}

LaunchTrace *model_single(uint64_t block, uint64_t limit) {
    return trace_new(&(LaunchTrace){
        .first = block, .end = block + 1, .stride = 1, .alone = true, .scattered = 1, .limit = limit});
}

uint64_t model_spread_blocks(const LaunchTrace *trace) {
    return trace->early ? 0 : trace_turns(trace);
}

void model_trace_free(LaunchTrace *trace) {
    trace_free(trace);
}

// ---- L1

// The part of L1 that the driver gives to shared memory (seen on an H200: twice what the resident blocks use, up to 100
// KiB; the smallest that suffices above that).
static uint64_t carve_out(const ModelRequest *r) {
    static const uint32_t kib[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
    const uint64_t most = r->gpu->device.shared_per_sm;
    const uint64_t used = (r->shared_bytes + r->gpu->device.shared_reserved_per_block) * resident(r);
    const uint64_t wanted = used <= 50 << 10 ? 2 * used : used;
    for (size_t i = 0; i < sizeof kib / sizeof *kib; i++)
        if ((uint64_t)kib[i] << 10 >= wanted && (uint64_t)kib[i] << 10 <= most) return (uint64_t)kib[i] << 10;
    return most;
}

static uint64_t l1_bytes(const ModelRequest *r) {
    const uint64_t pool = r->gpu->l1_bytes ? r->gpu->l1_bytes : 128 << 10, carved = carve_out(r);
    return pool > carved + (16 << 10) ? pool - carved : 16 << 10;
}

// ---- What the SM did, for the whole launch

// Instructions of PTX of blocks in detail.
typedef struct {
    double kept, executed; // that the trace tells of; that those blocks executed which did not end early
    uint32_t blocks, whole;
} PtxCount;

static void count_ptx(const BlockTrace *b, PtxCount *c) {
    for (uint32_t w = 0; w < b->warp_count; w++) c->kept += (double)b->warps[w].kept;
    c->blocks++;
    if (b->ended_early) return;
    for (uint32_t w = 0; w < b->warp_count; w++) c->executed += (double)b->warps[w].instructions;
    c->whole++;
}

// All that one block executes, on average.
static double ptx_of_block(const PtxCount *c) {
    return c->whole ? c->executed / c->whole : c->blocks ? c->kept / c->blocks : 0;
}

typedef struct {
    const ModelRequest *request;
    const LaunchTrace *trace;
    const BlockTrace **blocks; // of one SM, in detail
    uint32_t block_count;
    PtxCount ptx; // of these
    SecondLevel second;
    SmResult sm;
    double scale;   // the launch's work, in that of the SM's blocks that were traced
    double stretch; // all that these blocks did, in what the trace tells of it
    double active;  // SMs
} Parts;

enum { LINES = 256, LINES_TOLD = 64 };

static int by_time(const void *a, const void *b) {
    const ModelledLine *x = a, *y = b;
    if (x->time_percent != y->time_percent) return x->time_percent > y->time_percent ? -1 : 1;
    return x->line - y->line;
}

// What each source line has of instructions and of time: first counted, then as percent.
static void add_lines(Parts *p, const MachineCode *code, StreamMap *map, Modelled *out) {
    ModelledLine lines[LINES];
    int n = 0, best = -1;
    double cycles = 0;
    for (uint32_t i = 0; i < code->count; i++) {
        const Function *f;
        uint32_t instruction;
        const char *file;
        int line, column, k = 0;
        cycles += p->sm.issued[i] + p->sm.waited[i];
        if (p->sm.issued[i] == 0 || !stream_origin(map, i, &f, &instruction)) continue;
        if (!warpsim_source_line(f, instruction, &file, &line, &column)) continue;
        while (k < n && (lines[k].line != line || strcmp(lines[k].file, file))) k++;
        if (k == n && n < LINES) lines[n++] = (ModelledLine){.file = file, .line = line};
        if (k == LINES) continue;
        lines[k].instructions_percent += p->sm.issued[i];
        lines[k].time_percent += p->sm.issued[i] + p->sm.waited[i];
        if (best < 0 || lines[k].instructions_percent > lines[best].instructions_percent) best = k;
    }
    if (best < 0 || p->sm.instructions == 0) return;
    out->file = lines[best].file;
    out->line = lines[best].line;
    out->line_percent = 100 * lines[best].instructions_percent / p->sm.instructions;
    for (int k = 0; k < n; k++) {
        lines[k].instructions_percent *= 100 / p->sm.instructions;
        lines[k].time_percent *= 100 / cycles;
    }
    qsort(lines, (size_t)n, sizeof *lines, by_time);
    out->lines = malloc((size_t)n * sizeof *lines);
    if (!out->lines) return;
    out->line_count = n < LINES_TOLD ? (uint32_t)n : LINES_TOLD;
    memcpy(out->lines, lines, out->line_count * sizeof *lines);
}

// ---- The bound

typedef struct {
    Bound bound;
    double busy;
    const char *unit;
} Candidate;

static void consider(Candidate *best, Bound bound, double busy, const char *unit) {
    if (busy > best->busy) *best = (Candidate){bound, busy, unit};
}

// What is busiest; where nothing is busy, what the schedulers waited for.
static Candidate bound_of(const Parts *p, const Timing *t) {
    const SmResult *s = &p->sm;
    const double cycles = s->simulated > 0 ? s->simulated : 1, slots = cycles * p->request->gpu->schedulers;
    const double starts = t->block_interval * p->active * s->blocks / cycles;
    Candidate best = {BOUND_NOTHING, 0, NULL};
    consider(&best, BOUND_ISSUE, s->spent[SPENT_ISSUED] / slots, NULL);
    consider(&best, BOUND_UNIT, s->busy[UNIT_ALU] / slots, "integer and logic");
    consider(&best, BOUND_UNIT, s->busy[UNIT_IMAD] / slots, "integer product");
    consider(&best, BOUND_UNIT, s->busy[UNIT_FP64] / slots, "double");
    consider(&best, BOUND_UNIT, s->busy[UNIT_SPECIAL] / slots, "special function");
    consider(&best, BOUND_SHARED,
             (s->busy[UNIT_GLOBAL] + s->busy[UNIT_SHARED] + s->busy[UNIT_SHUFFLE]) / cycles, NULL);
    consider(&best, BOUND_L2, s->l2_cycles / cycles, NULL);
    consider(&best, BOUND_DRAM, s->dram_cycles / cycles, NULL);
    consider(&best, BOUND_ATOMIC, s->atomic_lanes * p->active / t->atomic_lanes / cycles, NULL);
    consider(&best, BOUND_BLOCKS, starts, NULL);
    if (best.busy > 0.6) return best;
    const double memory = s->spent[SPENT_MEMORY], barrier = s->spent[SPENT_BARRIER];
    const double own = s->spent[SPENT_WAIT] + s->spent[SPENT_SHORT], empty = s->spent[SPENT_EMPTY];
    Candidate waits = {BOUND_LATENCY, memory, NULL};
    consider(&waits, BOUND_BARRIER, barrier, NULL);
    consider(&waits, BOUND_DEPENDENCE, own, NULL);
    consider(&waits, BOUND_TAIL, empty, NULL);
    waits.busy /= slots;
    return waits.busy > 0.3 ? waits : best;
}

const char *model_bound_words(Bound bound) {
    switch (bound) {
    case BOUND_BLOCKS: return "starting blocks";
    case BOUND_ISSUE: return "instruction issue";
    case BOUND_UNIT: return "one unit";
    case BOUND_SHARED: return "L1 and shared memory";
    case BOUND_L2: return "L2 bandwidth";
    case BOUND_DRAM: return "DRAM bandwidth";
    case BOUND_ATOMIC: return "atomic operations";
    case BOUND_LATENCY: return "memory latency";
    case BOUND_DEPENDENCE: return "dependent instructions";
    case BOUND_BARRIER: return "barriers";
    case BOUND_TAIL: return "too few blocks";
    default: return "the launch itself";
    }
}

// ---- All of it

// The same on a GPU whose memories are so many times as fast.
static Timing supposed(Timing t, const ModelRequest *r) {
    const double l2 = r->l2_speed > 0 ? r->l2_speed : 1;
    t.l2_bytes *= l2, t.l2_write_bytes *= l2, t.l2_port_bytes *= l2;
    t.dram_efficiency *= r->dram_speed > 0 ? r->dram_speed : 1;
    return t;
}

static bool gather_blocks(Parts *p) {
    const uint64_t looked = p->trace->end - p->trace->first;
    p->blocks = malloc((looked + 1) * sizeof *p->blocks);
    if (!p->blocks) return false;
    for (uint64_t i = 0; i < looked; i++) {
        const BlockTrace *b = &p->trace->blocks[i];
        if (!b->warps || p->block_count * b->warp_count >= WARPS_IN_DETAIL) continue;
        p->blocks[p->block_count++] = b;
        count_ptx(b, &p->ptx);
    }
    return true;
}

static LineRange *ranges_of(const ModelRequest *r) {
    LineRange *ranges = malloc(((size_t)r->memory_count + 1) * sizeof *ranges);
    for (uint32_t i = 0; i < r->memory_count && ranges; i++) {
        const uint64_t first = r->memory[i].address - DEVICE_ADDRESS_BASE;
        ranges[i] = (LineRange){(uint32_t)(first / LINE_BYTES),
                                (uint32_t)((first + r->memory[i].size + LINE_BYTES - 1) / LINE_BYTES)};
    }
    return ranges;
}

static bool run_second(Parts *p) {
    const ModelRequest *r = p->request;
    LineRange *ranges = ranges_of(r);
    const SecondLevelSetup setup = {.cache_bytes = r->gpu->device.l2_bytes,
                                    .halves =
                                        r->gpu->device.major >= 8 && r->gpu->device.l2_bytes >= 32 << 20,
                                    .cold = r->cold,
                                    .sms = sms(r),
                                    .wave = (uint64_t)resident(r) * sms(r),
                                    .blocks = r->blocks,
                                    .block_instructions = ptx_of_block(&p->ptx),
                                    .ranges = ranges,
                                    .range_count = r->memory_count};
    const bool good = ranges && second_level_run(p->trace, &setup, &p->second);
    free(ranges);
    return good;
}

static bool run_sm(Parts *p, const MachineCode *code, StreamMap *map, const Timing *t) {
    const ModelRequest *r = p->request;
    const uint32_t n = p->block_count;
    const BlockTrace **blocks = p->blocks;
    const double kept = p->ptx.kept;
    p->active = fmin((double)r->blocks, sms(r));
    p->stretch = kept > 0 ? ptx_of_block(&p->ptx) * n / kept : 1;
    p->scale = r->instructions && kept > 0 ? (double)r->instructions / kept
               : n                         ? (double)r->blocks / n * p->stretch
                                           : 1;
    SmSetup setup = {.code = code,
                     .map = map,
                     .program = r->kernel->program,
                     .timing = t,
                     .schedulers = r->gpu->schedulers && r->gpu->schedulers <= 8 ? r->gpu->schedulers : 4,
                     .resident = resident(r),
                     .l1_bytes = l1_bytes(r),
                     .sms_active = p->active,
                     .dram_bytes = t->dram_efficiency * (double)r->gpu->dram_bytes_per_second /
                                   ((double)r->gpu->device.clock_khz * 1e3),
                     .total_blocks = (uint64_t)ceil((double)r->blocks / sms(r)),
                     .cold = r->cold};
    // The share of DRAM in what misses L1 is not known before L1 has run.
    const SecondLevel *l = &p->second;
    const double stored = l->dram_write + l->dram_fill;
    setup.dram_read = l->sectors_read > 0 ? l->dram_read / SECTOR_BYTES / l->sectors_read : 0;
    setup.dram_write = l->sectors_written > 0 ? stored / SECTOR_BYTES / l->sectors_written : 0;
    // Single sectors and single places cost DRAM more than their bytes.
    setup.dram_read_cost = l->dram_read > 0 ? 1 + t->dram_lone_read * l->lone_reads / l->dram_read : 1;
    setup.dram_write_cost = stored > 0 ? 1 + t->dram_lone_write * l->lone_writes / stored : 1;
    bool good = sm_run(&setup, blocks, n, &p->sm);
    const double missed =
        good ? (p->sm.load_sectors - p->sm.load_hits) * p->stretch / fmax(1, p->sm.blocks) : 0;
    const double share = missed > 0 ? fmin(2, p->second.dram_read / SECTOR_BYTES / missed) : 0;
    if (good && fabs(share - setup.dram_read) > 0.05 * share) {
        free(p->sm.issued);
        setup.dram_read = share;
        good = sm_run(&setup, blocks, n, &p->sm);
    }
    return good;
}

// The shares of the time, the launch's own part set beside the SM's.
static ModelledSpent spent_of(const SmResult *s, double ms, double launch_ms) {
    double all = 0;
    for (int i = 0; i < SPENT_KINDS; i++) all += s->spent[i];
    const double launch = ms > 0 ? fmin(1, launch_ms / ms) : 0,
                 percent = all > 0 ? 100 * (1 - launch) / all : 0;
    return (ModelledSpent){.issue_percent = s->spent[SPENT_ISSUED] * percent,
                           .memory_percent = s->spent[SPENT_MEMORY] * percent,
                           .shared_percent = s->spent[SPENT_SHORT] * percent,
                           .barrier_percent = s->spent[SPENT_BARRIER] * percent,
                           .unit_percent = s->spent[SPENT_UNIT] * percent,
                           .queue_percent = s->spent[SPENT_QUEUE] * percent,
                           .dependence_percent = s->spent[SPENT_WAIT] * percent,
                           .empty_percent = s->spent[SPENT_EMPTY] * percent,
                           .launch_percent = 100 * launch};
}

static ModelledBusy busy_of(const Parts *p, const Timing *t) {
    const SmResult *s = &p->sm;
    const double cycles = s->simulated > 0 ? s->simulated : 1, slots = cycles * p->request->gpu->schedulers;
    return (ModelledBusy){.issue_percent = 100 * s->spent[SPENT_ISSUED] / slots,
                          .integer_percent = 100 * fmax(s->busy[UNIT_ALU], s->busy[UNIT_IMAD]) / slots,
                          .double_percent = 100 * s->busy[UNIT_FP64] / slots,
                          .special_percent = 100 * s->busy[UNIT_SPECIAL] / slots,
                          .l1_and_shared_percent =
                              100 * (s->busy[UNIT_GLOBAL] + s->busy[UNIT_SHARED] + s->busy[UNIT_SHUFFLE]) /
                              cycles,
                          .l2_percent = 100 * s->l2_cycles / cycles,
                          .dram_percent = 100 * s->dram_cycles / cycles,
                          .block_starts_percent = 100 * t->block_interval * p->active * s->blocks / cycles};
}

// What keeps the SM from holding one more block, and with how many registers a thread it would.
static void tell_limit(const ModelRequest *r, Modelled *out) {
    const Occupancy o = occupancy(r);
    out->blocks_per_sm = o.blocks_per_sm;
    out->theoretical_percent = 100.0 * o.warps_per_sm * LANES_A_WARP / r->gpu->device.threads_per_sm;
    out->limit = o.limited_by_warps       ? "threads"
                 : o.limited_by_registers ? "registers"
                 : o.limited_by_shared    ? "shared memory"
                                          : "blocks";
    for (uint32_t n = r->registers; o.limited_by_registers && n > 1 && !out->registers_for_more; n--)
        if (gpu_occupancy(r->gpu, r->threads, n - 1, r->shared_bytes).blocks_per_sm > o.blocks_per_sm)
            out->registers_for_more = n - 1;
}

// The part of the sectors that are of local memory. How long these take is hardly known: the range reaches down to where
// they cost nothing.
static double local_share(const SmResult *s) {
    const double all = s->load_sectors + s->store_sectors;
    return all > 0 ? fmin(0.9, s->local_sectors / all) : 0;
}

// Barriers of a part of the block, and those at which threads arrive without waiting, are modelled as barriers of all its warps. That is
// the longest that they can take: the range reaches down to half of it.
static double named_barriers(const ModelRequest *r) {
    const Function *k = r->kernel;
    for (u32 i = 0; i < k->block_count; i++) {
        const BasicBlock *b = &k->blocks[i];
        if (b->end == END_BARRIER && b->barrier &&
            (b->barrier->has_threads || b->barrier->kind == BARRIER_ARRIVE))
            return 0.5;
    }
    return 1;
}

static void fill(Parts *p, const Timing *t, Modelled *out) {
    const ModelRequest *r = p->request;
    const SmResult *s = &p->sm;
    const double blocks = (double)r->blocks, clock = (double)r->gpu->device.clock_khz; // a ms
    double cycles = s->cycles * p->stretch;
    const double atomics = s->hottest * p->scale;
    if (atomics > cycles) cycles = atomics;
    out->ms = cycles / clock + t->launch_us / 1000;
    // Of 182 kernels measured on the GPU that it was fitted on none was faster than this range, and three took longer; of 60
    // that it was not made for nine lay outside (docs/measurements/model_h200.md, model_unseen.md).
    out->low_ms = out->ms * 0.65 * (1 - local_share(s)) * named_barriers(r), out->high_ms = out->ms * 1.6;
    out->calibrated = r->gpu->model_calibrated;
    out->warp_instructions = s->instructions * p->scale;
    const double asked = s->load_sectors + s->store_sectors;
    out->l1_hit_percent = asked > 0 ? 100 * (s->load_hits + s->store_hits) / asked : 0;
    const double missed = (s->load_sectors - s->load_hits) * p->scale;
    const bool halves = r->gpu->device.major >= 8 && r->gpu->device.l2_bytes >= 32 << 20;
    out->l2_read_sectors = missed + fmin(p->second.far_reads * blocks, missed);
    out->l2_write_sectors = s->store_sectors * p->scale * (halves ? 1.5 : 1);
    out->dram_read_bytes = (p->second.dram_read + p->second.dram_fill) * blocks;
    out->dram_write_bytes = p->second.dram_write * blocks;
    const double all = out->l2_read_sectors + out->l2_write_sectors;
    const double l2_missed = fmin(out->l2_read_sectors, out->dram_read_bytes / SECTOR_BYTES +
                                                            fmin(p->second.far_reads * blocks, missed));
    out->l2_hit_percent = all > 0 ? 100 * (1 - l2_missed / all) : 0;
    out->occupancy_percent = 100.0 * s->warps_active * LANES_A_WARP / r->gpu->device.threads_per_sm;
    out->issue_percent =
        s->simulated > 0 ? 100 * s->spent[SPENT_ISSUED] / (s->simulated * r->gpu->schedulers) : 0;
    tell_limit(r, out);
    const Candidate bound = bound_of(p, t);
    out->bound = atomics >= cycles ? BOUND_ATOMIC : bound.bound;
    out->bound_percent = 100 * fmin(1, bound.busy);
    out->unit = bound.unit;
    out->registers = r->registers > 16 ? r->registers : 16; // what a warp is given at least, as ncu counts
    out->copy_bytes_per_second = t->dram_efficiency * (double)r->gpu->dram_bytes_per_second;
    out->spent = spent_of(s, out->ms, t->launch_us / 1000);
    out->busy = busy_of(p, t);
    out->issue_peak = (double)sms(r) * r->gpu->schedulers * clock * 1000;
    out->known = true;
}

void model_launch(const ModelRequest *r, const LaunchTrace *trace, Modelled *out) {
    *out = (Modelled){0};
    MachineCode code;
    const Timing t = supposed(timing_of(r->gpu), r);
    if (!r->code || !machine_code_read(r->code, r->code_size, r->kernel->ptx->name, &code)) {
        snprintf(out->why, sizeof out->why, "ptxas made no code of it that is understood");
        return;
    }
    Parts parts = {.request = r, .trace = trace};
    StreamMap *map = stream_map_new(r->kernel->program, r->kernel, &code);
    if (map && gather_blocks(&parts) && run_second(&parts) && run_sm(&parts, &code, map, &t)) {
        fill(&parts, &t, out);
        add_lines(&parts, &code, map, out);
    } else {
        snprintf(out->why, sizeof out->why, "memory ran out");
    }
    free(parts.sm.issued), free(parts.blocks);
    stream_map_free(map);
    machine_code_free(&code);
}
