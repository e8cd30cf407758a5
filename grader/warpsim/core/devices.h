// Several equal devices in one simulated machine, which share the map of memory.
//
// Each allocation belongs to one device. Each device has module variables of its own, at the same addresses:
// those of the device in use are in place, those of the others are kept aside.
#ifndef WARPBOOK_DEVICES_H
#define WARPBOOK_DEVICES_H

#include "grader/warpsim/core/simulator.h"

// A kernel of the device in use may use this memory.
bool devices_reach(const Warpsim *s, const Allocation *a);

void devices_free(Warpsim *s);

#endif
