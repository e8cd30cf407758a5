// Accesses to memory, before they are carried out: what is loaded has the history of the word, and a stored word that of the value.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/step.h"

typedef struct {
    PtxSpace space;
    u64 address; // in its own space; of local memory with warp and lane
    Shadow *shadow;
} Place;

// Local memory of different threads lies at the same addresses.
static u64 local_key(const Step *s, u32 lane, u64 address) {
    return (u64)(s->w->index * LANES + lane) << 32 | (address & 0xffffffff);
}

static bool find_place(const Step *s, u32 lane, u64 address, Place *place) {
    PtxSpace space = (PtxSpace)s->plan->space;
    if (space == SPACE_GENERIC) {
        space = address >= LOCAL_WINDOW && address < LOCAL_WINDOW + WINDOW_SIZE     ? SPACE_LOCAL
                : address >= SHARED_WINDOW && address < SHARED_WINDOW + WINDOW_SIZE ? SPACE_SHARED
                                                                                    : SPACE_GLOBAL;
        if (space != SPACE_GLOBAL) address &= WINDOW_SIZE - 1;
    }
    switch (space) {
    case SPACE_GLOBAL:
    case SPACE_CONST: *place = (Place){SPACE_GLOBAL, address, &s->t->global}; return true;
    case SPACE_SHARED:
        if (!s->block) return false;
        *place = (Place){space, address & 0xffffff, &s->block->shared};
        return true;
    case SPACE_LOCAL:
        if (!s->block) return false;
        *place = (Place){space, local_key(s, lane, address), &s->block->local};
        return true;
    default: return false;
    }
}

static u64 address_in(const Step *s, Operand a, s64 offset, u32 lane) {
    return ((const u64 *)lanes_of(s->w, a))[lane] + (u64)offset;
}

// ---- Samples: what other blocks have stored, or were to store ------------------------------------------------

static bool is_stored_into(const Witness *t, u64 base) {
    for (u32 i = 0; i < t->stored_count; i++)
        if (t->stored_into[i] == base) return true;
    return false;
}

static void note_stored_into(Witness *t, u64 address) {
    if (!t->followed || !arena_contains(t->simulator->arena, address, 1)) return;
    const u64 base = arena_find(t->simulator->arena, address)->base;
    if (is_stored_into(t, base)) return;
    u64 *grown = realloc(t->stored_into, (t->stored_count + 1) * sizeof *grown);
    if (!grown) { // then nothing is known of what it holds
        t->blocks_missed = true;
        return;
    }
    t->stored_into = grown;
    t->stored_into[t->stored_count++] = base;
}

// By atomic operations blocks tell each other something, such as whose turn it is.
static void note_atomic(const Step *s, u64 address) {
    s->t->blocks_missed |= s->t->followed == FOLLOW_SAMPLES_ALONE;
    note_stored_into(s->t, address);
}

void step_unseen(const Step *s) {
    const bool stores = s->plan->kind == STEP_STORE || s->plan->kind == STEP_ATOMIC;
    EACH_LANE_OF(stores && s->op->flags & WATCH_ADDRESS ? s->mask : 0, lane) {
        Place place;
        if (find_place(s, lane, address_in(s, s->op->a, s->op->imm, lane), &place) &&
            place.space == SPACE_GLOBAL)
            note_stored_into(s->t, place.address);
    }
}

// A word whose node is new, in what kernels have stored to: where all run, another block has most likely stored it, and its way
// ends there, as that of a word does which a warp without histories has stored; else that block is missed.
static void take_unseen(const Step *s, const Allocation *a, Node *n) {
    const bool stored = is_stored_into(s->t, a->base);
    if (s->t->followed == FOLLOW_SAMPLES_ALONE)
        s->t->blocks_missed |= stored || n->kind == NODE_UNWRITTEN;
    else if (s->t->followed == FOLLOW_SAMPLES && stored && n->kind == NODE_INITIAL)
        n->kind = NODE_STORE, n->space = SPACE_GLOBAL, n->bytes = 4, n->depends = DEPENDS_DATA;
}

// What a word held before any kernel wrote it.
static u32 first_contents(const Step *s, u32 lane, const Place *place) {
    u32 number;
    const Arena *arena = s->t->simulator->arena;
    const u64 word = place->address & ~3ull;
    Node *n = new_node(s, NODE_UNWRITTEN, lane, &number);
    n->space = (u8)place->space;
    n->where = word;
    if (place->space != SPACE_GLOBAL) return number;
    if (!arena_contains(arena, word, 4)) return number;
    const Allocation *a = arena_find(arena, word);
    if (a->initialised || arena_first_unwritten(arena, a, word, 4) == 4) {
        n->kind = NODE_INITIAL;
        memcpy(&n->bits, arena_at(arena, word), 4);
    }
    take_unseen(s, a, n);
    shadow_put(&s->t->global, word, number);
    return number;
}

static u32 word_node(const Step *s, u32 lane, const Place *place) {
    const u32 found = shadow_find(place->shadow, place->address);
    return found ? found : first_contents(s, lane, place);
}

static u32 address_node(const Step *s, u32 lane, const PtxOperand *o) {
    return o->reg >= 0 ? s->frame->reg[(u32)o->reg * LANES + lane] : 0;
}

static u32 load_node(const Step *s, u32 lane, const Place *place, u32 found, u32 address, u8 bytes) {
    u32 number;
    Node *n = new_node(s, NODE_LOAD, lane, &number);
    n->a = found, n->b = address;
    n->space = s->plan->space == SPACE_CONST ? SPACE_CONST : (u8)place->space;
    n->where = place->address;
    n->bytes = bytes;
    n->depends = DEPENDS_DATA;
    return number;
}

// Is it the address of a parameter of the kernel? Those of `const __grid_constant__` have one, and so have elements of an array.
static bool is_kernel_param(const Step *s, u64 address) {
    const bool window =
        s->plan->space == SPACE_GENERIC && address >= PARAM_WINDOW && address < PARAM_WINDOW + WINDOW_SIZE;
    return (window || s->plan->space == SPACE_PARAM) && (address & KERNEL_PARAMS);
}

// The parameter there, the same node for all of a launch's loads of it.
static u32 param_one(const Step *s, u64 address, u32 width) {
    const Launch *launch = s->w->worker->launch;
    const u64 offset = address & ~(u64)KERNEL_PARAMS & (WINDOW_SIZE - 1),
              size = launch->kernel->ptx->param_size;
    const u64 key = PARAM_WINDOW | launch->launch_number * (2 * KERNEL_PARAMS) | KERNEL_PARAMS | offset;
    u64 bits = 0;
    u32 number = shadow_find(&s->t->global, key);
    if (number || offset > size || width > size - offset) return number;
    memcpy(&bits, launch->params + offset, width < 8 ? width : 8);
    Node *n = new_node(s, NODE_PARAMETER, 0, &number);
    n->where = bits;
    n->b = (u32)offset;
    n->bytes = (u8)width;
    shadow_put(&s->t->global, key, number);
    return number;
}

static u32 load_one(const Step *s, u32 lane, u64 at, u32 address, u32 width) {
    Place place;
    if (is_kernel_param(s, at)) return param_one(s, at, width);
    if (!find_place(s, lane, at, &place)) return 0;
    const u32 low = word_node(s, lane, &place);
    if (width != 8) return load_node(s, lane, &place, low, address, (u8)width);
    const Node *first = graph_at(&s->t->graph, low);
    Place next = place;
    next.address += 4;
    const u32 high = word_node(s, lane, &next);
    if (low == high || (first->kind == NODE_STORE && first->bytes == 8))
        return load_node(s, lane, &place, low, address, 8);
    const u32 one = load_node(s, lane, &place, low, address, 4);
    return pair(s, lane, one, load_node(s, lane, &next, high, address, 4));
}

// Rows of a function's parameters and results, and of the arguments of its calls.
static u32 *row_of(const PtxOperand *o, Frame *frame, u32 extra) {
    const u64 row = ((u64)(uintptr_t)o->variable->user + (u64)o->imm + extra) / 4;
    return frame->function && row < frame->function->param_rows ? &frame->rows[row * LANES] : NULL;
}

static void step_rows(const Step *s, bool store) {
    const PtxOperand *address = &s->in->operand[store ? 0 : 1], *value = &s->in->operand[store ? 1 : 0];
    if (!address->variable) return;
    for (u32 v = 0; v < s->plan->count; v++) {
        const PtxOperand *o = value->kind == OPERAND_VECTOR ? &value->elements[v] : value;
        u32 *row = row_of(address, s->frame, v * s->plan->width);
        EACH_LANE_OF(row ? s->mask : 0, lane) {
            if (store)
                row[lane] = source_node(s, o, v ? PLAN_SOURCES : 0, lane);
            else
                give(s, o, lane, row[lane]);
        }
    }
}

void step_load(const Step *s) {
    const PtxOperand *value = &s->in->operand[0], *address = &s->in->operand[1];
    if (s->plan->space == SPACE_PARAM && address->variable) {
        step_rows(s, false);
        return;
    }
    if (!(s->op->flags & WATCH_ADDRESS)) return;
    u32 found[LANES][8];
    const u32 count = s->plan->count < 8 ? s->plan->count : 8;
    EACH_LANE_OF(s->mask, lane) {
        const u64 at = address_in(s, s->op->a, s->op->imm, lane);
        const u32 from = address_node(s, lane, address);
        for (u32 v = 0; v < count; v++)
            found[lane][v] = load_one(s, lane, at + v * s->plan->width, from, s->plan->width);
    }
    EACH_LANE_OF(s->mask, lane) {
        for (u32 v = 0; v < count; v++)
            give(s, value->kind == OPERAND_VECTOR ? &value->elements[v] : value, lane, found[lane][v]);
    }
}

void step_param_load(const Step *s) {
    const PtxOperand *value = &s->in->operand[0], *from = &s->in->operand[1];
    const Launch *launch = s->w->worker->launch;
    for (u32 v = 0; v < s->plan->count; v++) {
        const u64 at = from->variable->offset + (u64)from->imm + v * s->plan->width;
        u64 bits = 0;
        if (at + s->plan->width > s->w->function->ptx->param_size) continue;
        memcpy(&bits, launch->params + at, s->plan->width < 8 ? s->plan->width : 8);
        u32 number = s->plan->parameter;
        if (s->plan->count > 1 || s->plan->parameter_launch != launch->launch_number + 1) {
            Node *n = new_node(s, NODE_PARAMETER, 0, &number);
            n->where = bits;
            n->b = (u32)at;
            n->bytes = s->plan->width;
            s->plan->parameter = number;
            s->plan->parameter_launch = launch->launch_number + 1;
        }
        const PtxOperand *o = value->kind == OPERAND_VECTOR ? &value->elements[v] : value;
        EACH_LANE_OF(s->mask, lane) {
            give(s, o, lane, number);
        }
    }
}

static void put_word(const Place *place, u64 at, u32 node) {
    shadow_put(place->shadow, place->address + at, node);
}

static u32 store_one(const Step *s, NodeKind kind, u32 lane, const Place *place, u32 value, u32 address,
                     u8 bytes) {
    u32 number;
    const u32 before = shadow_find(place->shadow, place->address);
    Node *n = new_node(s, kind, lane, &number);
    n->a = value, n->b = address, n->c = before;
    n->d = s->history->control[lane];
    n->space = (u8)place->space;
    n->where = place->address;
    n->bytes = bytes;
    return number;
}

static void store_value(const Step *s, u32 lane, u64 at, u32 value, u32 address, u32 width) {
    Place place;
    if (!find_place(s, lane, at, &place)) return;
    if (place.space == SPACE_GLOBAL) note_stored_into(s->t, place.address);
    const Node *v = graph_at(&s->t->graph, value);
    if (width == 8 && value && v->kind == NODE_PAIR) {
        const u32 low = v->a, high = v->b;
        Place next = place;
        next.address += 4;
        put_word(&place, 0, store_one(s, NODE_STORE, lane, &place, low, address, 4));
        put_word(&next, 0, store_one(s, NODE_STORE, lane, &next, high, address, 4));
        return;
    }
    const u32 node = store_one(s, NODE_STORE, lane, &place, value, address, (u8)width);
    put_word(&place, 0, node);
    if (width == 8) put_word(&place, 4, node);
}

void step_store(const Step *s) {
    const PtxOperand *address = &s->in->operand[0], *value = &s->in->operand[1];
    if (s->plan->space == SPACE_PARAM) {
        step_rows(s, true);
        return;
    }
    if (!(s->op->flags & WATCH_ADDRESS)) return;
    if (s->in->guard >= 0) step_branch(s); // the guard decides as a branch does
    EACH_LANE_OF(s->mask, lane) {
        const u64 at = address_in(s, s->op->a, s->op->imm, lane);
        const u32 to = address_node(s, lane, address);
        for (u32 v = 0; v < s->plan->count; v++) {
            const PtxOperand *o = value->kind == OPERAND_VECTOR ? &value->elements[v] : value;
            store_value(s, lane, at + v * s->plan->width, source_node(s, o, v ? PLAN_SOURCES : 0, lane), to,
                        s->plan->width);
        }
    }
}

void step_atomic(const Step *s) {
    const bool result = s->in->operand[0].kind != OPERAND_ADDRESS;
    if (!(s->op->flags & WATCH_ADDRESS)) return;
    EACH_LANE_OF(s->mask, lane) {
        Place place;
        const u64 at = address_in(s, s->op->a, s->op->imm, lane);
        if (!find_place(s, lane, at, &place)) continue;
        if (place.space == SPACE_GLOBAL) note_atomic(s, place.address);
        const u32 address = address_node(s, lane, &s->in->operand[result]);
        const u32 before = word_node(s, lane, &place);
        const u32 operand = s->plan->sources ? source_node(s, s->plan->source[0], 0, lane) : 0;
        const u32 old = load_node(s, lane, &place, before, address, s->plan->width);
        const u32 node = store_one(s, NODE_ATOMIC, lane, &place, operand, address, s->plan->width);
        ((Node *)graph_at(&s->t->graph, node))->c = before;
        put_word(&place, 0, node);
        if (result) give(s, &s->in->operand[0], lane, old);
    }
}

static u32 copied_bytes(const Step *s) {
    return s->in->operand[2].kind == OPERAND_INT ? (u32)s->in->operand[2].imm : 4;
}

// cp.async: for the witness the bytes arrive at once; whoever reads them too early is the race check's business.
void step_copy(const Step *s) {
    const u32 bytes = copied_bytes(s);
    const PtxSpace space = (PtxSpace)s->plan->space;
    EACH_LANE_OF(s->op->flags & WATCH_ADDRESS ? s->mask : 0, lane) {
        const u64 to = address_in(s, s->op->a, s->op->imm, lane);
        const u64 from = address_in(s, s->op->b, (s32)s->op->more[1], lane);
        for (u32 at = 0; at < bytes; at += 4) {
            s->plan->space = SPACE_GLOBAL;
            const u32 value = load_one(s, lane, from + at, address_node(s, lane, &s->in->operand[1]), 4);
            s->plan->space = SPACE_SHARED;
            store_value(s, lane, to + at, value, address_node(s, lane, &s->in->operand[0]), 4);
        }
    }
    s->plan->space = (u8)space;
}

// ---- Threads without histories ----------------------------------------------------------------------------

// A store: that they wrote it is known. Into shared memory for the ways of values alone.
static void bare_store(const Step *s, u32 lane, u64 to, u32 bytes) {
    Place place;
    if (!find_place(s, lane, to, &place) || place.space == SPACE_LOCAL) return;
    const bool shared = place.space == SPACE_SHARED;
    if (shared ? !s->block : !arena_contains(s->t->simulator->arena, to, 4)) return;
    if (!shared) note_stored_into(s->t, place.address);
    for (u32 at = 0; at < bytes; at += 4) {
        u32 number;
        Node *n = new_node(s, shared ? NODE_PASSED : NODE_STORE, lane, &number);
        n->space = (u8)place.space;
        n->bytes = 4;
        n->where = place.address + at;
        n->depends = DEPENDS_DATA;
        put_word(&place, at, number);
    }
}

static void bare_atomic(const Step *s, u32 lane, u64 at, u32 bytes) {
    Place place;
    if (find_place(s, lane, at, &place) && place.space == SPACE_GLOBAL) note_atomic(s, at);
    bare_store(s, lane, at, bytes);
}

void step_bare(const Step *s) {
    const u32 bytes = s->plan->count * s->plan->width;
    EACH_LANE_OF(s->op->flags & WATCH_ADDRESS ? s->mask : 0, lane) {
        const u64 at = address_in(s, s->op->a, s->op->imm, lane);
        switch ((StepKind)s->plan->kind) {
        case STEP_STORE: bare_store(s, lane, at, bytes); break;
        case STEP_ATOMIC:
            if (s->t->ways) bare_atomic(s, lane, at, bytes);
            break;
        case STEP_COPY:
            if (s->t->ways) bare_store(s, lane, at, copied_bytes(s));
            break;
        default: return;
        }
    }
}
