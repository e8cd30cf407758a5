// RIGHT: five warm-ups, a wait after each second launch

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/first_program.h"

double time_of_launch(Timed timed, int repeats) {
    for (int i = 0; i < 5; ++i) timed.launch(), timed.wait();
    timed.wait();
    double start = timed.now();
    for (int i = 0; i < repeats; ++i) {
        timed.launch();
        if (i % 2) timed.wait();
    }
    timed.wait();
    double end = timed.now();
    return (end - start) / repeats;
}
