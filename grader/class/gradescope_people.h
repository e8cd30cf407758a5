// The students of a Gradescope export: its submission_metadata.yml.
#ifndef WARPBOOK_CLASS_GRADESCOPE_PEOPLE_H
#define WARPBOOK_CLASS_GRADESCOPE_PEOPLE_H

#include "grader/class/layout.h"

// Gives each unit submission_N its submitters and its time.
void gradescope_people(Units *units, const Entry *metadata);

#endif
