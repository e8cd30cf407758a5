// Results of earlier gradings, as JSON, in the lab's build folder: graded.json is the last one, before.json the last one of
// another text than that, solution.json that of the finished file. And results in files that --json has written.
#ifndef WARPBOOK_KEPT_RESULT_H
#define WARPBOOK_KEPT_RESULT_H

#include <stdbool.h>

#include "grader/grading/project.h"
#include "grader/verdict/verdict.h"

// Keeps a result for later, without what it is held against. Where that cannot be it is left: nothing depends on it.
void kept_result_save(const Project *project, LabResult *result);

// Puts the times of the results that are kept, of all labs, into result->others: of the finished files, of each lab's own file,
// and of this lab's file before. Call before kept_result_save.
void kept_results_list(const Project *project, LabResult *result);

// Is an earlier result of the lab kept?
bool kept_result_exists(const Project *project, const LabSpec *spec);

// Puts the last result of another text than `result` has into result->against, and where there is none of another text the
// last one. False with one sentence in `error`.
bool kept_result_load(const Project *project, LabResult *result, char *error, size_t error_size);

// Puts the result in a file into result->against; `shown` is the file's name for people. False with one sentence in
// `error`: it cannot be read, or is not the result of a lab.
bool result_file_load(const char *path, const char *shown, LabResult *result, char *error, size_t error_size);

#endif
