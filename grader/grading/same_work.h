// Did two runs of a case do the same work?
#ifndef WARPBOOK_SAME_WORK_H
#define WARPBOOK_SAME_WORK_H

#include <stdbool.h>

#include "grader/session/records.h"

// Both made the same launches, and all counters are equal. A run whose values are followed takes longer than one that is counted,
// and a program that measures time could do one thing here and another there. Kernels that wait for a word do so equally often
// in both: warps take turns by instructions, and polling is counted once.
bool is_same_work(const Records *a, const Records *b);

// The same where in one of them only samples ran: the host asked for the same, arguments of launches included. Kernels cannot tell
// one from the other, for their clocks count instructions.
bool is_same_request(const Records *a, const Records *b);

#endif
