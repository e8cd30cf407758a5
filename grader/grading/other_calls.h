// Is a function that is right by itself right behind calls of something else in the same process?
#ifndef WARPBOOK_OTHER_CALLS_H
#define WARPBOOK_OTHER_CALLS_H

#include "grader/grading/case_run.h"

// Of a case that has passed on the simulator: another function of the file is called between two calls that are the same, for each
// pair of functions that are right; another GPU is asked about first; and a file that asks for SMs runs on a GPU with two of them. Where
// the call that is judged then is wrong, the case has failed. A pair is looked at once, with small cases, and after a failure with all
// that follow. False: trouble of this machine, said in run->error.
bool judge_other_calls(Run *run, CaseResult *c);

#endif
