// Moodle: what a student has saved and not handed in is among the files that are downloaded.
#ifndef WARPBOOK_CLASS_DRAFTS_H
#define WARPBOOK_CLASS_DRAFTS_H

#include "grader/class/journal.h"
#include "grader/class/roster.h"

// Does the roster, Moodle's worksheet, say so of this student?
bool is_draft(const Roster *roster, int student);

// The note of such a hand-in.
extern const char draft_note[];

// How many drafts there are, in a line on standard error.
void say_drafts(Journal *journal);

#endif
