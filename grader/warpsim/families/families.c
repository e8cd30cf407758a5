// The table of families, in the order in which they are asked for an instruction.
#include "grader/warpsim/core/family.h"

extern Family clusters_family, launches_family, matrices_family, narrow_floats_family, textures_family;

Family *const families[] = {&narrow_floats_family, &matrices_family, &clusters_family,
                            &textures_family,      &launches_family, NULL};
