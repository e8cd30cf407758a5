// Which small change of the device code makes the failing cases right? The line of it is the one to mend.
#ifndef WARPBOOK_TRY_EDITS_H
#define WARPBOOK_TRY_EDITS_H

#include "grader/cause/changed_line.h"
#include "grader/grading/compile.h"
#include "grader/grading/run_cases.h"

// `like`: project, lab and deadline; its output is the PTX of the file as it is written. What is known of the failure of `c`
// says which lines are suspected; `found`: those of an instruction with which all would be right, NULL: it is not known. Where a
// change is found its line becomes the cause's, and what was known becomes its effect. False: there is none.
bool explain_by_edits(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                      const ChangedLine *found);

// Another number for the kernel makes everything right, as `c` says now; so does a parameter in place of a constant there, and that is
// the likelier mistake: the launch counts with the number that it hands over. `before`: the cause as it was before. False: it does not.
bool explain_by_handed_number(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                              const char *text, const Cause *before);

// As explain_by_edits, of macros alone that lack parentheses, wherever they stand: what they tear apart looks like many another mistake.
bool explain_by_macros(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                       const char *text);

// An access out of bounds that stands before the condition which keeps threads away: with the same condition before it all is right.
// `text`: the file's. Then the cause is that alone. False: there is no such condition.
bool explain_by_late_guard(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                           const char *text);

// Two lines of a block race: is all right with one barrier more, wherever it stands? `text`: the file's.
typedef enum { BARRIER_UNTRIED, BARRIER_HELPS, BARRIER_HELPS_NOT } BarrierTrial;
BarrierTrial try_barrier(const RunPlan *plan, const LabResult *result, const CaseResult *c,
                         const Compilation *like, const char *text);

// As explain_by_edits, for threads of a block that share memory without order, where no barrier helps: then it is something else.
bool explain_race_by_edits(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like);

#endif
