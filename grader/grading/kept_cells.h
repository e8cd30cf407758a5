// Has a case written to points of its output that it must leave alone?
#ifndef WARPBOOK_KEPT_CELLS_H
#define WARPBOOK_KEPT_CELLS_H

#include "common/lab.h"
#include "grader/session/session.h"

// 1 + the first point of those that must keep what they hold and that was written, with whatever value; 0: none, or it is not
// known. `lab` has to be in_parts.
size_t written_kept_cell(const CaseData *data, const LabEntry *lab, const SessionResult *session);

#endif
