// Has the class handed in another lab than the one that was typed?
#ifndef WARPBOOK_CLASS_SUSPECT_LAB_H
#define WARPBOOK_CLASS_SUSPECT_LAB_H

#include "grader/class/choose_file.h"
#include "grader/class/collect.h"

// Says so on standard error where half of the files or more are those of another lab, or are the lab's skeleton as it was handed
// out: in whole projects the file of every lab is there.
void suspect_lab(const CollectPlan *plan, const Choice *choices, int count);

#endif
