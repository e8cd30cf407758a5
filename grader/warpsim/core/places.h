// Places in memory that instructions name: whether two addresses are one, as far as the text shows.
#ifndef WARPBOOK_PLACES_H
#define WARPBOOK_PLACES_H

#include "grader/warpsim/core/decode.h"

// The address operand of an instruction, NULL where it has none.
const PtxOperand *address_in(const PtxInstruction *in);

// Counts the registers that the instruction defines, up to 2 each.
void mark_defined(const PtxInstruction *in, u8 *definitions);

// How each address register is made of another one, or of a variable: its only definition, or NULL. False
// when memory runs out.
bool find_steps(const PtxFunction *f, const PtxInstruction **step);

// Where an address leads: a register that is not made of another, or a variable; and an offset.
PtxOperand resolved(const PtxOperand *address, const PtxInstruction *const *step);

bool same_place(const PtxOperand *a, const PtxOperand *b);

#endif
