// Does a failure follow from TODOs that are not started?
#ifndef WARPBOOK_FOLLOWS_MISSING_H
#define WARPBOOK_FOLLOWS_MISSING_H

#include "grader/verdict/verdict.h"

// Asked of a failure whose cause was looked for and whose TODO, where one is clear, stands in result->blamed. `text`: the
// student's file. A finding or a wrong value whose line no missing text comes before is the started TODO's own.
bool follows_from_missing(const LabResult *result, const CaseResult *c, const char *text);

#endif
