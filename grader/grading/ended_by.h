// Which signal ended a compiler or one of the programs that it starts, and whether it came from outside.
#ifndef WARPBOOK_ENDED_BY_H
#define WARPBOOK_ENDED_BY_H

#include <stdbool.h>

#include "grader/grading/compiler.h"

// The signal that ended the compiler or one of its programs, as their parents report it; 0: none.
int ended_by(const CompilerRun *run);

// Does no compiler send itself this signal, so that a person or a program of this machine has sent it?
bool sent_from_outside(int signal_number);

#endif
