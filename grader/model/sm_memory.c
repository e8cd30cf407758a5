// Serves loads, stores, atomic operations and shuffles.
#include "grader/model/sm_memory.h"

#include <math.h>

enum { SECTOR = 32, BANKS = 32 };

// ---- Which access

static bool is_access(const WarpTrace *t, uint32_t at) {
    return t->words[at] >> 30 == TRACE_ACCESS;
}

// Where the entry after this one begins.
static uint32_t after(const WarpTrace *t, uint32_t at) {
    return is_access(t, at) ? at + 2 + (t->words[at + 1] & 255) : at + 1;
}

// Was it taken ahead of its step? It is asked once.
static bool is_taken(Records *r, uint32_t at) {
    for (uint32_t i = 0; i < r->ahead_count; i++)
        if (r->ahead[i] == at) {
            r->ahead[i] = r->ahead[--r->ahead_count];
            return true;
        }
    return false;
}

static void collect(Records *r, const StreamStep *step) {
    const WarpTrace *t = r->trace;
    for (uint32_t at = step->from; at < step->to && r->count < RECORDS_MAX; at = after(t, at))
        if (is_access(t, at) && !is_taken(r, at)) r->at[r->count++] = at;
    r->to = step->to;
}

// The assembler moves loads ahead of the step that they belong to: in a loop of four rounds at once, to the round before.
static bool find_ahead(Records *r, int32_t site, uint32_t *found) {
    enum { ENTRIES = 64 };
    const WarpTrace *t = r->trace;
    uint32_t entries = 0;
    if (r->ahead_count == AHEAD_MAX) return false;
    for (uint32_t at = r->to; at < t->count && entries < ENTRIES; at = after(t, at), entries++) {
        if (!is_access(t, at) || (int32_t)(t->words[at] & 0xffffff) != site) continue;
        uint32_t i = 0;
        while (i < r->ahead_count && r->ahead[i] != at) i++;
        if (i < r->ahead_count) continue;
        r->ahead[r->ahead_count++] = *found = at;
        return true;
    }
    return false;
}

static Access access_at(const Records *r, uint32_t at) {
    const uint32_t *w = r->trace->words + at;
    return (Access){.kind = w[1] >> 16 & 15,
                    .element = w[1] >> 8 & 255,
                    .count = w[1] & 255,
                    .lanes = w[1] >> 20 & 63,
                    .passes = w[1] >> 26,
                    .words = w + 2};
}

void records_begin(Records *r, const WarpTrace *trace, const StreamStep *step) {
    r->trace = trace;
    r->count = r->ahead_count = 0;
    collect(r, step);
}

// Accesses that nobody has taken are those of instructions that were moved past the step's end, a few at most.
void records_next(Records *r, const StreamStep *step) {
    enum { KEPT = 16 };
    if (r->count > KEPT) {
        for (uint32_t i = 0; i < KEPT; i++) r->at[i] = r->at[r->count - KEPT + i];
        r->count = KEPT;
    }
    collect(r, step);
}

Access records_take(Records *r, int32_t site, const MachineInstruction *i) {
    for (uint32_t k = 0; k < r->count; k++) {
        if ((int32_t)(r->trace->words[r->at[k]] & 0xffffff) != site) continue;
        const Access access = access_at(r, r->at[k]);
        for (uint32_t m = k + 1; m < r->count; m++) r->at[m - 1] = r->at[m];
        r->count--;
        return access;
    }
    uint32_t at;
    const bool load = i->unit == UNIT_GLOBAL && !i->store && !i->atomic;
    if (load && find_ahead(r, site, &at)) return access_at(r, at);
    return (Access){.none = i->guarded || i->unit == UNIT_GLOBAL};
}

// ---- Shared memory

// Cycles of the banks for lanes that access `width` bytes each: wide accesses go in halves of the warp. Seen in Nsight
// Compute's wavefronts: 16 bytes at one place for all lanes take two, 16 bytes for each lane four.
static double wavefronts(const Access *a, uint32_t width) {
    uint32_t address[32], n = 0, total = 0;
    for (uint32_t k = 1; k < a->count; k++) address[n++] = a->words[k];
    const uint32_t group = width >= 8 ? 16 : 32;
    for (uint32_t from = 0; from < n; from += group) {
        uint32_t words[BANKS][32], used[BANKS] = {0}, most = 1;
        const uint32_t to = from + group < n ? from + group : n;
        for (uint32_t i = from; i < to; i++)
            for (uint32_t b = 0; b < (width < 4 ? 4 : width); b += 4) {
                const uint32_t word = address[i] / 4 + b / 4, bank = word % BANKS;
                uint32_t k = 0;
                while (k < used[bank] && words[bank][k] != word) k++;
                if (k == used[bank] && k < 32) words[bank][used[bank]++] = word;
                if (used[bank] > most) most = used[bank];
            }
        total += most;
    }
    return total ? total : 1;
}

// Additions of integers are the banks' own: lanes at one word are added up on their way. Others are loops of the assembler's
// that compare and swap: each round one of the lanes that meet gets through.
static double shared_atomic(const MachineInstruction *i, const Access *a) {
    enum { ADDS = 0x18c };
    const uint32_t most = a->words[0], ways = a->words[1];
    return i->operation == ADDS ? fmax(ways, most) : 2 + 3.0 * most;
}

static Served serve_shared(Memory *m, const MachineInstruction *i, const Access *a, double start) {
    const Timing *t = m->setup->timing;
    double cycles = i->width >= 16 ? 4 : i->width == 8 ? 2 : 1;
    if (a->words && a->kind == TRACE_SHARED)
        cycles = wavefronts(a, i->width > a->element ? i->width : a->element);
    if (a->words && a->kind == TRACE_SHARED_ATOMIC) cycles = shared_atomic(i, a);
    if (a->none) cycles = 1;
    m->lsu_free = start + cycles;
    m->result->busy[UNIT_SHARED] += cycles;
    return (Served){start + cycles + 4, start + t->shared_latency + cycles - 1};
}

// ---- Global and local memory

// How many fall due with this call, of `share` a call.
static uint32_t falls_due(double *owed, double share) {
    *owed += share;
    const uint32_t due = (uint32_t)*owed;
    *owed -= due;
    return due;
}

// DRAM's banks get in each other's way long before its bandwidth is used up.
static double dram_delay(const Memory *m, double now) {
    const double busy = fmin(0.95, m->result->dram_cycles / (now + 2000));
    return m->setup->timing->dram_queue * busy * busy / (1.1 - busy);
}

// Takes that many sectors' time of one way between the SM and L2, `bytes` a cycle of all SMs, and less time of what both ways
// share.
static void use_l2(Memory *m, double start, double sectors, double bytes, double *free, double *busy) {
    const Timing *t = m->setup->timing;
    const double cycles = SECTOR * sectors / fmin(t->l2_port_bytes, bytes / m->setup->sms_active);
    const double both = cycles / t->l2_overlap;
    m->l2_free = fmax(m->l2_free, start) + both;
    *free = fmax(fmax(*free, start) + cycles, m->l2_free);
    m->l2_busy += both;
    *busy += cycles;
}

static double fetch(Memory *m, double start, uint32_t sectors) {
    const Timing *t = m->setup->timing;
    use_l2(m, start, sectors + t->l2_request, t->l2_bytes, &m->l2_read_free, &m->l2_read_busy);
    double done = m->l2_read_free + t->l2_latency;
    uint32_t far = 0;
    for (uint32_t i = 0; i < sectors; i++) far += falls_due(&m->read_owed, m->setup->dram_read);
    if (!far) return done;
    const double dram = m->setup->dram_read_cost * SECTOR * far * m->setup->sms_active / m->setup->dram_bytes;
    m->dram_free = fmax(m->dram_free, start) + dram;
    m->result->dram_cycles += dram;
    return fmax(done, m->dram_free + t->l2_latency) + t->dram_latency + dram_delay(m, start);
}

static double load_line(Memory *m, uint32_t line, uint32_t sectors, double start) {
    const Timing *t = m->setup->timing;
    CacheLine *l = cache_find(&m->l1, line), old;
    if (!l) l = cache_take(&m->l1, line, &old);
    const uint32_t missing = sectors & ~(uint32_t)l->valid;
    const double hit = fmax(start + t->l1_latency, l->ready);
    m->result->load_sectors += __builtin_popcount(sectors);
    m->result->load_hits += __builtin_popcount(sectors & l->valid);
    if (!missing) return hit;
    l->valid |= (uint8_t)missing;
    l->ready = fmax(l->ready, fetch(m, start, (uint32_t)__builtin_popcount(missing)) + t->l1_latency);
    return l->ready;
}

// The share of stored sectors that DRAM has to do with.
static void write_to_dram(Memory *m, double start, uint32_t sectors) {
    uint32_t far = 0;
    for (uint32_t i = 0; i < sectors; i++) far += falls_due(&m->write_owed, m->setup->dram_write);
    const double dram =
        m->setup->dram_write_cost * SECTOR * far * m->setup->sms_active / m->setup->dram_bytes;
    m->dram_free = fmax(m->dram_free, start) + dram;
    m->result->dram_cycles += dram;
}

// What storing a whole line takes, four sectors' time, is the line's part and that of its sectors.
static double whole_sector(const Timing *t) {
    return (4 - t->l2_write_line) / 4;
}

static void write_to_l2(Memory *m, double start, double sectors) {
    use_l2(m, start, sectors, m->setup->timing->l2_write_bytes, &m->l2_write_free, &m->l2_write_busy);
}

static void store_line(Memory *m, uint32_t line, uint32_t sectors, double start) {
    const Timing *t = m->setup->timing;
    CacheLine *l = cache_find(&m->l1, line), old;
    if (!l) l = cache_take(&m->l1, line, &old);
    const uint32_t count = (uint32_t)__builtin_popcount(sectors);
    m->result->store_sectors += count;
    m->result->store_hits += __builtin_popcount(sectors & (l->valid | l->dirty));
    l->dirty |= (uint8_t)sectors;
    write_to_l2(m, start, t->l2_write_line + count * whole_sector(t));
    write_to_dram(m, start, count);
}

// What a request comes to in L1 and in L2: passes, and sectors of which a store leaves bytes as they are.
typedef struct {
    uint32_t passes, partial;
} Weight;

static Weight weight_of(const Access *a) {
    const uint32_t whole = a->lanes * a->element / SECTOR;
    return (Weight){a->passes ? a->passes : (a->count + 3) / 4, whole < a->count ? a->count - whole : 0};
}

static Served serve_lines(Memory *m, const uint32_t *sector, uint32_t count, Weight weight, bool store,
                          bool local, double start) {
    const Timing *t = m->setup->timing;
    double done = start + t->l1_latency;
    uint32_t lines = 0;
    if (local) m->result->local_sectors += count;
    for (uint32_t i = 0; i < count;) {
        const uint32_t line = sector[i] >> 2;
        uint32_t mask = 0;
        for (; i < count && sector[i] >> 2 == line; i++) mask |= 1u << (sector[i] & 3);
        if (store)
            store_line(m, line, mask, start + lines);
        else
            done = fmax(done, load_line(m, line, mask, start + lines));
        lines++;
    }
    // A sector that is stored in part is read, changed and checked where it lies in L2.
    if (store && weight.partial) write_to_l2(m, start, weight.partial * (t->l2_write_part - whole_sector(t)));
    const double cycles = fmax(weight.passes, lines > 1 ? 1 + t->line_cycles : 1);
    m->lsu_free = start + cycles;
    m->result->busy[UNIT_GLOBAL] += cycles;
    const double behind = fmax(m->l2_write_free, m->dram_free) - start - t->store_queue;
    if (store && behind > 0) m->lsu_free = fmax(m->lsu_free, start + behind);
    return (Served){start + cycles + 8, done + cycles - 1};
}

// Adds up the cycles that each place in L2 is busy with atomic operations, as far as the places are few.
static void note_hot(Memory *m, uint32_t sector, double cycles) {
    const uint32_t place = sector / (HOT_BYTES / SECTOR);
    uint32_t k = place * 2654435761u % HOT_PLACES, tries = 0;
    while (m->hot_cycles[k] > 0 && m->hot_place[k] != place && tries++ < 64) k = (k + 1) % HOT_PLACES;
    if (tries >= 64) return;
    m->hot_place[k] = place;
    m->hot_cycles[k] += cycles;
    m->result->hottest = fmax(m->result->hottest, m->hot_cycles[k]);
}

static Served serve_atomic(Memory *m, const MachineInstruction *i, const Access *a, double start) {
    enum { ADDS_FLOAT = 0x1a6, NO_RESULT = 7 };
    const Timing *t = m->setup->timing;
    const uint32_t sectors = a->count - 1, most = a->words[a->count - 1];
    const double lanes = a->lanes;
    // Lanes at one float are added one after the other; integers at one place are added up first, as far as that is quicker.
    const double apart = fmax(t->atomic_request, t->atomic_sector * sectors);
    const double same = i->operation == ADDS_FLOAT
                            ? t->atomic_real * most
                            : fmin(t->atomic_same * lanes, t->atomic_sector * sectors * most);
    for (uint32_t k = 0; k < sectors; k++) note_hot(m, a->words[k], fmax(apart, same) / sectors);
    const double cycles = lanes * m->setup->sms_active / t->atomic_lanes;
    m->l2_write_free = fmax(m->l2_write_free, start) + cycles;
    write_to_dram(m, start, sectors);
    const double behind = fmax(m->l2_write_free, m->dram_free) - t->store_queue;
    const double returned = i->sets < NO_RESULT ? t->atomic_return * most : 0;
    m->lsu_free = fmax(start + fmax(fmax(1, sectors), returned), behind);
    m->result->atomic_lanes += lanes;
    return (Served){start + sectors + 8, m->l2_write_free + t->atomic_latency};
}

// A spilled register: the words of the lanes lie side by side.
static Served serve_spill(Memory *m, const MachineInstruction *i, double start, uint32_t warp) {
    uint32_t sectors[16], count = i->width;
    const uint32_t base = 0xe0000000u + warp * 256 + (uint32_t)(i->immediate & 0xff);
    for (uint32_t k = 0; k < count && k < 16; k++) sectors[k] = base + k;
    count = count < 16 ? count : 16;
    return serve_lines(m, sectors, count, (Weight){(count + 3) / 4, 0}, i->store, true, start);
}

Served memory_serve(Memory *m, const MachineInstruction *i, const Access *a, double at, uint32_t warp) {
    const double start = fmax(at, m->lsu_free);
    if (i->unit == UNIT_SHUFFLE) {
        m->lsu_free = start + m->setup->timing->shuffle_cycles;
        m->result->busy[UNIT_SHUFFLE] += m->setup->timing->shuffle_cycles;
        return (Served){start + 4, start + m->setup->timing->shuffle_latency};
    }
    if (i->unit == UNIT_SHARED) return serve_shared(m, i, a, start);
    if (i->unit == UNIT_LOCAL && !a->words) return serve_spill(m, i, start, warp);
    if (a->none || !a->words) {
        m->lsu_free = start + 1;
        return (Served){start + 8, start + m->setup->timing->l1_latency};
    }
    if (a->kind == TRACE_GLOBAL_ATOMIC) return serve_atomic(m, i, a, start);
    if (a->kind == TRACE_SHARED) return serve_shared(m, i, a, start);
    return serve_lines(m, a->words, a->count, weight_of(a), i->store, i->unit == UNIT_LOCAL, start);
}

bool memory_begin(Memory *m, const SmSetup *setup, SmResult *result) {
    *m = (Memory){.setup = setup, .result = result};
    return cache_make(&m->l1, setup->l1_bytes);
}

void memory_end(Memory *m) {
    m->result->l2_cycles = fmax(m->l2_busy, fmax(m->l2_read_busy, m->l2_write_busy));
    cache_free(&m->l1);
}
