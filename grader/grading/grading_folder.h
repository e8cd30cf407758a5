// A folder for what one compilation reads and makes: used by no other process, and removed even where the grader is killed.
#ifndef WARPBOOK_GRADING_FOLDER_H
#define WARPBOOK_GRADING_FOLDER_H

#include "grader/grading/project.h"

typedef struct {
    char path[PATH_SIZE]; // absolute; empty: there is none
    int lock;             // held as long as the folder is in use
} GradingFolder;

// Makes a new folder in build/tmp, or in TMPDIR (/tmp without it) where the project cannot be written to. Takes
// away what gradings that were killed have left there. False with one sentence in `error`.
bool grading_folder_make(GradingFolder *folder, const Project *project, char *error, size_t error_size);

// Removes it with all that is in it; nothing where there is none.
void grading_folder_remove(GradingFolder *folder);

// Room on the disk that the folder is on, in bytes; 0 where it is full, of inodes too.
double grading_folder_room(const GradingFolder *folder);

#endif
