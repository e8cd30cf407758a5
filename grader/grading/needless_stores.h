// Values that are stored more often than they need be: the line that makes it so.
#ifndef WARPBOOK_NEEDLESS_STORES_H
#define WARPBOOK_NEEDLESS_STORES_H

#include "grader/grading/ask_witness.h"

// `cause` names the line with most stores of a function whose results are right. `right`: a case of it that is small enough to be tried.
// Where a small change leaves all of it right and stores less, its line becomes the cause's.
void explain_needless_stores(Explaining *x, const CaseResult *right, Cause *cause);

#endif
