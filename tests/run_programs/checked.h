// Each call's error is a line of the output, so that the expected output says that there is none.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECKED(call)                                                                                        \
    do {                                                                                                     \
        cudaError_t error_ = (call);                                                                         \
        if (error_ != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorName(error_));                      \
    } while (0)
