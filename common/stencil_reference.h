// The right answer of launch_stencil on the CPU, for reference.c of labs 3 to 7: how far a right float kernel
// can be off, and the mistakes that people make. The functions for lab_entries stand at the end.
//
// The bounds count roundings. Let u = 2^-24, the unit roundoff of float, and gamma(k) = k u / (1 - k u). A
// value that has passed through k roundings is its exact value times (1 + d) with |d| <= gamma(k) (N. J.
// Higham, Accuracy and Stability of Numerical Algorithms, chapter 3). In a sum of products each term passes
// through its product's rounding and through those of the additions on its way to the result, whatever the
// order of the additions; fma leaves a rounding out and never adds one. So the sum is off by at most gamma(k)
// times the sum of the terms' magnitudes, where k is the largest number of roundings on the way of any term.
// Sums in double, rounded once, are inside the same bound. The second part of each bound covers underflow,
// with subnormal numbers kept or flushed to zero: each operand and each operation then loses at most FLT_MIN
// = 2^-126. Where a kernel takes its operands from, memory, a tile or registers, does not round.
#ifndef WARPBOOK_STENCIL_REFERENCE_H
#define WARPBOOK_STENCIL_REFERENCE_H

#include "common/lab.h"

#include <float.h>
#include <math.h>

#include "common/stencil.h"

// gamma(k) of the text above.
static inline double gamma_of(int roundings) {
    const double unit = FLT_EPSILON / 2;
    return roundings * unit / (1 - roundings * unit);
}

// What a kernel computes, right or wrong: which coefficient it gives to the centre and to the neighbours x-1,
// x+1, y-1, y+1, z-1, z+1 (-1: the neighbour is left out), which axis it takes for x, y and z where it reads
// (0 x, 1 y, 2 z), and whether it takes neighbours on the grid's boundary for zero.
typedef struct {
    int coefficient[7];
    int axis[3];
    bool zero_boundary;
} StencilFormula;

static inline bool stencil_interior(int n, int i, int j, int k) {
    return i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2;
}

// The values that the formula reads at point i, j, k: centre, x-1, x+1, y-1, y+1, z-1, z+1.
static inline void stencil_operands(const StencilFormula *f, const float *in, int n, int i, int j, int k,
                                    float x[7]) {
    const size_t step[3] = {1, (size_t)n, (size_t)n * n};
    const size_t p = i * step[f->axis[2]] + j * step[f->axis[1]] + k * step[f->axis[0]];
    const int place[3] = {k, j, i};
    x[0] = in[p];
#pragma GCC unroll 3
    for (int a = 0; a < 3; ++a) {
        x[1 + 2 * a] = f->zero_boundary && place[a] == 1 ? 0 : in[p - step[f->axis[a]]];
        x[2 + 2 * a] = f->zero_boundary && place[a] == n - 2 ? 0 : in[p + step[f->axis[a]]];
    }
}

// One term has 7 roundings at most: its product and 6 additions. 7 coefficients and 7 values may underflow
// (each times its partner), and so may 13 operations; twice that, for the roundings that these losses pass
// through. The last part is the double sum's own error.
static inline void stencil_point(const StencilFormula *f, const float x[7], const StencilCoefficients *c,
                                 double *value, double *bound) {
    double sum = 0, magnitude = 0, partners = 0;
#pragma GCC unroll 7
    for (int m = 0; m < 7; ++m) {
        if (f->coefficient[m] < 0) continue;
        double a = c->c[f->coefficient[m]];
        sum += a * x[m];
        magnitude += fabs(a * x[m]);
        partners += fabs(a) + fabs((double)x[m]);
    }
    *value = sum;
    *bound = (gamma_of(7) + 7 * DBL_EPSILON) * magnitude + 2 * (double)FLT_MIN * (13 + partners);
}

// The cells of a case that are asked for: args in, out, n, c. Inlined and unrolled, it knows its formula and
// takes half the time.
__attribute__((always_inline)) static inline void fill_stencil(const LabCase *c, const StencilFormula *f,
                                                               double *value, double *bound) {
    const float *in = c->args[0], *background = c->args[1];
    const StencilCoefficients *coefficients = c->args[3];
    const size_t n = (size_t)c->n;
    int i = (int)(c->first / (n * n)), j = (int)(c->first / n % n), k = (int)(c->first % n); // z, y, x
    for (size_t m = 0, end; m < c->count; m = end) { // row by row: cells [m, end)
        end = m + (n - (size_t)k) < c->count ? m + (n - (size_t)k) : c->count;
        for (size_t b = m; b < end; ++b) value[b] = background[c->first + b], bound[b] = 0;
        const size_t row = m - (size_t)k; // of the cell with k = 0, if it were asked for
        const int last = (int)(end - row) < c->n - 1 ? (int)(end - row) : c->n - 1;
        for (k = k < 1 ? 1 : k; stencil_interior(c->n, i, j, 1) && k < last; ++k) {
            float x[7];
            stencil_operands(f, in, c->n, i, j, k, x);
            stencil_point(f, x, coefficients, &value[row + (size_t)k], &bound[row + (size_t)k]);
        }
        k = 0;
        if (++j == c->n) j = 0, ++i;
    }
}

// The right answer is computed for each cell of each case. For gcc the optimization of loops into vectors has to be asked for,
// and for all formulas it would take seconds to compile.
#if defined(__GNUC__) && !defined(__clang__)
#define VECTORIZED __attribute__((optimize("O3", "fp-contract=off")))
#else
#define VECTORIZED
#endif

#define STENCIL(name, ...)                                                                                   \
    static inline void name(const LabCase *c, double *value, double *bound) {                                \
        static const StencilFormula formula = __VA_ARGS__;                                                   \
        fill_stencil(c, &formula, value, bound);                                                             \
    }

// clang-format off
//                              centre  x-1 x+1  y-1 y+1  z-1 z+1
VECTORIZED
STENCIL(stencil,               {{0,      1, 2,    3, 4,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_yz,            {{0,      1, 2,    5, 6,    3, 4}, {0, 1, 2}, false})
STENCIL(stencil_xy,            {{0,      3, 4,    1, 2,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_xz,            {{0,      5, 6,    3, 4,    1, 2}, {0, 1, 2}, false})
STENCIL(stencil_all_signs,     {{0,      2, 1,    4, 3,    6, 5}, {0, 1, 2}, false})
STENCIL(stencil_x_signs,       {{0,      2, 1,    3, 4,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_y_signs,       {{0,      1, 2,    4, 3,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_z_signs,       {{0,      1, 2,    3, 4,    6, 5}, {0, 1, 2}, false})
STENCIL(stencil_centre_last,   {{6,      0, 1,    2, 3,    4, 5}, {0, 1, 2}, false})
STENCIL(stencil_two_values,    {{0,      1, 1,    1, 1,    1, 1}, {0, 1, 2}, false})
STENCIL(stencil_no_centre,     {{-1,     1, 2,    3, 4,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_no_x_minus,    {{0,     -1, 2,    3, 4,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_no_x_plus,     {{0,      1, -1,   3, 4,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_no_y_minus,    {{0,      1, 2,   -1, 4,    5, 6}, {0, 1, 2}, false})
STENCIL(stencil_no_y_plus,     {{0,      1, 2,    3, -1,   5, 6}, {0, 1, 2}, false})
STENCIL(stencil_no_z_minus,    {{0,      1, 2,    3, 4,   -1, 6}, {0, 1, 2}, false})
STENCIL(stencil_no_z_plus,     {{0,      1, 2,    3, 4,    5, -1}, {0, 1, 2}, false})
STENCIL(stencil_read_xy,       {{0,      1, 2,    3, 4,    5, 6}, {1, 0, 2}, false})
STENCIL(stencil_read_xz,       {{0,      1, 2,    3, 4,    5, 6}, {2, 1, 0}, false})
STENCIL(stencil_read_yz,       {{0,      1, 2,    3, 4,    5, 6}, {0, 2, 1}, false})
STENCIL(stencil_zero_boundary, {{0,      1, 2,    3, 4,    5, 6}, {0, 1, 2}, true})
// clang-format on

// For lab_entries: {"launch_stencil", .reference = stencil, .in_parts = true, .mistakes = STENCIL_MISTAKES};
// TILE_MISTAKES where a tile is filled.
static const LabMistake TILE_MISTAKES[] = {
    {"neighbours on the grid's boundary count as zero: they are not computed, but they are read",
     stencil_zero_boundary},
    {"the y and z neighbours are swapped", stencil_yz},
    {"the x and y neighbours are swapped", stencil_xy},
    {"the x and z neighbours are swapped", stencil_xz},
    {"the minus and plus neighbours are swapped in every axis", stencil_all_signs},
    {"the neighbours x-1 and x+1 are swapped", stencil_x_signs},
    {"the neighbours y-1 and y+1 are swapped", stencil_y_signs},
    {"the neighbours z-1 and z+1 are swapped", stencil_z_signs},
    {"the coefficients are one place off: c[0] belongs to the centre, not to x-1", stencil_centre_last},
    {"all six neighbours use c[1], where each has a coefficient of its own", stencil_two_values},
    {"the centre is missing", stencil_no_centre},
    {"the neighbour x-1 is missing", stencil_no_x_minus},
    {"the neighbour x+1 is missing", stencil_no_x_plus},
    {"the neighbour y-1 is missing", stencil_no_y_minus},
    {"the neighbour y+1 is missing", stencil_no_y_plus},
    {"the neighbour z-1 is missing", stencil_no_z_minus},
    {"the neighbour z+1 is missing", stencil_no_z_plus},
    {"the input is read with the x and y indexes swapped", stencil_read_xy},
    {"the input is read with the x and z indexes swapped", stencil_read_xz},
    {"the input is read with the y and z indexes swapped", stencil_read_yz},
    {NULL, NULL},
};
#define STENCIL_MISTAKES (TILE_MISTAKES + 1) // all but that of a tile

#endif
