// What an instruction makes of undefined bits, between its rules and the step that applies them.
#ifndef WARPBOOK_DEFINEDNESS_RULES_H
#define WARPBOOK_DEFINEDNESS_RULES_H

#include "grader/warpsim/core/definedness.h"

// One instruction of a warp, while the definedness of its results is worked out.
typedef struct {
    Warp *w;
    const PtxInstruction *in;
    const PtxFunction *f;
    u32 instruction, mask;
    int results; // leading operands that are written
    Staged *staged;
    Origin from; // of the last undefined source that was looked at
} DefinednessStep;

// As many bits as these bytes have; a predicate, of 0 bytes, has one.
static inline u64 undefined_ones(int bytes) {
    return bytes == 0 ? 1 : bytes >= 8 ? ~0ull : (1ull << 8 * bytes) - 1;
}

// The undefined bits of a register, or of an operand with all its elements, in a lane. Where there are any, step->from says
// where they come from.
u64 undefined_in_register(DefinednessStep *step, int reg, u32 lane);
u64 undefined_in(DefinednessStep *step, const PtxOperand *operand, u32 lane);

// What the operand holds in a lane: a register, an immediate; 0 for what no rule needs.
u64 definedness_value(const DefinednessStep *step, const PtxOperand *operand, u32 lane);

// The undefined bits of the one result in a lane.
typedef u64 DefinednessRule(DefinednessStep *step, u32 lane);

// The rule for an instruction that does not store to memory; *computes: its result is another value than those it is made of,
// not one of them at another place.
DefinednessRule *definedness_rule(const PtxInstruction *instruction, bool *computes);

#endif
