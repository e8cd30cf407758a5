// Is a file of another lab than the one that is graded?
#ifndef WARPBOOK_CLASS_OTHER_LAB_H
#define WARPBOOK_CLASS_OTHER_LAB_H

#include <stdbool.h>

#include "grader/class/entry.h"
#include "grader/class/handed_out.h"

typedef struct {
    bool surely; // it is. Else it may be: a single mark may be a remark about another lab
    int lab; // the number of the lab whose file it is or may be; -1: it is this lab's, or nobody knows which lab's
    char functions
        [200]; // where no marks tell: those that it defines, as other labs ask for them and this one does not
} OtherLab;

// By the marks of TODOs, where it has none of this lab's; else by the functions, where it defines those of other labs and has not even the
// name of one of this lab's.
OtherLab other_lab(const Entry *entry, const HandedOut *handed_out);

#endif
