// WRONG: the warm-up is launch 0 of the repeats, so that the loop begins with the next one
// EXPECT test: 0.4/n=40
// EXPECT cause: is decided by this loop
// EXPECT score: 85

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4
    timed.launch();
    timed.wait();
    double begin = timed.now();
    for (int k = 1; k < repeats; k++) // <-- HERE
        timed.launch();
    timed.wait();
    ms = (timed.now() - begin) / repeats;
    // end 0.4
    return ms;
}
