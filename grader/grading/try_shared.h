// Tries a launch with more dynamic shared memory, where a thread has gone past the end of it.
#ifndef WARPBOOK_TRY_SHARED_H
#define WARPBOOK_TRY_SHARED_H

#include "grader/cause/shared_size.h"
#include "grader/grading/run_cases.h"

// How many bytes the kernel uses in this case, given that with so many every case that is tried comes right. False: it is no access past
// the end of dynamic shared memory, or more of it does not help.
bool try_more_shared(SharedSize *size, const RunPlan *plan, const LabResult *result, const CaseResult *c,
                     char *tried, size_t tried_size);

// Says so; used 0: nothing is known. `shown`: only where the numbers show what was forgotten, or that line is suspected already. False: it
// says nothing.
bool explain_shared_size(CaseResult *c, const char *source_path, const SharedSize *size, const char *tried,
                         bool shown);

#endif
