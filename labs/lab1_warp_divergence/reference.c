// Lab 1's right answers on the CPU, and the mistakes that people make.
//
// All answers are whole numbers and have to be exact. EXACT, the bound, is as good as 0; a bound of 0 would
// mean that the cell must stay as it was.
#include "common/lab.h"

#include <stdio.h>

#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

static const double EXACT = 1e-6;
enum { WARP = 32 };

static int int_at(const LabCase *c, int i) {
    return *(const int *)c->args[i];
}

static void put(double *value, double *bound, size_t cell, double answer) {
    value[cell] = answer;
    bound[cell] = EXACT;
}

// ---- Warp arithmetic: what a student may take for a block's threads and for a thread's number ---------

// The block of a fixed shape, and one of its threads.
static BlockShape fixed_block(const LabCase *c) {
    return (BlockShape){int_at(c, 1), int_at(c, 2), int_at(c, 3)};
}

static ThreadIndex thread_number(int number, BlockShape b) {
    return (ThreadIndex){number % b.x, number / b.x % b.y, number / b.x / b.y};
}

typedef int Threads(BlockShape b);
typedef int Number(ThreadIndex t, BlockShape b);

static int all_threads(BlockShape b) {
    return b.x * b.y * b.z;
}
static int threads_xy(BlockShape b) {
    return b.x * b.y;
}
static int threads_added(BlockShape b) {
    return b.x + b.y + b.z;
}
static int threads_x(BlockShape b) {
    return b.x;
}

static int x_fastest(ThreadIndex t, BlockShape b) {
    return (t.z * b.y + t.y) * b.x + t.x;
}
static int z_fastest(ThreadIndex t, BlockShape b) {
    return (t.x * b.y + t.y) * b.z + t.z;
}
static int y_fastest(ThreadIndex t, BlockShape b) {
    return (t.z * b.x + t.x) * b.y + t.y;
}
static int no_z(ThreadIndex t, BlockShape b) {
    return t.y * b.x + t.x;
}
static int only_x(ThreadIndex t, BlockShape b) {
    return (void)b, t.x;
}
static int from_one(ThreadIndex t, BlockShape b) {
    return x_fastest(t, b) + 1;
}
static int rows_of_warps(ThreadIndex t, BlockShape b) {
    return (t.z * b.y + t.y) * ceil_div(b.x, WARP) * WARP + t.x;
}
static int rows_by_y(ThreadIndex t, BlockShape b) {
    return t.z * b.y * b.x + t.y * b.y + t.x;
}

// The words for each of these mistakes, which the fixed and the random tests share.
static const char DOWN[] =
    "the number of warps is rounded down: the threads that are left over need a warp too";
static const char ONE_MORE[] = "a warp is added even where the threads fill the last one";
static const char XY[] = "only x and y are multiplied: the block's z is missing";
static const char EACH_ROW[] =
    "each row of the block is rounded up to whole warps; but all threads of a block count as one sequence, "
    "which is cut into warps";
static const char EACH_LAYER[] =
    "each layer of the block is rounded up to whole warps; but all threads of a block count as one sequence, "
    "which is cut into warps";
static const char ROWS_OF_WARPS[] =
    "each row of the block is thought to begin a new warp; but where a row ends, its last warp goes on with the next row";
static const char IDLE_REST[] =
    "idle is the number of threads in the last warp, not of its lanes that have no thread";
static const char IDLE_32[] = "idle is 32 where the threads fill all warps; it should be 0 there";
static const char LANES[] =
    "lanes holds the number of threads; every warp has 32 lanes, with a thread or without";
static const char Z_FASTEST[] = "the threads are counted with z running fastest, where it should be x";
static const char Y_FASTEST[] = "the threads are counted with y running fastest, where it should be x";
static const char NO_Z[] = "the thread's z is left out";
static const char ONLY_X[] = "only the thread's x is used";
static const char FROM_ONE[] = "the threads are counted from 1; the first one is number 0";
static const char ROWS_BY_Y[] =
    "the thread's y is multiplied by the block's size in y; a row has as many threads as the "
    "block's size in x";

static BlockWarps warps_of(int threads, int warps) {
    return (BlockWarps){warps, WARP * warps, WARP * warps - threads};
}
static BlockWarps rounded_up(int threads) {
    return warps_of(threads, ceil_div(threads, WARP));
}
static BlockWarps rounded_down(int threads) {
    return warps_of(threads, threads / WARP);
}
static BlockWarps one_more(int threads) {
    return warps_of(threads, threads / WARP + 1);
}
static BlockWarps idle_is_rest(int threads) {
    BlockWarps w = rounded_up(threads);
    return (BlockWarps){w.warps, w.lanes, threads % WARP};
}
static BlockWarps idle_not_wrapped(int threads) {
    BlockWarps w = rounded_up(threads);
    return (BlockWarps){w.warps, w.lanes, WARP - threads % WARP};
}
static BlockWarps not_done(int threads) {
    return (void)threads, (BlockWarps){-1, -1, -1};
}
static BlockWarps lanes_are_threads(int threads) {
    BlockWarps w = rounded_up(threads);
    return (BlockWarps){w.warps, threads, w.idle};
}

// `parts` of the block have warps of their own, each for as many threads.
static BlockWarps warps_of_parts(BlockShape b, int threads, int parts) {
    const int warps = ceil_div(threads, WARP) * parts;
    return (BlockWarps){warps, WARP * warps, WARP * warps - all_threads(b)};
}
static BlockWarps each_row(BlockShape b) {
    return warps_of_parts(b, b.x, b.y * b.z);
}
static BlockWarps each_layer(BlockShape b) {
    return warps_of_parts(b, b.x * b.y, b.z);
}

typedef BlockWarps Warps(BlockShape b);

#define COUNTED(name, threads, warps)                                                                        \
    static BlockWarps name(BlockShape b) {                                                                   \
        return warps(threads(b));                                                                            \
    }

COUNTED(right, all_threads, rounded_up)
COUNTED(nothing, all_threads, not_done)
COUNTED(down, all_threads, rounded_down)
COUNTED(more, all_threads, one_more)
COUNTED(xy, threads_xy, rounded_up)
COUNTED(x_alone, threads_x, rounded_up)
COUNTED(sum, threads_added, rounded_up)
COUNTED(idle_rest, all_threads, idle_is_rest)
COUNTED(idle_32, all_threads, idle_not_wrapped)
COUNTED(threads_for_lanes, all_threads, lanes_are_threads)

// Args: counts, x, y, z.
static void fill_warps(const LabCase *c, Warps *warps, double *value, double *bound) {
    BlockWarps w = warps(fixed_block(c));
    put(value, bound, 0, w.warps);
    put(value, bound, 1, w.lanes);
    put(value, bound, 2, w.idle);
}

#define WARPS(name, warps)                                                                                   \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        fill_warps(c, warps, value, bound);                                                                  \
    }

WARPS(block, right)
WARPS(block_not_done, nothing)
WARPS(block_down, down)
WARPS(block_one_more, more)
WARPS(block_xy, xy)
WARPS(block_x, x_alone)
WARPS(block_sum, sum)
WARPS(block_each_row, each_row)
WARPS(block_each_layer, each_layer)
WARPS(block_idle_rest, idle_rest)
WARPS(block_idle_32, idle_32)
WARPS(block_lanes, threads_for_lanes)

static const LabMistake BLOCK_MISTAKES[] = {
    {"the answer still holds the -1 that it was given above the TODO", block_not_done},
    {DOWN, block_down},
    {ONE_MORE, block_one_more},
    {XY, block_xy},
    {"only the block's x is counted", block_x},
    {"the sides of the block are added: its threads are their product", block_sum},
    {EACH_ROW, block_each_row},
    {EACH_LAYER, block_each_layer},
    {IDLE_REST, block_idle_rest},
    {IDLE_32, block_idle_32},
    {LANES, block_lanes},
    {NULL, NULL},
};

static void count_words(BlockShape b, size_t which, char *text, size_t size) {
    static const char *const names[] = {"warps", "lanes", "idle"};
    snprintf(text, size, "%s of a block of %d x %d x %d", names[which], b.x, b.y, b.z);
}

static void place_words(ThreadIndex t, BlockShape b, size_t which, char *text, size_t size) {
    snprintf(text, size, "%s of thread (%d, %d, %d) in a block of %d x %d x %d", which == 0 ? "warp" : "lane",
             t.x, t.y, t.z, b.x, b.y, b.z);
}

static void describe_count(const LabCase *c, size_t cell, char *text, size_t size) {
    count_words(fixed_block(c), cell, text, size);
}

// Args: places, x, y, z. For each thread of the block its warp and its lane.
static void fill_places(const LabCase *c, Number *number, double *value, double *bound) {
    BlockShape b = fixed_block(c);
    for (int i = 0; i < all_threads(b); ++i) {
        int of_thread = number(thread_number(i, b), b);
        put(value, bound, 2 * i, of_thread / WARP);
        put(value, bound, 2 * i + 1, of_thread % WARP);
    }
}

#define PLACES(name, number)                                                                                 \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        fill_places(c, number, value, bound);                                                                \
    }

PLACES(places, x_fastest)
PLACES(places_z_fastest, z_fastest)
PLACES(places_y_fastest, y_fastest)
PLACES(places_no_z, no_z)
PLACES(places_only_x, only_x)
PLACES(places_from_one, from_one)
PLACES(places_rows_by_y, rows_by_y)
PLACES(places_rows_of_warps, rows_of_warps)

static void none_done(const LabCase *c, double *value, double *bound) {
    for (size_t i = 0; i < c->cells; ++i) put(value, bound, i, -1);
}

static const LabMistake PLACE_MISTAKES[] = {
    {"the answer still holds the -1 that it was given above the TODO", none_done},
    {Z_FASTEST, places_z_fastest},
    {Y_FASTEST, places_y_fastest},
    {NO_Z, places_no_z},
    {ONLY_X, places_only_x},
    {FROM_ONE, places_from_one},
    {ROWS_BY_Y, places_rows_by_y},
    {ROWS_OF_WARPS, places_rows_of_warps},
    {NULL, NULL},
};

static void describe_place(const LabCase *c, size_t cell, char *text, size_t size) {
    BlockShape b = fixed_block(c);
    place_words(thread_number((int)cell / 2, b), b, cell % 2, text, size);
}

// Args: answers, blocks, threads, count. The block and the thread of one of the random questions.
static BlockShape random_block(const LabCase *c, int i) {
    return ((const BlockShape *)c->args[1])[i];
}

static ThreadIndex random_thread(const LabCase *c, int i) {
    ThreadIndex t = ((const ThreadIndex *)c->args[2])[i];
    BlockShape b = random_block(c, i);
    return (ThreadIndex){t.x % b.x, t.y % b.y, t.z % b.z};
}

static void fill_random(const LabCase *c, Warps *warps, Number *number, double *value, double *bound) {
    for (int i = 0; i < int_at(c, 3); ++i) {
        BlockShape b = random_block(c, i);
        BlockWarps w = warps(b);
        int of_thread = number(random_thread(c, i), b);
        const int five[] = {w.warps, w.lanes, w.idle, of_thread / WARP, of_thread % WARP};
        for (int k = 0; k < 5; ++k) put(value, bound, 5 * i + k, five[k]);
    }
}

#define RANDOM(name, warps, number)                                                                          \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        fill_random(c, warps, number, value, bound);                                                         \
    }

RANDOM(many, right, x_fastest)
RANDOM(many_down, down, x_fastest)
RANDOM(many_one_more, more, x_fastest)
RANDOM(many_xy, xy, x_fastest)
RANDOM(many_idle_rest, idle_rest, x_fastest)
RANDOM(many_idle_32, idle_32, x_fastest)
RANDOM(many_lanes, threads_for_lanes, x_fastest)
RANDOM(many_z_fastest, right, z_fastest)
RANDOM(many_y_fastest, right, y_fastest)
RANDOM(many_no_z, right, no_z)
RANDOM(many_only_x, right, only_x)
RANDOM(many_from_one, right, from_one)
RANDOM(many_rows_by_y, right, rows_by_y)
RANDOM(many_each_row, each_row, x_fastest)
RANDOM(many_each_layer, each_layer, x_fastest)
RANDOM(many_rows_of_warps, right, rows_of_warps)
RANDOM(many_rows_apart, each_row, rows_of_warps)

static void describe_random(const LabCase *c, size_t cell, char *text, size_t size) {
    int i = (int)cell / 5, which = (int)cell % 5;
    if (which < 3)
        count_words(random_block(c, i), which, text, size);
    else
        place_words(random_thread(c, i), random_block(c, i), which - 3, text, size);
}

static const LabMistake RANDOM_MISTAKES[] = {
    {"the answers still hold the -1 that they were given above the TODO", none_done},
    {DOWN, many_down},
    {ONE_MORE, many_one_more},
    {XY, many_xy},
    {IDLE_REST, many_idle_rest},
    {IDLE_32, many_idle_32},
    {LANES, many_lanes},
    {Z_FASTEST, many_z_fastest},
    {Y_FASTEST, many_y_fastest},
    {NO_Z, many_no_z},
    {ONLY_X, many_only_x},
    {FROM_ONE, many_from_one},
    {ROWS_BY_Y, many_rows_by_y},
    {EACH_ROW, many_each_row},
    {EACH_LAYER, many_each_layer},
    {ROWS_OF_WARPS, many_rows_of_warps},
    {EACH_ROW, many_rows_apart},
    {NULL, NULL},
};

// ---- Kernels that choose by parity: args in, out, n, block --------------------------------------------

typedef int Path(int x);

static int doubled(int x) {
    return 2 * x;
}
static int negated(int x) {
    return -x;
}

static void fill_paths(const LabCase *c, Path *even, Path *odd, double *value, double *bound) {
    const int *in = c->args[0];
    for (int e = 0; e < int_at(c, 2); ++e) put(value, bound, e, e % 2 == 0 ? even(in[e]) : odd(in[e]));
}

#define PATHS(name, even, odd)                                                                               \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        fill_paths(c, even, odd, value, bound);                                                              \
    }

PATHS(by_parity, doubled, negated)
PATHS(by_parity_never, negated, negated)
PATHS(by_parity_always, doubled, doubled)
PATHS(by_parity_swapped, negated, doubled)

static const LabMistake PARITY_MISTAKES[] = {
    {"the branch is never taken: every element is negated", by_parity_never},
    {"the branch is always taken: every element is doubled", by_parity_always},
    {"even and odd are swapped", by_parity_swapped},
    {NULL, NULL},
};

PATHS(two_paths, even_path, odd_path)
PATHS(two_paths_even, even_path, even_path)
PATHS(two_paths_odd, odd_path, odd_path)
PATHS(two_paths_swapped, odd_path, even_path)

// What a kernel gives that chooses by the parity of the thread's warp, with neighbouring elements.
static void two_paths_by_warp(const LabCase *c, double *value, double *bound) {
    const int *in = c->args[0];
    int block = int_at(c, 3);
    for (int e = 0; e < int_at(c, 2); ++e)
        put(value, bound, e, e % block / WARP % 2 == 0 ? even_path(in[e]) : odd_path(in[e]));
}

static void two_paths_by_value(const LabCase *c, double *value, double *bound) {
    const int *in = c->args[0];
    for (int e = 0; e < int_at(c, 2); ++e)
        put(value, bound, e, in[e] % 2 == 0 ? even_path(in[e]) : odd_path(in[e]));
}

static const LabMistake PATH_MISTAKES[] = {
    {"the path is chosen by the parity of in[e], not of the element's index e", two_paths_by_value},
    {"every element takes the even path", two_paths_even},
    {"every element takes the odd path", two_paths_odd},
    {"the two paths are swapped", two_paths_swapped},
    {"the path is chosen by the warp's number, not by the parity of the element: change which "
     "elements each warp processes, not which path an element takes",
     two_paths_by_warp},
    {NULL, NULL},
};

// ---- demo.cu: args out, n, block ----------------------------------------------------------------------

typedef int Element(int e);

static int parity_100(int e) {
    return e % 2 == 0 ? 100 : 200;
}
static int warp_100(int e) {
    return e / WARP % 2 == 0 ? 100 : 200;
}
static int parity_path(int e) {
    return e % 2 == 0 ? even_path(e) : odd_path(e);
}
static int warp_path(int e) {
    return e / WARP % 2 == 0 ? even_path(e) : odd_path(e);
}

static int stirred(int x, int trips) {
    unsigned v = (unsigned)x;
    for (int step = 0; step < trips; ++step) v = (v ^ v >> 15) * 0x2c1b3c6du;
    return (int)v;
}
static int lane_trips(int e) {
    return stirred(e, e % WARP + 1);
}
static int warp_trips(int e) {
    return stirred(e, e / WARP % WARP + 1);
}

#define DEMO(name, element)                                                                                  \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        for (int e = 0; e < int_at(c, 1); ++e) put(value, bound, e, element(e));                             \
    }

DEMO(demo_parity, parity_100)
DEMO(demo_warp, warp_100)
DEMO(demo_parity_path, parity_path)
DEMO(demo_warp_path, warp_path)
DEMO(demo_lane_trips, lane_trips)
DEMO(demo_warp_trips, warp_trips)

// ---- What the host functions were called with ----------------------------------------------------------

static void take_block(BlockShape b, LabTake *take, void *context) {
    take(context, "block.x", b.x);
    take(context, "block.y", b.y);
    take(context, "block.z", b.z);
}

static const char *take_place(ThreadIndex t, BlockShape b, LabTake *take, void *context) {
    take(context, "thread.x", t.x);
    take(context, "thread.y", t.y);
    take(context, "thread.z", t.z);
    take_block(b, take, context);
    return "place_of_thread";
}

static const char *given_count(const LabCase *c, size_t cell, LabTake *take, void *context) {
    (void)cell;
    take_block(fixed_block(c), take, context);
    return "warps_of_block";
}

static const char *given_place(const LabCase *c, size_t cell, LabTake *take, void *context) {
    const BlockShape b = fixed_block(c);
    return take_place(thread_number((int)cell / 2, b), b, take, context);
}

static const char *given_random(const LabCase *c, size_t cell, LabTake *take, void *context) {
    const int i = (int)cell / 5;
    if (cell % 5 >= 3) return take_place(random_thread(c, i), random_block(c, i), take, context);
    take_block(random_block(c, i), take, context);
    return "warps_of_block";
}

const LabEntry lab_entries[] = {
    {.entry = "warps_of_block",
     .reference = block,
     .mistakes = BLOCK_MISTAKES,
     .describe = describe_count,
     .given = given_count},
    {.entry = "place_of_thread",
     .reference = places,
     .mistakes = PLACE_MISTAKES,
     .describe = describe_place,
     .given = given_place},
    {.entry = "warps_and_places",
     .reference = many,
     .mistakes = RANDOM_MISTAKES,
     .describe = describe_random,
     .given = given_random},
    {.entry = "launch_by_parity", .reference = by_parity, .mistakes = PARITY_MISTAKES},
    {.entry = "launch_two_paths", .reference = two_paths, .mistakes = PATH_MISTAKES},
    {.entry = "demo_short_by_parity", .reference = demo_parity},
    {.entry = "demo_short_by_warp", .reference = demo_warp},
    {.entry = "demo_short_two_ifs", .reference = demo_parity},
    {.entry = "demo_short_by_shift", .reference = demo_warp},
    {.entry = "demo_long_by_parity", .reference = demo_parity_path},
    {.entry = "demo_long_by_warp", .reference = demo_warp_path},
    {.entry = "demo_loop_by_lane", .reference = demo_lane_trips},
    {.entry = "demo_loop_by_warp", .reference = demo_warp_trips},
    {.entry = NULL},
};
