// The grader's end of the device process.
#ifndef WARPBOOK_SERVE_GRADER_H
#define WARPBOOK_SERVE_GRADER_H

#include "grader/device/device.h"

// Carries out one request of the grader. False when it asked to quit or is gone.
bool serve_grader(Device *d);

#endif
