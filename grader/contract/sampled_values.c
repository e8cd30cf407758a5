// Values of inputs by their addresses. See sampled_values.h.
#include "grader/contract/sampled_values.h"

#include <math.h>
#include <string.h>

// SplitMix64's last steps (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
uint64_t sampled_draw(uint64_t draw, uint64_t number) {
    uint64_t z = draw + (number + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// From -1 to 1.
static double drawn(uint64_t draw, uint64_t number) {
    return ldexp((double)(sampled_draw(draw, number) >> 11), -52) - 1;
}

void sampled_input(void *to, uint64_t address, uint64_t bytes, uint32_t element, uint64_t draw) {
    memset(to, 0, bytes);
    for (uint64_t i = 0; element == sizeof(float) && i < bytes / element; i++)
        ((float *)to)[i] = (float)drawn(draw, address / element + i);
    for (uint64_t i = 0; element == sizeof(double) && i < bytes / element; i++)
        ((double *)to)[i] = drawn(draw, address / element + i);
}
