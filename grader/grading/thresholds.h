// What times must reach on one GPU: the text files labs/thresholds/GPU_NAME.txt, written by `grade
// calibrate`.
//
// A line is LAB CASE require PERCENT, as in "lab3 launch_stencil n=512 require 44.9"; what follows a # is a
// comment. It takes the place of the percentage that the lab's lab.spec requires of that case.
#ifndef WARPBOOK_THRESHOLDS_H
#define WARPBOOK_THRESHOLDS_H

#include "grader/grading/project.h"

// One line to be written.
typedef struct {
    CaseKey key;
    double percent;
    char reason[200];
} Threshold;

// Puts the percentages of this GPU's file into the spec. `used` gets the file's name where one of its lines
// counts, else "". False with "FILE:LINE: what is wrong" in `error`.
bool thresholds_apply(const Project *project, const char *gpu_name, LabSpec *spec, char *used,
                      size_t used_size, char *error, size_t error_size);

// Writes the lines of one lab; those of other labs stay. `name` gets the file's name. False with one sentence
// in `error`.
bool thresholds_write(const Project *project, const char *gpu_name, const LabSpec *spec,
                      const Threshold *list, int count, char *name, size_t name_size, char *error,
                      size_t error_size);

#endif
