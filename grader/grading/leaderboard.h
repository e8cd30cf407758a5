// The line that a class collects: how near to a copy's speed a lab's timed cases come on this GPU or, without one, by the
// model of time.
//
// leaderboard.txt in the project's folder holds the best line of each lab and board, one a line:
//
//     88.6 %  lab7  NVIDIA H200  n=512 90.9 %  n=768 88.6 %  2026-11-21  ann
//     94.1 %  lab7  NVIDIA H200 (modelled)  n=512 94.1 %  n=768 97.9 %  2026-11-21  ann
//
// The number in front is the smallest of the others: a kernel is as good as at its worst size, and so
// `grep 'lab7  NVIDIA H200 (modelled)' */leaderboard.txt | sort -t: -k2 -rn` ranks a class. Lines that do not look like this are
// left as they are.
#ifndef WARPBOOK_LEADERBOARD_H
#define WARPBOOK_LEADERBOARD_H

#include "grader/grading/project.h"
#include "grader/text/writer.h"
#include "grader/verdict/verdict.h"

// Prints the line of this run, and the best so far, where the lab has a leaderboard and all its tests are right; or what
// else the line needs. `keep`: this run may become the best.
void leaderboard_report(const Writer *writer, const Project *project, const LabResult *result, bool keep);

#endif
