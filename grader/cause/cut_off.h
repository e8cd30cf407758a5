// A number of blocks that is cut off at a constant.
#ifndef WARPBOOK_CUT_OFF_H
#define WARPBOOK_CUT_OFF_H

#include <stdbool.h>

#include "grader/verdict/cause.h"

// The launch in line `launch` has `blocks` along that axis, too few. Is there a line among those that make this number, a helper's
// too, that lets no more than so many through? 0: none is known.
int line_of_cut_off(const char *path, int launch, int axis, long blocks);

// If there is one, says so in place of what the cause said of the route and of what comes next.
bool say_cut_off(Cause *cause, const char *path, int launch, int axis, long blocks);

// Has the kernel of the launch in line `launch` threads that go on by as many as the grid has along that axis, as far as its own
// text shows? Then fewer blocks than points are no mistake.
bool goes_on_by_grid(const char *path, int launch, int axis);

#endif
