// Which tables a journal has.
#ifndef WARPBOOK_CLASS_JOURNAL_TABLES_H
#define WARPBOOK_CLASS_JOURNAL_TABLES_H

#include "grader/class/journal.h"

// Makes what is not there, and changes what an older Warpbook has made. The command stops where a newer one has written the journal at `path`.
void journal_make_tables(Journal *journal, const char *path);

#endif
