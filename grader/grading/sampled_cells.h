// Are the values right that sampled blocks store where a time is modelled?
#ifndef WARPBOOK_SAMPLED_CELLS_H
#define WARPBOOK_SAMPLED_CELLS_H

#include "common/lab.h"
#include "grader/lab/case_data.h"
#include "grader/session/session.h"
#include "grader/verdict/verdict.h"

// Fills in m->looked_at, m->unseen and m->wrong. `data` is a shape without contents, and gets buffers that hold what the
// sampled blocks were given; `lab` may be NULL: nothing is known then. `draw` is that of the session.
void judge_sampled_cells(ModelledCase *m, CaseData *data, const LabEntry *lab, const SessionResult *session,
                         uint64_t draw);

#endif
