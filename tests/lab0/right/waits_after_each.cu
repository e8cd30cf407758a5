// RIGHT: each launch is timed alone, and waited for

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    double sum = 0;
    timed.launch();
    timed.wait();
    for (int i = 0; i < repeats; ++i) {
        double start = timed.now();
        timed.launch();
        timed.wait();
        sum += timed.now() - start;
    }
    return sum / repeats;
}
