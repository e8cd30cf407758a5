// Which blocks of a launch the witness looks at for the ways of values, and which run.
#ifndef WARPBOOK_FOLLOWED_BLOCKS_H
#define WARPBOOK_FOLLOWED_BLOCKS_H

typedef enum {
    FOLLOW_ALL,
    FOLLOW_SAMPLES_ALONE, // blocks all over the grid, and no others run: results are worth nothing
    FOLLOW_SAMPLES,       // the same, and all run
} FollowedBlocks;

#endif
