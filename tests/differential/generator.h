// The generator's state, and what its files share. Programs are right by construction: they end, stay inside
// their memory, do not race, and read nothing that nobody wrote.
//
// Registers:
//   %p0..5 %h0..7 %r0..15 %x0..9    values of any kind: predicates, 16, 32 and 64 bits
//   %u %v %w, %l                    written once: the same in the whole block (32, 64 bits, predicate); 32
//   bits of a thread's %a %b                           addresses and indices (64, 32 bits): see prologue() in
//   generate.c %c %q, %m                       loop counters and their predicates, member masks, by depth %t
//   %y                           results that nobody reads
#ifndef WARPBOOK_GENERATOR_H
#define WARPBOOK_GENERATOR_H

#include "tests/differential/program.h"
#include "tests/differential/random.h"

enum { SINGLES = 48, DEPTH_MAX = 3 };

typedef struct {
    int visible[SINGLES], count; // numbers of those that are defined wherever we are
    int next;
} Singles;

typedef struct Scope {
    struct Scope *parent;
    int end;            // label behind it; -1: none
    bool block_uniform; // all threads of the block that are left come here together
    bool warp_uniform;
    bool in_block_loop;
    const char *mask; // member mask of the threads that are here together; NULL: not known
    int depth;
} Scope;

typedef struct {
    Random random;
    TestProgram *p;
    Singles u, v, w, l;
    int labels;
    bool exited;     // some threads may have left
    bool full_warps; // blocks are whole warps
    bool spread;     // a thread's own words lie apart, not side by side
    uint32_t threads, block_threads;
    char text[32][48]; // the last operands made
    int text_next;
} Generator;

__attribute__((format(printf, 2, 3))) void put(Generator *g, const char *format, ...);
__attribute__((format(printf, 2, 3))) void put_fixed(Generator *g, const char *format, ...);
__attribute__((format(printf, 2, 3))) const char *text_of(Generator *g, const char *format, ...);

static inline int below(Generator *g, int end) {
    return random_below(&g->random, end);
}
static inline bool chance(Generator *g, int percent) {
    return random_chance(&g->random, percent);
}
#define ONE_OF(g, ...)                                                                                       \
    ((const char *const[]){                                                                                  \
        __VA_ARGS__})[below(g, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

// generate_values.c. Letters: h w d integers of 16, 32 and 64 bits, f g floats of 32 and 64, n a count.
const char *any_register(Generator *g, char letter);
const char *any_source(Generator *g, char letter);
const char *any_guard(Generator *g); // "", "@%p3 " or "@!%p3 "
void generate_value(Generator *g);   // a statement that computes
void generate_single(Generator *g);  // a definition of %u, %v, %w or %l

// generate_memory.c
void generate_memory(Generator *g);
void generate_exchange(Generator *g); // through shared memory, between barriers

#endif
