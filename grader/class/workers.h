// Grades what is not graded yet, several submissions at a time on this machine.
#ifndef WARPBOOK_CLASS_WORKERS_H
#define WARPBOOK_CLASS_WORKERS_H

#include "grader/class/grade_one.h"
#include "grader/class/journal.h"

enum { TRIES = 3 }; // in one command, for a submission that this machine was in the way of

// So many as there are processors and memory for.
int workers_fit(void);

// Grades everything that has no result under the journal's condition, `jobs` at a time, with a line of progress
// on standard error. Returns how many submissions have no result in the end.
int64_t workers_grade(Journal *journal, const GradePlan *plan, int jobs);

#endif
