// WRONG: a do whose count begins with 1, for the launch before it
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
    int done = 1;
    do {
        timed.launch();
        done++;
    } while (done < repeats); // <-- HERE
    timed.wait();
    ms = (timed.now() - begin) / repeats;
    // end 0.4
    return ms;
}
