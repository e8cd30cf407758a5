// Inside the simulator: workers that run the blocks of a launch.
#ifndef WARPBOOK_LAUNCH_H
#define WARPBOOK_LAUNCH_H

#include "grader/simulator/simulator.h"

void launch_free_workers(Simulator *s);

#endif
