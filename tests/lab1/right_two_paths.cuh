// A right launch_two_paths, for test submissions that are about something else.
#include "tests/lab1/path_of_element.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = ELEMENT_BY_BLOCK;
    if (e < n) {
        TAKE_PATH(in, out, e);
    }
}

#include "tests/lab1/two_paths_launch.cuh"
