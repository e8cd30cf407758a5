// The cause of a failure that lies in host code.
#ifndef WARPBOOK_EXPLAIN_HOST_H
#define WARPBOOK_EXPLAIN_HOST_H

#include "grader/cause/explain.h"
#include "grader/grading/run_cases.h"

// Answers of host code: with the data of other cases that call the same functions. `e`: the case, run again.
void explain_answers(const RunPlan *plan, const LabResult *result, CaseResult *c, Explained e);

// What the host code asked CUDA for may say enough: its copies, its launches, the steps of a game. `root`: the project's folder.
void explain_host(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *root);

// A program that is simple enough to be interpreted: which line is to be mended, where one word of it is wrong. What was found
// out about the failure before remains. False: nothing was found.
bool explain_program(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *root);

// A target that was missed although the results are right: the same of a program in which threads do each other's work.
void explain_repeated_work(const RunPlan *plan, const LabResult *result, TargetResult *t, const char *root);

#endif
