// Large cases of a function that is wrong already: run last, and only if their points are not earned without them.
#ifndef WARPBOOK_PUT_OFF_H
#define WARPBOOK_PUT_OFF_H

#include "grader/grading/run_cases.h"

// May the case wait? An earlier one of its function has failed, it is large, and nothing but tests needs it.
bool may_wait(const LabResult *result, const CaseResult *c);

// Marks it so, with the reason.
void put_off(const LabResult *result, CaseResult *c);

// May a run of a filled file do without the case? It takes seconds, and only targets ask for it, to count it where it is right: the
// file's own run does that, once its own text is right there.
bool is_left_out(const LabResult *result, const CaseResult *c);

// Is its function wrong, on the first inputs and in the first call, at every smaller size of 20 x 20 x 20 cells of the output or more
// that was judged, one of at least 64 x 64 x 64 among them?
bool is_hopeless(const LabResult *result, const CaseResult *c);

// Runs those of them that a test still needs, the smallest first and none that is hopeless, and gives the points. Call when TODOs have
// been filled in, and once more when settle_filled has taken points back. False with one sentence in `error`: trouble of this machine.
bool run_put_off(const RunPlan *plan, LabResult *result, bool settled, char *error, size_t error_size);

#endif
