// Several equal devices in one simulated machine, which share the map of memory.
//
// Each allocation belongs to one device. Each device has module variables of its own, at the same addresses:
// those of the device in use are in place, those of the others are kept aside.
#ifndef WARPBOOK_DEVICES_H
#define WARPBOOK_DEVICES_H

#include "grader/simulator/simulator.h"

// From now on kernels run on that device, and allocations and variables are its own. False when memory runs
// out.
bool devices_use(Simulator *s, u32 device);

// Gives back what belongs to the device in use, as cudaDeviceReset does.
void devices_reset(Simulator *s);

// A kernel of the device in use may use this memory.
bool devices_reach(const Simulator *s, const Allocation *a);

void devices_free(Simulator *s);

#endif
