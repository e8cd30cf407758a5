// Barriers that some threads of the block skip on their way out of the kernel, and warp-level operations for lanes that have left.
//
// From compute capability 7.0 on a barrier does not wait for threads that have left the kernel. So both `if (outside) return;`
// above it and a barrier inside an `if` behind which nothing follows come right: compilers make the same code of both. The
// latter is against the letter of the CUDA C++ Programming Guide ("Synchronization Functions": "only if the conditional
// evaluates identically across the entire thread block"), and stops being right when a line is added. So do barriers at two
// places of the kernel that count for each other. Each is worth a remark, and no points. Of a mask only the lanes that have not left have to come ("Warp Shuffle Functions").
#ifndef WARPBOOK_DEPARTURES_H
#define WARPBOOK_DEPARTURES_H

#include "grader/verdict/verdict.h"

// Makes result->remark of the first departure whose barrier stands in such a branch of the student's text, or counts for
// another one; else of the first
// behind a way out of the kernel. Nothing happens where there is a remark, or the text does not say so clearly.
void remark_departures(LabResult *result, const Records *records);

// The line of the condition (the innermost `if`, else the innermost loop) around a barrier at this place of a kernel in
// which nothing before it leaves the kernel otherwise; 0: there is none, or that is not clear. Line and column count from 1.
int condition_around(const char *text, int line, int column);

// Barriers that threads pass unequally often: in the same loop, which some of them leave earlier, or at two places that count for
// each other. The first of those in the student's text, NULL: there is none. *loop: the line of the loop around it, 0: none.
const Finding *unequal_barrier(const Records *records, const char *source_path, const char *text, int *loop);

// How many ways out of its kernel stand above the line, and the line of one of them. 0: none, or that is not clear.
int ways_out_above(const char *text, int line, int *first);

#endif
