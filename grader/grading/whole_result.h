// Is all of the result right at a timed size?
#ifndef WARPBOOK_WHOLE_RESULT_H
#define WARPBOOK_WHOLE_RESULT_H

#include "grader/grading/case_run.h"

// Runs the timed case on the simulator, all of its blocks, and holds every point against the reference. Fills in
// t->model.whole, and where something is wrong t->model.wrong. Without memory for it, or where the machine ends the run, whole
// stays false. With `races` those in global memory are looked for, too, which takes half of the time and most of the memory.
void judge_whole_result(Run *run, TimedResult *t, bool races);

#endif
