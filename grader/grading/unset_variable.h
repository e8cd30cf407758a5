// A variable of the skeleton that the student's text uses and never sets: it keeps the 0 that the skeleton declares it with.
#ifndef WARPBOOK_UNSET_VARIABLE_H
#define WARPBOOK_UNSET_VARIABLE_H

#include "grader/verdict/verdict.h"

// Says so in the cause of `c`, with the TODO that comes behind the declaration. False: there is none, or a TODO
// that the case runs through is missing.
bool say_unset_variable(const LabResult *result, CaseResult *c, const char *text, const char *skeleton);

#endif
