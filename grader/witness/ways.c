// By which way the values of points came: out of shared memory, from another thread, or by a load from global memory that
// serves one point alone.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

enum { POINTS_ASKED = 8192, STACK = 512 };

enum { RECENT = 64 };

typedef struct {
    const Witness *t;
    const Stores *stores;
    u32 point; // that is looked at, from 1
    u32 *seen; // of each node: the last point that was found to depend on it
    u32 *
        user; // of each load from global memory: the point that it serves; SEVERAL; 0: none of this warp. Of one from shared
              // memory: SEVERAL where it was counted
    u32 *loads; // of this warp's points
    u32 recent[RECENT],
        recent_count; // loads of the thread that is looked at from its own line in global memory, the last ones
    u8 march;         // 1 << the axis along which the thread that is looked at goes
    size_t load_count, load_room;
    u32 stack[STACK];
    u32 depth;
    bool lost, no_memory; // lost: a history was too large
} Search;

static const u32 SEVERAL = UINT32_MAX;

static void push(Search *s, u32 node) {
    if (!node || s->seen[node] == s->point) return;
    s->seen[node] = s->point;
    if (s->depth == STACK)
        s->lost = true;
    else
        s->stack[s->depth++] = node;
}

static void serves(Search *s, u32 load) {
    if (s->user[load]) {
        if (s->user[load] != s->point) s->user[load] = SEVERAL;
        return;
    }
    if (s->load_count == s->load_room) {
        const size_t room = s->load_room ? 2 * s->load_room : 256;
        u32 *grown = realloc(s->loads, room * sizeof *grown);
        s->no_memory |= !grown;
        if (!grown) return;
        s->loads = grown;
        s->load_room = room;
    }
    s->user[load] = s->point;
    s->loads[s->load_count++] = load;
}

static bool is_select(const Witness *t, const Node *n) {
    const Function *f;
    u32 at;
    return site_place(t, n->site, &f, &at) && named(&f->ptx->code[at], "selp");
}

// An element in shared memory from another thread ends the search: it is what the lab asks for. What the thread has put
// into memory itself is followed, whichever memory it is, and so is a part of the sum that another thread has made.
static void follow_load(Search *s, u32 number, const Node *n) {
    const Node *stored = graph_at(&s->t->graph, n->a);
    const bool written = stored->kind == NODE_STORE || stored->kind == NODE_ATOMIC;
    if (written && (stored->thread == n->thread || is_partial_sum(s->stores, stored->a)))
        push(s, stored->a);
    else if (n->space == SPACE_GLOBAL)
        serves(s, number);
}

// All loads from global memory that the value depends on, whatever is computed of them.
static void follow(Search *s, u32 value) {
    s->depth = 0;
    push(s, value);
    while (s->depth) {
        const u32 number = s->stack[--s->depth];
        const Node *n = graph_at(&s->t->graph, number);
        switch ((NodeKind)n->kind) {
        case NODE_LOAD: follow_load(s, number, n); break;
        case NODE_SHUFFLE: push(s, n->a); break;
        case NODE_PAIR: push(s, n->a), push(s, n->b); break;
        case NODE_OPERATION:
            push(s, n->a), push(s, n->b);
            if (!is_select(s->t, n)) push(s, n->c);
            break;
        default: break;
        }
    }
}

// ---- Warps --------------------------------------------------------------------------------------------------

static u32 warp_of(const Witness *t, u32 thread) {
    WitnessThread who;
    if (!witness_thread(t, thread, &who)) return thread / LANES;
    const u32 *size = who.launch->block;
    const u32 at = (who.thread[2] * size[1] + who.thread[1]) * size[0] + who.thread[0];
    return thread - at % LANES;
}

// Points of a warp in one quarter of the output: a special case for some blocks, rows or planes shows in some of them.
typedef struct {
    double points, asked, passed, crossing, alone, line; // `asked`: those of them whose terms were looked at
} Unit;
enum { QUARTERS = 4 };

typedef struct {
    const Stores *stores;
    Unit now[QUARTERS], *unit;
    size_t count, room;
    u32 *quarter; // of each point, numbered from 1
    u32 terms, one_lane_of;
    u64 asked;
} Units;

static void end_warp(Search *s, Units *u) {
    for (size_t i = 0; i < s->load_count; i++) {
        const u32 point = s->user[s->loads[i]];
        if (point != SEVERAL) u->now[u->quarter[point]].alone++;
        s->user[s->loads[i]] = 0;
    }
    s->load_count = 0;
    for (int q = 0; q < QUARTERS; q++) {
        if (u->now[q].asked > 0) u->unit[u->count++] = u->now[q];
        u->now[q] = (Unit){0};
    }
}

// Has the thread loaded the element before, by another load than this one, within its last steps?
static bool is_loaded_again(Search *s, u32 load) {
    const u64 address = graph_at(&s->t->graph, load)->where;
    bool again = false;
    for (u32 i = 0; i < RECENT; i++) {
        if (s->recent[i] == load) return false; // that one has been counted
        again |= s->recent[i] && graph_at(&s->t->graph, s->recent[i])->where == address;
    }
    s->recent[s->recent_count++ % RECENT] = load;
    return again;
}

// Loads of what lies in the point's own line along the march: from shared memory, each once, however many points it serves; and from
// global memory those of what the thread has loaded before, for two.
static u32 count_line_loads(Search *s, const Passed *found) {
    u32 count = 0;
    for (u32 i = 0; i < found->line_loads; i++) {
        const LineLoad *l = &found->line_load[i];
        if (!(l->axes & s->march)) continue;
        if (graph_at(&s->t->graph, l->load)->space == SPACE_GLOBAL) {
            count += is_loaded_again(s, l->load) ? 2 : 0;
            continue;
        }
        if (s->user[l->load]) continue;
        s->user[l->load] = SEVERAL;
        count++;
    }
    return count;
}

bool is_last_store(const Stores *s, u32 number) {
    const Node *n = graph_at(&s->t->graph, number);
    return (n->where - s->base) % s->width == 0 && shadow_find(&s->t->global, n->where) == number && n->a &&
           thread_has_histories(s->t, n->thread);
}

// No other warp could hand anything to the threads of such a block: what counts for them is what other lanes have put there.
static bool is_one_warp(const Witness *t, u32 thread) {
    WitnessThread who;
    if (!witness_thread(t, thread, &who)) return false;
    const u32 *size = who.launch->block;
    return (u64)size[0] * size[1] * size[2] <= LANES;
}

u32 ways_lanes_apart(u32 points) {
    const u32 apart = points / POINTS_ASKED + 1;
    return apart > LANES ? LANES : apart;
}

// Another lane in each warp: of the lane's number alone, for that of the thread, 32 * warp + lane, would be lane 0 or 31 in every warp where
// it is divided by 31, and those of a halo compute nothing.
bool ways_ask_thread(u32 thread, u32 apart) {
    return thread % LANES % apart == thread / LANES % apart;
}

static void look_at_point(Search *s, Units *u, u32 number) {
    const Node *n = graph_at(&s->t->graph, number);
    const u32 quarter = (u32)((n->where - u->stores->base) * QUARTERS / u->stores->size);
    Unit *unit = &u->now[quarter];
    if (ways_ask_thread(n->thread, u->one_lane_of)) {
        Passed found;
        count_passed(u->stores, number, u->terms, &found);
        if (found.passed + found.others < 2) return; // a copy is not a point
        unit->asked++;
        unit->passed += found.passed;
        unit->crossing += is_one_warp(s->t, n->thread) ? found.passed : found.crossing;
        unit->line += count_line_loads(s, &found);
        u->asked++;
    }
    unit->points++;
    u->quarter[++s->point] = quarter;
    follow(s, n->a);
}

// The axis along which the points of the thread from `first` on go farther most often; z where it has a single one. Rows that
// it computes in turn go to and fro.
static u8 march_of(const Stores *stores, u32 first, u32 points) {
    const u32 thread = graph_at(&stores->t->graph, stores->list[first])->thread;
    u32 moves[3] = {0}, low[3] = {0}, high[3] = {0};
    for (u32 i = first; i < points; i++) {
        const Node *n = graph_at(&stores->t->graph, stores->list[i]);
        if (n->thread != thread) break;
        u64 left = (n->where - stores->base) / stores->width;
        for (int axis = 0; axis < 3; axis++) {
            const u32 at = (u32)(axis == 2 ? left : left % stores->extent[axis]);
            if (i == first) low[axis] = high[axis] = at;
            moves[axis] += at < low[axis] || at > high[axis];
            if (at < low[axis]) low[axis] = at;
            if (at > high[axis]) high[axis] = at;
            left /= stores->extent[axis];
        }
    }
    int most = 2;
    for (int axis = 1; axis >= 0; axis--)
        if (moves[axis] > moves[most]) most = axis;
    return (u8)(1 << most);
}

static void look_at(Search *s, Units *u, u32 points) {
    u32 warp = UINT32_MAX, thread = UINT32_MAX;
    for (u32 i = 0; i < points; i++) {
        const u32 number = u->stores->list[i], by = graph_at(&s->t->graph, number)->thread;
        const u32 own = warp_of(s->t, by);
        if (own != warp) end_warp(s, u);
        if (by != thread) {
            s->march = march_of(u->stores, i, points);
            memset(s->recent, 0, sizeof s->recent);
        }
        warp = own, thread = by;
        look_at_point(s, u, number);
    }
    end_warp(s, u);
}

// Keeps the stores that are the last of their element and have histories; says how many.
static u32 keep_last(Stores *s) {
    u32 kept = 0;
    for (u32 i = 0; i < s->count; i++)
        if (is_last_store(s, s->list[i])) s->list[kept++] = s->list[i];
    return kept;
}

static int compare_units(const void *a, const void *b) {
    const Unit *x = a, *y = b;
    const double one = x->passed / x->asked, other = y->passed / y->asked;
    if (one != other) return one < other ? -1 : 1;
    return (x->alone / x->points < y->alone / y->points) - (x->alone / x->points > y->alone / y->points);
}

static int compare_crossing(const void *a, const void *b) {
    const Unit *x = a, *y = b;
    const double one = x->crossing / x->asked, other = y->crossing / y->asked;
    return (one > other) - (one < other);
}

static double least_crossing(Units *u) {
    double asked = 0, crossing = 0;
    qsort(u->unit, u->count, sizeof *u->unit, compare_crossing);
    for (size_t i = 0; i < u->count && 4 * asked < (double)u->asked; i++)
        asked += u->unit[i].asked, crossing += u->unit[i].crossing;
    return asked > 0 ? crossing / asked : 0;
}

static int compare_line(const void *a, const void *b) {
    const Unit *x = a, *y = b;
    const double one = x->line / x->asked, other = y->line / y->asked;
    return (one < other) - (one > other);
}

static double most_line(Units *u) {
    double asked = 0, line = 0;
    qsort(u->unit, u->count, sizeof *u->unit, compare_line);
    for (size_t i = 0; i < u->count && 4 * asked < (double)u->asked; i++)
        asked += u->unit[i].asked, line += u->unit[i].line;
    return asked > 0 ? line / asked : 0;
}

// Averages of that quarter of the points where fewest values were passed on.
static void judge_units(Units *u, WitnessWays *ways) {
    double asked = 0, points = 0;
    qsort(u->unit, u->count, sizeof *u->unit, compare_units);
    for (size_t i = 0; i < u->count && 4 * asked < (double)u->asked; i++) {
        asked += u->unit[i].asked, points += u->unit[i].points;
        ways->passed += u->unit[i].passed, ways->alone += u->unit[i].alone;
    }
    ways->points = u->asked;
    if (asked > 0) ways->passed /= asked, ways->alone /= points;
    ways->crossing = least_crossing(u);
    ways->line = most_line(u);
}

// Most words of any tile serve threads of several rows, but for some in its halo. Where nearly none does, values are sent through shared
// memory for show, or to the one thread, or row of threads, that could have loaded them.
static double share_that_counts(double served) {
    const double enough = 0.25;
    return served < enough ? served / enough : 1;
}

static bool count_points(const Witness *t, Stores *stores, u32 terms, double served, WitnessWays *ways) {
    const u32 points = keep_last(stores);
    Search s = {.t = t, .stores = stores};
    Units u = {.stores = stores, .terms = terms, .one_lane_of = ways_lanes_apart(points)};
    s.seen = calloc(t->graph.count, sizeof *s.seen), s.user = calloc(t->graph.count, sizeof *s.user);
    u.unit = malloc(((size_t)points + 1) * sizeof *u.unit);
    u.quarter = malloc(((size_t)points + 1) * sizeof *u.quarter);
    s.no_memory = !s.seen || !s.user || !u.unit || !u.quarter;
    if (!s.no_memory) look_at(&s, &u, points);
    if (!s.no_memory && !s.lost) judge_units(&u, ways);
    const bool good = !s.no_memory;
    ways->passed *= share_that_counts(served), ways->crossing *= share_that_counts(served);
    free(s.seen), free(s.user), free(s.loads), free(u.unit), free(u.quarter);
    return good;
}

static bool count_whole(const Stores *stores, double *again, double *served) {
    WholePoints whole;
    const bool good = find_whole_points(stores, &whole) && count_again(stores, &whole, again) &&
                      find_served(stores, &whole, served);
    free_whole_points(&whole);
    return good;
}

WitnessWays witness_ways(const Witness *t, u64 base, const u32 extent[3], u32 terms) {
    const Allocation *buffer = witness_allocation(t, base);
    WitnessWays ways = {0};
    Stores stores = {0};
    double served = 1;
    u32 strayed = 0;
    if (!buffer || !t->graph.chunks) return ways;
    const bool good =
        !(t->graph.full && t->graph.count < GRAPH_MOST) &&
        gather_stores(&stores, t, base, buffer->size, buffer->element ? (u32)buffer->element : 4, extent,
                      true) &&
        count_columns(&stores, &ways.columns) && count_strayed(&stores, extent[0], &ways.strayed, &strayed) &&
        count_whole(&stores, &ways.again, &served) && count_points(t, &stores, terms, served, &ways);
    free(stores.list);
    if (good && strayed) {
        const Node *n = graph_at(&t->graph, strayed);
        const char *file;
        int column;
        if (!site_source_line(t, n->site, n->context, &file, &ways.strayed_line, &column))
            ways.strayed_line = 0;
    }
    for (u32 i = 0; i < t->launch_count; i++) ways.cut_short |= t->launches[i].until != 0;
    ways.blocks_missed = t->blocks_missed;
    return good ? ways : (WitnessWays){.no_memory = true};
}
