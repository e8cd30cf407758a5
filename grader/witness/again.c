// Values that a thread loads from global memory although its block has them in shared memory, by another load of the same element.
//
// A tile of which only a part of the neighbours is taken costs nearly as many loads as none. What no thread has put into shared memory,
// such as the neighbours of a tile without a halo, is loaded once, and no such value; nor is what stays in the register of the thread
// that has put it there.
#include <stdlib.h>

#include "grader/witness/parts.h"

// A word of shared memory: the element of global memory that it is a copy of.
typedef struct {
    u32 block; // its first thread
    u32 load;
    u64 address;
} Copied;

typedef struct {
    Copied *list;
    size_t count, room;
} Copies;

typedef struct {
    double points, again;
} BlockAgain;

// The load that a stored value comes from; a guard may choose between it and a number. 0: there is none.
static u32 find_load(const Witness *t, u32 value, int depth) {
    enum { DEEPEST = 3 };
    const Node *n = graph_at(&t->graph, value);
    if (n->kind == NODE_LOAD) return n->space == SPACE_GLOBAL ? value : 0;
    if (n->kind != NODE_OPERATION || depth == DEEPEST) return 0;
    const u32 first = find_load(t, n->a, depth + 1), second = first ? first : find_load(t, n->b, depth + 1);
    return second ? second : find_load(t, n->c, depth + 1);
}

u32 load_behind(const Witness *t, u32 value) {
    return find_load(t, value, 0);
}

static bool add_copy(Copies *c, Copied copy) {
    if (c->count == c->room) {
        const size_t room = c->room ? 2 * c->room : 4096;
        Copied *grown = realloc(c->list, room * sizeof *grown);
        if (!grown) return false;
        c->list = grown;
        c->room = room;
    }
    c->list[c->count++] = copy;
    return true;
}

static int compare_copies(const void *a, const void *b) {
    const Copied *x = a, *y = b;
    if (x->block != y->block) return x->block < y->block ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

static bool find_copies(const Witness *t, Copies *c) {
    for (u32 number = 1; number < t->graph.count; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (n->kind != NODE_STORE || n->space != SPACE_SHARED || !thread_is_whole(t, n->thread)) continue;
        const u32 load = load_behind(t, n->a);
        if (load && !add_copy(c, (Copied){first_thread_of_block(t, n->thread), load,
                                          graph_at(&t->graph, load)->where}))
            return false;
    }
    if (c->count) qsort(c->list, c->count, sizeof *c->list, compare_copies);
    return true;
}

// Has the block a copy of the element, and none by this very load?
static bool is_again(const Copies *c, u32 block, u64 address, u32 load) {
    const Copied wanted = {block, load, address};
    size_t low = 0, high = c->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_copies(&c->list[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool again = false;
    for (; low < c->count && !compare_copies(&c->list[low], &wanted); low++) {
        if (c->list[low].load == load) return false;
        again = true;
    }
    return again;
}

static int compare_blocks(const void *a, const void *b) {
    const double x = ((const BlockAgain *)a)->again / ((const BlockAgain *)a)->points,
                 y = ((const BlockAgain *)b)->again / ((const BlockAgain *)b)->points;
    return (x < y) - (x > y);
}

// Of a point on an average, in those blocks with most that make a quarter of the points.
static double of_worst_quarter(BlockAgain *block, size_t count) {
    double all = 0;
    BlockAgain sum = {0};
    for (size_t i = 0; i < count; i++) all += block[i].points;
    if (count) qsort(block, count, sizeof *block, compare_blocks);
    for (size_t i = 0; i < count && 4 * sum.points < all; i++)
        sum.points += block[i].points, sum.again += block[i].again;
    return sum.points > 0 ? sum.again / sum.points : 0;
}

bool count_again(const Stores *stores, const WholePoints *whole, double *again) {
    const Witness *t = stores->t;
    Copies copies = {0};
    BlockAgain *block = malloc((whole->count + 1) * sizeof *block);
    const bool good = block && find_copies(t, &copies);
    size_t blocks = 0;
    u32 last = UINT32_MAX;
    for (size_t i = 0; i < whole->count && good && copies.count; i++) {
        const WholePoint *point = &whole->point[i];
        const u32 own = first_thread_of_block(t, graph_at(&t->graph, point->store)->thread);
        if (own != last) block[blocks++] = (BlockAgain){0};
        last = own;
        block[blocks - 1].points++;
        for (u32 k = 0; k < point->elements; k++) {
            const PassedElement *e = &whole->element[point->first + k];
            if (e->load && !e->passed && e->counts)
                block[blocks - 1].again +=
                    is_again(&copies, own, graph_at(&t->graph, e->load)->where, e->load);
        }
    }
    if (good) *again = of_worst_quarter(block, blocks);
    free(block), free(copies.list);
    return good;
}
