// What this set consists of.
#include "set.h"

void add_all() {
    add_pipes(), add_streams(), add_launches(), add_shared(), add_products(), add_stencils(), add_applications();
}
