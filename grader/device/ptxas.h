// Finds and runs ptxas, the CUDA Toolkit's assembler for PTX.
#ifndef WARPBOOK_PTXAS_H
#define WARPBOOK_PTXAS_H

#include <stdbool.h>
#include <stddef.h>

// Looks in CUDA_HOME/bin, along PATH, beside the nvcc that PATH leads to, and in /usr/local/cuda/bin.
bool ptxas_find(char *path, size_t size);

typedef enum {
    PTXAS_DONE,
    PTXAS_REFUSED, // it ended with an error, which is in the text
    PTXAS_LATE,    // stopped at the time limit
    PTXAS_ABSENT,  // could not be started
} PtxasOutcome;

// Runs `path` for the GPU `target` ("sm_90") on the file `input`, with at most `registers_max` registers a thread (0: as
// many as it likes), and stores what it prints in *text
// (malloc'ed, NUL-terminated, cut off after 4 MiB; NULL when out of memory). The machine code goes to the
// file `output`.
PtxasOutcome ptxas_run(const char *path, const char *target, int registers_max, const char *input,
                       const char *output, int limit_ms, char **text);

#endif
