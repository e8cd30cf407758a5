// Barriers inside a branch that some threads of the block skip on their way out of the kernel.
//
// From compute capability 7.0 on a barrier does not wait for threads that have left the kernel. So both `if (outside) return;`
// above it and a barrier inside an `if` behind which nothing follows come right: compilers make the same code of both. The
// latter is against the letter of the CUDA C++ Programming Guide ("Synchronization Functions": "only if the conditional
// evaluates identically across the entire thread block"), and stops being right when a line is added. That is worth a remark,
// and no points.
#ifndef WARPBOOK_DEPARTURES_H
#define WARPBOOK_DEPARTURES_H

#include "grader/verdict/verdict.h"

// Makes result->remark of the first departure whose barrier stands in such a branch of the student's text. Nothing happens
// where there is a remark, or the text does not say so clearly.
void remark_departures(LabResult *result, const Records *records);

// The line of the condition (the innermost `if`, else the innermost loop) around a barrier at this place of a kernel in
// which nothing before it leaves the kernel otherwise; 0: there is none, or that is not clear. Line and column count from 1.
int condition_around(const char *text, int line, int column);

#endif
