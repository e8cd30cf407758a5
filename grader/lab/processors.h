// How many processors there are for this process.
#ifndef WARPBOOK_PROCESSORS_H
#define WARPBOOK_PROCESSORS_H

// Those that it may run on, at least 1. Under `taskset` or Slurm these are fewer than the machine has.
int usable_processors(void);

#endif
