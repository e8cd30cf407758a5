// WRONG: two later launches are timed in place of `repeats`, which the grader's GPU makes a good guess
// EXPECT test: 0.4/n=40
// EXPECT says: after one warm-up launch
// EXPECT score: 85

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    timed.launch();
    timed.wait();
    double start = timed.now();
    for (int i = 0; i < 2; ++i) timed.launch();
    timed.wait();
    return (timed.now() - start) / 2;
}
