// An element of memory as the source writes it: in[1][2][3], tile[4][0], next[7].
#ifndef WARPBOOK_ELEMENT_NAME_H
#define WARPBOOK_ELEMENT_NAME_H

#include "grader/cause/witnessed.h"
#include "grader/lab/case_data.h"

// Appends the name. A buffer of the grader's that is a grid as the output is has an index for each axis, z first. A
// shared array has as many as its size and the shape of the block let one guess: they are the block's sizes, with a halo or
// a padding of one or two; else one.
void name_memory(const CaseData *data, const Witnessed *w, const char *space, const char *name, long index,
                 char *words, size_t size);

#endif
