// --against: which other result a grading is held against.
#ifndef WARPBOOK_AGAINST_H
#define WARPBOOK_AGAINST_H

#include "grader/cli/options.h"
#include "grader/grading/project.h"
#include "grader/verdict/verdict.h"

// Before the grading: is there what --against asks for? False with one sentence in `error`.
bool against_check(const Project *project, const Options *options, const char *folder, const LabSpec *spec,
                   char *error, size_t error_size);

// Afterwards: puts it into result->against; grades the finished file, with the result's seed, where it is that. False with
// one sentence in `error`.
bool against_take(const Project *project, const Options *options, LabResult *result, char *error,
                  size_t error_size);

#endif
