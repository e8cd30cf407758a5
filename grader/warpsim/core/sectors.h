// Counts the sectors of a request whose lanes are scattered.
#ifndef WARPBOOK_SECTORS_H
#define WARPBOOK_SECTORS_H

#include "grader/warpsim/core/warp.h"

// Adds the different pieces of 2^shift bytes in which the elements lie, each wholly in one, to what the site
// has counted, and those that the same bytes side by side would do without.
void add_lane_sectors(SiteState *site, const u64 *address, u32 mask, u32 element, u32 shift);

#endif
