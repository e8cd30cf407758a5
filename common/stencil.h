// The seven-point stencil's coefficients and entry point, shared by labs 3 to 7.
#ifndef WARPBOOK_STENCIL_H
#define WARPBOOK_STENCIL_H

// Coefficients in this order:
//   c[0] centre   c[1] x-1   c[2] x+1   c[3] y-1   c[4] y+1   c[5] z-1   c[6] z+1
typedef struct {
    float c[7];
} StencilCoefficients;

#ifdef __cplusplus
extern "C" {
#endif

// Applies the stencil once to every interior point of an n x n x n grid: in[i*n*n + j*n + k] with i = z
// (slowest), j = y, k = x (fastest). Boundary points of `out` stay as they are. `in` and `out` are device
// pointers.
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c);

#ifdef __cplusplus
}
#endif

#endif
