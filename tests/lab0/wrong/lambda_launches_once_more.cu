// WRONG: a lambda gets the right number, and its loop launches once more
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
    auto all = [timed](int count) {
        for (int k = 0; k <= count; k++) timed.launch(); // <-- HERE
        timed.wait();
    };
    double begin = timed.now();
    all(repeats);
    ms = (timed.now() - begin) / repeats;
    // end 0.4
    return ms;
}
