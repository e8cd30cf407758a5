// Exports of several assignments in one folder: one command grades one of them.
#ifndef WARPBOOK_CLASS_SEVERAL_EXPORTS_H
#define WARPBOOK_CLASS_SEVERAL_EXPORTS_H

#include "grader/class/layout.h"

// Stops the command where all that lies at the top, `root` bytes from the beginning of each path, are exports of whole classes, two or more
// of them. One that lies among hand-ins would be one student's: a line says so.
void refuse_several_exports(const Entries *entries, size_t root);

// Stops the command where the notes of Blackboard's attempts show titles of two assignments.
void refuse_several_titles(const Units *units);

// A file at the top such as instructors and programs leave there, and no student hands in.
bool is_loose(const Entry *entry, size_t root);

#endif
