// Lab 3's right answers on the CPU: the derivative's here, the stencil's in common/stencil_reference.h, which
// also says how the bounds are derived.
#include "common/stencil_reference.h"

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

const LabEntry lab_entries[] = {
    {.entry = "launch_derivative", .reference = derivative, .mistakes = DERIVATIVE_MISTAKES},
    {.entry = "launch_stencil", .reference = stencil, .in_parts = true, .mistakes = STENCIL_MISTAKES},
    {.entry = "demo_block_shape", .reference = stencil, .in_parts = true},
    {.entry = NULL},
};
