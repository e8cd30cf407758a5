// Writes down what the warps of chosen blocks do.
#include "grader/warpsim/core/trace.h"

#include <stdlib.h>
#include <string.h>

#include "grader/contract/draw.h"
#include "grader/warpsim/core/access.h"
#include "grader/contract/protocol.h"
#include "grader/warpsim/core/warp.h"

enum { LOCAL_WARPS = 1 << 14, WARP_LOCAL_SECTORS = 1 << 14 }; // of addresses that stand for local memory
static const u32 LOCAL_SECTORS = 0xf0000000u;                 // from this number on they are of local memory
enum { SECTOR_BYTES = 1 << SECTOR_SHIFT };
enum { SEEN = 512 }; // lines that a block is taken to remember

LaunchTrace *trace_new(const LaunchTrace *what) {
    LaunchTrace *t = malloc(sizeof *t);
    if (!t) return NULL;
    *t = *what;
    t->blocks = calloc(t->scattered ? 1 : t->end - t->first + 1, sizeof *t->blocks);
    if (t->blocks) return t;
    free(t);
    return NULL;
}

void trace_free(LaunchTrace *t) {
    if (!t) return;
    for (u64 i = 0; i < t->end - t->first && !t->scattered; i++) {
        BlockTrace *b = &t->blocks[i];
        for (u32 w = 0; w < b->warp_count && b->warps; w++) free(b->warps[w].words);
        free(b->warps), free(b->lines), free(b->seen);
    }
    free(t->blocks), free(t);
}

// The first block in detail that is not looked at for its lines.
static u64 first_of_rest(const LaunchTrace *t) {
    const u64 lines = t->lines_end - t->first, round = lines / t->stride * t->stride + t->phase;
    return t->first + (round < lines ? round + t->stride : round);
}

// Where part `turn` of as many equal parts of [first, end) begins.
static u64 part_begins(const LaunchTrace *t, u64 turn) {
    const u64 blocks = t->end - t->first, whole = blocks / t->scattered, rest = blocks % t->scattered;
    return t->first + whole * turn + rest * turn / t->scattered;
}

// A fixed distance between blocks, or one drawn number for all parts, could fall in step with what a kernel leaves out. And
// samples of neighbouring draws must have nothing in common: how much they disagree is taken for how far off they are.
static u64 scattered_block(const LaunchTrace *t, u64 turn) {
    const u64 begin = part_begins(t, turn);
    return begin + (drawn_number(t->draw, turn) >> 32) % (part_begins(t, turn + 1) - begin);
}

u64 trace_turns(const LaunchTrace *t) {
    if (t->scattered) return t->scattered;
    const u64 rest = first_of_rest(t);
    return t->lines_end - t->first + (rest < t->end ? (t->end - rest - 1) / t->stride + 1 : 0);
}

u64 trace_block_of_turn(const LaunchTrace *t, u64 turn) {
    if (t->scattered) return scattered_block(t, turn);
    const u64 lines = t->lines_end - t->first;
    return turn < lines ? t->first + turn : first_of_rest(t) + (turn - lines) * t->stride;
}

static u64 limit_of(const LaunchTrace *t, const BlockTrace *b, u64 number) {
    if (t->scattered) return t->limit;
    if (!b || !t->alone) return 0;
    if (!b->warps) return t->limit;
    return (number - t->first) / t->stride % 8 ? t->detail_limit : 0;
}

void trace_start_block(LaunchTrace *t, ThreadBlock *block, u64 number) {
    const bool inside = t && !t->scattered && number >= t->first && number < t->end;
    const bool in_detail = inside && (number - t->first) % t->stride == t->phase;
    BlockTrace *b = inside && (in_detail || number < t->lines_end) ? &t->blocks[number - t->first] : NULL;
    if (b) b->warp_count = block->warps;
    if (b) b->seen = calloc(SEEN, sizeof *b->seen);
    if (in_detail) b->warps = calloc(block->warps, sizeof *b->warps);
    block->instruction_limit = t ? limit_of(t, b, number) : 0;
    for (u32 i = 0; i < block->warps; i++) {
        block->warp[i]->block_trace = b;
        block->warp[i]->trace = b && b->warps ? &b->warps[i] : NULL;
        block->warp[i]->line_sample = b ? t->line_sample : 0;
    }
}

void trace_end_block(const ThreadBlock *block) {
    BlockTrace *b = block->warp[0]->block_trace;
    LaunchTrace *t = block->warp[0]->worker->launch->trace;
    for (u32 i = 0; t && t->scattered && i < block->warps; i++)
        if (block->warp[i]->state != WARP_DONE) __atomic_store_n(&t->early, true, __ATOMIC_RELAXED);
    if (!b) return;
    for (u32 i = 0; i < block->warps; i++) {
        b->instructions += block->warp[i]->instructions;
        b->ended_early |= block->warp[i]->state != WARP_DONE;
    }
    free(b->seen);
    b->seen = NULL;
}

// Room for that many words, or NULL. Once a warp has no more, the others of its block end with the phase between two barriers that they
// are in: a block whose warps end at different steps of its loop would be alone with some of them.
static u32 *extend(Warp *w, u32 count) {
    WarpTrace *t = w->trace;
    const LaunchTrace *launch = w->worker->launch->trace;
    const u64 phase = w->thread_block->phase, limit = launch->alone ? launch->detail_limit : 0;
    u64 *last = &w->block_trace->last_phase;
    if (t->cut || (*last && phase > *last) || (limit && t->kept > limit) ||
        t->count + count > TRACE_WORDS_MAX) {
        if (!*last) *last = phase;
        t->cut = true;
        return NULL;
    }
    if (t->count + count > t->room) {
        const u32 room = t->room * 2 + count + 256;
        u32 *words = realloc(t->words, room * sizeof *words);
        if (!words) {
            t->cut = true;
            return NULL;
        }
        t->words = words;
        t->room = room;
    }
    t->count += count;
    return t->words + t->count - count;
}

void trace_entered(Warp *w, u32 block, u32 lanes, u32 instructions) {
    if (!w->trace) return;
    const LaunchTrace *t = w->worker->launch->trace;
    if (t->observer) {
        const BasicBlock *b = &w->function->blocks[w->block];
        if (t->entered)
            t->entered(t->context, &(TracedEntry){.block = w->thread_block->linear,
                                                  .warp = w->index,
                                                  .function = w->function,
                                                  .instruction = b->first_instruction,
                                                  .instructions = b->instruction_count,
                                                  .mask = w->mask});
        return;
    }
    u32 *word = extend(w, 1);
    w->trace->instructions += instructions;
    if (!word) return;
    w->trace->kept += instructions;
    *word = (u32)TRACE_ENTERED << 30 | (lanes - 1) << 24 | block;
}

// The different sectors under the lanes' elements, in the order of the lanes; at most 64. In `bytes`, how many of each
// sector the lanes ask for, as far as they ask for different ones.
static u32 sectors_of(const u64 *address, u32 mask, u32 element, u64 base, u32 *list, u8 *bytes) {
    u32 n = 0;
    EACH_LANE_OF(mask, i) {
        const u64 first = address[i] - base, end = first + element;
        for (u64 s = first >> SECTOR_SHIFT; s <= (end - 1) >> SECTOR_SHIFT && n < 64; s++) {
            const u64 from = s << SECTOR_SHIFT, to = from + SECTOR_BYTES;
            const u32 share = (u32)((end < to ? end : to) - (first > from ? first : from));
            u32 k = n;
            while (k > 0 && list[k - 1] != (u32)s) k--;
            if (k == 0) {
                list[n] = (u32)s;
                bytes[n++] = (u8)share;
            } else {
                bytes[k - 1] =
                    (u8)(bytes[k - 1] + share < SECTOR_BYTES ? bytes[k - 1] + share : SECTOR_BYTES);
            }
        }
    }
    return n;
}

// Passes in which L1 serves the lanes' words: in one pass each of its 32 banks gives one word, and each of four groups of
// lines one line. Seen in the wavefronts that Nsight Compute counts: lanes a line apart take one each.
static u32 passes_of(const u64 *address, u32 mask, u32 element, u64 base) {
    enum { BANKS = 32, LINE_GROUPS = 4, MOST = 4 * LANES };
    u32 left[MOST], n = 0, passes = 0;
    EACH_LANE_OF(mask, i) {
        const u64 first = (address[i] - base) / 4, last = (address[i] - base + element - 1) / 4;
        for (u64 word = first; word <= last && n < MOST; word++) left[n++] = (u32)word;
    }
    while (n) {
        u32 word[BANKS], line[LINE_GROUPS], banks = 0, groups = 0, kept = 0;
        for (u32 i = 0; i < n; i++) {
            const u32 bank = left[i] % BANKS, at = left[i] / BANKS, group = at % LINE_GROUPS;
            const bool other_word = banks >> bank & 1 && word[bank] != left[i];
            if (other_word || (groups >> group & 1 && line[group] != at)) {
                left[kept++] = left[i];
            } else {
                banks |= 1u << bank, word[bank] = left[i];
                groups |= 1u << group, line[group] = at;
            }
        }
        n = kept, passes++;
    }
    return passes;
}

// How many lanes there are at the place where most of them are.
static u32 most_at_one_place(const u64 *address, u32 mask) {
    u32 most = 0;
    EACH_LANE_OF(mask, i) {
        u32 same = 0;
        EACH_LANE_OF(mask, k) {
            same += address[k] == address[i];
        }
        if (same > most) most = same;
    }
    return most;
}

// How many different words of shared memory lie in the bank that has most of them.
static u32 most_in_one_bank(const u64 *address, u32 mask) {
    enum { BANKS = 32 };
    u32 count[BANKS] = {0}, most = 0;
    EACH_LANE_OF(mask, i) {
        bool first = true;
        for (u32 k = 0; k < i && first; k++) first = !(mask >> k & 1) || address[k] / 4 != address[i] / 4;
        const u32 bank = (u32)(address[i] / 4 % BANKS);
        count[bank] += first;
        if (count[bank] > most) most = count[bank];
    }
    return most;
}

// Adds sectors of a line that have equally many bytes, unless that is what was noted of the line before. What stores
// leave incomplete is added each time: together they may fill the sector.
static void note_line(Warp *w, u32 line, u32 mask, u32 bytes, bool write, bool lone) {
    BlockTrace *b = w->block_trace;
    const u32 key = line << 5 | (u32)write << 4 | mask;
    u32 *seen = b->seen ? &b->seen[(line * 2654435761u >> 20) % SEEN] : NULL;
    if (seen && *seen == key && !(write && bytes < SECTOR_BYTES)) return;
    if (seen) *seen = key;
    if (b->line_count == b->line_room) {
        const u32 room = b->line_room * 2 + 64;
        u64 *lines = realloc(b->lines, room * sizeof *lines);
        if (!lines) return;
        b->lines = lines;
        b->line_room = room;
    }
    b->lines[b->line_count++] =
        (u64)w->index << 48 | (u64)line << 16 | bytes << 8 | (u32)lone << 5 | (u32)write << 4 | mask;
}

// Does a warp that asks for many places ask for nothing else in this line and its neighbours? A warp's local memory is small, and
// what its lanes ask for at once leaves L2 at different times: there the neighbours do not help.
static bool is_lone(const u32 *sectors, u32 count, u32 sector) {
    const u32 line = sector >> 2;
    for (u32 i = 0; i < count; i++)
        if (sectors[i] != sector &&
            (sector < LOCAL_SECTORS ? (sectors[i] >> 2) - (line - 1) <= 2 : sectors[i] >> 2 == line))
            return false;
    return count >= LANES / 2;
}

static void note_lines(Warp *w, const u32 *sectors, const u8 *bytes, u32 count, bool write) {
    for (u32 i = 0; i < count;) {
        const u32 line = sectors[i] >> 2;
        const bool wanted = trace_has_line(line, w->line_sample);
        u32 whole = 0;
        for (; i < count && sectors[i] >> 2 == line; i++) {
            if (!write || bytes[i] == SECTOR_BYTES)
                whole |= 1u << (sectors[i] & 3);
            else if (wanted)
                note_line(w, line, 1u << (sectors[i] & 3), bytes[i], true,
                          is_lone(sectors, count, sectors[i]));
        }
        if (whole && wanted)
            note_line(w, line, whole, SECTOR_BYTES, write, is_lone(sectors, count, sectors[i - 1]));
    }
}

// `passes`: of L1, 0 where it has no part in it.
static void put(Warp *w, const Op *op, u32 kind, u32 lanes, u32 element, u32 passes, const u32 *words,
                u32 count) {
    u32 *to = w->trace ? extend(w, count + 2) : NULL;
    if (!to) return;
    to[0] = (u32)TRACE_ACCESS << 30 | op->site;
    to[1] = (passes < TRACE_PASSES_MAX ? passes : TRACE_PASSES_MAX) << 26 | lanes << 20 | kind << 16 |
            element << 8 | count;
    memcpy(to + 2, words, count * sizeof *words);
}

static void put_shared(Warp *w, const Op *op, const u64 *address, u32 mask, u32 element) {
    const u32 lanes = (u32)__builtin_popcount(mask);
    u32 words[LANES + 1] = {mask}, n = 1;
    EACH_LANE_OF(mask, i) {
        words[n++] = (u32)address[i];
    }
    put(w, op, TRACE_SHARED, lanes, element, 0, words, n);
}

// Local memory of a warp: the words of its lanes lie side by side. A block that starts where another has ended has its.
static void put_local(Warp *w, const Op *op, const u64 *address, u32 mask, u32 element) {
    const u32 lanes = (u32)__builtin_popcount(mask);
    u32 words[64], n;
    u8 bytes[64];
    u64 place[LANES];
    EACH_LANE_OF(mask, i) {
        place[i] = (address[i] / element * LANES + i) * element;
    }
    n = sectors_of(place, mask, element, 0, words, bytes);
    const LaunchTrace *t = w->worker->launch->trace;
    const u64 block = t->wave ? w->thread_block->linear % t->wave : w->thread_block->linear;
    const u32 warp = (u32)((block * w->thread_block->warps + w->index) % LOCAL_WARPS);
    const u32 base = LOCAL_SECTORS + warp * WARP_LOCAL_SECTORS;
    for (u32 i = 0; i < n; i++) words[i] = base + words[i] % WARP_LOCAL_SECTORS;
    note_lines(w, words, bytes, n, w->function->program->sites[op->site].is_store);
    const u32 passes = w->trace ? passes_of(place, mask, element, 0) : 0;
    put(w, op, TRACE_LOCAL, lanes, element, passes, words, n);
}

// Does one of the lanes touch a line of the sample?
static bool any_wanted(const u64 *address, u32 mask, u32 element, u32 sample) {
    u32 any = 0;
    for (u32 i = 0; i < LANES; i++) {
        const u64 offset = address[i] - DEVICE_ADDRESS_BASE;
        const u32 wanted = (u32)trace_has_line((u32)(offset >> 7), sample) |
                           (u32)trace_has_line((u32)((offset + element - 1) >> 7), sample);
        any |= wanted & (mask >> i & 1);
    }
    return any;
}

static void tell_observer(const LaunchTrace *t, const Warp *w, const Op *op, PtxSpace space,
                          const u64 *address, u32 mask, u32 element, bool atomic) {
    const Site *site = &w->function->program->sites[op->site];
    const bool word = site->is_store && !atomic && element == 4 && op->width == 4 && op->count == 1 &&
                      !(op->flags & ACCESS_WIDE);
    t->observer(t->context, &(TracedAccess){.block = w->thread_block->linear,
                                            .warp = w->index,
                                            .function = site->function,
                                            .instruction = site->instruction,
                                            .site = op->site,
                                            .space = space,
                                            .load = !atomic && !site->is_store,
                                            .store = !atomic && site->is_store,
                                            .element = element,
                                            .mask = mask,
                                            .address = address,
                                            .value = word ? lanes_of(w, element_operand(op, 0)) : NULL,
                                            .phase = w->thread_block->phase});
}

void trace_access(Warp *w, const Op *op, PtxSpace space, const u64 *address, u32 mask, u32 element,
                  bool atomic) {
    u32 words[65], n;
    u8 bytes[64];
    const u32 lanes = (u32)__builtin_popcount(mask);
    if (!mask || (!w->trace && space != SPACE_GLOBAL && space != SPACE_LOCAL)) return;
    if (w->trace && w->worker->launch->trace->observer) {
        tell_observer(w->worker->launch->trace, w, op, space, address, mask, element, atomic);
        return;
    }
    if (space == SPACE_GLOBAL) {
        if (!w->trace && !any_wanted(address, mask, element, w->line_sample)) return;
        const bool write = atomic || w->function->program->sites[op->site].is_store;
        n = sectors_of(address, mask, element, DEVICE_ADDRESS_BASE, words, bytes);
        note_lines(w, words, bytes, n, write);
        if (atomic) words[n++] = most_at_one_place(address, mask);
        const u32 passes = w->trace && !atomic ? passes_of(address, mask, element, DEVICE_ADDRESS_BASE) : 0;
        put(w, op, atomic ? TRACE_GLOBAL_ATOMIC : TRACE_GLOBAL, lanes, element, passes, words, n);
    } else if (space == SPACE_SHARED && atomic) {
        words[0] = most_at_one_place(address, mask);
        words[1] = most_in_one_bank(address, mask);
        put(w, op, TRACE_SHARED_ATOMIC, lanes, element, 0, words, 2);
    } else if (space == SPACE_SHARED) {
        put_shared(w, op, address, mask, element);
    } else if (space == SPACE_LOCAL) {
        put_local(w, op, address, mask, element);
    } else {
        words[0] = address[(u32)__builtin_ctz(mask)] == address[31 - (u32)__builtin_clz(mask)] ? 1 : 2;
        put(w, op, TRACE_CONSTANT, lanes, element, 0, words, 1);
    }
}
