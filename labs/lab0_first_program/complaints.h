// What call.c writes to the first element of an answer, and reference.c has words for: numbers that no data holds.
#ifndef WARPBOOK_COMPLAINTS_H
#define WARPBOOK_COMPLAINTS_H

enum {
    OUT_OF_MEMORY = 2,     // cudaErrorMemoryAllocation
    OTHER_BITS = -2000,    // numbers came back that are equal, or are none, and whose bits are others
    OTHER_ERROR = -100000, // less the error that was returned where cudaMalloc had failed
};

#endif
