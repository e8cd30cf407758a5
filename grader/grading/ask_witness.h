// What the witness says of a failure: which case it is asked about, with which device code, and what is made of it.
#ifndef WARPBOOK_ASK_WITNESS_H
#define WARPBOOK_ASK_WITNESS_H

#include "grader/grading/compile.h"
#include "grader/grading/run_cases.h"

// What is explained with: the file as it is written, compiled when it is first needed. Its owner calls compile_clean_up
// on `plain` where it has a project.
typedef struct {
    const RunPlan *plan;
    LabResult *result;
    const Project *project;
    const char *lab_folder;
    Compilation plain;
    bool compiled;
    CaseResult *explained; // the case that the witness was asked about; NULL: none
} Explaining;

// More cells take the witness long.
enum { EXPLAINED_CELLS = 40 * 40 * 40 };

// Compiles the file as it is written, the first time. False: it does not compile so, and x->plain.output is not there.
bool compiled_plain(Explaining *x);

// Sets c->cause, and the recipes of the result, from a run with the witness: of `c`, or of a failure of the same kind
// that says more or that the witness can follow. x->explained: which it was.
void explain_by_witness(Explaining *x, CaseResult *c);

#endif
