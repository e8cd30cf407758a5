// A recorded launch as it would have been with one thing changed.
#ifndef WARPBOOK_CHANGE_LAUNCH_H
#define WARPBOOK_CHANGE_LAUNCH_H

#include "grader/contract/changed_launch.h"
#include "grader/device/recording.h"

// Changes *launch, a copy of what was recorded. Returns its new parameters, which it points to, to be freed when it has run. NULL:
// it has no such parameters or kernel, or there is no memory.
uint8_t *change_launch(const Warpsim *sim, RecordedLaunch *launch, const ChangedLaunch *change);

#endif
