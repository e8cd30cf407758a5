// Is a file of another lab than the one that is graded?
#ifndef WARPBOOK_CLASS_OTHER_LAB_H
#define WARPBOOK_CLASS_OTHER_LAB_H

#include <stdbool.h>

#include "grader/class/entry.h"
#include "grader/lab/spec.h"

// The number of the lab whose TODOs the file has marks of, where it has none of this lab's; -1: it has, or has none at all. `surely`: the
// marks are several. A single one may be a remark about another lab.
int other_lab(const Entry *entry, const LabSpec *spec, bool *surely);

#endif
