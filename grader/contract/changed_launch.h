// How a recorded launch is to be repeated otherwise than it was asked for: the payload of GRADER_TRY, in place of PTX.
#ifndef WARPBOOK_CHANGED_LAUNCH_H
#define WARPBOOK_CHANGED_LAUNCH_H

#include <stdint.h>

typedef enum {
    LAUNCH_AS_IT_WAS,
    LAUNCH_EXCHANGED,  // the grid in the block's place, and the other way round
    LAUNCH_AXES,       // the grid's numbers along two axes exchanged: first, second
    LAUNCH_MORE,       // along axis `first`: grid * amount + value
    LAUNCH_PARAMETERS, // two parameters of the same size exchanged: first, second, from 0
    LAUNCH_NUMBERS, // parameters `first` and `second`, of 4 bytes each: the low and the high half of `value`
    LAUNCH_ADDED,   // parameter `first`, of 4 bytes: amount more
    LAUNCH_NUMBER,  // parameter `first`, of 4 bytes: `value` in its place
    LAUNCH_ADDRESS, // parameter `first`, of 8 bytes: `value` in its place
    LAUNCH_ONE_BLOCK, // a grid of one block
    LAUNCH_GIVEN,     // grid, block, and of the parameters those of `numbers` that are given
    LAUNCH_VALUES,    // parameter `first`, of `value` bytes: those of `numbers`
    LAUNCH_SHARED,    // `value` bytes of dynamic shared memory, in launches that ask for `amount`
    LAUNCH_KERNEL     // `kernel` in place of `only`, with parameters of the same size
} LaunchChangeKind;

enum { CHANGED_KERNEL = 256, CHANGED_NUMBERS = 12 };

typedef struct {
    uint32_t kind, first, second;
    int32_t amount;
    uint64_t value;
    uint32_t grid[3], block[3];
    uint32_t given;                    // a bit for each of `numbers`, the lowest one for the first parameter
    uint64_t numbers[CHANGED_NUMBERS]; // their bytes, 4 or 8 as the parameter has
    char only[CHANGED_KERNEL];   // mangled, NUL-terminated: the launches of this kernel alone; empty: all
    char kernel[CHANGED_KERNEL]; // likewise
} ChangedLaunch;

#endif
