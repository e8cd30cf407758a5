// Of changes that each make a wrong submission right: which lines may hold the mistake, and what in them.
#ifndef WARPBOOK_CHANGED_LINE_H
#define WARPBOOK_CHANGED_LINE_H

#include "grader/edits/ptx_changes.h"
#include "grader/verdict/cause.h"

enum { CHANGED_LINES = 4 };

typedef struct {
    PtxChange change;        // the likeliest mistake
    int line[CHANGED_LINES]; // where one change is enough: that of `change`, then others; 0: none
    char tried[200];         // the failing cases that come right: "n=7, n=34"
} ChangedLine;

// `alive`: of each change, whether all cases come right with it. False: with none.
bool find_changed_line(ChangedLine *found, const PtxChanges *changes, const bool *alive);

// Says so in the cause. That stays where it names one of the lines already.
void say_changed_line(Cause *cause, const ChangedLine *found, const char *source);

#endif
