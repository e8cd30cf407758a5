// Which neighbour of a point a variable is named after: `left` and `xm` of x-1, `north` of a row beside it.
#ifndef WARPBOOK_NAMED_SIDE_H
#define WARPBOOK_NAMED_SIDE_H

#include <stdbool.h>

// Is it named after another neighbour than the one at `offset` (elements along x, y, z beside the point, not all 0)? False, too,
// where the name tells none.
bool is_named_after_another(const char *name, const int offset[3]);

#endif
