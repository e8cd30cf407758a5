// What a PTX instruction says of itself: its name, its types, its results. For whoever reads programs.
#ifndef WARPBOOK_INSTRUCTION_H
#define WARPBOOK_INSTRUCTION_H

#include <string.h>

#include "grader/ptx/ptx.h"

// Asked some hundred times for each instruction that is decoded: the first letter says no most times.
static inline bool named(const PtxInstruction *in, const char *mnemonic) {
    return in->mnemonic[0] == mnemonic[0] && strcmp(in->mnemonic, mnemonic) == 0;
}

PtxType type_suffix(const PtxInstruction *in, int from_end); // 0: the last type suffix, 1: the one before
PtxSpace space_suffix(const PtxInstruction *in);
int vector_count(const PtxInstruction *in); // elements of .v2, .v4, .v8; else 1

bool type_is_float(PtxType t);
bool type_is_signed(PtxType t);

// Leading operands that the instruction writes.
unsigned count_results(const PtxInstruction *in);

// Is the variable a parameter of this kernel?
bool param_of_kernel(const PtxFunction *f, const PtxVariable *v);

#endif
