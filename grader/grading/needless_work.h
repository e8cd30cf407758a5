// Values that are stored, or loaded, more often than they need be: the line that makes it so.
#ifndef WARPBOOK_NEEDLESS_WORK_H
#define WARPBOOK_NEEDLESS_WORK_H

#include "grader/grading/ask_witness.h"

typedef enum { NEEDLESS_STORES, NEEDLESS_LOADS } NeedlessWork;

// `cause` names the line with most stores, or loads, of a function whose results are right. `right`: a case of it that is small enough to
// be tried. Where a small change leaves all of it right and stores, or loads, less, its line becomes the cause's. False: there is none.
bool explain_needless_work(Explaining *x, const CaseResult *right, NeedlessWork kind, Cause *cause);

#endif
