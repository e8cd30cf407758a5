// How a class is graded, written down for workers on other machines.
#ifndef WARPBOOK_CLASS_PLAN_FILE_H
#define WARPBOOK_CLASS_PLAN_FILE_H

#include "grader/class/grade_one.h"

// Both stop the command where the file cannot be written or read. `project`, `work` and `threads` are the
// worker's own and not in the file.
void plan_write(const GradePlan *plan, const char *path);
void plan_read(GradePlan *plan, const char *path);

#endif
