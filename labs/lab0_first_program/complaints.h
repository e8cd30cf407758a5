// What call.c writes to the first element of an answer, and reference.c has words for: numbers that no data holds.
#ifndef WARPBOOK_COMPLAINTS_H
#define WARPBOOK_COMPLAINTS_H

enum {
    OUT_OF_MEMORY = 2,    // cudaErrorMemoryAllocation
    FAILED_COPY = 214,    // cudaErrorECCUncorrectable
    ALREADY_LOCKED = 712, // cudaErrorHostMemoryAlreadyRegistered
    OTHER_LOCKED = -3000, // of page-locked arrays something else came back
    OTHER_BITS = -2000,   // numbers came back that are equal, or are none, and whose bits are others
    // Less the error that was returned where something had failed: cudaMalloc, the copy there, the copy back.
    OTHER_ERROR = -100000,
    OTHER_ERROR_THERE = -200000,
    OTHER_ERROR_BACK = -300000,
    OTHER_ERROR_LOCKED = -400000, // less the error that was returned for arrays that are page-locked
};

#endif
