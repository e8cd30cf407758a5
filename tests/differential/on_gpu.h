// A random program on a real GPU, in the simulator's place: with WARPBOOK_TESTS_ON_GPU=1.
#ifndef WARPBOOK_DIFFERENTIAL_ON_GPU_H
#define WARPBOOK_DIFFERENTIAL_ON_GPU_H

#include "tests/differential/program.h"

bool programs_run_on_gpu(void);

// Runs the program and stores each buffer's words as the kernel leaves them to after[]. Returns NULL, or what
// failed.
const char *run_program_on_gpu(const TestProgram *p, const char *text, uint64_t *const after[BUFFER_COUNT]);

#endif
