// A kernel launch: checks the request, spreads the blocks over CPU threads, gathers what they found.
#include "grader/warpsim/core/launch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/race_memory.h"
#include "grader/warpsim/core/read_only.h"
#include "grader/warpsim/core/residence.h"
#include "grader/warpsim/core/trace.h"
#include "grader/warpsim/core/tracked.h"

enum { MIN_THREADS_TO_SPREAD = 2048 }; // smaller launches are done before another CPU thread has started
enum { INTERLEAVED = 128 };            // blocks that are there at once, where every load may change the block
enum { LOOK_AFTER = 1 << 20 };         // thread-instructions between two looks at the budget

static const Allocation no_allocation; // what an access site points to before its first access

static void free_slot(BlockSlot *slot) {
    for (u32 i = 0; i < slot->warps_ready; i++) warp_destroy(&slot->warps[i]);
    free(slot->warps), free(slot->uniform);
    free(slot->block.shared), free(slot->block.shared_written);
    free(slot->block.shared_races), free(slot->block.shared_histories);
    free(slot->block.family_states);
}

static void free_worker(Worker *worker) {
    free_slot(&worker->slot);
    for (u32 i = 0; i < worker->other_count; i++) free_slot(&worker->others[i]);
    free(worker->others), free(worker->sites), free(worker->blocks);
    EACH_FAMILY(f, end_worker) {
        if (worker->family_states) f->end_worker(worker);
    }
    free(worker->family_states);
    findings_clear(&worker->findings), findings_clear(&worker->withheld);
    findings_clear(&worker->departures), findings_clear(&worker->lost);
    undefined_words_free(&worker->undefined);
    footprint_clear(&worker->touched);
    for (u32 i = 0; i < worker->printed_count; i++) free(worker->printed[i].text);
    free(worker->printed);
}

void launch_free_workers(Warpsim *s) {
    for (u32 i = 0; i < s->workers_ready; i++) free_worker(&s->workers[i]);
    free(s->workers);
    race_memory_release(s);
}

static bool resize(void **memory, size_t count, size_t size) {
    void *grown = aligned_alloc(64, (count * size + 64) / 64 * 64);
    if (!grown) return false;
    memset(grown, 0, (count * size + 64) / 64 * 64);
    free(*memory);
    *memory = grown;
    return true;
}

// Memory of a slot, for a block of that many warps of a kernel.
static bool create_slot(Worker *worker, BlockSlot *slot, u32 warps, u32 uniform_bytes) {
    const u64 shared = worker->shared_room;
    ThreadBlock *b = &slot->block;
    if (!slot->warps) {
        slot->warps = calloc(MAX_WARPS_PER_BLOCK, sizeof *slot->warps);
        b->shared = aligned_alloc(64, (shared + 63) / 64 * 64);
        b->shared_written = calloc(shared, 1);
        b->shared_races = calloc(shared, sizeof *b->shared_races);
        b->family_states = families_state(OF_BLOCK);
        if (worker->details) b->shared_histories = calloc(shared, sizeof *b->shared_histories);
    }
    if (!slot->warps || !b->shared || !b->shared_written || !b->shared_races || !b->family_states ||
        (worker->details && !b->shared_histories))
        return false;
    for (; slot->warps_ready < warps; slot->warps_ready++) {
        Warp *w = &slot->warps[slot->warps_ready];
        b->warp[slot->warps_ready] = w;
        if (!warp_create(w, worker, slot->warps_ready)) {
            warp_destroy(w);
            return false;
        }
    }
    if (uniform_bytes > slot->uniform_bytes) {
        if (!resize((void **)&slot->uniform, uniform_bytes, 1)) return false;
        slot->uniform_bytes = uniform_bytes;
    }
    return true;
}

// Makes the workers large enough for the program and the kernel.
static bool prepare_workers(Warpsim *s, const Program *p, const Function *kernel, u32 count, u32 warps) {
    if (!s->workers) {
        s->workers = aligned_alloc(CACHE_LINES, s->worker_count * sizeof *s->workers);
        if (!s->workers) return false;
        memset(s->workers, 0, s->worker_count * sizeof *s->workers);
    }
    for (; s->workers_ready < count; s->workers_ready++) {
        Worker *w = &s->workers[s->workers_ready];
        w->number = s->workers_ready;
        w->shared_room = s->gpu->device.shared_per_sm + 2 * RESERVED_SHARED_BYTES;
        w->details = s->details;
        w->family_states = families_state(OF_WORKER);
        if (!w->family_states) return false;
        s->worker_sites = s->worker_blocks = 0; // the new one has no arrays yet
    }
    for (u32 i = 0; i < count; i++)
        if (!create_slot(&s->workers[i], &s->workers[i].slot, warps, kernel->uniform_bytes)) return false;
    if (p->site_count > s->worker_sites || p->block_count > s->worker_blocks) {
        if (p->site_count > s->worker_sites) s->worker_sites = p->site_count;
        if (p->block_count > s->worker_blocks) s->worker_blocks = p->block_count;
        for (u32 i = 0; i < s->workers_ready; i++) {
            Worker *w = &s->workers[i];
            if (!resize((void **)&w->sites, s->worker_sites + 1, sizeof *w->sites) ||
                !resize((void **)&w->blocks, s->worker_blocks + 1, sizeof *w->blocks))
                return false;
        }
    }
    for (u32 i = 0; i < count; i++)
        for (u32 k = 0; k < p->site_count; k++) s->workers[i].sites[k].last = &no_allocation;
    return true;
}

// Phase numbers are used up: all records start anew.
static void forget_races(Warpsim *s) {
    race_memory_forget(s);
    for (u32 i = 0; i < s->workers_ready; i++) {
        const u64 shared = s->workers[i].shared_room;
        ThreadBlock *b = &s->workers[i].slot.block;
        memset(b->shared_races, 0, shared * sizeof *b->shared_races);
        if (b->shared_histories) memset(b->shared_histories, 0, shared * sizeof *b->shared_histories);
        for (u32 k = 0; k < s->workers[i].other_count; k++) free_slot(&s->workers[i].others[k]);
        s->workers[i].other_count = 0;
    }
    s->phase_base = 0;
}

static bool prepare_races(Warpsim *s) {
    if (s->races && s->phase_base > RACE_COUNTERS / 8) forget_races(s);
    return race_memory_reserve(s);
}

// Somebody else's memory is there: the program is graded, and has chosen the names of its kernels and files.
static bool is_graded(const Warpsim *s) {
    const Allocation *a;
    for (int i = 0; (a = warpsim_allocation_at(s, i)); i++)
        if (a->live && a->graders) return true;
    return false;
}

// CUB's and Thrust's kernels are taken as they are, in a program of the user's own.
static bool is_of_algorithms(const Warpsim *s, const Function *kernel) {
    const char *name = kernel->ptx->name;
    return (strncmp(name, "_ZN3cub", 7) == 0 || strncmp(name, "_ZN6thrust", 10) == 0) &&
           program_is_of_algorithms(kernel, 0) && !is_graded(s);
}

// Is the order of each access looked at, by vector clocks?
static bool follows_order(const Warpsim *s, const Launch *launch) {
    const Function *k = launch->kernel;
    return k->orders_parts && !launch->samples_only && !is_of_algorithms(s, k);
}

static bool uses_block_scope(const Program *p) {
    for (u32 i = 0; i < p->site_count; i++)
        if (p->sites[i].block_scope) return true;
    return false;
}

// They take some 30 bytes for each byte of memory: large launches are followed in part. False: no memory.
static bool prepare_order(Warpsim *s, Launch *launch, u64 blocks, u32 threads) {
    track_allocations(s, launch->kernel, launch->params);
    const bool whole =
        blocks * threads <= MOST_ORDERED_THREADS && race_tracked_bytes(s) <= MOST_ORDERED_BYTES;
    launch->order =
        happens_before_new(threads, launch->race_grain, whole, uses_block_scope(launch->kernel->program));
    return launch->order != NULL;
}

// Chooses what the race check looks at. Returns the bytes that it has no memory for.
static u64 choose_tracked(Warpsim *s, Launch *launch) {
    if (launch->samples_only || s->forgoes_races) {
        untrack_allocations(s);
        return 0;
    }
    track_allocations(s, launch->kernel, launch->params);
    if (launch->order && launch->workspace) track_allocation(s, s->workspace); // blocks meet there
    const u64 wanted = race_tracked_bytes(s);
    launch->race_histories = race_memory_fit(s, launch->race_grain) ? s->race_histories : NULL;
    return wanted - race_tracked_bytes(s);
}

static void note_unjudged(Warpsim *s, u64 bytes) {
    if (!bytes) return;
    s->unjudged_launches++;
    if (bytes > s->unjudged_bytes) s->unjudged_bytes = bytes;
}

static void fill_uniform(Worker *worker, u32 offset, u32 value) {
    u32 *to = (u32 *)(worker->slot.uniform + offset);
    EACH_LANE(i) {
        to[i] = value;
    }
}

static void fill_uniform_wide(Worker *worker, u32 offset, u64 value) {
    u64 *to = (u64 *)(worker->slot.uniform + offset);
    EACH_LANE(i) {
        to[i] = value;
    }
}

static void start_worker(Launch *launch, Worker *worker) {
    const Function *k = launch->kernel;
    const u32 threads = launch->block[0] * launch->block[1] * launch->block[2];
    worker->launch = launch;
    worker->counter = launch->oldest_record >> RACE_COUNTER_SHIFT;
    worker->renumbered = false;
    worker->race_groups = (RaceGroups){.pool = launch->race_pool,
                                       .oldest = launch->oldest_record,
                                       .grain = launch->race_grain,
                                       .row = launch->block[0]};
    worker->spent = worker->total_spent = worker->undefined_steps = worker->storing_threads =
        worker->storing_blocks = worker->atomic_changes = 0;
    worker->block_began = worker->block_shown = 0;
    worker->stop = false;
    worker->slot.block.threads = threads;
    worker->slot.block.warps = (threads + LANES - 1) / LANES;
    worker->slot.block.shared_bytes =
        launch->reserved_shared ? launch->reserved_shared + RESERVED_SHARED_BYTES : launch->shared_bytes;
    for (u32 i = 0; i < worker->slot.block.warps; i++)
        warp_set_threads(&worker->slot.warps[i], launch->block);
    for (u32 i = 0; i < 3; i++) {
        fill_uniform(worker, UNIFORM_NTID_X + 128 * i, launch->block[i]);
        fill_uniform(worker, UNIFORM_NCTAID_X + 128 * i, launch->grid[i]);
        fill_uniform(worker, UNIFORM_CLUSTER_NCTAID + 128 * i, launch->cluster[i]);
        fill_uniform(worker, UNIFORM_NCLUSTERID + 128 * i, launch->grid[i] / launch->cluster[i]);
    }
    const u32 dynamic_base = launch->shared_bytes - launch->dynamic_shared;
    fill_uniform(worker, UNIFORM_CLUSTER_NCTARANK, launch->cluster_size);
    fill_uniform(worker, UNIFORM_WARPS, worker->slot.block.warps);
    fill_uniform(worker, UNIFORM_SM_COUNT, launch->sm_count);
    fill_uniform(worker, UNIFORM_DYNAMIC_SHARED, launch->dynamic_shared);
    fill_uniform(worker, UNIFORM_TOTAL_SHARED, launch->shared_bytes);
    fill_uniform(worker, UNIFORM_RESERVED_SHARED, launch->reserved_shared);
    fill_uniform_wide(worker, UNIFORM_GRID, launch->launch_number);
    fill_uniform_wide(worker, UNIFORM_ZERO, 0);
    fill_uniform(worker, UNIFORM_DYNAMIC_BASE_32, dynamic_base);
    fill_uniform_wide(worker, UNIFORM_DYNAMIC_BASE_64, dynamic_base);
    fill_uniform(worker, UNIFORM_WORKSPACE_HIGH, (u32)(launch->workspace >> 32));
    fill_uniform(worker, UNIFORM_WORKSPACE_LOW, (u32)launch->workspace);
    Warp *w = &worker->slot.warps[0];
    warp_start(w);
    w->mask = ALL_LANES;
    for (u32 i = 0; i < k->launch_op_count; i++) k->launch_ops[i].run(w, &k->launch_ops[i]);
}

bool slot_prepare(Worker *worker, BlockSlot *slot) {
    const Launch *launch = worker->launch;
    const ThreadBlock *model = &worker->slot.block;
    if (slot->launch_number == launch->launch_number + 1) return true;
    if (!create_slot(worker, slot, model->warps, launch->kernel->uniform_bytes)) return false;
    slot->block.threads = model->threads;
    slot->block.warps = model->warps;
    slot->block.shared_bytes = model->shared_bytes;
    memcpy(slot->uniform, worker->slot.uniform, launch->kernel->uniform_bytes);
    for (u32 i = 0; i < model->warps; i++) warp_set_threads(&slot->warps[i], launch->block);
    slot->launch_number = launch->launch_number + 1;
    return true;
}

// The grid barrier of cooperative groups, a word behind the size of this memory.
static bool prepare_workspace(Warpsim *s, Launch *launch) {
    enum { WORKSPACE_BYTES = 64 };
    if (!s->workspace) {
        s->workspace = arena_allocate(s->arena, WORKSPACE_BYTES);
        if (!s->workspace) return false;
        s->workspace->initialised = true;
        snprintf(s->workspace->name, sizeof s->workspace->name, "the grid barrier");
    }
    memset(arena_at(s->arena, s->workspace->base), 0, WORKSPACE_BYTES);
    launch->workspace = s->workspace->base;
    return true;
}

static void *run_worker(void *context) {
    residence_run(context);
    return NULL;
}

static void run_blocks(Launch *launch) {
    if (launch->kernel->block_count == 0) return; // no code: any number of blocks is soon done
    pthread_t threads[RACE_WORKER + 1];
    u32 started = 0;
    for (u32 i = 1; i < launch->worker_count; i++, started++)
        if (pthread_create(&threads[i], NULL, run_worker, &launch->workers[i]) != 0) break;
    run_worker(&launch->workers[0]);
    for (u32 i = 1; i <= started; i++) pthread_join(threads[i], NULL);
}

static int by_block(const void *a, const void *b) {
    const PrintedText *x = a, *y = b;
    return x->block < y->block ? -1 : x->block > y->block;
}

// Puts the text of all blocks in their order behind what is waiting.
static void gather_text(Warpsim *s, Launch *launch) {
    u32 count = 0;
    size_t size = 0;
    for (u32 i = 0; i < launch->worker_count; i++) count += launch->workers[i].printed_count;
    PrintedText *all = count ? malloc(count * sizeof *all) : NULL;
    if (!all) return;
    count = 0;
    for (u32 i = 0; i < launch->worker_count; i++) {
        Worker *w = &launch->workers[i];
        for (u32 k = 0; k < w->printed_count; k++) {
            size += w->printed[k].size;
            all[count++] = w->printed[k];
        }
        w->printed_count = 0;
        w->printed_bytes = 0;
    }
    qsort(all, count, sizeof *all, by_block);
    char *grown = realloc(s->printed, s->printed_size + size + 1);
    if (grown) s->printed = grown;
    for (u32 i = 0; i < count; i++) {
        if (grown && all[i].block <= launch->stop_block) {
            const size_t room = PRINTED_MAX - s->printed_size, part = all[i].size < room ? all[i].size : room;
            memcpy(s->printed + s->printed_size, all[i].text, part);
            s->printed_size += part;
        }
        free(all[i].text);
    }
    free(all);
}

static int error_of(Findings *f) {
    const Finding *x;
    for (int i = 0; (x = findings_at(f, i)); i++) {
        if (!x->fatal) continue;
        switch (x->check) {
        case CHECK_OUT_OF_BOUNDS: return cudaErrorIllegalAddress;
        case CHECK_MISALIGNED: return cudaErrorMisalignedAddress;
        case CHECK_INTERRUPTED:
        case CHECK_TIMEOUT: return cudaErrorLaunchTimeout;
        case CHECK_ASSERT: return cudaErrorAssert;
        case CHECK_NOT_SIMULATED: return cudaErrorIllegalInstruction;
        default: return cudaErrorLaunchFailure;
        }
    }
    return cudaSuccess;
}

static bool uses_reserved_shared(const Function *kernel) {
    const Program *p = kernel->program;
    bool uses = kernel->reserved_shared;
    for (u32 i = 0; i < p->function_count && kernel->calls; i++)
        uses |= !p->functions[i].ptx->is_entry && p->functions[i].reserved_shared;
    return uses;
}

// Blocks that may wait for each other change places only with those that are there with them at once: nobody then waits
// for a block that cannot begin.
static void choose_schedule(Warpsim *s, Launch *launch) {
    static const u64 primes[] = {7919, 104729, 1299709};
    const bool any_order =
        launch->cluster_size == 1 && (!launch->may_wait || launch->block_total <= launch->resident_limit);
    s->sums_floats |= launch->kernel->sums_floats;
    const Function *k = launch->kernel;
    s->updates |= (k->strong_loads && k->strong_stores) || k->takes_tickets;
    s->shares_lanes |= (k->strong_loads && k->strong_stores) || k->asks_active_lanes;
    if (launch->samples_only) return; // the trace has their order
    launch->schedule = s->schedule ? s->schedule : s->order;
    launch->lanes_apart = launch->schedule == WARPSIM_INTERLEAVED && s->lanes_apart;
    for (int i = 0; i < 3 && any_order && !launch->block_step; i++)
        if (launch->block_total % primes[i]) launch->block_step = primes[i];
    if (!any_order && launch->cluster_size == 1 && launch->schedule != WARPSIM_INTERLEAVED)
        launch->block_window = launch->resident_limit;
    if (launch->schedule == WARPSIM_INTERLEAVED && !launch->may_wait && launch->resident_limit > INTERLEAVED)
        launch->resident_limit = INTERLEAVED;
}

int launch_grid(Warpsim *s, const WarpsimLaunch *r, void *grid, u64 spent) {
    const Function *k = r->function ? r->function : warpsim_kernel(s, WARPSIM_ANY, r->kernel);
    const int refused = warpsim_check_launch(s, r, NULL, NULL, NULL);
    if (refused) return refused;
    const u32 threads = r->block[0] * r->block[1] * r->block[2];
    const u64 blocks = (u64)r->grid[0] * r->grid[1] * r->grid[2];
    const bool samples_only = r->trace && r->trace->alone && !r->cooperative;
    u32 cluster[3];
    WarpsimLaunch named = *r;
    named.function = k;
    warpsim_cluster(s, &named, cluster); // warpsim_check_launch has said that it is right
    Launch launch = {
        .program = k->program,
        .kernel = k,
        .simulator = s,
        .grid_state = grid,
        .spent = spent,
        .arena = s->arena,
        .load_shift = s->gpu->load_line ? (u32)__builtin_ctz(s->gpu->load_line) : SECTOR_SHIFT,
        .grid = {r->grid[0], r->grid[1], r->grid[2]},
        .block = {r->block[0], r->block[1], r->block[2]},
        .cluster = {cluster[0], cluster[1], cluster[2]},
        .cluster_size = cluster[0] * cluster[1] * cluster[2],
        .block_total = blocks,
        .block_end = samples_only ? trace_turns(r->trace) : blocks,
        .samples_only = samples_only,
        .trace = r->trace,
        .dynamic_shared = (u32)r->dynamic_shared,
        .shared_bytes = (k->static_shared_bytes + 15) / 16 * 16 * (r->dynamic_shared > 0) +
                        k->static_shared_bytes * (r->dynamic_shared == 0) + (u32)r->dynamic_shared,
        .params = r->params,
        .budget = r->budget,
        .look_after = r->budget && r->budget < LOOK_AFTER ? r->budget : LOOK_AFTER,
        .cancel = r->cancel,
        .keeps_footprint = r->footprint != NULL,
        .sm_count = s->gpu->device.sm_count ? s->gpu->device.sm_count : 1,
        .race_grain = k->race_grain,
        .judge_blocks = !k->fences,
        .may_wait = k->ordered || r->cooperative || cluster[0] * cluster[1] * cluster[2] > 1,
        .shares_work = s->shares_work && k->takes_tickets,
        .launch_number = s->launches++,
        .clock_base = s->clock_ns,
        .stop_block = ~0ull,
    };
    launch.resident_limit = resident_limit(s, threads, launch.shared_bytes);
    if (launch.shares_work && !launch.may_wait && launch.resident_limit > INTERLEAVED)
        launch.resident_limit = INTERLEAVED;
    const bool follows = follows_order(s, &launch);
    // Behind what the launch asked for, so that its own memory starts at 0 as in other kernels; never at 0.
    if (uses_reserved_shared(k)) launch.reserved_shared = launch.shared_bytes / 16 * 16 + 16;
    const bool watches_loads = read_only_is_watched(s, &launch);
    // Where the result depends on which block comes first, blocks run in their order.
    launch.worker_count = s->schedule == WARPSIM_INTERLEAVED || follows || watches_loads || k->ordered ||
                                  r->cooperative || launch.cluster_size > 1 || blocks < 2 ||
                                  blocks * threads < MIN_THREADS_TO_SPREAD
                              ? 1
                              : s->worker_count;
    if (!prepare_workers(s, k->program, k, launch.worker_count, (threads + LANES - 1) / LANES) ||
        !prepare_races(s))
        return cudaErrorMemoryAllocation;
    if (r->cooperative && !prepare_workspace(s, &launch)) return cudaErrorMemoryAllocation;
    if (follows && !prepare_order(s, &launch, blocks, threads)) return cudaErrorMemoryAllocation;
    if (watches_loads && !(launch.read_only = read_only_new())) return cudaErrorMemoryAllocation;
    choose_schedule(s, &launch);
    launch.workers = s->workers;
    launch.races = s->races;
    launch.race_pool = &s->race_pool;
    launch.judge_run = operations_for_this_cpu()->judge_run;
    launch.oldest_record = (s->phase_base + 1) << RACE_COUNTER_SHIFT;
    u64 unjudged = choose_tracked(s, &launch);
    for (u32 i = 0; i < launch.worker_count; i++) start_worker(&launch, &s->workers[i]);
    run_blocks(&launch);
    Findings found = {0}; // by this launch: what others have found takes no room from it
    u64 warps = 0;
    s->last_spent = 0;
    for (u32 i = 0; i < launch.worker_count; i++) {
        findings_merge(&found, &s->workers[i].findings, launch.stop_block);
        findings_merge(&s->withheld, &s->workers[i].withheld, launch.stop_block);
        findings_merge(&s->lost, &s->workers[i].lost, ~0ull); // of whichever block came first
        findings_merge(&s->departures, &s->workers[i].departures, launch.stop_block);
        if (s->workers[i].counter > s->phase_base) s->phase_base = s->workers[i].counter;
        // Records that were not numbered anew, of memory that is freed, must not be taken for later ones.
        if (s->workers[i].renumbered) s->phase_base = RACE_COUNTERS;
        s->last_spent += s->workers[i].total_spent;
        if (r->footprint) footprint_merge(r->footprint, &s->workers[i].touched);
        unjudged += s->workers[i].race_groups.lost * RACE_GROUP;
        warps += s->workers[i].total_spent / LANES;
    }
    happens_before_free(launch.order);
    if (read_only_free(launch.read_only)) unjudged += race_tracked_bytes(s);
    note_unjudged(s, unjudged);
    gather_text(s, &launch);
    if (!s->schedule) counters_add_launch(&s->counters, &launch);
    s->clock_ns += 2000 + warps / launch.sm_count;
    const int error = error_of(&found);
    if (s->schedule) findings_keep_only(&found, CHECK_RACE);
    if (s->schedule == WARPSIM_INTERLEAVED)
        findings_clear(&found); // its result says whether anything is wrong
    findings_add_launch(&s->findings, &found);
    return error;
}

int warpsim_launch(Warpsim *s, const WarpsimLaunch *request) {
    EACH_FAMILY(f, launch) {
        return f->launch(s, request);
    }
    return launch_grid(s, request, NULL, 0);
}
