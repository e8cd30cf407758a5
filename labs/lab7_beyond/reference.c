// Lab 7's right answers: the stencil of common/stencil_reference.h, for the student's kernel, demo.cu and
// ladder.cu.
#include "common/stencil_reference.h"

#define RIGHT(name)                                                                                          \
    { .entry = name, .reference = stencil, .in_parts = true, .mistakes = STENCIL_MISTAKES }

const LabEntry lab_entries[] = {
    RIGHT("launch_stencil"),   RIGHT("launch_basic"), RIGHT("launch_march"),     RIGHT("launch_march4"),
    RIGHT("ladder_basic"),     RIGHT("ladder_tiled"), RIGHT("ladder_coarsened"), RIGHT("ladder_register"),
    RIGHT("ladder_challenge"), {.entry = NULL},
};
