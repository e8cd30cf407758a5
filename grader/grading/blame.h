// Which TODO is to blame for a failure whose cause, or finding, names a line.
#ifndef WARPBOOK_BLAME_H
#define WARPBOOK_BLAME_H

#include "grader/verdict/verdict.h"

// Sets result->blamed and blamed_outside: the TODO of the line that the cause names, or else the finding. It may move the
// cause to the call of a function that the skeleton gives. `text`: the student's file. Nothing is set where no line of it
// is named. True: the TODO is known by the others, which are right by themselves, and the cause names its first line alone.
bool blame_todo(LabResult *result, CaseResult *c, const char *skeleton_path, const char *text);

// The same of a counted target that was missed: Cause.todo becomes the TODO whose text holds its line; -1 where none does.
void blame_target(const LabResult *result, TargetResult *target, const char *skeleton_path);

#endif
