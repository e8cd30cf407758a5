// Each instruction, before it is carried out: the histories of its results from those of its sources.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

// Everything about the step that is being taken.
typedef struct {
    Witness *t;
    Warp *w;
    const Op *op;
    const PtxInstruction *in;
    Plan *plan;
    BlockHistory *block;
    WarpHistory *history;
    Frame *frame;
    u32 site, mask;
    u32 first_thread; // number of the warp's lane 0
} Step;

static bool take_step(Step *s, Warp *w, const Op *op) {
    Witness *t = s->t;
    const Launch *launch = w->worker->launch;
    WatchedLaunch *watched = this_launch(t, launch);
    WatchedFunction *f = watched ? watched_function(t, w->function) : NULL;
    if (!f) return false;
    block_begins(t, watched, w->thread_block->linear);
    if (block_has_histories(watched, w->thread_block->linear)) {
        s->block = this_block(t, w->thread_block, (u32)launch->launch_number);
        if (!s->block) return false;
        s->history = &s->block->warp[w->index];
        s->frame = this_frame(s->history, w);
        if (!s->frame) return false;
    }
    s->w = w;
    s->op = op;
    s->in = &w->function->ptx->code[op->instruction];
    s->plan = &f->plan[op->instruction];
    s->site = f->first_site + op->instruction;
    s->first_thread =
        watched->first_thread + w->thread_block->linear * w->thread_block->threads + w->index * LANES;
    s->mask = w->mask;
    if (op->flags & WATCH_GUARDED)
        s->mask &= predicate(w, op->more[3]) ^ (op->flags & WATCH_NEGATED ? ALL_LANES : 0);
    return true;
}

// ---- Sources and results ----------------------------------------------------------------------------------

static Node *new_node(const Step *s, NodeKind kind, u32 lane, u32 *number) {
    Node *n = graph_add(&s->t->graph, number);
    n->kind = (u8)kind;
    n->site = s->site;
    n->context = s->frame ? s->frame->context : 0;
    n->thread = s->first_thread + lane;
    return n;
}

static u8 depends_of(const Step *s, u32 node) {
    return node ? graph_at(&s->t->graph, node)->depends : 0;
}

static u32 constant_node(const Step *s, u64 bits) {
    u32 number;
    Node *n = new_node(s, NODE_CONSTANT, 0, &number);
    n->where = bits;
    n->bytes = type_suffix(s->in, 0) == PTX_F64 ? 8 : 4;
    return number;
}

static u8 special_depends(const char *name) {
    static const struct {
        const char *name;
        u8 depends;
    } places[] = {{"%tid.x", DEPENDS_TID_X},     {"%tid.y", DEPENDS_TID_Y},
                  {"%tid.z", DEPENDS_TID_Z},     {"%ctaid.x", DEPENDS_BLOCK_X},
                  {"%ctaid.y", DEPENDS_BLOCK_Y}, {"%ctaid.z", DEPENDS_BLOCK_Z}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(name, places[i].name)) return places[i].depends;
    return 0;
}

// The history of a source in a lane; `which` is its place in the plan.
static u32 source_node(const Step *s, const PtxOperand *o, u32 which, u32 lane) {
    if (o->kind == OPERAND_REG) return s->frame->reg[(u32)o->reg * LANES + lane];
    if (o->kind == OPERAND_VECTOR) return 0;
    u32 *kept = which < PLAN_SOURCES ? &s->plan->constant[which] : NULL;
    if (kept && *kept) return *kept;
    u32 number;
    if (o->kind == OPERAND_SPECIAL) {
        Node *n = new_node(s, NODE_SPECIAL, lane, &number);
        n->depends = special_depends(o->name);
    } else {
        number = constant_node(s, (u64)o->imm);
    }
    if (kept) *kept = number; // which thread made it does not matter
    return number;
}

static void give(const Step *s, const PtxOperand *o, u32 lane, u32 node) {
    if (o->kind != OPERAND_REG) return;
    s->frame->reg[(u32)o->reg * LANES + lane] = node;
}

static void give_both(const Step *s, const PtxOperand *o, u32 lane, u32 node) {
    give(s, o, lane, node);
    if (o->kind == OPERAND_REG && o->paired >= 0) s->frame->reg[(u32)o->paired * LANES + lane] = node;
}

// ---- Values -----------------------------------------------------------------------------------------------

static u32 operation(const Step *s, u32 lane, u32 a, u32 b, u32 c) {
    u32 number;
    Node *n = new_node(s, NODE_OPERATION, lane, &number);
    n->a = a, n->b = b, n->c = c;
    n->depends = depends_of(s, a) | depends_of(s, b) | depends_of(s, c);
    return number;
}

static u32 pair(const Step *s, u32 lane, u32 low, u32 high) {
    u32 number;
    Node *n = new_node(s, NODE_PAIR, lane, &number);
    n->a = low, n->b = high;
    n->depends = depends_of(s, low) | depends_of(s, high);
    return number;
}

// mov.b64 %rd, {%f1, %f2} and the way back.
static void step_parts(const Step *s, const PtxOperand *to, const PtxOperand *from) {
    EACH_LANE_OF(s->mask, lane) {
        if (from->kind == OPERAND_VECTOR && from->count == 2) {
            give(s, to, lane,
                 pair(s, lane, source_node(s, &from->elements[0], PLAN_SOURCES, lane),
                      source_node(s, &from->elements[1], PLAN_SOURCES, lane)));
        } else if (to->kind == OPERAND_VECTOR && to->count == 2) {
            const u32 node = source_node(s, from, 0, lane);
            const Node *n = graph_at(&s->t->graph, node);
            const bool known = node && n->kind == NODE_PAIR;
            give(s, &to->elements[0], lane, known ? n->a : operation(s, lane, node, 0, 0));
            give(s, &to->elements[1], lane, known ? n->b : operation(s, lane, node, 0, 0));
        }
    }
}

static void step_value(const Step *s) {
    const Plan *p = s->plan;
    const PtxOperand *to = &s->in->operand[0];
    if (to->kind == OPERAND_VECTOR || (p->sources && p->source[0]->kind == OPERAND_VECTOR)) {
        if (p->sources == 1) step_parts(s, to, p->source[0]);
        return;
    }
    EACH_LANE_OF(s->mask, lane) {
        u32 from[3] = {0};
        for (u32 i = 0; i < p->sources && i < 3; i++) from[i] = source_node(s, p->source[i], i, lane);
        const u32 node = operation(s, lane, from[0], from[1], from[2]);
        if (s->op->width) { // a comparison: what was compared
            Node *n = (Node *)graph_at(&s->t->graph, node);
            const u32 step = s->op->width / 4;
            n->where = (u64)((const u32 *)lanes_of(s->w, s->op->c))[lane * step] << 32 |
                       ((const u32 *)lanes_of(s->w, s->op->b))[lane * step];
        }
        give_both(s, to, lane, node);
    }
}

static void step_select(const Step *s) {
    const u32 first = predicate(s->w, s->op->more[0]) ^ (s->plan->source[2]->negated ? ALL_LANES : 0);
    EACH_LANE_OF(s->mask, lane) {
        const u32 which = first >> lane & 1 ? 0 : 1;
        const u32 chosen = source_node(s, s->plan->source[which], which, lane);
        const u32 condition = source_node(s, s->plan->source[2], 2, lane);
        const u32 node = operation(s, lane, chosen, 0, condition);
        give(s, &s->in->operand[0], lane, node);
    }
}

static u32 shuffled_from(const Step *s, u32 lane) {
    const u32 b = ((const u32 *)lanes_of(s->w, s->op->b))[lane] & 31,
              c = ((const u32 *)lanes_of(s->w, s->op->c))[lane];
    const u32 clamp = c & 31, segment = c >> 8 & 31;
    const u32 low = lane & segment, high = low | (clamp & ~segment);
    u32 from;
    bool inside;
    if (ptx_has_suffix(s->in, "up"))
        from = lane - b, inside = (s32)from >= (s32)high;
    else if (ptx_has_suffix(s->in, "down"))
        from = lane + b, inside = from <= high;
    else if (ptx_has_suffix(s->in, "bfly"))
        from = lane ^ b, inside = from <= high;
    else
        from = low | (b & ~segment), inside = from <= high;
    return inside ? from & 31 : lane;
}

static void step_shuffle(const Step *s) {
    u32 result[LANES];
    EACH_LANE_OF(s->mask, lane) {
        const u32 from = shuffled_from(s, lane);
        Node *n = new_node(s, NODE_SHUFFLE, lane, &result[lane]);
        n->a = source_node(s, s->plan->source[0], 0, from);
        n->where = from;
    }
    EACH_LANE_OF(s->mask, lane) {
        give_both(s, &s->in->operand[0], lane, result[lane]);
    }
}

// ---- Control ----------------------------------------------------------------------------------------------

static void step_branch(const Step *s) {
    if (named(s->in, "ret")) frame_returns(s->history, s->w->call_depth, s->mask);
    EACH_LANE_OF(s->w->mask, lane) {
        u32 number;
        const u32 condition = s->in->guard >= 0 ? s->frame->reg[(u32)s->in->guard * LANES + lane] : 0;
        const u32 before = s->history->control[lane];
        Node *n = new_node(s, NODE_BRANCH, lane, &number);
        n->a = condition, n->c = before;
        n->where = s->mask >> lane & 1;
        n->depends = depends_of(s, condition);
        s->history->control[lane] = number;
        s->t->last_branch[s->first_thread + lane] = number;
    }
}

// ---- Memory -----------------------------------------------------------------------------------------------

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
    case SPACE_SHARED: *place = (Place){space, address & 0xffffff, &s->block->shared}; return true;
    case SPACE_LOCAL: *place = (Place){space, local_key(s, lane, address), &s->block->local}; return true;
    default: return false;
    }
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

static u64 address_in(const Step *s, Operand a, s64 offset, u32 lane) {
    return ((const u64 *)lanes_of(s->w, a))[lane] + (u64)offset;
}

static u32 load_node(const Step *s, u32 lane, const Place *place, u32 found, u32 address, u8 bytes) {
    u32 number;
    Node *n = new_node(s, NODE_LOAD, lane, &number);
    n->a = found, n->b = address;
    n->space = (u8)place->space;
    n->where = place->address;
    n->bytes = bytes;
    n->depends = DEPENDS_DATA;
    return number;
}

static u32 load_one(const Step *s, u32 lane, u64 at, u32 address, u32 width) {
    Place place;
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

static void step_load(const Step *s) {
    const PtxOperand *value = &s->in->operand[0], *address = &s->in->operand[1];
    if (s->plan->space == SPACE_PARAM) {
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

static void step_param_load(const Step *s) {
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

static void step_store(const Step *s) {
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

static void step_atomic(const Step *s) {
    const bool result = s->in->operand[0].kind != OPERAND_ADDRESS;
    if (!(s->op->flags & WATCH_ADDRESS)) return;
    EACH_LANE_OF(s->mask, lane) {
        Place place;
        const u64 at = address_in(s, s->op->a, s->op->imm, lane);
        if (!find_place(s, lane, at, &place)) continue;
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

// A store of a block that has no histories.
static void step_bare_store(const Step *s) {
    const bool global = s->plan->space == SPACE_GLOBAL || s->plan->space == SPACE_GENERIC;
    if (s->plan->kind != STEP_STORE || !global || !(s->op->flags & WATCH_ADDRESS)) return;
    EACH_LANE_OF(s->mask, lane) {
        const u64 to = address_in(s, s->op->a, s->op->imm, lane);
        if (!arena_contains(s->t->simulator->arena, to, 4)) continue; // shared memory, or outside
        for (u32 at = 0; at < s->plan->count * s->plan->width; at += 4) {
            u32 number;
            Node *n = new_node(s, NODE_STORE, lane, &number);
            n->space = SPACE_GLOBAL;
            n->bytes = 4;
            n->where = to + at;
            shadow_put(&s->t->global, to + at, number);
        }
    }
}

// cp.async: for the witness the bytes arrive at once; whoever reads them too early is the race check's business.
static void step_copy(const Step *s) {
    const u32 bytes = s->in->operand[2].kind == OPERAND_INT ? (u32)s->in->operand[2].imm : 4;
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

void witness_step(Warp *w, const Op *op) {
    Step s = {.t = w->worker->launch->simulator->watcher};
    if (!s.t || !take_step(&s, w, op)) return;
    if (!s.frame) {
        step_bare_store(&s);
        return;
    }
    switch ((StepKind)s.plan->kind) {
    case STEP_VALUE:
    case STEP_MOVE: step_value(&s); break;
    case STEP_LOAD: step_load(&s); break;
    case STEP_PARAM_LOAD: step_param_load(&s); break;
    case STEP_STORE: step_store(&s); break;
    case STEP_ATOMIC: step_atomic(&s); break;
    case STEP_COPY: step_copy(&s); break;
    case STEP_SHUFFLE: step_shuffle(&s); break;
    case STEP_SELECT: step_select(&s); break;
    case STEP_BRANCH: step_branch(&s); break;
    case STEP_CALL: frame_calls(s.t, s.history, w->call_depth, s.in, s.site); break;
    default: break;
    }
}
