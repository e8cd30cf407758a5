// Lab 8's right answers on the CPU, how far a right kernel can be off, and the mistakes that people make.
//
// A sum of m products passes each term through m roundings at most, its product's and those of the additions on its way:
// it is off by gamma(m) = m u / (1 - m u) times the sum of the terms' magnitudes (N. J. Higham, Accuracy and Stability of
// Numerical Algorithms, chapter 3), u being 2^-24 for float and 2^-53 for double. Here the sums are made in long double, so
// that those of double kernels can be judged; what that rounds away is counted once more. The last part of the bound
// covers underflow: every coefficient, value and operation may lose the smallest normal number, times its partner.
#include "common/lab.h"

#include <float.h>
#include <math.h>

#include "common/other_stencils.h"

enum { MOST_POINTS = 13 };

// Where a point of the stencil lies beside the one that is computed, and which coefficient it has (-1: it is left out).
typedef struct {
    int x, y, z, coefficient;
} Point;

typedef struct {
    int points, margin; // `margin` points at each end of an axis are boundary
    int axes;           // 2: a plane, 3
    bool is_double;
    Point point[MOST_POINTS];
} Stencil;

static double value_at(const LabCase *c, const Stencil *s, size_t p) {
    return s->is_double ? ((const double *)c->args[0])[p] : (double)((const float *)c->args[0])[p];
}

static double coefficient_at(const LabCase *c, const Stencil *s, int m) {
    return s->is_double ? ((const double *)c->args[3])[m] : (double)((const float *)c->args[3])[m];
}

static bool within(int place, int n, int margin) {
    return place >= margin && place < n - margin;
}

static void compute_point(const LabCase *c, const Stencil *s, size_t p, double *value, double *bound) {
    const double unit = (s->is_double ? DBL_EPSILON : (double)FLT_EPSILON) / 2;
    const double least = s->is_double ? DBL_MIN : (double)FLT_MIN;
    const ptrdiff_t n = c->n;
    long double sum = 0;
    double magnitude = 0, partners = 0;
    for (int m = 0; m < s->points; ++m) {
        const Point *q = &s->point[m];
        if (q->coefficient < 0) continue;
        const double a = coefficient_at(c, s, q->coefficient);
        const double x = value_at(c, s, (size_t)((ptrdiff_t)p + (q->z * n + q->y) * n + q->x));
        sum += (long double)a * x;
        magnitude += fabs(a * x);
        partners += fabs(a) + fabs(x);
    }
    const double gamma = s->points * unit / (1 - s->points * unit);
    *value = (double)sum;
    *bound = (gamma + 2 * DBL_EPSILON) * magnitude + 2 * least * (2 * s->points + partners);
}

// Args: in, out, n, c. The cells first .. first+count-1 of the case.
static void fill(const LabCase *c, const Stencil *s, double *value, double *bound) {
    const size_t n = (size_t)c->n;
    for (size_t m = 0; m < c->count; ++m) {
        const size_t p = c->first + m;
        const int k = (int)(p % n), j = (int)(p / n % n), i = (int)(p / (n * n));
        if (within(k, c->n, s->margin) && within(j, c->n, s->margin) &&
            (s->axes == 2 || within(i, c->n, s->margin))) {
            compute_point(c, s, p, &value[m], &bound[m]);
        } else {
            value[m] =
                s->is_double ? ((const double *)c->args[1])[p] : (double)((const float *)c->args[1])[p];
            bound[m] = 0;
        }
    }
}

#define STENCIL(name, ...)                                                                                   \
    static void name(const LabCase *c, double *value, double *bound) {                                       \
        static const Stencil stencil = __VA_ARGS__;                                                          \
        fill(c, &stencil, value, bound);                                                                     \
    }

// The coefficients of centre, x-1, x+1, y-1, y+1.
#define PLANE(name, c0, c1, c2, c3, c4)                                                                      \
    STENCIL(name,                                                                                            \
            {5, 1, 2, false, {{0, 0, 0, c0}, {-1, 0, 0, c1}, {1, 0, 0, c2}, {0, -1, 0, c3}, {0, 1, 0, c4}}})

PLANE(plane, 0, 1, 2, 3, 4)
PLANE(plane_xy, 0, 3, 4, 1, 2)
PLANE(plane_x_signs, 0, 2, 1, 3, 4)
PLANE(plane_y_signs, 0, 1, 2, 4, 3)
PLANE(plane_all_signs, 0, 2, 1, 4, 3)
PLANE(plane_centre_last, 4, 0, 1, 2, 3)
PLANE(plane_no_centre, -1, 1, 2, 3, 4)
PLANE(plane_no_x, 0, -1, -1, 3, 4)
PLANE(plane_no_y, 0, 1, 2, -1, -1)

static const LabMistake PLANE_MISTAKES[] = {
    {"the x and y neighbours are swapped", plane_xy},
    {"the neighbours x-1 and x+1 are swapped", plane_x_signs},
    {"the neighbours y-1 and y+1 are swapped", plane_y_signs},
    {"the minus and plus neighbours are swapped in both axes", plane_all_signs},
    {"the coefficients are one place off: c[0] belongs to the centre, not to x-1", plane_centre_last},
    {"the centre is missing", plane_no_centre},
    {"the neighbours in x are missing", plane_no_x},
    {"the neighbours in y are missing", plane_no_y},
    {NULL, NULL},
};

// The coefficients of centre, then of -2, -1, +1, +2 in x, y and z.
#define FOURTH(name, c0, x0, x1, x3, x4, y0, y1, y3, y4, z0, z1, z3, z4)                                     \
    STENCIL(name, {13,                                                                                       \
                   2,                                                                                        \
                   3,                                                                                        \
                   false,                                                                                    \
                   {{0, 0, 0, c0},                                                                           \
                    {-2, 0, 0, x0},                                                                          \
                    {-1, 0, 0, x1},                                                                          \
                    {1, 0, 0, x3},                                                                           \
                    {2, 0, 0, x4},                                                                           \
                    {0, -2, 0, y0},                                                                          \
                    {0, -1, 0, y1},                                                                          \
                    {0, 1, 0, y3},                                                                           \
                    {0, 2, 0, y4},                                                                           \
                    {0, 0, -2, z0},                                                                          \
                    {0, 0, -1, z1},                                                                          \
                    {0, 0, 1, z3},                                                                           \
                    {0, 0, 2, z4}}})

// clang-format off
//                          centre  x-2 x-1 x+1 x+2   y-2 y-1 y+1 y+2   z-2 z-1 z+1 z+2
FOURTH(fourth,                 0,    1,  2,  3,  4,    5,  6,  7,  8,    9, 10, 11, 12)
FOURTH(fourth_xy,              0,    5,  6,  7,  8,    1,  2,  3,  4,    9, 10, 11, 12)
FOURTH(fourth_yz,              0,    1,  2,  3,  4,    9, 10, 11, 12,    5,  6,  7,  8)
FOURTH(fourth_xz,              0,    9, 10, 11, 12,    5,  6,  7,  8,    1,  2,  3,  4)
FOURTH(fourth_all_signs,       0,    4,  3,  2,  1,    8,  7,  6,  5,   12, 11, 10,  9)
FOURTH(fourth_z_signs,         0,    1,  2,  3,  4,    5,  6,  7,  8,   12, 11, 10,  9)
FOURTH(fourth_near_far,        0,    2,  1,  4,  3,    6,  5,  8,  7,   10,  9, 12, 11)
FOURTH(fourth_no_centre,      -1,    1,  2,  3,  4,    5,  6,  7,  8,    9, 10, 11, 12)
FOURTH(fourth_no_far,          0,   -1,  2,  3, -1,   -1,  6,  7, -1,   -1, 10, 11, -1)
FOURTH(fourth_no_far_z,        0,    1,  2,  3,  4,    5,  6,  7,  8,   -1, 10, 11, -1)
FOURTH(fourth_no_z,            0,    1,  2,  3,  4,    5,  6,  7,  8,   -1, -1, -1, -1)
// clang-format on

static const LabMistake FOURTH_MISTAKES[] = {
    {"the x and y neighbours are swapped", fourth_xy},
    {"the y and z neighbours are swapped", fourth_yz},
    {"the x and z neighbours are swapped", fourth_xz},
    {"the minus and plus neighbours are swapped in every axis", fourth_all_signs},
    {"the minus and plus neighbours in z are swapped", fourth_z_signs},
    {"the near and the far neighbours are swapped: 1 away and 2 away", fourth_near_far},
    {"the centre is missing", fourth_no_centre},
    {"the neighbours 2 away are missing", fourth_no_far},
    {"the neighbours z-2 and z+2 are missing", fourth_no_far_z},
    {"the neighbours in z are missing", fourth_no_z},
    {NULL, NULL},
};

// The coefficients of centre, x-1, x+1, y-1, y+1, z-1, z+1.
#define SEVEN(name, c0, c1, c2, c3, c4, c5, c6)                                                              \
    STENCIL(name, {7,                                                                                        \
                   1,                                                                                        \
                   3,                                                                                        \
                   true,                                                                                     \
                   {{0, 0, 0, c0},                                                                           \
                    {-1, 0, 0, c1},                                                                          \
                    {1, 0, 0, c2},                                                                           \
                    {0, -1, 0, c3},                                                                          \
                    {0, 1, 0, c4},                                                                           \
                    {0, 0, -1, c5},                                                                          \
                    {0, 0, 1, c6}}})

SEVEN(seven, 0, 1, 2, 3, 4, 5, 6)
SEVEN(seven_xy, 0, 3, 4, 1, 2, 5, 6)
SEVEN(seven_yz, 0, 1, 2, 5, 6, 3, 4)
SEVEN(seven_xz, 0, 5, 6, 3, 4, 1, 2)
SEVEN(seven_z_signs, 0, 1, 2, 3, 4, 6, 5)
SEVEN(seven_no_centre, -1, 1, 2, 3, 4, 5, 6)
SEVEN(seven_no_z, 0, 1, 2, 3, 4, -1, -1)

// What a kernel computes that keeps its sums, or its values, in float.
static void seven_in_float(const LabCase *c, double *value, double *bound) {
    seven(c, value, bound);
    for (size_t m = 0; m < c->count; ++m)
        if (bound[m] > 0) bound[m] = 1e-5 * fabs(value[m]) + 1e-5;
}

static const LabMistake SEVEN_MISTAKES[] = {
    {"the x and y neighbours are swapped", seven_xy},
    {"the y and z neighbours are swapped", seven_yz},
    {"the x and z neighbours are swapped", seven_xz},
    {"the neighbours z-1 and z+1 are swapped", seven_z_signs},
    {"the centre is missing", seven_no_centre},
    {"the neighbours in z are missing", seven_no_z},
    {"something on the way is a float: every value must stay a double", seven_in_float},
    {NULL, NULL},
};

const LabEntry lab_entries[] = {
    {.entry = "launch_plane", .reference = plane, .mistakes = PLANE_MISTAKES, .in_parts = true},
    {.entry = "launch_fourth", .reference = fourth, .mistakes = FOURTH_MISTAKES, .in_parts = true},
    {.entry = "launch_double", .reference = seven, .mistakes = SEVEN_MISTAKES, .in_parts = true},
    {.entry = "demo_plane", .reference = plane, .in_parts = true},
    {.entry = "demo_fourth", .reference = fourth, .in_parts = true},
    {.entry = "demo_fourth_tile", .reference = fourth, .in_parts = true},
    {.entry = "demo_double", .reference = seven, .in_parts = true},
    {.entry = NULL},
};
