// WRONG: a constructor ends the process with status 0 before anything is called
// EXPECT score: 0

#include <unistd.h>

#include "tests/attacks/right_launches.cuh"

__attribute__((constructor)) static void leave() { _exit(0); }
