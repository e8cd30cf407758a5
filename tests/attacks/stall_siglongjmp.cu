// WRONG: spins, and leaves the handler of the signal that ends its processor time by siglongjmp, to spin again
// EXPECT test: 3.2/n=1
// EXPECT says: host code
// EXPECT pass: 3.1/n=33

#include <setjmp.h>
#include <signal.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

static sigjmp_buf again;

static void go_on(int) {
    siglongjmp(again, 1);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)out, (void)n, (void)c;
    signal(SIGXCPU, go_on);
    sigsetjmp(again, 1);
    for (volatile int i = 0;; i = i + 1) {
    }
}
