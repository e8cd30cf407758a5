// WRONG: a helper launches the warm-up, and nobody waits for it
// EXPECT test: 0.4/n=40
// EXPECT cause: Nothing waits for the device behind this launch
// EXPECT todo: 0.4

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

static void warm_up(Timed t) {
    t.launch();
}

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together.
    warm_up(timed); // <-- HERE
    double start = timed.now();
    for (int i = 0; i < repeats; ++i) timed.launch();
    timed.wait();
    ms = (timed.now() - start) / repeats;
    // end 0.4
    return ms;
}
