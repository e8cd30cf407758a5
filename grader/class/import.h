// From the files of OUT/results to the journal.
#ifndef WARPBOOK_CLASS_IMPORT_H
#define WARPBOOK_CLASS_IMPORT_H

#include "grader/class/journal.h"

// Takes all files of the folder in and removes them. A file that is seen twice counts once.
void import_results(Journal *journal, const char *folder);

#endif
