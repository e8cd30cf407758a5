// Lines of the student's file: the one that a finding points at, and the one where a TODO stands.
#ifndef WARPBOOK_SOURCE_LINE_H
#define WARPBOOK_SOURCE_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/text/writer.h"

// A place in a source file; line 0 where it is not known.
typedef struct {
    char file[512];
    int line, column;
} SourcePlace;

// How a place is named in the report: the bare name for the student's own file, else the path in the project, or as it was
// compiled where it is outside of it.
const char *place_name(const SourcePlace *place, const char *source_path);

// Is it in the student's file? Other files are named but never opened: the path comes from the submission.
bool in_student_file(const SourcePlace *place, const char *source_path);

// Prints the line with its number and a caret below. Nothing where the place is not in the student's file.
void print_source_line(const Writer *writer, const SourcePlace *place, const char *source_path);

// Number of the line with "TODO id:" (or, without one, that mentions it), 0 where there is none.
int find_todo_line(const char *source_path, const char *id);

#endif
