// Lab 3's right answers on the CPU, how far a right float kernel can be off, and the mistakes that people
// make.
//
// The bounds count roundings. Let u = 2^-24, the unit roundoff of float, and gamma(k) = k u / (1 - k u). A
// value that has passed through k roundings is its exact value times (1 + d) with |d| <= gamma(k) (N. J.
// Higham, Accuracy and Stability of Numerical Algorithms, chapter 3). In a sum of products each term passes
// through its product's rounding and through those of the additions on its way to the result, whatever the
// order of the additions; fma leaves a rounding out and never adds one. So the sum is off by at most gamma(k)
// times the sum of the terms' magnitudes, where k is the largest number of roundings on the way of any term.
// Sums in double, rounded once, are inside the same bound. The second part of each bound covers underflow,
// with subnormal numbers kept or flushed to zero: each operand and each operation then loses at most FLT_MIN
// = 2^-126.
#include "common/lab.h"

#include <float.h>
#include <math.h>

#include "common/stencil.h"

static const double UNIT = FLT_EPSILON / 2;

static double gamma_of(int roundings) {
    return roundings * UNIT / (1 - roundings * UNIT);
}

// ---- The derivative: args f, df, n, h ----------------------------------------------------------------

typedef double Derivative(const float *f, int i, double h);

// Operations of a right kernel on the way of f[i+1] or f[i-1]: the difference, and a division or a product
// with a rounded 1/(2h), in either order. That is 3 roundings; a division by __fdividef may be off by 2 ulp =
// 4 u, so 6 allows for it. Factors of 2 are exact. In f[i+1]/(2h) - f[i-1]/(2h) each term carries its error
// into the difference: hence the magnitudes of the terms, not of their difference. Up to 2 operands and 4
// operations underflow; the first ones are still to be divided by 2h.
static double derivative_bound(const float *f, int i, double h) {
    double magnitude = (fabs((double)f[i + 1]) + fabs((double)f[i - 1])) / (2 * fabs(h));
    return gamma_of(6) * magnitude + 8 * (double)FLT_MIN * (1 + 1 / (2 * fabs(h)));
}

static void fill_derivative(const LabCase *c, Derivative *at, double *value, double *bound) {
    const float *f = c->args[0], *background = c->args[1];
    double h = *(const float *)c->args[3];
    for (int i = 0; i < c->n; ++i) { // range [0, n)
        bool inside = i >= 1 && i <= c->n - 2;
        value[i] = inside ? at(f, i, h) : (double)background[i];
        bound[i] = inside ? derivative_bound(f, i, h) : 0;
    }
}

static double central(const float *f, int i, double h) {
    return ((double)f[i + 1] - f[i - 1]) / (2 * h);
}
static double undoubled(const float *f, int i, double h) {
    return 2 * central(f, i, h);
}
static double times_h(const float *f, int i, double h) {
    return ((double)f[i + 1] - f[i - 1]) / 2 * h;
}
static double undivided(const float *f, int i, double h) {
    return (void)h, (double)f[i + 1] - f[i - 1];
}
static double reversed(const float *f, int i, double h) {
    return -central(f, i, h);
}
static double forward(const float *f, int i, double h) {
    return ((double)f[i + 1] - f[i]) / h;
}
static double backward(const float *f, int i, double h) {
    return ((double)f[i] - f[i - 1]) / h;
}
static double summed(const float *f, int i, double h) {
    return ((double)f[i + 1] + f[i - 1]) / (2 * h);
}

#define DERIVATIVE(name, formula)                                                                            \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        fill_derivative(c, formula, value, bound);                                                           \
    }

DERIVATIVE(derivative, central)
DERIVATIVE(derivative_undoubled, undoubled)
DERIVATIVE(derivative_times_h, times_h)
DERIVATIVE(derivative_undivided, undivided)
DERIVATIVE(derivative_reversed, reversed)
DERIVATIVE(derivative_forward, forward)
DERIVATIVE(derivative_backward, backward)
DERIVATIVE(derivative_summed, summed)

static const LabMistake DERIVATIVE_MISTAKES[] = {
    {"the difference is divided by h, not by 2h", derivative_undoubled},
    {"the difference is divided by 2 and then multiplied by h: / 2 * h is not / (2 * h)", derivative_times_h},
    {"the difference is not divided by 2h", derivative_undivided},
    {"the sign is reversed: f[i-1] - f[i+1]", derivative_reversed},
    {"this is the forward difference, (f[i+1] - f[i]) / h", derivative_forward},
    {"this is the backward difference, (f[i] - f[i-1]) / h", derivative_backward},
    {"the two neighbours are added, not subtracted", derivative_summed},
    {NULL, NULL},
};

// ---- The stencil: args in, out, n, c -----------------------------------------------------------------

// What a kernel computes, right or wrong: which coefficient it gives to the centre and to the neighbours x-1,
// x+1, y-1, y+1, z-1, z+1 (-1: the neighbour is left out), and which axis it takes for x, y and z where it
// reads (0 x, 1 y, 2 z).
typedef struct {
    int coefficient[7];
    int axis[3];
} Formula;

// One term has 7 roundings at most: its product and 6 additions. 7 coefficients and 7 values may underflow
// (each times its partner), and so may 13 operations; twice that, for the roundings that these losses pass
// through. The last part is the double sum's own error.
static void stencil_point(const Formula *f, const float *in, const size_t step[3], size_t p,
                          const StencilCoefficients *c, double *value, double *bound) {
    const float x[7] = {in[p],           in[p - step[0]], in[p + step[0]], in[p - step[1]],
                        in[p + step[1]], in[p - step[2]], in[p + step[2]]};
    double sum = 0, magnitude = 0, partners = 0;
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

static void fill_stencil(const LabCase *c, const Formula *f, double *value, double *bound) {
    const float *in = c->args[0], *background = c->args[1];
    const StencilCoefficients *coefficients = c->args[3];
    int n = c->n;
    size_t row = (size_t)n, plane = row * row;
    size_t step[3], strides[3] = {1, row, plane};
    for (int a = 0; a < 3; ++a) step[a] = strides[f->axis[a]];

    for (int i = 0; i < n; ++i)           // z, range [0, n)
        for (int j = 0; j < n; ++j)       // y
            for (int k = 0; k < n; ++k) { // x
                size_t p = i * plane + j * row + k;
                value[p] = background[p];
                bound[p] = 0;
                if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) continue;
                size_t read = i * step[2] + j * step[1] + k * step[0];
                stencil_point(f, in, step, read, coefficients, &value[p], &bound[p]);
            }
}

#define STENCIL(name, ...)                                                                                   \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        static const Formula formula = __VA_ARGS__;                                                          \
        fill_stencil(c, &formula, value, bound);                                                             \
    }

// clang-format off
//                            centre  x-1 x+1  y-1 y+1  z-1 z+1
STENCIL(stencil,             {{0,      1, 2,    3, 4,    5, 6}, {0, 1, 2}})
STENCIL(stencil_yz,          {{0,      1, 2,    5, 6,    3, 4}, {0, 1, 2}})
STENCIL(stencil_xy,          {{0,      3, 4,    1, 2,    5, 6}, {0, 1, 2}})
STENCIL(stencil_xz,          {{0,      5, 6,    3, 4,    1, 2}, {0, 1, 2}})
STENCIL(stencil_all_signs,   {{0,      2, 1,    4, 3,    6, 5}, {0, 1, 2}})
STENCIL(stencil_x_signs,     {{0,      2, 1,    3, 4,    5, 6}, {0, 1, 2}})
STENCIL(stencil_y_signs,     {{0,      1, 2,    4, 3,    5, 6}, {0, 1, 2}})
STENCIL(stencil_z_signs,     {{0,      1, 2,    3, 4,    6, 5}, {0, 1, 2}})
STENCIL(stencil_centre_last, {{6,      0, 1,    2, 3,    4, 5}, {0, 1, 2}})
STENCIL(stencil_two_values,  {{0,      1, 1,    1, 1,    1, 1}, {0, 1, 2}})
STENCIL(stencil_no_centre,   {{-1,     1, 2,    3, 4,    5, 6}, {0, 1, 2}})
STENCIL(stencil_no_x_minus,  {{0,     -1, 2,    3, 4,    5, 6}, {0, 1, 2}})
STENCIL(stencil_no_x_plus,   {{0,      1, -1,   3, 4,    5, 6}, {0, 1, 2}})
STENCIL(stencil_no_y_minus,  {{0,      1, 2,   -1, 4,    5, 6}, {0, 1, 2}})
STENCIL(stencil_no_y_plus,   {{0,      1, 2,    3, -1,   5, 6}, {0, 1, 2}})
STENCIL(stencil_no_z_minus,  {{0,      1, 2,    3, 4,   -1, 6}, {0, 1, 2}})
STENCIL(stencil_no_z_plus,   {{0,      1, 2,    3, 4,    5, -1}, {0, 1, 2}})
STENCIL(stencil_read_xy,     {{0,      1, 2,    3, 4,    5, 6}, {1, 0, 2}})
STENCIL(stencil_read_xz,     {{0,      1, 2,    3, 4,    5, 6}, {2, 1, 0}})
STENCIL(stencil_read_yz,     {{0,      1, 2,    3, 4,    5, 6}, {0, 2, 1}})
// clang-format on

static const LabMistake STENCIL_MISTAKES[] = {
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

const LabEntry lab_entries[] = {
    {"launch_derivative", derivative, DERIVATIVE_MISTAKES},
    {"launch_stencil", stencil, STENCIL_MISTAKES},
    {NULL, NULL, NULL},
};
