// The graph of histories: one node for each value that a thread has made, loaded or stored.
//
// Nodes are numbered from 1 in the order in which they come to be; 0 stands for "no history": a register that
// was never given a value, a word that was never written. The inputs of a node always have smaller numbers.
#ifndef WARPBOOK_WITNESS_GRAPH_H
#define WARPBOOK_WITNESS_GRAPH_H

#include "grader/warpsim/core/lanes.h"

typedef enum {
    NODE_NONE,
    NODE_CONSTANT,  // a number of the program: `where` has its bits
    NODE_PARAMETER, // of the kernel: `where` has the value's bits, `b` the byte offset
    NODE_SPECIAL,   // threadIdx and its like
    NODE_INITIAL,   // memory as it was before any kernel: `where` is the address, `bits` the value
    NODE_UNWRITTEN, // memory that was never written: `where` is the address
    NODE_OPERATION, // what `site` computes of a, b and c
    NODE_PAIR,      // 64 bits of two histories: a the low half, b the high one
    NODE_LOAD,      // a: what was found there, b: history of the address, `where` the address
    NODE_STORE,     // a: the value, b: history of the address, c: what was there before, d: control
    NODE_ATOMIC,    // as a store; a: the operand, c: what was there before
    NODE_SHUFFLE,   // a: the value of the lane that it comes from, b: 1 where that one has left the kernel
    NODE_PASSED,    // a word of shared memory that a thread without histories has written
    NODE_BRANCH,    // a: the predicate, c: the thread's branch before, `where` 1: taken
} NodeKind;

enum { NO_SITE = 0xffffffff };

typedef struct {
    u8 kind;    // NodeKind
    u8 space;   // PtxSpace of loads, stores and unwritten memory
    u8 depends; // on which parts of the thread's place: DEPENDS_*
    u8 bytes;   // of an access
    u32 a, b, c, d;
    u32 site;   // instruction, by its number in the program (see witness.c); NO_SITE
    u32 thread; // that made it, see Witness.launch
    union {
        u32 bits;    // NODE_INITIAL
        u32 context; // of all others: the call that its function ran by, see Frame.context
    };
    u64 where;
} Node;

enum {
    DEPENDS_TID_X = 1,
    DEPENDS_TID_Y = 2,
    DEPENDS_TID_Z = 4,
    DEPENDS_BLOCK_X = 8,
    DEPENDS_BLOCK_Y = 16,
    DEPENDS_BLOCK_Z = 32,
    DEPENDS_DATA = 64, // on what was loaded from memory
};

typedef struct {
    Node **chunk;
    u32 chunks, count;
    bool full; // no more were taken: histories are incomplete
} Graph;

enum { GRAPH_CHUNK = 1 << 16, GRAPH_MOST = 12 << 20, GRAPH_ENOUGH = 9 << 20 };

// A new node, all zeros but its site, which is NO_SITE; its number in *number. When the graph is full, it is a
// node that is not kept, of number 0.
Node *graph_add(Graph *g, u32 *number);

static inline const Node *graph_at(const Graph *g, u32 number) {
    return &g->chunk[number / GRAPH_CHUNK][number % GRAPH_CHUNK];
}

void graph_free(Graph *g);

#endif
