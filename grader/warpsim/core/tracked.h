// Which allocations the kernel of a launch may store to: the race check looks at those, and at no others.
#ifndef WARPBOOK_TRACKED_H
#define WARPBOOK_TRACKED_H

#include "grader/warpsim/core/program.h"
#include "grader/warpsim/core/simulator.h"

// Of the masks of parameters that a function has (Function.stored_params): one bit for each of the first, one for
// variables of the module, one for pointers of unknown origin.
enum { PARAMETER_BITS = 62, VARIABLES_BIT = 62, ANYWHERE_BIT = 63 };

// Marks those that a parameter that leads to a store points into, or is a surface of; or a variable, or all.
void track_allocations(Warpsim *s, const Function *k, const u8 *params);
void track_allocation(Warpsim *s, Allocation *a);
void untrack_allocations(Warpsim *s);

// The allocations that parameters point into, or nearest to: those of the mask. Starts with all else zero.
typedef struct {
    u64 parameters, offset;
    int parameter;
    u64 address; // what the parameter says: of the last allocation
} ParameterWalk;
Allocation *next_behind(const Warpsim *s, const Function *k, const u8 *params,
                        ParameterWalk *walk); // NULL: the end

#endif
