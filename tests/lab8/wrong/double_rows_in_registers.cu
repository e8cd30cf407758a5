// WRONG: rows of points in registers, x by shuffles: no shared plane at all, and few loads
// EXPECT pass: 8.3/n=258..262
// EXPECT test: 8.3/counter-1
// EXPECT score: 88

#include "tests/lab5/rows_in_registers.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/right_plane.cuh"

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    launch_rows(in, out, n, c);
}
