// The stencils of lab 8: coefficients and entry points.
#ifndef WARPBOOK_OTHER_STENCILS_H
#define WARPBOOK_OTHER_STENCILS_H

// Five points of a plane:
//   c[0] centre   c[1] x-1   c[2] x+1   c[3] y-1   c[4] y+1
typedef struct {
    float c[5];
} PlaneCoefficients;

// 13 points in 3D, two to each side (the centre and twelve neighbours):
//   c[0] centre   c[1] x-2  c[2] x-1  c[3] x+1  c[4] x+2   c[5] y-2  c[6] y-1  c[7] y+1  c[8] y+2
//                 c[9] z-2  c[10] z-1  c[11] z+1  c[12] z+2
typedef struct {
    float c[13];
} FourthCoefficients;

// Seven points in 3D, in double, in the order of labs 3 to 7:
//   c[0] centre   c[1] x-1   c[2] x+1   c[3] y-1   c[4] y+1   c[5] z-1   c[6] z+1
typedef struct {
    double c[7];
} DoubleCoefficients;

#ifdef __cplusplus
extern "C" {
#endif

// Applies the five-point stencil once to every interior point (1 .. n-2) of an n x n grid: in[j*n + k] with j = y and k = x
// (fastest). In all three functions boundary points of `out` stay as they are, and `in` and `out` are device pointers.
void launch_plane(const float *in, float *out, int n, PlaneCoefficients c);

// The 13-point stencil, for points 2 .. n-3 of an n x n x n grid: in[i*n*n + j*n + k], i = z, j = y, k = x (fastest).
void launch_fourth(const float *in, float *out, int n, FourthCoefficients c);

// The seven-point stencil in double, for points 1 .. n-2 of an n x n x n grid.
void launch_double(const double *in, double *out, int n, DoubleCoefficients c);

#ifdef __cplusplus
}
#endif

#endif
