// WRONG: one later launch is timed in place of `repeats`
// EXPECT test: 0.4/n=40
// EXPECT score: 85

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    timed.launch();
    timed.wait();
    double start = timed.now();
    timed.launch();
    timed.wait();
    return timed.now() - start;
}
