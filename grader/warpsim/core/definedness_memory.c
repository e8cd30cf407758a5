// Definedness of memory: what loads find undefined, and what stores leave undefined.
//
// Memory knows which bytes are written. An element of which some bytes are has a value here: copies of structures
// include the holes between fields. An element of which none is, is undefined. A store of undefined bits writes
// its word and then takes the mark of the bytes with such bits away again.
#include <pthread.h>
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/simulator.h"
#include "grader/warpsim/core/special.h"
#include "grader/warpsim/core/family.h"

static pthread_mutex_t words_of_all = PTHREAD_MUTEX_INITIALIZER;

// A generic address of one element, sorted by window, and where its bytes' marks are.
typedef struct {
    PtxSpace space;
    u64 generic, inside; // inside: of shared, local or parameter memory
    ThreadBlock *block;  // shared memory: whose
    Allocation *global;  // NULL: nothing to know there
} Place;

// The block of the cluster whose shared memory the address names, and the place there; NULL: there is none.
static ThreadBlock *other_block(const Warp *w, u64 address, u64 *at) {
    EACH_FAMILY(f, block_at) {
        ThreadBlock *b = f->block_at(w, address, at);
        if (b) return b;
    }
    return NULL;
}

static Place place_of(const Warp *w, PtxSpace space, u64 address) {
    Place p = {.space = space, .generic = address, .inside = address, .block = w->thread_block};
    if (space == SPACE_GENERIC) {
        p.inside = address & (WINDOW_SIZE - 1);
        switch (address >> 40) {
        case SHARED_WINDOW >> 40: p.space = SPACE_SHARED; break;
        case LOCAL_WINDOW >> 40: p.space = SPACE_LOCAL; break;
        case PARAM_WINDOW >> 40: p.space = SPACE_PARAM; break;
        default: p.space = SPACE_GLOBAL; break;
        }
    }
    if (p.space == SPACE_GLOBAL) p.global = arena_find(w->worker->launch->arena, address);
    if (p.space == SPACE_SHARED) {
        u64 at;
        ThreadBlock *other = p.inside >> CLUSTER_RANK_SHIFT ? other_block(w, p.inside, &at) : NULL;
        p.generic = SHARED_WINDOW | p.inside; // with the rank of another block
        if (other) p.block = other, p.inside = at;
        if (p.block == w->thread_block) p.generic = SHARED_WINDOW | p.inside;
    }
    if (p.space == SPACE_LOCAL) p.generic = LOCAL_WINDOW | p.inside;
    return p;
}

static bool byte_written(const Warp *w, const Place *p, u32 lane, u64 k) {
    switch (p->space) {
    case SPACE_GLOBAL:
        return !p->global || p->generic + k - p->global->base >= p->global->size ||
               arena_first_unwritten(w->worker->launch->arena, p->global, p->generic + k, 1) == 1;
    case SPACE_SHARED:
        return p->inside + k >= p->block->shared_bytes || p->block->shared_written[p->inside + k];
    case SPACE_LOCAL:
        return p->inside + k >= LOCAL_SPACE / LANES || (w->local_written[p->inside + k] >> lane & 1);
    default: return true;
    }
}

static WordKey key_of(const Warp *w, const Place *p, u32 lane, u64 k) {
    const u64 start = p->space == SPACE_SHARED ? SHARED_WINDOW | p->inside : p->generic;
    const u64 address = (start + k) & ~3ull;
    if (p->space == SPACE_GLOBAL) return (WordKey){address, NO_ONE, NO_ONE};
    if (p->space == SPACE_SHARED) return (WordKey){address, p->block->linear, NO_ONE};
    return (WordKey){address, w->thread_block->linear, w->index * LANES + lane};
}

static Origin here(const Warp *w, const Op *op, const Place *p, u32 lane) {
    return (Origin){.function = w->function,
                    .address = p->generic,
                    .launch = w->worker->launch->launch_number,
                    .block = w->thread_block->linear,
                    .thread = w->index * LANES + lane,
                    .instruction = op->instruction,
                    .bytes = op->width};
}

// Where the value of the unwritten word came from: from who stored it, or from nowhere but the word itself.
static Origin origin_of(const Warp *w, const Op *op, const Place *p, u32 lane) {
    const WordKey key = key_of(w, p, lane, 0);
    const bool global = p->space == SPACE_GLOBAL;
    if (global) pthread_mutex_lock(&words_of_all);
    UndefinedWord *kept =
        undefined_words_find(global ? &w->worker->launch->simulator->undefined : &w->worker->undefined, key);
    const Origin from = kept ? kept->from : here(w, op, p, lane);
    if (kept) kept->read = true;
    if (global) pthread_mutex_unlock(&words_of_all);
    return from;
}

static u64 ones(u32 bytes) {
    return bytes >= 8 ? ~0ull : (1ull << 8 * bytes) - 1;
}

// Parameter memory of a call lies in the frame, four bytes a row of words.
static u64 undefined_in_rows(const Warp *w, u64 offset, u32 width, u32 lane, Origin *from) {
    const Definedness *d = w->definedness;
    u64 bits = 0;
    for (u32 k = 0; k < width; k++) {
        const u64 byte = offset + k;
        const u32 row = definedness_row(w, w->function->param_offset + (u32)(byte / 4 * 4 * LANES));
        if (row >= d->rows || !(d->lanes[row] >> lane & 1)) continue;
        const UndefinedValue *v = value_at(d, row, lane);
        bits |= (v->bits >> 8 * (byte % 4) & 0xff) << 8 * k;
        *from = v->from;
    }
    return bits;
}

// The undefined bits of an element in memory.
static u64 undefined_bits(const Warp *w, const Op *op, PtxSpace space, u64 address, u32 lane, Origin *from) {
    if (space == SPACE_CONST || op->flags & ACCESS_CARRIED) return 0;
    const Place p = place_of(w, space, address);
    if (p.space == SPACE_PARAM)
        return p.inside & KERNEL_PARAMS ? 0 : undefined_in_rows(w, p.inside, op->width, lane, from);
    for (u32 k = 0; k < op->width; k++)
        if (byte_written(w, &p, lane, k)) return 0;
    if (program_is_of_algorithms(w->function, op->instruction)) return 0;
    *from = origin_of(w, op, &p, lane);
    return ones(op->width);
}

// What a register has of a loaded element.
static u64 extended(const Op *op, u64 bits) {
    const u32 slot = op->flags & ACCESS_WIDE ? 8 : 4;
    if (op->flags & ACCESS_SIGNED && bits >> (8 * op->width - 1) & 1) bits |= ~ones(op->width);
    return bits & ones(slot);
}

static void set_register(Warp *w, Operand place, u32 lane, u64 bits, const Origin *from) {
    Definedness *d = w->definedness;
    const u32 row = definedness_row(w, place & ~3u);
    if ((place & 3) != BANK_FRAME) return;
    d->lanes[row] &= ~(1u << lane);
    if (!bits) return;
    d->lanes[row] |= 1u << lane;
    *value_at(d, row, lane) = (UndefinedValue){bits, *from};
}

static u64 register_bits(const Warp *w, Operand place, u32 lane, Origin *from) {
    const Definedness *d = w->definedness;
    const u32 row = definedness_row(w, place & ~3u);
    if ((place & 3) != BANK_FRAME || !(d->lanes[row] >> lane & 1)) return 0;
    *from = value_at(d, row, lane)->from;
    return value_at(d, row, lane)->bits;
}

static void load(Warp *w, const Op *op, const PendingStore *at) {
    u64 bits[LANES][4];
    Origin from[LANES][4] = {0};
    EACH_LANE_OF(w->mask, lane) {
        for (u32 v = 0; v < op->count; v++)
            bits[lane][v] = extended(
                op, undefined_bits(w, op, op->kind, at->address[lane] + v * op->width, lane, &from[lane][v]));
    }
    for (u32 v = 0; v < op->count; v++) EACH_LANE_OF(w->mask, lane) {
            if (bits[lane][v]) w->worker->undefined_steps++;
            set_register(w, element_operand(op, v), lane, bits[lane][v], &from[lane][v]);
        }
}

static void store(Warp *w, const Op *op, PendingStore *at) {
    EACH_LANE_OF(w->mask, lane) {
        for (u32 v = 0; v < op->count; v++) {
            at->bits[lane][v] =
                register_bits(w, element_operand(op, v), lane, &at->from[lane]) & ones(op->width);
            if (at->bits[lane][v]) at->undefined |= 1u << lane;
        }
    }
}

// An atomic operation hands what it finds to its result, and leaves what it finds and is given.
static void atomic(Warp *w, const Op *op, PendingStore *at) {
    EACH_LANE_OF(w->mask, lane) {
        Origin from = {0};
        const u64 found = undefined_bits(w, op, op->more[3], at->address[lane], lane, &from);
        at->from[lane] = from;
        const u64 given = register_bits(w, op->b, lane, &at->from[lane]);
        at->bits[lane][0] = op->kind == ATOMIC_EXCH ? given : found || given ? ones(op->width) : 0;
        if (found) at->from[lane] = from;
        at->from[lane].computed |= op->kind != ATOMIC_EXCH;
        if (at->bits[lane][0]) at->undefined |= 1u << lane;
        if (op->flags & ATOMIC_RESULT) set_register(w, op->d, lane, found, &from);
    }
}

void definedness_before_access(Warp *w, const Op *op, PendingStore *at) {
    at->undefined = 0;
    const u64 *base = lanes_of(w, op->a);
    EACH_LANE_OF(w->mask, lane) {
        at->address[lane] = base[lane] + (u64)op->imm;
    }
    switch (op->memory) {
    case MEMORY_LOAD: load(w, op, at); break;
    case MEMORY_STORE: store(w, op, at); break;
    default: atomic(w, op, at); break;
    }
}

static void set_rows(Warp *w, const Op *op, const PendingStore *at, u32 lane) {
    Definedness *d = w->definedness;
    for (u32 k = 0; k < (u32)op->width * op->count; k++) {
        const u64 byte = (at->address[lane] & (WINDOW_SIZE - 1)) + k;
        const u32 row = definedness_row(w, w->function->param_offset + (u32)(byte / 4 * 4 * LANES));
        if (row >= d->rows) return;
        UndefinedValue *v = value_at(d, row, lane);
        if (!(d->lanes[row] >> lane & 1)) v->bits = 0;
        const u64 mask = 0xffull << 8 * (byte % 4);
        const u64 bits =
            (at->undefined >> lane & 1) ? at->bits[lane][k / op->width] >> 8 * (k % op->width) : 0;
        v->bits = (v->bits & ~mask) | ((bits & 0xff) << 8 * (byte % 4));
        if (bits & 0xff) v->from = at->from[lane];
        d->lanes[row] = (d->lanes[row] & ~(1u << lane)) | (u32)(v->bits != 0) << lane;
    }
}

static void unmark_byte(Warp *w, const Place *p, u32 lane, u64 k) {
    switch (p->space) {
    case SPACE_GLOBAL: arena_mark_unwritten(w->worker->launch->arena, p->global, p->generic + k, 1); break;
    case SPACE_SHARED: p->block->shared_written[p->inside + k] = 0; break;
    default: w->local_written[p->inside + k] &= ~(1u << lane); break;
    }
}

// Memory that the host sees as the kernel does: what is stored there has left the device.
static bool host_sees(const Place *p) {
    return p->space == SPACE_GLOBAL && p->global->shared;
}

// Structures are copied to registers and back with the fields that have no value yet.
static bool carried_back(const Place *p, const Origin *from) {
    return !from->computed && p->generic - from->address < from->bytes;
}

static void leave_undefined(Warp *w, const Op *op, const Place *p, u32 lane, u64 bits, const Origin *from) {
    const bool global = p->space == SPACE_GLOBAL;
    if (global) pthread_mutex_lock(&words_of_all);
    UndefinedWords *words = global ? &w->worker->launch->simulator->undefined : &w->worker->undefined;
    for (u32 k = 0; k < op->width; k++) {
        if (!(bits >> 8 * k & 0xff)) continue;
        unmark_byte(w, p, lane, k);
        if ((k == 0 || (p->generic + k) % 4 == 0) && !carried_back(p, from))
            undefined_words_put(words, key_of(w, p, lane, k), from);
    }
    if (global) pthread_mutex_unlock(&words_of_all);
}

void definedness_after_access(Warp *w, const Op *op, const PendingStore *at) {
    if (op->memory == MEMORY_LOAD || w->worker->stop) return;
    const PtxSpace space = op->memory == MEMORY_ATOMIC ? op->more[3] : op->kind;
    const u32 count = op->memory == MEMORY_ATOMIC ? 1 : op->count;
    bool noted = false;
    EACH_LANE_OF(w->mask, lane) {
        const Place first = place_of(w, space, at->address[lane]);
        if (first.space == SPACE_PARAM) {
            set_rows(w, op, at, lane);
            continue;
        }
        for (u32 v = 0; v < count && at->undefined >> lane & 1; v++) {
            if (!at->bits[lane][v]) continue;
            const Place p = place_of(w, space, at->address[lane] + v * op->width);
            if (p.space == SPACE_GLOBAL && !p.global) continue; // noted: out of bounds
            w->worker->undefined_steps++;
            if (p.space == SPACE_GLOBAL && !noted && !carried_back(&p, &at->from[lane]))
                note_use(w, host_sees(&p) ? USE_OUTSIDE : USE_STORED, op->instruction, lane, &at->from[lane]);
            noted |= p.space == SPACE_GLOBAL &&
                     at->from[lane].address >> 40 != LOCAL_WINDOW >> 40; // once an operation
            if (!host_sees(&p)) leave_undefined(w, op, &p, lane, at->bits[lane][v], &at->from[lane]);
        }
    }
}

void definedness_copied(Warp *w, const Op *op, u32 lane, u64 from, u64 to, u32 unwritten) {
    const Place source = place_of(w, SPACE_GLOBAL, from), target = place_of(w, SPACE_SHARED, to);
    EACH_LANE_OF(unwritten, k) {
        unmark_byte(w, &target, lane, k);
        if (k % 4) continue;
        Origin origin = here(w, op, &source, lane);
        origin.address += k, origin.bytes = 4;
        undefined_words_put(&w->worker->undefined, key_of(w, &target, lane, k), &origin);
    }
}

// --- What leaves the device

static bool is_unwritten(const Warpsim *s, u64 address) {
    const Allocation *a = arena_find(s->arena, address);
    return a && !arena_any_written(s->arena, a, address, 1);
}

static void look(Warpsim *s, u64 address, u64 size, bool unread) {
    for (u32 i = 0; s->undefined.count && i < s->undefined.room; i++) {
        const UndefinedWord *word = &s->undefined.list[i];
        if (!word->used || (unread && word->read) || word->key.address + 4 <= address ||
            word->key.address >= address + size)
            continue;
        for (u64 k = 0; k < 4; k++) {
            const u64 byte = word->key.address + k;
            if (byte < address || byte >= address + size || !is_unwritten(s, byte)) continue;
            findings_surface(&s->findings, &s->withheld, CHECK_UNINITIALISED, word->from.function,
                             word->from.instruction, word->from.launch);
            break;
        }
    }
}

void warpsim_look_outside(Warpsim *s, u64 address, u64 size) {
    look(s, address, size, false);
}

void warpsim_look_at_the_end(Warpsim *s) {
    look(s, 0, ~0ull, true);
}

void definedness_print(Warp *w, u32 instruction, u32 lane, u64 address, u32 size) {
    const Place p = place_of(w, SPACE_GENERIC, address);
    if (p.space != SPACE_LOCAL) return;
    for (u32 k = 0; k < size; k++)
        if (byte_written(w, &p, lane, k)) return;
    const UndefinedWord *kept = undefined_words_find(&w->worker->undefined, key_of(w, &p, lane, 0));
    if (kept) note_use(w, USE_OUTSIDE, instruction, lane, &kept->from);
}
