// What kernels print on a GPU: the driver writes it to standard output, a failed assert() to standard error.
// Both are led into a file in memory.
#ifndef WARPBOOK_KERNEL_OUTPUT_H
#define WARPBOOK_KERNEL_OUTPUT_H

#include "grader/warpsim/warpsim.h"

typedef struct {
    int fd;
} KernelOutput;

bool kernel_output_open(KernelOutput *output);

// Moves what has come since the last time to the text that kernels have printed.
void kernel_output_take(KernelOutput *output, Warpsim *sim);

#endif
