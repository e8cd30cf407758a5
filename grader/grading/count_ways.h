// By which ways the values of a right output came, for targets that ask for it.
#ifndef WARPBOOK_COUNT_WAYS_H
#define WARPBOOK_COUNT_WAYS_H

#include "grader/grading/case_run.h"

// Of a case that has passed on the simulator, and whose targets name a fact that the witness alone can tell: runs it once more
// with the witness, and keeps what that counts in c->ways. False: trouble of this machine, said in run->error.
bool count_ways(Run *run, CaseResult *c);

#endif
