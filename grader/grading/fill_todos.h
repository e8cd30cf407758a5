// Grades a TODO with the lab's other TODOs filled in from the solution, so that one mistake does not cost a
// whole lab. Where the tree holds no solution the later ones are as the skeleton has them, so that they take nothing
// back that a TODO has earned before they were begun.
#ifndef WARPBOOK_FILL_TODOS_H
#define WARPBOOK_FILL_TODOS_H

#include "grader/grading/run_cases.h"

// Notes which TODOs are not started: short of their points, and as the skeleton has them. For every other
// TODO of `result` that is short of its points and can be taken out of its file: compiles the file with the
// other TODOs' regions from the solution, runs that TODO's cases, and takes over the points where they are
// more. Without a solution the same with the later TODOs' regions from the skeleton, where one of them was started and
// fails, too. Runs the cases that wait (put_off.h), where they are needed. Fills nothing in where the file has
// no regions. `plan` is that of the first run. False with one sentence in `error` only for trouble of this
// machine.
bool fill_todos(LabResult *result, const RunPlan *plan, const Project *project, const char *lab_folder,
                char *error, size_t error_size);

#endif
