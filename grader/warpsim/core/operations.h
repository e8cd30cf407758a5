// The lane-wise operations and their tables: the same source compiled for several instruction sets of the
// CPU.
#ifndef WARPBOOK_OPERATIONS_H
#define WARPBOOK_OPERATIONS_H

#include "grader/warpsim/core/program.h"
#include "grader/warpsim/core/race.h"

#define UNARY(name, ...)   OP_##name,
#define BINARY(name, ...)  OP_##name,
#define TERNARY(name, ...) OP_##name,
#define COMPARE(name, ...) OP_setp_##name,
typedef enum {
#include "grader/warpsim/core/operations.def"
    // Written out in operations.c: they look at more than their own lane or at predicates.
    OP_blend_32, // d where the lane is active, else kept: d = mask ? a : d
    OP_blend_64,
    OP_select_32, // d = predicate c ? a : b
    OP_select_64,
    OP_bfi_32, // insert c = position and length (two operands: c, more[0])
    OP_bfi_64,
    OP_pair_64,   // d = a | b << 32
    OP_split_low, // d = low half of a; split_high likewise
    OP_split_high,
    OP_load_32, // memory: see access.h
    OP_load_64,
    OP_load_any,
    OP_store_any,
    OP_COUNT
} OpCode;
#undef UNARY
#undef BINARY
#undef TERNARY
#undef COMPARE

typedef struct {
    const char *isa; // "AVX-512", "AVX2", "portable"
    RaceJudgeRun *judge_run;
    OpRun *run[OP_COUNT];
} OpTable;

// The fastest table that this CPU can run, or the one that operations_use() chose.
const OpTable *operations_for_this_cpu(void);

// Every table that this CPU can run, best first, ended by NULL: for tests.
const OpTable *const *operations_available(void);

// Modules decoded from now on use this table; NULL: the fastest again. For tests.
void operations_use(const OpTable *table);

#endif
