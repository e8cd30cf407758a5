// Launches that give the parameters of a kernel's template their numbers in another order.
#ifndef WARPBOOK_INSTANCE_ORDER_H
#define WARPBOOK_INSTANCE_ORDER_H

#include "grader/cause/explain.h"

// The shared array `name`, whose sizes are parameters of the template of the kernel that the launch in line `launch` starts, does not fit the block,
// with sizes `wanted` from the last one on, `count` of them. Would it with the launch's numbers in another order? Then says so. False: not, or it
// is not known.
bool say_instance_order(Cause *cause, const Explained *e, const char *name, int launch, const long *wanted,
                        int count);

#endif
