// Edits that are left out: those that were tried already, and those of other functions.
#ifndef WARPBOOK_TRIED_H
#define WARPBOOK_TRIED_H

#include "grader/edits/edits.h"

// Drops the edits that change the text as one of `tried` does.
void edits_leave_out(Edits *edits, const Edits *tried);

// Keeps those of the device function that the line lies in.
void edits_keep_in_function(Edits *edits, const char *text, int line);

// Puts copies of the edits of `part` behind those of `all`, as long as there is memory.
void edits_remember(Edits *all, const Edits *part);

#endif
