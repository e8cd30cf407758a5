// Are points that are not computed left alone, or read and written back?
#ifndef WARPBOOK_LEAVES_BOUNDARY_H
#define WARPBOOK_LEAVES_BOUNDARY_H

#include "grader/grading/case_run.h"

// Of a small case that has passed on the simulator, of an output that is to be left alone there (`boundary` in lab.spec): runs
// it with the witness, and fails it where such a point was written. False: trouble of this machine, said in run->error.
bool judge_boundary(Run *run, CaseResult *c);

#endif
