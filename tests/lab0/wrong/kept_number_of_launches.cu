// WRONG: the number that a lambda is given is one too large
// EXPECT test: 0.4/n=40
// EXPECT cause: is decided by this call
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
    const auto all = [&](int count) {
        while (count-- > 0) timed.launch();
        timed.wait();
    };
    const int others = repeats + 1;
    double begin = timed.now();
    all(others); // <-- HERE
    ms = (timed.now() - begin) / repeats;
    // end 0.4
    return ms;
}
