// Lab 4's right answers on the CPU: those of the stencil, which labs 3 to 6 share.
#include "common/stencil_reference.h"

const LabEntry lab_entries[] = {
    {.entry = "launch_stencil", .reference = stencil, .in_parts = true, .mistakes = TILE_MISTAKES},
    {.entry = "launch_basic_rows", .reference = stencil, .in_parts = true},
    {.entry = "launch_basic_cubes", .reference = stencil, .in_parts = true},
    {.entry = NULL},
};
