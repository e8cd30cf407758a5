// What our libcudart offers to grader/libraries, the stand-ins for cuBLAS and the like, beside CUDA's own functions.
#ifndef WARPBOOK_RUNTIME_LIBRARIES_H
#define WARPBOOK_RUNTIME_LIBRARIES_H

// A call of a library that is not simulated: a finding at the line of the program that called it.
void runtime_library_call(const char *name);

#endif
