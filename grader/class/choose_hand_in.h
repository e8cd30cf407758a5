// Which of a student's hand-ins counts?
#ifndef WARPBOOK_CLASS_CHOOSE_HAND_IN_H
#define WARPBOOK_CLASS_CHOOSE_HAND_IN_H

#include "grader/class/journal.h"

typedef enum { POLICY_LAST, POLICY_BEST } Policy;

// Sets hand_ins.chosen for the one of each student that counts; under POLICY_BEST for all that may. The last one counts, whether it can
// be graded or not: an older one in its place would be a mark that nobody expects. Hand-ins after `before`, where it is not 0, do not
// count, but for students whose own due date (the table own_due) is later: it holds for these. Notes say what was left aside.
void choose_hand_ins(Journal *journal, Policy policy, int64_t before);

#endif
