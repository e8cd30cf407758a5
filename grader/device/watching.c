// Notes the accesses of chosen blocks lane by lane, and the block that wrote each cell of the output last.
//
// Of the addresses of a warp's lanes only the first is kept with each access; the others are kept relative to it, as a
// shape, and a kernel has few shapes however long it runs.
#include "grader/device/watching.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/device_report.h"
#include "grader/device/warp_paths.h"
#include "grader/gpus/gpu.h"
#include "grader/warpsim/core/trace.h"

enum {
    LANE_COUNT = 32,
    KERNELS = 4,       // of the first launch of so many kernels accesses are kept
    BLOCKS = 3,        // of a launch
    PLACES = 1024,     // instructions x blocks x launches
    SHAPES = 2048,     // all together
    VISITS = 24000,    // likewise
    VISITS_EACH = 64,  // of one instruction by one warp
    LOADS_BEFORE = 24, // of a warp: those whose values a store to shared memory is looked for in
    TRACED_BLOCKS = 1 << 18
};

typedef struct {
    uint32_t mask;
    int64_t offset[LANE_COUNT]; // bytes from the first active lane's address; 0 for lanes that are not active
} Shape;

// One instruction in one block of one launch.
typedef struct {
    int launch;
    uint64_t block;
    uint32_t site, instruction, element;
    PtxSpace space;
    const char *what;
    const WarpsimKernel *function;
    char buffer[96];
    uint64_t buffer_base, buffer_bytes; // 0, 0: shared memory, whose addresses begin at 0
    uint16_t seen[LANE_COUNT];          // visits of each warp
} Place;

typedef struct {
    uint32_t place, shape, warp;
    int64_t base;  // of the first active lane, from the start of the buffer
    uint32_t step; // barriers that the block had passed
    uint32_t from,
        from_mask; // of a store to shared memory: 1 + the visit that loaded its values, 0: none; and which lanes'
} Visit;

// A load of 32-bit values from global memory.
typedef struct {
    uint32_t visit, mask; // 1 + its number; the lanes whose value is known
    uint32_t value[LANE_COUNT];
} Loaded;

// The last loads of one warp of a chosen block; `next` is the place of the oldest.
typedef struct {
    Loaded loads[LOADS_BEFORE];
    int next;
} LoadedBefore;

typedef struct {
    const WarpsimKernel *kernel;
    uint32_t grid[3], block[3];
    uint64_t chosen[BLOCKS], phase[BLOCKS]; // phase: the last that was seen of it
    uint32_t step[BLOCKS];
    int chosen_count;
} WatchedLaunch;

struct Watching {
    uint64_t output, count, focus;
    uint32_t size;
    uint32_t *owner; // by cell: 1 + the number of the block that wrote it last; 0: none
    WatchedLaunch launches[KERNELS];
    int launch_count;
    bool keeps; // the accesses of the launch that runs
    Place *places;
    Shape *shapes;
    Visit *visits;
    LoadedBefore (*loaded)[LANE_COUNT]; // of each chosen block of the launch that runs, by warp
    WarpPaths *paths;
    uint32_t place_count, shape_count, visit_count;
    bool cut; // there was more than is kept
    const Warpsim *sim;
    const WarpsimGpu *gpu;
};

void watching_free(Watching *w) {
    if (!w) return;
    free(w->owner), free(w->places), free(w->shapes), free(w->visits), free(w->loaded);
    warp_paths_free(w->paths);
    free(w);
}

Watching *watching_new(const WatchingPlan *plan) {
    Watching *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    *w = (Watching){.output = plan->output,
                    .count = plan->count,
                    .focus = plan->block,
                    .size = plan->size ? plan->size : 4,
                    .sim = plan->sim,
                    .gpu = plan->gpu};
    w->owner = calloc(plan->count + 1, sizeof *w->owner);
    w->places = calloc(PLACES, sizeof *w->places);
    w->shapes = calloc(SHAPES, sizeof *w->shapes);
    w->visits = calloc(VISITS, sizeof *w->visits);
    w->loaded = calloc(BLOCKS, sizeof *w->loaded);
    w->paths = warp_paths_new();
    if (w->paths && w->owner && w->places && w->shapes && w->visits && w->loaded) return w;
    watching_free(w);
    return NULL;
}

// ---- During a launch ----------------------------------------------------------------------------------------

static void note_owners(Watching *w, const TracedAccess *a) {
    for (int i = 0; i < LANE_COUNT; i++) {
        const uint64_t offset = a->address[i] - w->output;
        if (!(a->mask >> i & 1) || offset >= w->count * w->size) continue;
        for (uint64_t cell = offset / w->size; cell * w->size < offset + a->element && cell < w->count;
             cell++)
            w->owner[cell] = (uint32_t)(a->block + 1);
    }
}

// Its index among the chosen ones, -1: it is none.
static int chosen_index(const WatchedLaunch *l, uint64_t block) {
    for (int i = 0; i < l->chosen_count; i++)
        if (l->chosen[i] == block) return i;
    return -1;
}

static void name_buffer(const Watching *w, Place *p, uint64_t address) {
    const WarpsimAllocation *a = warpsim_nearest(w->sim, address);
    if (p->space == SPACE_SHARED) {
        snprintf(p->buffer, sizeof p->buffer, "shared memory");
    } else if (a) {
        p->buffer_base = a->base, p->buffer_bytes = a->size;
        snprintf(p->buffer, sizeof p->buffer, "%s", a->parameter[0] ? a->parameter : a->name);
    }
}

// NULL where there is no room for one more.
static Place *place_of(Watching *w, const TracedAccess *a, uint64_t address) {
    const int launch = w->launch_count - 1;
    for (uint32_t i = w->place_count; i-- > 0;) {
        Place *p = &w->places[i];
        if (p->site == a->site && p->block == a->block && p->launch == launch && p->space == a->space)
            return p;
    }
    if (w->place_count == PLACES) return NULL;
    Place *p = &w->places[w->place_count++];
    *p = (Place){.launch = launch,
                 .block = a->block,
                 .site = a->site,
                 .instruction = a->instruction,
                 .element = a->element,
                 .space = a->space,
                 .what = a->load    ? "load"
                         : a->store ? "store"
                                    : "atomic",
                 .function = a->function};
    name_buffer(w, p, address);
    return p;
}

// Its number, SHAPES where there is no room for it.
static uint32_t shape_of(Watching *w, const TracedAccess *a, int first) {
    Shape s = {.mask = a->mask};
    for (int i = 0; i < LANE_COUNT; i++)
        if (a->mask >> i & 1) s.offset[i] = (int64_t)(a->address[i] - a->address[first]);
    for (uint32_t i = w->shape_count; i-- > 0;)
        if (w->shapes[i].mask == s.mask && !memcmp(&w->shapes[i], &s, sizeof s)) return i;
    if (w->shape_count == SHAPES) return SHAPES;
    w->shapes[w->shape_count] = s;
    return w->shape_count++;
}

// How many barriers the block has passed.
static uint32_t step_of(WatchedLaunch *l, int chosen, uint64_t phase) {
    if (l->phase[chosen] && l->phase[chosen] != phase) l->step[chosen]++;
    l->phase[chosen] = phase;
    return l->step[chosen];
}

// Keeps what a load is about to bring, as far as it lies in the buffer.
static void note_loaded(Watching *w, LoadedBefore *before, const Place *p, const TracedAccess *a,
                        uint32_t visit) {
    Loaded *l = &before->loads[before->next];
    before->next = (before->next + 1) % LOADS_BEFORE;
    *l = (Loaded){.visit = visit};
    for (int i = 0; i < LANE_COUNT; i++) {
        const uint64_t offset = a->address[i] - p->buffer_base;
        if (!(a->mask >> i & 1) || offset >= p->buffer_bytes || p->buffer_bytes - offset < 4) continue;
        warpsim_read(w->sim, &l->value[i], a->address[i], 4);
        l->mask |= 1u << i;
    }
}

// Which of the warp's last loads brought what is stored: the one with most of the lanes, of several the last one.
static void find_loaded(const LoadedBefore *before, const TracedAccess *a, Visit *v) {
    for (int k = 1; k <= LOADS_BEFORE; k++) {
        const Loaded *l = &before->loads[(before->next + LOADS_BEFORE - k) % LOADS_BEFORE];
        uint32_t same = 0;
        for (int i = 0; i < LANE_COUNT; i++)
            if ((a->mask & l->mask) >> i & 1 && l->value[i] == a->value[i]) same |= 1u << i;
        if (__builtin_popcount(same) <= __builtin_popcount(v->from_mask)) continue;
        v->from = l->visit;
        v->from_mask = same;
    }
}

static void note_visit(Watching *w, const TracedAccess *a, int chosen) {
    const int first = __builtin_ctz(a->mask);
    Place *p = place_of(w, a, a->address[first]);
    if (!p || a->warp >= LANE_COUNT || w->visit_count == VISITS || p->seen[a->warp] == VISITS_EACH) {
        w->cut = true;
        return;
    }
    const uint32_t shape = shape_of(w, a, first);
    if (shape == SHAPES) {
        w->cut = true;
        return;
    }
    p->seen[a->warp]++;
    Visit *v = &w->visits[w->visit_count++];
    *v = (Visit){.place = (uint32_t)(p - w->places),
                 .shape = shape,
                 .warp = a->warp,
                 .step = step_of(&w->launches[w->launch_count - 1], chosen, a->phase),
                 .base = p->space == SPACE_SHARED ? (int64_t)(uint32_t)a->address[first] // without the window
                                                  : (int64_t)(a->address[first] - p->buffer_base)};
    LoadedBefore *before = &w->loaded[chosen][a->warp];
    if (p->space == SPACE_GLOBAL && a->load && a->element == 4) note_loaded(w, before, p, a, w->visit_count);
    if (p->space == SPACE_SHARED && a->value) find_loaded(before, a, v);
}

static void observe(void *context, const TracedAccess *a) {
    Watching *w = context;
    if (a->space == SPACE_GLOBAL && !a->load) note_owners(w, a);
    if ((a->space != SPACE_GLOBAL && a->space != SPACE_SHARED) || !w->keeps) return;
    const int chosen = chosen_index(&w->launches[w->launch_count - 1], a->block);
    if (chosen >= 0) note_visit(w, a, chosen);
}

static void observe_entry(void *context, const TracedEntry *e) {
    Watching *w = context;
    if (w->keeps && chosen_index(&w->launches[w->launch_count - 1], e->block) >= 0)
        warp_paths_note(w->paths, w->launch_count - 1, e);
}

// ---- Around it ----------------------------------------------------------------------------------------------

static void choose(WatchedLaunch *l, uint64_t block) {
    if (l->chosen_count < BLOCKS && chosen_index(l, block) < 0) l->chosen[l->chosen_count++] = block;
}

static bool is_first(const Watching *w, const WarpsimKernel *kernel) {
    for (int i = 0; i < w->launch_count; i++)
        if (w->launches[i].kernel == kernel) return false;
    return w->launch_count < KERNELS;
}

void watching_before(Watching *w, WarpsimLaunch *r) {
    if (!w || r->trace || warpsim_check_launch(w->sim, r, NULL, NULL, NULL) != 0) return;
    const WarpsimKernel *kernel = r->function ? r->function : warpsim_kernel(w->sim, WARPSIM_ANY, r->kernel);
    const uint64_t blocks = (uint64_t)r->grid[0] * r->grid[1] * r->grid[2];
    w->keeps = kernel && is_first(w, kernel);
    if (w->keeps) {
        WatchedLaunch *l = &w->launches[w->launch_count++];
        *l = (WatchedLaunch){.kernel = kernel};
        memset(w->loaded, 0, BLOCKS * sizeof *w->loaded);
        memcpy(l->grid, r->grid, sizeof l->grid);
        memcpy(l->block, r->block, sizeof l->block);
        if (w->focus && w->focus <= blocks) choose(l, w->focus - 1);
        choose(l, 0);
        choose(l, blocks / 2);
        choose(l, blocks - 1);
    }
    r->trace = trace_new(&(LaunchTrace){.end = blocks < TRACED_BLOCKS ? blocks : TRACED_BLOCKS,
                                        .stride = 1,
                                        .line_sample = 1,
                                        .observer = observe,
                                        .entered = observe_entry,
                                        .context = w});
}

void watching_after(const Watching *w, WarpsimLaunch *r) {
    if (!w || !r->trace || r->trace->observer != observe) return;
    trace_free(r->trace);
    r->trace = NULL;
}

// ---- Afterwards ---------------------------------------------------------------------------------------------

static void put_value(FILE *to, const char *key, const char *value) {
    fprintf(to, "\t%s=", key);
    for (const char *c = value; *c && c - value < 500; c++) {
        const char escape = *c == '\t' ? 't' : *c == '\n' ? 'n' : *c == '\\' ? '\\' : 0;
        if (escape)
            fprintf(to, "\\%c", escape);
        else
            fputc(*c, to);
    }
}

static void put_three(FILE *to, const char *key, uint64_t x, uint64_t y, uint64_t z) {
    fprintf(to, "\t%s=%" PRIu64 ",%" PRIu64 ",%" PRIu64, key, x, y, z);
}

// Runs of lanes whose addresses lie a fixed step apart: LANE:COUNT:OFFSET:STEP.
static void put_shape(FILE *to, const Shape *s) {
    fputs("shape\truns=", to);
    for (int i = 0, printed = 0; i < LANE_COUNT;) {
        int n = 1;
        if (!(s->mask >> i & 1)) {
            i++;
            continue;
        }
        const int64_t step =
            i + 1 < LANE_COUNT && (s->mask >> (i + 1) & 1) ? s->offset[i + 1] - s->offset[i] : 0;
        while (i + n < LANE_COUNT && (s->mask >> (i + n) & 1) &&
               s->offset[i + n] - s->offset[i + n - 1] == step)
            n++;
        fprintf(to, "%s%d:%d:%" PRId64 ":%" PRId64, printed++ ? " " : "", i, n, s->offset[i],
                n > 1 ? step : 0);
        i += n;
    }
    fputc('\n', to);
}

// What launch and block a record is of.
static void put_launch(FILE *to, const void *watching, int launch, uint64_t block) {
    const WatchedLaunch *l = &((const Watching *)watching)->launches[launch];
    fprintf(to, "\tlaunch=%d", launch);
    put_value(to, "kernel", warpsim_kernel_facts(l->kernel).display_name);
    put_three(to, "grid", l->grid[0], l->grid[1], l->grid[2]);
    put_three(to, "shape", l->block[0], l->block[1], l->block[2]);
    put_three(to, "block", block % l->grid[0], block / l->grid[0] % l->grid[1],
              block / l->grid[0] / l->grid[1]);
}

static void put_place(FILE *to, const Watching *w, uint32_t index) {
    const Place *p = &w->places[index];
    const char *file;
    int line, column;
    fprintf(to, "access\tplace=%" PRIu32, index);
    put_launch(to, w, p->launch, p->block);
    if (warpsim_source_line(p->function, p->instruction, &file, &line, &column)) {
        put_value(to, "file", file);
        fprintf(to, "\tline=%d\tcolumn=%d", line, column);
    }
    fprintf(to, "\twhat=%s\tspace=%s\telement=%" PRIu32 "\tbuffer_bytes=%" PRIu64, p->what,
            p->space == SPACE_SHARED ? "shared" : "global", p->element, p->buffer_bytes);
    put_value(to, "buffer", p->buffer);
    fputc('\n', to);
}

// The visits of a place in the order of the run, a record for as many as its longest field may have.
static void put_visits(FILE *to, const Watching *w, uint32_t place) {
    enum { RECORD = REPORT_FIELD_MAX - 80 };
    char text[REPORT_FIELD_MAX];
    size_t used = 0;
    for (uint32_t i = 0; i < w->visit_count; i++) {
        const Visit *v = &w->visits[i];
        if (v->place != place) continue;
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s%" PRIu32 ":%" PRId64 ":%" PRIu32 ":%" PRIu32 ":%" PRIu32,
                                 used ? " " : "", v->warp, v->base, v->shape, v->step, i);
        if (v->from)
            used += (size_t)snprintf(text + used, sizeof text - used, ":%" PRIu32 ":%" PRIu32, v->from - 1,
                                     v->from_mask);
        if (used < RECORD) continue;
        fprintf(to, "visits\tplace=%" PRIu32 "\tvisits=%s\n", place, text);
        used = 0;
    }
    if (used) fprintf(to, "visits\tplace=%" PRIu32 "\tvisits=%s\n", place, text);
}

static void put_owners(FILE *to, const Watching *w) {
    enum { RECORD = REPORT_FIELD_MAX - 80 };
    long used = 0;
    for (uint64_t i = 0; i < w->count;) {
        uint64_t n = 1;
        while (i + n < w->count && w->owner[i + n] == w->owner[i]) n++;
        if (!used) used = fprintf(to, "owners\tfirst=%" PRIu64 "\truns=", i);
        used += fprintf(to, "%" PRIu32 ":%" PRIu64 " ", w->owner[i], n);
        if (used >= RECORD) used = 0 * fputc('\n', to);
        i += n;
    }
    if (used) fputc('\n', to);
}

static void put_limits(FILE *to, const GpuDescription *g) {
    const DeviceDescription *d = &g->device;
    const struct {
        const char *name;
        uint64_t value;
    } limits[] = {{"major", d->major},
                  {"warp_size", d->warp_size},
                  {"threads_per_block", d->threads_per_block_max},
                  {"threads_per_sm", d->threads_per_sm},
                  {"blocks_per_sm", d->blocks_per_sm},
                  {"registers_per_sm", d->registers_per_sm},
                  {"registers_per_block", d->registers_per_block},
                  {"registers_per_thread", g->registers_per_thread_max},
                  {"register_unit", g->register_unit},
                  {"schedulers", g->schedulers},
                  {"shared_per_sm", d->shared_per_sm},
                  {"shared_per_block", d->shared_per_block_optin},
                  {"shared_reserved_per_block", d->shared_reserved_per_block},
                  {"shared_unit", g->shared_unit}};
    fputs("limits", to);
    put_value(to, "name", d->name);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        fprintf(to, "\t%s=%" PRIu64, limits[i].name, limits[i].value);
    fputc('\n', to);
}

char *watching_text(const Watching *w) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    for (uint32_t i = 0; i < w->shape_count; i++) put_shape(to, &w->shapes[i]);
    for (uint32_t i = 0; i < w->place_count; i++) put_place(to, w, i), put_visits(to, w, i);
    put_owners(to, w);
    put_limits(to, w->gpu);
    warp_paths_write(to, w->paths, put_launch, w);
    if (w->cut) fputs("watched\tcut=1\n", to);
    if (!fclose(to)) return text;
    free(text);
    return NULL;
}
