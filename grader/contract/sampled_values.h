// The answer to GRADER_VALUES: what sampled blocks of a modelled case have stored, and what they have read it from.
//
// No large input is made for a modelled case. The elements that sampled blocks read get values by their address alone, so
// that `device`, which runs them, and the grader, which knows the right results, make the same.
#ifndef WARPBOOK_SAMPLED_VALUES_H
#define WARPBOOK_SAMPLED_VALUES_H

#include <stdint.h>

enum { SAMPLED_PAGE = 4096 }; // bytes of a piece of an input that is filled, which is as much aligned

// The payload is this, `pages` addresses of filled pieces, and `values` of StoredValue.
typedef struct {
    uint64_t pages, values;
    uint64_t
        storing; // blocks that stored them, of the launch of which the fewest did; 0: not all that is stored is here
    uint64_t missed; // 1: of some launch no values were looked at
} SampledValues;

typedef struct {
    uint64_t address; // of the element
    uint64_t bits;    // its bytes, the lowest first
} StoredValue;

// Fills `bytes` bytes with the elements that an input has from `address` on, both multiples of `element`: float for 4,
// double for 8, from -1 to 1, drawn by `draw`. Of another size: zeros.
void sampled_input(void *to, uint64_t address, uint64_t bytes, uint32_t element, uint64_t draw);

#endif
