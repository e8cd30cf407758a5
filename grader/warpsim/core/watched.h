// What an observer of a running program finds in its operations: see watched.c.
#ifndef WARPBOOK_WATCHED_H
#define WARPBOOK_WATCHED_H

#include "grader/warpsim/core/instruction.h"
#include "grader/warpsim/core/simulator.h"
#include "grader/warpsim/core/warp.h"

enum { WATCH_GUARDED = 1, WATCH_NEGATED = 2, WATCH_ADDRESS = 4 }; // Op.flags

#endif
