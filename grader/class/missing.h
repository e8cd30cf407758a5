// Who had handed in when the folder was last written, and is not in what is named now: an export of a part of the class, or another class.
#ifndef WARPBOOK_CLASS_MISSING_H
#define WARPBOOK_CLASS_MISSING_H

#include <stdbool.h>

#include "grader/class/journal.h"

// Keeps in mind who had handed in; to be called before the tables of students and hand-ins are made anew.
void missing_remember(Journal *journal);

// A line on standard error where somebody is missing. Where there were four hand-ins at least, and not half of them are there, the command stops,
// unless they may be `dropped`; what the transaction has written until then is undone.
void missing_say(Journal *journal, const char *out, const char *source, bool dropped);

#endif
