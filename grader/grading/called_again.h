// Is a function that is right when it is called first right when the same process calls it again?
#ifndef WARPBOOK_CALLED_AGAIN_H
#define WARPBOOK_CALLED_AGAIN_H

#include "grader/grading/case_run.h"

// A function of the student's file that is given arrays of the device.
bool is_device_function(const LabEntrySpec *entry);

// Of a case that has passed on the simulator: calls its function four times, the first time with other inputs and parameters of
// the same sizes, and judges the other calls; where one is wrong the case has failed. One small case of an entry is
// looked at, and after a failure all that follow. Likewise, in two calls, with a first one of a smaller size, for one case of each n % 4. False: trouble of this machine, said in run->error.
bool judge_second_call(Run *run, CaseResult *c);

#endif
