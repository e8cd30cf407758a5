// Inside the room: arguments that count bytes, and are given a number of elements.
#ifndef WARPBOOK_BYTES_ASKED_H
#define WARPBOOK_BYTES_ASKED_H

#include <stdbool.h>

// Is the third argument of the launch in that line, bytes of shared memory, written without the size of an element, neither there nor
// where its names are set?
bool launch_counts_elements(const char *path, int launch);

// The first copy to a variable of the device, cudaMemcpyToSymbol, whose number of bytes is written like that, or (*other_size) with the
// size of another type than the variable has; 0: none.
int line_of_short_copy(const char *path, bool *other_size);

#endif
