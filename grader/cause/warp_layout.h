// How neighbouring threads follow each other in the output.
#ifndef WARPBOOK_WARP_LAYOUT_H
#define WARPBOOK_WARP_LAYOUT_H

#include "grader/cause/explain.h"
#include "grader/cause/witnessed.h"

// The axis along which most threads have an element next to that of the thread whose threadIdx.x is smaller by one, all by the step *by.
// AXIS_NONE: along none alone; AXIS_UNKNOWN: too few such threads were asked about.
enum { AXIS_NONE = -1, AXIS_UNKNOWN = -2 };
int axis_of_threads(const CaseData *data, const Witnessed *w, int *by);

// Says so of y or z, at the line that makes that index. Leaves the cause as it is where that is not known.
void say_layout(Cause *cause, const Explained *e, const Witnessed *w, int axis, int by);

#endif
