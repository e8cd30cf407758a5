// Does a later call of a process do more than the first one, where both have as much to compute?
#ifndef WARPBOOK_LATER_WORK_H
#define WARPBOOK_LATER_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/contract/counters.h"

// Counters of two calls with data of the same sizes. True: the later one does clearly more of something that targets ask for little of;
// `words` gets a clause, "it loads 3,000 bytes from global memory, and the first one 1,000". What a first call does once, to prepare
// the others, is no fault, nor is what depends a little on the data. False where one of them was not counted.
bool does_more_later(const Counters *first, const Counters *later, char *words, size_t size);

#endif
