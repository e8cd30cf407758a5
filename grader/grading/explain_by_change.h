// Which change of a wrong kernel makes its cases right?
#ifndef WARPBOOK_EXPLAIN_BY_CHANGE_H
#define WARPBOOK_EXPLAIN_BY_CHANGE_H

#include "grader/grading/compile.h"
#include "grader/grading/run_cases.h"

// The cause of a failure from what is tried: an instruction says in which lines the mistake is, an edit of the text which word. Where
// neither does, from what the text never sets. `plain`: project, lab and deadline; its output is the PTX of the file as it is
// written. `text`: the file's; NULL: it is not known. False: nothing is found out, and the cause is as it was.
bool explain_by_change(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *plain,
                       const char *text);

#endif
