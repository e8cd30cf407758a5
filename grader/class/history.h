// What was collected and what was written of each student, and when: two tables of the journal that only grow.
#ifndef WARPBOOK_CLASS_HISTORY_H
#define WARPBOOK_CLASS_HISTORY_H

#include "grader/class/journal.h"

// One student, in two runs (the tables g and m): by the number where both have one, else by the user's name, else by the name.
#define SAME_STUDENT                                                                                         \
    "CASE WHEN g.id <> '' AND m.id <> '' THEN g.id = m.id "                                                  \
    "WHEN g.username <> '' AND m.username <> '' THEN g.username = m.username ELSE g.name <> '' AND g.name = m.name END"

// Keeps the hand-ins of this collection; in the transaction that has made their table.
void history_collect(Journal *journal);

// Keeps the marks of the table `marked` (write_changes.c) that are others than were written last.
void history_write(Journal *journal);

#endif
