// Values of inputs by their addresses. See sampled_values.h.
#include "grader/contract/sampled_values.h"

#include <math.h>
#include <string.h>

#include "grader/contract/draw.h"

// From -1 to 1.
static double drawn(uint64_t draw, uint64_t number) {
    return ldexp((double)(drawn_number(draw, number) >> 11), -52) - 1;
}

void sampled_input(void *to, uint64_t address, uint64_t bytes, uint32_t element, uint64_t draw) {
    memset(to, 0, bytes);
    for (uint64_t i = 0; element == sizeof(float) && i < bytes / element; i++)
        ((float *)to)[i] = (float)drawn(draw, address / element + i);
    for (uint64_t i = 0; element == sizeof(double) && i < bytes / element; i++)
        ((double *)to)[i] = drawn(draw, address / element + i);
}
