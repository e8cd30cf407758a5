// WRONG: a lambda launches, and only the timed launches are waited for
// EXPECT test: 0.4/n=40
// EXPECT cause: while the warm-up is still under way
// EXPECT todo: 0.4

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together.
    auto launch = [&](int count) {
        for (int i = 0; i < count; ++i) timed.launch();
    };
    launch(1);
    double start = timed.now(); // <-- HERE
    launch(repeats);
    timed.wait();
    ms = (timed.now() - start) / repeats;
    // end 0.4
    return ms;
}
