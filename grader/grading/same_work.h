// Did two runs of a case do the same work?
#ifndef WARPBOOK_SAME_WORK_H
#define WARPBOOK_SAME_WORK_H

#include <stdbool.h>

#include "grader/session/records.h"

// Both made the same launches and moved as many bytes of global memory, and into shared memory. A run whose values are
// followed takes longer than one that is counted, and a program that measures time could do one thing here and another there.
// Loads from shared memory may differ: who waits for a word there asks as often as it takes.
bool is_same_work(const Records *a, const Records *b);

// The same where in one of them only samples ran: the host asked for the same, arguments of launches included. Kernels cannot tell
// one from the other, for their clocks count instructions.
bool is_same_request(const Records *a, const Records *b);

#endif
