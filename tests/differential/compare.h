// Runs a program on the simulator, in each of its ways, and on the interpreter, and compares what they leave.
#ifndef WARPBOOK_COMPARE_H
#define WARPBOOK_COMPARE_H

#include "tests/differential/program.h"

typedef enum {
    OUTCOME_SAME,
    OUTCOME_NO_TEST, // the interpreter cannot run it: a fault of the generator, or of the shrinker's try
    OUTCOME_REFUSED, // the simulator does not load or run it, or its checks find something
    OUTCOME_MEMORY,
    OUTCOME_COUNT, // of executed instructions
} OutcomeKind;

typedef struct {
    OutcomeKind kind;
    char message[600];
} Outcome;

Outcome compare(const TestProgram *p);

// Gives the simulators back that comparisons share.
void compare_end(void);

// Deletes lines for as long as the outcome stays of the same kind.
Outcome shrink(TestProgram *p, Outcome outcome);

#endif
