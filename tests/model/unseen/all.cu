// What this set consists of.
#include "kept.h"

void add_all() {
    add_kept_streams(), add_kept_blocks(), add_kept_stencils(), add_kept_numbers();
}
