// Sizes at which a file's own blocks end exactly where the grid ends, or one point before.
//
// A launch that counts the points one way, and a kernel that begins its blocks another way, differ at one size out of as many as a
// block has points along an axis: where the interior is a whole number of blocks. A number of blocks that is not quite rounded up is
// wrong where one point more is left. Which sizes these are depends on the file.
#ifndef WARPBOOK_BLOCK_EDGES_H
#define WARPBOOK_BLOCK_EDGES_H

#include "grader/verdict/verdict.h"

enum { EDGE_SIZES = 5 }; // at which a case is run at most

// What is known of a file's launches: at size n the grid had so many blocks along each axis.
typedef struct {
    int n, grid[3];
} SeenGrid;

typedef struct {
    const LabResult *result;
    char kernel[256];
    SeenGrid *seen;
    int count, margin; // points at each end of an axis that are not computed
    int tried[EDGE_SIZES], tries;
} EdgeSearch;

// For a case whose only size is drawn from a wide range: reads the grids that the cases before it have launched. False: the size
// that was drawn is as good as any, as these are wrong, or tell nothing. Then, too, edges_end is to be called.
bool edges_begin(EdgeSearch *s, const LabResult *result, const CaseResult *c);

// The size of the range at which the most axes end with a block, or with one point of a block, of those that are likely by what is
// known, as far as no size before did that; 0: there is none. `c` has run at the size that was returned before, and was right.
int edges_next(EdgeSearch *s, const CaseResult *c);

void edges_end(EdgeSearch *s);

// Gives the case another size, with its words.
void set_case_size(const LabResult *result, CaseResult *c, int size);

#endif
