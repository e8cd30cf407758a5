// Barriers inside a branch that some threads of the block skip on their way out of the kernel.
//
// From compute capability 7.0 on a barrier does not wait for threads that have left the kernel, so `if (outside) return;`
// above it is fine. A barrier inside an `if` that some threads do not enter is not: "only if the conditional evaluates
// identically across the entire thread block" (CUDA C++ Programming Guide, "Synchronization Functions"). Where nothing
// follows the `if`, the compiler makes the same code of both; the text tells them apart.
#ifndef WARPBOOK_DEPARTURES_H
#define WARPBOOK_DEPARTURES_H

#include "grader/session/records.h"

// Makes findings of the departures whose barrier stands in such a branch of the student's text. Nothing happens where the
// text does not say so clearly.
void judge_departures(Records *records, const char *source_path);

// The line of the condition (the innermost `if`, else the innermost loop) around a barrier at this place of a kernel in
// which nothing before it leaves the kernel otherwise; 0: there is none, or that is not clear. Line and column count from 1.
int condition_around(const char *text, int line, int column);

#endif
