// WRONG: nothing waits behind the warm-up, and a helper reads the clock
// EXPECT test: 0.4/n=40
// EXPECT cause: Nothing waits for the device behind this launch
// EXPECT todo: 0.4

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

// ms that `count` launches take together
static double burst(Timed t, int count) {
    const double begin = t.now();
    for (; count > 0; --count) t.launch();
    t.wait();
    return t.now() - begin;
}

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together.
    timed.launch(); // <-- HERE
    ms = burst(timed, repeats) / repeats;
    // end 0.4
    return ms;
}
