// Edits that were tried already: nobody tries them again.
#ifndef WARPBOOK_TRIED_H
#define WARPBOOK_TRIED_H

#include "grader/edits/edits.h"

// Drops the edits that change the text as one of `tried` does.
void edits_leave_out(Edits *edits, const Edits *tried);

// Puts copies of the edits of `part` behind those of `all`, as long as there is memory.
void edits_remember(Edits *all, const Edits *part);

#endif
