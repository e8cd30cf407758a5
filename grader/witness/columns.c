// How many columns of points a block works on at a time.
//
// A block that marches keeps a plane or several of them in shared memory: what that costs is told a column, a line of points along the
// march, with the columns of the halo around them. How many threads share a column, or how many columns a thread has, changes nothing.
#include <stdlib.h>

#include "grader/witness/parts.h"

// What a block has stored, in steps: the first store of all its threads, the second of all, and so on.
typedef struct {
    u32 *element;
    u32 *gap; // scratch, as long
    u32 count;
} Steps;

// Of each column along an axis the last step into it, and the block whose step that was.
typedef struct {
    u64 *seen;
    u32 *step;
} LastSteps;

static u64 columns_along(const Stores *s, int axis) {
    u64 all = 1;
    for (int i = 0; i < 3; i++) all *= i == axis ? 1 : s->extent[i];
    return all;
}

static void place_in(const Stores *s, u32 element, u32 place[3]) {
    place[0] = element % s->extent[0];
    place[1] = element / s->extent[0] % s->extent[1];
    place[2] = element / s->extent[0] / s->extent[1];
}

static u64 column_at(const Stores *s, const u32 place[3], int axis) {
    const int a = axis == 0, b = axis == 2 ? 1 : 2; // the two other axes
    return (u64)place[b] * s->extent[a] + place[a];
}

static u64 column_of(const Stores *s, u32 element, int axis) {
    u32 place[3];
    place_in(s, element, place);
    return column_at(s, place, axis);
}

static int compare_gaps(const void *a, const void *b) {
    const u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}

// Between two stores into one column all others that are worked on are stored into once. Where hardly any column is stored
// into twice there is no march along this axis.
static u32 columns_in_turn(const Stores *s, const Steps *steps, int axis, LastSteps *last, u64 stamp) {
    u32 again = 0, columns = 0;
    for (u32 i = 0; i < steps->count; i++) {
        const u64 column = column_of(s, steps->element[i], axis);
        if (last->seen[column] == stamp)
            steps->gap[again++] = i - last->step[column];
        else
            columns++;
        last->seen[column] = stamp, last->step[column] = i;
    }
    if (again < steps->count / 4 || !again) return columns;
    qsort(steps->gap, again, sizeof *steps->gap, compare_gaps);
    return steps->gap[again / 2];
}

static u32 count_new(const Stores *s, const u32 place[3], int axis, LastSteps *last, u64 stamp) {
    const u64 column = column_at(s, place, axis);
    const bool is_new = last->seen[column] != stamp;
    last->seen[column] = stamp;
    return is_new;
}

// Columns that are stored into by `turn` steps in the middle of the march, and their neighbours.
static u32 with_halo(const Stores *s, const Steps *steps, int axis, u32 turn, LastSteps *last, u64 stamp) {
    const u32 from = (steps->count - turn) / 2;
    u32 columns = 0;
    for (u32 i = from; i < from + turn; i++) {
        u32 place[3];
        place_in(s, steps->element[i], place);
        columns += count_new(s, place, axis, last, stamp);
        for (int other = 0; other < 3; other++) {
            if (other == axis) continue;
            const u32 here = place[other];
            if (here > 0) place[other] = here - 1, columns += count_new(s, place, axis, last, stamp);
            if (here + 1 < s->extent[other])
                place[other] = here + 1, columns += count_new(s, place, axis, last, stamp);
            place[other] = here;
        }
    }
    return columns;
}

// The march goes along the axis on which the most columns are in turn: a plane of points, not a row.
static u32 columns_of_block(const Stores *s, const Steps *steps, LastSteps *last, u64 *stamp) {
    u32 most = 0;
    int along = 2;
    for (int axis = 2; axis >= 0; axis--) {
        const u32 columns = columns_in_turn(s, steps, axis, last, ++*stamp);
        if (columns > most) most = columns, along = axis;
    }
    return with_halo(s, steps, along, most, last, ++*stamp);
}

// `first`: of each thread the number of its first store.
static void stores_in_steps(const Stores *s, const u32 *first, u64 threads, Steps *steps) {
    steps->count = 0;
    bool more = true;
    for (u32 step = 0; more; step++) {
        more = false;
        for (u64 i = 0; i < threads; i++) {
            if (first[i] + step >= first[i + 1]) continue;
            const Node *n = graph_at(&s->t->graph, s->list[first[i] + step]);
            steps->element[steps->count++] = (u32)((n->where - s->base) / s->width);
            more = true;
        }
    }
}

// ---- Of a block, or of a launch -----------------------------------------------------------------------------

typedef struct {
    double columns, stores;
} Work;

static int compare_work(const void *a, const void *b) {
    const double x = ((const Work *)a)->columns, y = ((const Work *)b)->columns;
    return (x < y) - (x > y);
}

static double all_stores(const Work *work, u64 count) {
    double all = 0;
    for (u64 i = 0; i < count; i++) all += work[i].stores;
    return all;
}

// Of those with most columns the one down to which `share` of all stores is made. Sorts; 0: no thread stores.
static double most_down_to(Work *work, u64 count, double share) {
    const double all = all_stores(work, count);
    double sum = 0;
    qsort(work, count, sizeof *work, compare_work);
    for (u64 i = 0; i < count && all > 0; i++)
        if ((sum += work[i].stores) >= share * all) return work[i].columns;
    return 0;
}

typedef struct {
    const Stores *stores;
    u32 *first; // of each thread the number of its first store
    Steps steps;
    LastSteps last;
    u64 stamp;
    Work *block, *launch;
} Search;

// Of the launch's blocks: those at the edge of the grid may have little to do, but a block that works for show is not many.
static Work work_of_launch(Search *c, const WatchedLaunch *l) {
    const u64 each = (u64)l->block[0] * l->block[1] * l->block[2], blocks = l->threads / each;
    for (u64 block = 0; block < blocks; block++) {
        stores_in_steps(c->stores, c->first + l->first_thread + block * each, each, &c->steps);
        c->block[block] = (Work){columns_of_block(c->stores, &c->steps, &c->last, &c->stamp), c->steps.count};
    }
    return (Work){most_down_to(c->block, blocks, 0.25), all_stores(c->block, blocks)};
}

static u64 threads_of(const Witness *t) {
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    return last ? last->first_thread + last->threads : 0;
}

static bool has_memory(Search *c, u64 threads) {
    const Stores *s = c->stores;
    u64 columns = 1;
    for (int axis = 0; axis < 3; axis++)
        if (columns_along(s, axis) > columns) columns = columns_along(s, axis);
    c->first = calloc(threads + 2, sizeof *c->first);
    c->steps.element = malloc(((size_t)s->count + 1) * sizeof *c->steps.element);
    c->steps.gap = malloc(((size_t)s->count + 1) * sizeof *c->steps.gap);
    c->last.seen = calloc(columns, sizeof *c->last.seen);
    c->last.step = malloc(columns * sizeof *c->last.step);
    c->block = calloc(threads + 1, sizeof *c->block);
    c->launch = calloc(s->t->launch_count + 1, sizeof *c->launch);
    return c->first && c->steps.element && c->steps.gap && c->last.seen && c->last.step && c->block &&
           c->launch;
}

// Of the launches that store into the buffer the one with fewest counts, but for those that do less than a quarter of it
// together: a small launch for the last plane has few columns, and says nothing of the others.
bool count_columns(const Stores *s, double *columns) {
    const Witness *t = s->t;
    const u64 threads = threads_of(t), elements = s->size / s->width,
              plane = (u64)s->extent[0] * s->extent[1];
    Stores whole = *s; // the buffer may be longer than the lab says
    if (plane * whole.extent[2] < elements) whole.extent[2] = (u32)(elements / plane + 1);
    Search c = {.stores = &whole};
    const bool good = has_memory(&c, threads);
    if (good) {
        for (u32 i = 0; i < s->count; i++) c.first[graph_at(&t->graph, s->list[i])->thread + 1]++;
        for (u64 i = 0; i < threads; i++) c.first[i + 1] += c.first[i];
        for (u32 i = 0; i < t->launch_count; i++) c.launch[i] = work_of_launch(&c, &t->launches[i]);
        *columns = most_down_to(c.launch, t->launch_count, 0.75);
    }
    free(c.first), free(c.steps.element), free(c.steps.gap), free(c.last.seen), free(c.last.step);
    free(c.block), free(c.launch);
    return good;
}
