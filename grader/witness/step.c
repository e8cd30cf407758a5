// Each instruction, before it is carried out: the histories of its results from those of its sources.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/witness/step.h"

// False: there is nothing to do, or no memory for it.
static bool take_step(Step *s, Warp *w, const Op *op) {
    Witness *t = s->t;
    const Launch *launch = w->worker->launch;
    WatchedLaunch *watched = this_launch(t, launch);
    WatchedFunction *f = watched ? watched_function(t, w->function) : NULL;
    if (!f) return false;
    const u32 linear = w->thread_block->linear;
    s->w = w;
    s->op = op;
    s->in = &w->function->ptx->code[op->instruction];
    s->plan = &f->plan[op->instruction];
    s->site = f->first_site + op->instruction;
    s->first_thread = watched->first_thread + number_of_block(watched, linear) * w->thread_block->threads +
                      w->index * LANES;
    s->mask = w->mask;
    if (op->flags & WATCH_GUARDED)
        s->mask &= predicate(w, op->more[3]) ^ (op->flags & WATCH_NEGATED ? ALL_LANES : 0);
    if (!block_is_looked_at(t, watched, linear)) {
        step_unseen(s);
        return false;
    }
    block_begins(t, watched, linear);
    const bool followed = warp_has_histories(t, watched, linear, w->index);
    if (followed || t->ways) {
        s->block = this_block(t, w, (u32)launch->launch_number);
        if (!s->block) return false;
    }
    if (!followed) return true;
    s->history = &s->block->warp[w->index];
    s->frame = this_frame(s->history, w);
    return s->frame != NULL;
}

// ---- Sources and results ----------------------------------------------------------------------------------

Node *new_node(const Step *s, NodeKind kind, u32 lane, u32 *number) {
    Node *n = graph_add(&s->t->graph, number);
    n->kind = (u8)kind;
    n->site = s->site;
    n->context = s->frame ? s->frame->context : 0;
    n->thread = s->first_thread + lane;
    return n;
}

u8 depends_of(const Step *s, u32 node) {
    return node ? graph_at(&s->t->graph, node)->depends : 0;
}

static u32 constant_node(const Step *s, u64 bits) {
    u32 number;
    Node *n = new_node(s, NODE_CONSTANT, 0, &number);
    n->where = bits;
    n->bytes = type_suffix(s->in, 0) == PTX_F64 ? 8 : 4;
    return number;
}

// Where only samples run, clocks tell it: launches before have taken less time.
static bool is_clock(const char *name) {
    return !strncmp(name, "%clock", 6) || !strncmp(name, "%globaltimer", 12);
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
u32 source_node(const Step *s, const PtxOperand *o, u32 which, u32 lane) {
    if (o->kind == OPERAND_REG) return s->frame->reg[(u32)o->reg * LANES + lane];
    if (o->kind == OPERAND_VECTOR) return 0;
    u32 *kept = which < PLAN_SOURCES ? &s->plan->constant[which] : NULL;
    if (kept && *kept) return *kept;
    u32 number;
    if (o->kind == OPERAND_SPECIAL) {
        Node *n = new_node(s, NODE_SPECIAL, lane, &number);
        n->depends = special_depends(o->name);
        s->t->blocks_missed |= s->t->followed == FOLLOW_SAMPLES_ALONE && is_clock(o->name);
    } else {
        number = constant_node(s, (u64)o->imm);
    }
    if (kept) *kept = number; // which thread made it does not matter
    return number;
}

void give(const Step *s, const PtxOperand *o, u32 lane, u32 node) {
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

u32 pair(const Step *s, u32 lane, u32 low, u32 high) {
    u32 number;
    Node *n = new_node(s, NODE_PAIR, lane, &number);
    n->a = low, n->b = high;
    n->depends = depends_of(s, low) | depends_of(s, high);
    return number;
}

static u32 half(const Step *s, u32 lane, u32 of, u32 first_bit) {
    const u32 number = operation(s, lane, of, 0, 0);
    ((Node *)graph_at(&s->t->graph, number))->where = first_bit;
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
            give(s, &to->elements[0], lane, known ? n->a : half(s, lane, node, 0));
            give(s, &to->elements[1], lane, known ? n->b : half(s, lane, node, 32));
        }
    }
}

// For the ways of values alone: an index, a comparison of indices. Nodes of these are most of all.
static bool is_index(const Step *s, const u32 from[3]) {
    const u8 depends = depends_of(s, from[0]) | depends_of(s, from[1]) | depends_of(s, from[2]);
    return s->t->ways && !(depends & DEPENDS_DATA) && !type_is_float(type_suffix(s->in, 0));
}

static void step_value(const Step *s) {
    const Plan *p = s->plan;
    const PtxOperand *to = &s->in->operand[0];
    if (to->kind == OPERAND_VECTOR || (p->sources && p->source[0]->kind == OPERAND_VECTOR)) {
        if (p->sources == 1) step_parts(s, to, p->source[0]);
        return;
    }
    const bool same = s->t->ways && p->kind == STEP_MOVE && named(s->in, "mov");
    EACH_LANE_OF(s->mask, lane) {
        u32 from[3] = {0};
        for (u32 i = 0; i < p->sources && i < 3; i++) from[i] = source_node(s, p->source[i], i, lane);
        const u32 node = same                ? from[0]
                         : is_index(s, from) ? 0
                                             : operation(s, lane, from[0], from[1], from[2]);
        if (s->op->width && node && named(s->in, "setp")) { // a comparison: what was compared
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
        const u32 node = s->t->ways ? chosen : operation(s, lane, chosen, 0, condition);
        give(s, &s->in->operand[0], lane, node);
    }
}

static double number_in(const Step *s, Operand o, u32 lane) {
    return s->op->width == 8 ? ((const double *)lanes_of(s->w, o))[lane]
                             : ((const float *)lanes_of(s->w, o))[lane];
}

// For the ways of values alone: a clamp lets most values through as they are.
static void step_extreme(const Step *s) {
    const bool min = named(s->in, "min");
    if (!s->t->ways || !s->op->width) {
        step_value(s);
        return;
    }
    EACH_LANE_OF(s->mask, lane) {
        const double first = number_in(s, s->op->b, lane), second = number_in(s, s->op->c, lane);
        const bool other = isnan(first) || (min ? second < first : second > first);
        give(s, &s->in->operand[0], lane, source_node(s, s->plan->source[other], other, lane));
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

// Why the lane `from` gives 0 and no value of its own, see run_shuffle(); 0: it takes part, or the mask says that it will.
static u32 gives_nothing(const Step *s, u32 lane, u32 from) {
    const u32 members = ((const u32 *)lanes_of(s->w, s->op->more[1]))[lane];
    if (!(warp_live_lanes(s->w) >> from & 1)) return SHUFFLE_FROM_LEFT;
    return members >> from & 1 ? 0 : SHUFFLE_FROM_IDLE;
}

static void step_shuffle(const Step *s) {
    u32 result[LANES];
    EACH_LANE_OF(s->mask, lane) {
        const u32 from = shuffled_from(s, lane);
        Node *n = new_node(s, NODE_SHUFFLE, lane, &result[lane]);
        n->b = gives_nothing(s, lane, from);
        n->a = n->b ? constant_node(s, 0) : source_node(s, s->plan->source[0], 0, from);
        n->depends = depends_of(s, n->a);
        n->where = from;
    }
    EACH_LANE_OF(s->mask, lane) {
        give_both(s, &s->in->operand[0], lane, result[lane]);
    }
}

// ---- Control ----------------------------------------------------------------------------------------------

void step_branch(const Step *s) {
    if (named(s->in, "ret")) frame_returns(s->history, s->w->call_depth, s->mask);
    if (s->t->ways) return; // the reason is not needed
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
void witness_step(Warp *w, const Op *op) {
    Step s = {.t = w->worker->launch->simulator->watcher};
    if (!s.t || !take_step(&s, w, op)) return;
    if (!s.frame) {
        step_bare(&s);
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
    case STEP_EXTREME: step_extreme(&s); break;
    case STEP_BRANCH: step_branch(&s); break;
    case STEP_CALL: frame_calls(s.t, s.history, w->call_depth, s.in, s.site); break;
    default: break;
    }
}
