// Inside the witness: its state, and what its files offer each other.
#ifndef WARPBOOK_WITNESS_PARTS_H
#define WARPBOOK_WITNESS_PARTS_H

#include "grader/warpsim/core/watched.h"
#include "grader/witness/graph.h"
#include "grader/witness/shadow.h"
#include "grader/witness/witness.h"

// What an instruction is to the witness.
typedef enum {
    STEP_NOTHING, // it makes no value: barriers, fences, hints
    STEP_VALUE,   // results of its sources
    STEP_MOVE,    // a copy, a conversion, a negation: one source
    STEP_LOAD,
    STEP_PARAM_LOAD, // of the kernel's own parameters
    STEP_STORE,
    STEP_ATOMIC,
    STEP_COPY, // cp.async
    STEP_SHUFFLE,
    STEP_SELECT,
    STEP_EXTREME, // the smaller or the larger of two floating-point numbers, as it is
    STEP_BRANCH,  // or an exit under a predicate
    STEP_CALL,
} StepKind;

enum { PLAN_SOURCES = 4 };

typedef struct {
    u8 kind; // StepKind
    u8 space, width, count;
    u8 results; // leading operands that it writes
    u8 sources; // of STEP_VALUE and STEP_MOVE: the first ones
    const PtxOperand *source[PLAN_SOURCES];
    u32 constant[PLAN_SOURCES]; // node of a source that is a number; 0: not made yet
    u32 parameter;              // node of a kernel's parameter; 0: not made yet in this launch
    u64 parameter_launch;       // 1 + launch that it was made in
    u32 meets;                  // of a branch, see meeting_place()
    bool meets_known;
} Plan;

typedef struct {
    const Function *function;
    Plan *plan;     // of each instruction
    u32 first_site; // sites of its instructions are numbered from here
} WatchedFunction;

// Histories of a warp's registers: of each function that is being called.
typedef struct {
    const Function *function;
    u32 *reg;                   // 32 a register
    u32 *rows;                  // 32 a row of parameter memory
    u32 context;                // by which call it runs: 1 + a number of Witness.calls; 0: it is the kernel
    const PtxInstruction *call; // that it makes, or made last
    u32 call_context;
} Frame;

// One place of a call, and the call that its caller runs by.
typedef struct {
    u32 site, parent;
} WatchedCall;

typedef struct {
    Frame *frame; // by depth of the call
    u32 depths;
    u32 control[LANES]; // last branch of each lane
} WarpHistory;

typedef struct {
    const Worker *worker; // that runs it, and has others beside it
    u32 linear, launch;
    Shadow shared, local; // local: by lane and warp too, see local_key()
    WarpHistory warp[MAX_WARPS_PER_BLOCK];
} BlockHistory;

typedef struct {
    const Function *kernel;
    u32 grid[3], block[3];
    u64 number;       // of the simulator's
    u32 first_thread; // threads of all launches are numbered through
    u64 threads;      // of the blocks that are looked at
    u32 every;   // one block, or warp, of so many has histories; of the others only who stored what is known
    u32 samples; // so many blocks are looked at, see witness_samples(); 0: all
    u32 asked;   // 1 + a block, and whether it is one of them
    bool answer;
    u32 begun; // blocks up to here have begun
    u32 until; // blocks from here on have none, for the graph is nearly full; 0: all may have
} WatchedLaunch;

struct Witness {
    Warpsim *simulator;
    Graph graph;
    Shadow global;
    WatchedFunction *functions;
    u32 function_count, site_count;
    WatchedCall *calls;
    u32 call_count;
    WatchedLaunch *launches;
    u32 launch_count;
    BlockHistory *blocks;
    u32 block_count;
    u32 *last_branch; // of each thread; its threads are all of `launches`
    u32 ways;         // not 0: see witness_follow_ways(), of one warp of so many times more than usual
    u64 salt;
    FollowedBlocks followed; // for ways
    bool blocks_missed;      // see WitnessWays
    u64 *stored_into;        // with samples: addresses of what kernels have stored something to
    u32 stored_count;
};

// plan.c
WatchedFunction *watched_function(Witness *t, const Function *f); // NULL without memory

// The function and the instruction of a site. False for NO_SITE.
bool site_place(const Witness *t, u32 site, const Function **f, u32 *instruction);

// frames.c
WatchedLaunch *this_launch(Witness *t, const Launch *l); // as all of these NULL without memory
BlockHistory *this_block(Witness *t, const Warp *w, u32 launch);

// The frame of the running function. Its registers have no history when it starts, but for what it was given.
Frame *this_frame(WarpHistory *h, const Warp *w);

// The function at that depth calls another one; returns to its caller with these lanes.
void frame_calls(Witness *t, WarpHistory *h, u32 depth, const PtxInstruction *call, u32 site);
void frame_returns(WarpHistory *h, u32 depth, u32 mask);

// The number of a call, see Frame.context.
u32 witness_call(Witness *t, u32 parent, u32 site);

// followed.c: who has histories.
// A block begins, unless it has begun before. What is left of a nearly full graph is for those that run already.
void block_begins(const Witness *t, WatchedLaunch *l, u32 linear);
u32 one_of_so_many(const Witness *t, const WatchedLaunch *l); // WatchedLaunch.every
bool warp_has_histories(const Witness *t, const WatchedLaunch *l, u32 linear, u32 warp);
bool block_is_looked_at(const Witness *t, WatchedLaunch *l, u32 linear);
u32 number_of_block(const WatchedLaunch *l, u32 linear); // among those that are looked at, for one of them
u32 block_of_number(const Witness *t, const WatchedLaunch *l, u32 number);
u32 samples_of(const Witness *t, const u32 grid[3]); // WatchedLaunch.samples
bool thread_has_histories(const Witness *t, u32 thread);
bool thread_is_whole(const Witness *t, u32 thread);      // all threads of its block have, for ways
u32 first_thread_of_block(const Witness *t, u32 thread); // the number of the first thread of its block

// place.c: which launch and which thread a number stands for.
typedef struct {
    const WatchedLaunch *launch;
    u32 block[3], thread[3];
} WitnessThread;
bool witness_thread(const Witness *t, u32 number, WitnessThread *who);

// The observer of each operation: see warpsim/core/watched.c.
void witness_step(Warp *w, const Op *op);

// Which allocation an address lies in.
const Allocation *witness_allocation(const Witness *t, u64 address);

// names.c: the source's name of a mangled one; of what lies at an address, and the number of its element there: "-" and words
// of 4 bytes where it has none.
void source_name(const char *mangled, char *name, size_t size);
void name_place(const Witness *t, u8 space, u64 at, char *name, size_t size, u64 *index);

// absent.c: how the elements of a buffer belong to threads.
typedef struct Writers Writers;
typedef enum {
    ABSENT_ALL,     // nothing was written
    ABSENT_BEYOND,  // the launch has no such thread: it ends before, along an axis
    ABSENT_GAP,     // no thread's indices lead to this element
    ABSENT_SKIPPED, // this thread was to write it, and did not
} Absence;

// `width`: bytes of an element; `extent`: the elements along x, y and z. NULL without memory.
Writers *find_writers(const Witness *t, u64 base, u64 elements, u32 width, const u32 extent[3]);
void free_writers(Writers *w);
Absence find_absent(const Witness *t, const Writers *w, u64 element, u32 *thread, int *axis);

// How far apart along an axis neighbouring blocks store, and how many elements in a row the threads of a block store there.
// False where that is not known.
bool block_spacing(const Writers *w, int axis, s64 *distance, s64 *points);
// The thread with one more of an index: 0 to 2 in its block, 3 to 5 that of its block. exists: the launch has it.
u32 thread_beside(const Witness *t, u32 thread, int index, bool *exists);

// stores.c: the stores into a buffer, by thread and in the order in which each made them.
typedef struct {
    const Witness *t;
    u64 base, size;
    u32 width;     // bytes of an element
    u32 extent[3]; // of the grid of elements
    bool atomics;
    u32 *list; // nodes; the caller frees it
    u32 count;
} Stores;

// `atomics`: those by atomic operations too. False without memory.
bool gather_stores(Stores *s, const Witness *t, u64 base, u64 size, u32 width, const u32 extent[3],
                   bool atomics);
bool is_written(const Stores *s, u64 element);
u64 store_place(const Stores *s, const Node *store, int axis); // of the element, in the grid of elements
const Node *first_store_of(const Stores *s, u32 thread);       // NULL: it has none
u64 first_stored(const Stores *s, u32 thread,
                 u64 element); // the element that a thread stored first; `element`: none
const Node *missed_store(const Stores *s, u64 element, u32 thread);
bool is_stored_elsewhere(const Stores *s, const Writers *writers, u64 element, int axis, u32 *thread);

// marches.c: the same of marches along the axis, each of one element after the other. False: there are none, or not all blocks are as
// far from the next one.
bool march_spacing(const Stores *s, int axis, s64 *distance, s64 *points);

// The indices (DEPENDS_*) that the place along an axis depends on; 0 where that is not known.
u8 axis_depends(const Writers *w, int axis);

// meeting.c: the instruction at which all ways of a branch meet again; UINT32_MAX: there is none before the end.
u32 meeting_place(const Witness *t, const Function *f, u32 branch);

// guards.c: the comparisons that decide what a thread does.
enum { GUARDS_MOST = 24 };
typedef struct {
    u32 node; // of the comparison
    s64 left, right;
    bool held;
    u32 use;          // site of what uses it: the arithmetic of conditions, or the branch
    u32 branch;       // site of the branch that it decides
    bool reused;      // an earlier branch uses the same comparison
    bool equality;    // it asks for equal or different, not for an order
    bool is_unsigned; // it compares unsigned numbers
    bool turned;      // it came out otherwise before: a loop's that went round
} Guard;

// Those behind branch `control` and the branches before it, the latest of each place only. `place`: the store, or another
// node of the thread, that they lead to; branches whose ways have met again before it decide nothing about it, unless
// by a value that another one looks at. NULL: all branches.
int find_guards(const Witness *t, u32 control, const Node *place, Guard *guards);

// Where a thread stopped; of one that came to its end its last store into global memory. NULL: it stored nothing.
const Node *last_place(const Witness *t, u32 thread);

// outside.c: the latest access of a thread that goes outside all memory, though code behind it may have run as well; else the place where
// it stopped, if that is an access. NULL: it is none.
const Node *access_outside(const Witness *t, u32 thread);

// Is it a comparison of an earlier round, which decides what comes behind the access alone?
bool stands_behind(const Witness *t, const Guard *g, const Node *access);

typedef struct {
    u32 earlier; // rounds in which its thread has made it before
    s64 bytes;   // from where it went the time before to where it goes now
} Rounds;
Rounds find_rounds(const Witness *t, const Node *access);

// fills.c: the places of the program that store into shared arrays, by calls.
enum { FILLS_MOST = 24 };
typedef struct {
    u32 node; // of the first such store, with its site and context:
    u32 site, context;
    const PtxVariable *variable; // the array whose name its address was made of; NULL: not known
    u32 width;                   // bytes of an element
    s64 step[3];         // elements from one thread's to that of the next one along x, y and z; 0: not known
    u32 low[3], high[3]; // of the indices of the threads of its block that store there
    u32 outside;         // the first store that leaves the array; 0: none
    s64 outside_element;
} Fill;
typedef struct {
    Fill list[FILLS_MOST];
    int count;
} Fills;
void find_fills(const Witness *t, Fills *fills);

// The shared array through whose name an access of shared memory went; NULL: not known.
const PtxVariable *shared_variable_of(const Witness *t, const Node *access);

// lost.c: where the whole number that an address is computed from stops fitting into its type, for that thread.
typedef enum {
    LOST_NOT,
    LOST_OVERFLOW, // a sum or product is too large for its type
    LOST_NARROW,   // it is kept in 8 or 16 bits
    LOST_UNSIGNED, // it is negative, and its type is not
} LossKind;
typedef struct {
    LossKind kind;
    u32 node;
    s64 exact, held; // what it should be, and what became of it
} Lost;
Lost find_lost(const Witness *t, u32 address, u32 thread);

// narrowed.c: the first conversion on a value's way that takes a part of it, or the shuffle that asked a lane that has left; the
// value is to be stored in `width` bytes.
typedef enum { NARROWED_NOT, NARROWED_WHOLE, NARROWED_FLOAT, NARROWED_LEFT, NARROWED_IDLE } Narrowing;
enum { SHUFFLE_FROM_LEFT = 1, SHUFFLE_FROM_IDLE }; // Node.b of a shuffle that is given nothing
Narrowing find_narrowing(const Witness *t, u32 value, u32 width, u32 *node);

// addresses.c: the arithmetic on the way of an address, the earliest first.
enum { ADDRESS_PLACES = 64 };
typedef struct {
    u32 node[ADDRESS_PLACES];
    int count;
} AddressPlaces;
void find_address_places(const Witness *t, u32 address, AddressPlaces *places);

// The first product on its way that a thread's index along an axis enters; 0: there is none.
u32 scaling_node(const Witness *t, u32 address, int axis);
// The first arithmetic on its way that a block's index along an axis enters; 0: there is none.
u32 pacing_node(const Witness *t, u32 address, int axis);

// The first sum on its way that adds a number of the program to what depends on a thread's or a block's index along that axis
// alone; 0: there is none.
u32 shifting_node(const Witness *t, u32 address, int axis, s64 *by);

// indices.c: the earliest arithmetic in a history that joins all of these indices; 0: there is none. `depth` begins at 0.
u32 joining_node(const Witness *t, u32 number, u8 depends, int depth);

// The same for a thread's index along one axis alone and a block's, of whichever axis.
u32 mixing_node(const Witness *t, u32 number, int axis, int depth);

// Where the index of a store is put together: what is multiplied by the size of an element and added to the buffer's
// address; 0: not known.
u32 element_node(const Witness *t, u32 address);

// columns.c: the columns of points that a block works on at a time, see WitnessWays. False without memory.
bool count_columns(const Stores *stores, double *columns);

// ways.c: of so many points those of some lanes alone are looked at, `apart` lanes from each other; is the thread one of them?
u32 ways_lanes_apart(u32 points);
bool ways_ask_thread(u32 thread, u32 apart);

// strayed.c: loads that no stored value depends on, see WitnessWays; *first: the node of the first one. False without memory.
bool count_strayed(const Stores *stores, u32 line, u64 *strayed, u32 *first);

// The source line of a site that ran by that call: in the user's own files, where code of a header was called by them. False: unknown.
bool site_source_line(const Witness *t, u32 site, u32 context, const char **file, int *line, int *column);

// bits.c: bits [low, low + width) of a value are the same ones of another value that is not made by integer arithmetic, or 0.
typedef struct {
    bool known, zero;
    u32 node, low, width;
} Bits;
Bits witness_bits(const Witness *t, u32 number, u32 low, u32 width);
u32 witness_value_bits(const Witness *t, u32 number); // of all of it

// recipe.c: the value as a sum of products.
enum { RECIPE_TERMS = 48, RECIPE_FACTORS = 6, ROUTE_STEPS = 40 };

typedef struct {
    double coefficient;
    bool zero; // a constant 0 stands in it
    int count;
    struct {
        u32 node; // NODE_INITIAL, NODE_UNWRITTEN, NODE_PARAMETER, or what is not looked into
        int power;
    } factor[RECIPE_FACTORS];
    int steps; // from the value back to where its first memory factor came from
    u32 step[ROUTE_STEPS];
} Term;

typedef struct {
    Term term[RECIPE_TERMS];
    int count;
    bool overflow; // it has more terms than there is room for
} Recipe;

// Of node `value`, which is stored in the buffer [base, base + size): another element of that buffer is not
// looked into.
void find_recipe(const Witness *t, u32 value, u64 base, u64 size, Recipe *recipe);

// The same, where an element that came by several ways has a term for each of them.
void find_ways(const Witness *t, u32 value, u64 base, u64 size, Recipe *recipe);

// passed.c: by which way came what the value of a store into `stores` is a sum of.
enum { LINE_LOADS = 32 };
typedef struct {
    u32 load; // of an element that differs from the point along one axis at most: from shared memory, or the thread's own from
              // global memory
    u8 axes;  // 1 << that axis; all three for the point's own element
} LineLoad;
typedef struct {
    u32 load;    // from global memory that it came by first; 0: not known
    bool passed; // it came through shared memory, where another thread had put it
    bool counts; // its share of the sum is more than next to nothing
} PassedElement;
typedef struct {
    u32 passed;   // terms that were passed on
    u32 crossing; // of these in another row of the grid, see WitnessWays
    u32 others;   // all the rest, including values whose way is unknown
    PassedElement element[RECIPE_TERMS];
    u32 elements;
    LineLoad line_load[LINE_LOADS];
    u32 line_loads;
} Passed;
void count_passed(const Stores *stores, u32 value, u32 terms,
                  Passed *found); // of that many terms; 0: not known

// Is a value, or what it was copied from, a sum of several elements of the lab's inputs? What is too long to be multiplied out
// is one.
bool is_partial_sum(const Stores *stores, u32 value);

// whole.c: the points of whole blocks, in the order of `stores`.
typedef struct {
    u32 store;
    u32 elements;
    size_t first; // of WholePoints.element
} WholePoint;
typedef struct {
    WholePoint *point;
    PassedElement *element;
    size_t count, elements, room, element_room;
} WholePoints;
bool find_whole_points(const Stores *stores,
                       WholePoints *whole); // false without memory; free it all the same
void free_whole_points(WholePoints *whole);

// relayed.c: of what is passed on in whole blocks the share whose load has served threads of several rows; 1 where too little is known.
// False without memory.
bool find_served(const Stores *stores, const WholePoints *whole, double *share);

// again.c: values of a point that the block's shared memory has already, see WitnessWays. False without memory.
bool count_again(const Stores *stores, const WholePoints *whole, double *again);

// The load from global memory whose value this is, perhaps chosen by a guard; 0: there is none.
u32 load_behind(const Witness *t, u32 value);

// refilled.c: a place of the program that stores into shared memory, and how many of its stores put there what another thread of
// the block had put there: the same element of global memory.
typedef struct {
    u32 node; // of the first such store
    u64 stores, again;
} Refill;
typedef struct {
    Refill list[FILLS_MOST];
    int count;
} Refills;
void find_refills(const Witness *t, Refills *refills);

// ways.c: is it the last store of its element, by a thread that has histories?
bool is_last_store(const Stores *s, u32 number);

#endif
