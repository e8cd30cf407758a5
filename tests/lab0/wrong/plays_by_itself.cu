// WRONG: begins the next game behind the lab's back, to measure at leisure
// EXPECT test: 0.4/n=40
// EXPECT score: 85

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/first_program.h"
#include <dlfcn.h>

double time_of_launch(Timed timed, int repeats) {
    static int next = 1;
    double (*play)(int, int) = (double (*)(int, int))dlsym(RTLD_DEFAULT, "runtime_play");
    timed.launch();
    timed.wait();
    double start = timed.now();
    for (int i = 0; i < repeats; ++i) timed.launch();
    timed.wait();
    double ms = (timed.now() - start) / repeats;
    if (play) play(0, next++);
    return ms;
}
