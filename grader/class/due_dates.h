// Due dates of single students, such as extensions, by the roster.
#ifndef WARPBOOK_CLASS_DUE_DATES_H
#define WARPBOOK_CLASS_DUE_DATES_H

#include "grader/class/roster.h"

// Sets each student's due date: by a column Due, or, in Moodle's worksheet, by "Extension granted until: ..." in the column Status. The
// later one counts where a student has several. False with the line, the cell and what to write in `error` where one cannot be read.
bool due_dates_read(Roster *roster, const char *path, char *error, size_t error_size);

#endif
