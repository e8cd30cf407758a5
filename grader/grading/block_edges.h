// Sizes at which a file's own blocks end exactly where the grid ends, or one point before.
//
// A launch that counts the points one way, and a kernel that begins its blocks another way, differ at one size out of as many as a
// block has points along an axis: where the interior is a whole number of blocks. A number of blocks that is not quite rounded up is
// wrong where one point more is left. Which sizes these are depends on the file.
#ifndef WARPBOOK_BLOCK_EDGES_H
#define WARPBOOK_BLOCK_EDGES_H

#include "grader/grading/named_sizes.h"
#include "grader/verdict/verdict.h"

enum {
    EDGE_SIZES = 5, // at which a case is run at most, where the file does one thing at all sizes
    SIZE_SPANS = NAMED_SIZES + 2,
};

// Sizes at which a file does one thing, as far as its own numbers tell.
typedef struct {
    int from, until; // all of them
    int first, last; // those that may be tried
    int opening;     // to be run whatever its blocks are: just behind the number; 0: there is nothing to open
    int most;        // sizes that are tried at most for the ends of blocks
} SizeSpan;

// What is known of a file's launches: at size n the grid had so many blocks along each axis.
typedef struct {
    int n, grid[3];
} SeenGrid;

typedef struct {
    const LabResult *result;
    char kernel[256];
    SeenGrid *seen;
    int count, margin; // points at each end of an axis that are not computed
    SizeSpan span;
    int tried[EDGE_SIZES], tries;
} EdgeSearch;

// For a case whose only size is drawn from a wide range: a size beyond the range where it has numbers of 16 bits, the spans that its
// sizes fall into, and those beyond the range that the file's own numbers speak of, the one with the drawn size last. Returns their number; 0: it is another case.
int size_spans(const LabResult *result, const CaseResult *c, SizeSpan spans[SIZE_SPANS]);

// For such a case: reads the grids that the cases before it, and this one where it has run, have launched at sizes of the span.
// False: one size is as good as any, as these are wrong, or tell nothing. Then, too, edges_end is to be called.
bool edges_begin(EdgeSearch *s, const LabResult *result, const CaseResult *c, SizeSpan span);

// The size of the span at which the most axes end with a block, or with one point of a block, of those that are likely by what is
// known, as far as no size before did that; 0: there is none. `c` has run at the size that was returned before, and was right.
int edges_next(EdgeSearch *s, const CaseResult *c);

void edges_end(EdgeSearch *s);

// Gives the case another size, with its words.
void set_case_size(const LabResult *result, CaseResult *c, int size);

#endif
