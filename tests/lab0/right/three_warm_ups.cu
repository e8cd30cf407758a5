// RIGHT: three launches to warm up

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    for (int i = 0; i < 3; ++i) timed.launch();
    timed.wait();
    const double start = timed.now();
    int left = repeats;
    while (left--) timed.launch();
    timed.wait();
    return (timed.now() - start) / repeats;
}
