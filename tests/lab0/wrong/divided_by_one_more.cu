// WRONG: the time of `repeats` launches is divided by one more: the warm-up is counted, which was not timed
// EXPECT test: 0.4/n=40
// EXPECT cause: what is computed from the two readings is wrong
// EXPECT todo: 0.4

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    // TODO 0.4
    int launches = 1;
    timed.launch(); // the warm-up
    timed.wait();
    const double begun = timed.now();
    for (int i = 0; i < repeats; ++i, ++launches) timed.launch();
    timed.wait();
    const double ended = timed.now();
    const double passed = ended - begun;
    return passed / launches; // <-- HERE
    // end 0.4
}
