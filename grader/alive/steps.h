// One warp, instruction by instruction: its lanes, and what each instruction left in its registers.
#ifndef WARPBOOK_ALIVE_STEPS_H
#define WARPBOOK_ALIVE_STEPS_H

#include "grader/warpsim/warpsim.h"

// What is loaded from now on is watched for the warp of that number in that block (both linear, from 0), in the first launch.
void steps_begin(Warpsim *sim, uint64_t block, uint32_t warp);

// A launch begins.
void steps_launch(void);

// What was seen, as a JSON array: malloc'ed; NULL: nobody began, or there is no memory.
char *steps_end(void);

#endif
