// How far the class is: a bar on a terminal, a line now and then elsewhere.
#ifndef WARPBOOK_CLASS_SHOW_PROGRESS_H
#define WARPBOOK_CLASS_SHOW_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t all, before; // submissions that count; those that had a result when this command began
    int64_t done;        // by this command
    double start;
    int shown; // tenths that were written as lines
    bool terminal;
} ClassProgress;

// Of `all` submissions `left` are still to be graded.
ClassProgress class_progress_begin(int64_t all, int64_t left);
void class_progress_set(ClassProgress *progress, int64_t done);
void class_progress_end(const ClassProgress *progress);

#endif
