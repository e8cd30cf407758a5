// WRONG: the clock starts while the warm-up runs
// EXPECT test: 0.4/n=40
// EXPECT says: the start time was taken before the warm-up launch had finished
// EXPECT cause: Nothing waits for the device behind this launch
// EXPECT score: 85

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    timed.launch(); // <-- HERE
    double start = timed.now();
    for (int i = 0; i < repeats; ++i) timed.launch();
    timed.wait();
    return (timed.now() - start) / repeats;
}
