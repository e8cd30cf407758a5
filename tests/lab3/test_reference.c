// Lab 3's CPU reference against a second calculation, its error bounds against float kernels in random
// orders, and each named mistake against the mistake itself.
#include "tests/check.h"

#include <float.h>
#include <math.h>

#include "common/lab.h"
#include "common/stencil.h"

enum { N = 7, CELLS = N * N * N };

// Numbers from 0 to 1 that are the same in every run.
static uint64_t random_state = 1;

static double random_unit(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

static float random_float(double low, double high) {
    return (float)(low + (high - low) * random_unit());
}

static const LabEntry *entry(const char *name) {
    for (const LabEntry *e = lab_entries; e->entry; ++e)
        if (strcmp(e->entry, name) == 0) return e;
    abort();
}

static LabReference *mistake(const char *entry_name, const char *part_of_words) {
    for (const LabMistake *m = entry(entry_name)->mistakes; m->words; ++m)
        if (strstr(m->words, part_of_words)) return m->expect;
    abort();
}

// One case of each entry, and what the reference (or a mistake) makes of it.
typedef struct {
    int n;
    float in[CELLS], background[CELLS];
    StencilCoefficients c;
    float h;
    double value[CELLS], bound[CELLS];
} Case;

static Case new_case(int n) {
    Case c = {.n = n, .h = random_float(0.1, 0.5)};
    for (int p = 0; p < CELLS; ++p) {
        c.in[p] = random_float(-1, 1);
        c.background[p] = random_float(100, 200);
    }
    for (int m = 0; m < 7; ++m) c.c.c[m] = 0.1f + 0.1f * (float)m + random_float(0, 0.05);
    return c;
}

static void evaluate_stencil(Case *c, LabReference *reference) {
    const void *args[] = {c->in, c->background, &c->n, &c->c};
    const size_t cells = (size_t)c->n * c->n * c->n;
    LabCase lab_case = {.n = c->n, .args = args, .arg_count = 4, .cells = cells, .count = cells};
    reference(&lab_case, c->value, c->bound);
}

static void evaluate_derivative(Case *c, LabReference *reference) {
    const void *args[] = {c->in, c->background, &c->n, &c->h};
    LabCase lab_case = {.n = c->n, .args = args, .arg_count = 4, .cells = (size_t)c->n};
    reference(&lab_case, c->value, c->bound);
}

static bool stencil_boundary(int p, int n) {
    int x = p % n, y = p / n % n, z = p / n / n;
    return x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1;
}

static int at(int x, int y, int z) {
    return (z * N + y) * N + x;
}

// One term of the sum: moves the grid points to their partners by hand, one direction at a time.
static const int DIRECTION[7][3] = {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0},
                                    {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};

static float neighbour(const Case *c, int p, int m) {
    int x = p % N, y = p / N % N, z = p / N / N;
    return c->in[at(x + DIRECTION[m][0], y + DIRECTION[m][1], z + DIRECTION[m][2])];
}

static bool same(double a, double b) {
    return fabs(a - b) <= 1e-12;
}

TEST(stencil_value) {
    Case c = new_case(N);
    evaluate_stencil(&c, entry("launch_stencil")->reference);
    for (int p = 0; p < CELLS; ++p) {
        if (stencil_boundary(p, N)) {
            CHECK(c.value[p] == c.background[p] && c.bound[p] == 0);
            continue;
        }
        long double sum = 0;
        for (int m = 6; m >= 0; --m) sum += (long double)c.c.c[m] * neighbour(&c, p, m);
        CHECK(same(c.value[p], (double)sum));
        CHECK(c.bound[p] > 0 && c.bound[p] < 1e-5);
    }
}

// A point whose neighbours are 1, 10, ... and coefficients 1, 2, ...: the sum can be read off.
TEST(stencil_by_hand) {
    Case c = new_case(3);
    for (int p = 0; p < 27; ++p) c.in[p] = NAN; // corners and edges must not be read
    c.in[13] = 1, c.in[12] = 10, c.in[14] = 100, c.in[10] = 1000, c.in[16] = 1e4f, c.in[4] = 1e5f,
    c.in[22] = 1e6f;
    c.c = (StencilCoefficients){{1, 2, 3, 4, 5, 6, 7}};
    evaluate_stencil(&c, entry("launch_stencil")->reference);
    CHECK(c.value[13] == 7654321);
}

TEST(no_interior) {
    for (int n = 1; n <= 2; ++n) {
        Case c = new_case(n);
        evaluate_stencil(&c, entry("launch_stencil")->reference);
        for (int p = 0; p < n * n * n; ++p) CHECK(c.value[p] == c.background[p] && c.bound[p] == 0);
        evaluate_derivative(&c, entry("launch_derivative")->reference);
        for (int p = 0; p < n; ++p) CHECK(c.value[p] == c.background[p] && c.bound[p] == 0);
    }
}

TEST(derivative_value) {
    for (int n = 3; n <= CELLS; n += 17) {
        Case c = new_case(n);
        evaluate_derivative(&c, entry("launch_derivative")->reference);
        CHECK(c.value[0] == c.background[0] && c.bound[0] == 0);
        CHECK(c.value[n - 1] == c.background[n - 1] && c.bound[n - 1] == 0);
        for (int i = 1; i < n - 1; ++i) {
            double expected = 0.5 * c.in[i + 1] / c.h - 0.5 * c.in[i - 1] / c.h;
            CHECK(same(c.value[i], expected));
        }
    }
}

// The derivative of a parabola by central differences is exact.
TEST(derivative_of_a_parabola) {
    Case c = new_case(9);
    c.h = 0.25f;
    for (int i = 0; i < 9; ++i) c.in[i] = (float)(i * i) / 16;
    evaluate_derivative(&c, entry("launch_derivative")->reference);
    for (int i = 1; i < 8; ++i) CHECK(c.value[i] == 2 * i * 0.25);
}

static void shuffle(int *order, int count) {
    for (int i = count - 1; i > 0; --i) {
        int j = (int)(random_unit() * (i + 1)), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

// Adds seven products in float: one after the other in random order, some with fma, or as a random tree.
static float float_sum(const float *a, const float *x, int count) {
    int order[7] = {0, 1, 2, 3, 4, 5, 6};
    float part[7];
    shuffle(order, count);
    if (random_unit() < 0.5) {
        volatile float sum = a[order[0]] * x[order[0]]; // volatile: the compiler must not contract it to fma
        for (int m = 1; m < count; ++m) {
            volatile float product = a[order[m]] * x[order[m]];
            sum = random_unit() < 0.5 ? fmaf(a[order[m]], x[order[m]], sum) : sum + product;
        }
        return sum;
    }
    for (int m = 0; m < count; ++m) part[m] = a[order[m]] * x[order[m]];
    for (int left = count; left > 1; --left) {
        int i = (int)(random_unit() * (left - 1));
        part[i] += part[i + 1];
        for (int m = i + 1; m < left - 1; ++m) part[m] = part[m + 1];
    }
    return part[0];
}

// What if the additions come in the worst order, or a term is forgotten?
TEST(stencil_bound_holds_for_every_order) {
    double largest = 0;
    for (int trial = 0; trial < 400; ++trial) {
        Case c = new_case(N);
        evaluate_stencil(&c, entry("launch_stencil")->reference);
        for (int p = 0; p < CELLS; ++p) {
            if (stencil_boundary(p, N)) continue;
            float x[7];
            for (int m = 0; m < 7; ++m) x[m] = neighbour(&c, p, m);
            double error = fabs(float_sum(c.c.c, x, 7) - c.value[p]);
            CHECK(error <= c.bound[p]);
            largest = fmax(largest, error / c.bound[p]);

            double in_double = 0;
            for (int m = 0; m < 7; ++m) in_double += (double)c.c.c[m] * x[m];
            CHECK(fabs((float)in_double - c.value[p]) <= c.bound[p]);
        }
    }
    CHECK(largest > 0.1); // the bound is not so wide that it means nothing
}

TEST(stencil_bound_catches_a_dropped_term) {
    Case c = new_case(N);
    evaluate_stencil(&c, entry("launch_stencil")->reference);
    for (int p = 0; p < CELLS; ++p)
        for (int m = 0; m < 7 && !stencil_boundary(p, N); ++m)
            CHECK(fabs(c.c.c[m] * neighbour(&c, p, m)) > c.bound[p]);
}

// Rounding the inputs to 11 bits, as half precision does, must show nearly everywhere.
TEST(stencil_bound_catches_half_precision) {
    Case c = new_case(N);
    evaluate_stencil(&c, entry("launch_stencil")->reference);
    int wrong = 0, interior = 0;
    for (int p = 0; p < CELLS; ++p) {
        if (stencil_boundary(p, N)) continue;
        double sum = 0;
        for (int m = 0; m < 7; ++m) {
            int exponent;
            double fraction = frexp(neighbour(&c, p, m), &exponent);
            sum += c.c.c[m] * ldexp(rint(ldexp(fraction, 11)), exponent - 11);
        }
        ++interior;
        wrong += fabs(sum - c.value[p]) > c.bound[p];
    }
    CHECK(wrong > interior * 9 / 10);
}

// Subnormal products, kept or flushed to zero, stay inside the bound.
TEST(bounds_cover_underflow) {
    Case c = new_case(N);
    for (int p = 0; p < CELLS; ++p) c.in[p] *= FLT_MIN;
    evaluate_stencil(&c, entry("launch_stencil")->reference);
    for (int p = 0; p < CELLS; ++p) {
        if (stencil_boundary(p, N)) continue;
        float x[7];
        for (int m = 0; m < 7; ++m) x[m] = neighbour(&c, p, m);
        CHECK(fabs(float_sum(c.c.c, x, 7) - c.value[p]) <= c.bound[p]);
        CHECK(fabs(c.value[p]) <= c.bound[p]); // all flushed: the kernel's result is 0
    }
    c.n = N;
    evaluate_derivative(&c, entry("launch_derivative")->reference);
    for (int i = 1; i < N - 1; ++i) CHECK(fabs(c.value[i]) <= c.bound[i]);
}

// The forms in which people write the quotient. __fdividef's result is within 2 ulp of the quotient: the
// nearest float (half an ulp off at most) or one beside it.
static float derivative_form(int form, float right, float left, float h, bool fast) {
    volatile float twice = 2.0f * h, reciprocal = 1.0f / twice, difference = right - left, a, b;
    if (fast) reciprocal = nextafterf(reciprocal, INFINITY);
    switch (form) {
    case 0: return difference / twice;
    case 1: return difference * reciprocal;
    case 2: a = right / twice, b = left / twice; return a - b;
    case 3: a = right * reciprocal, b = left * reciprocal; return a - b;
    case 4: b = left * reciprocal; return fmaf(right, reciprocal, -b);
    case 5: return 0.5f * difference / h;
    default: return (float)(((double)right - left) / (2 * (double)h));
    }
}

TEST(derivative_bound_holds_for_every_form) {
    for (int trial = 0; trial < 200; ++trial) {
        Case c = new_case(CELLS);
        if (trial % 2) // a smooth function: the difference of two nearly equal values
            for (int i = 0; i < CELLS; ++i) c.in[i] = 0.5f + 1e-5f * (float)i;
        evaluate_derivative(&c, entry("launch_derivative")->reference);
        for (int i = 1; i < CELLS - 1; ++i)
            for (int form = 0; form <= 6; ++form)
                for (int fast = 0; fast <= 1; ++fast) {
                    float got = derivative_form(form, c.in[i + 1], c.in[i - 1], c.h, fast);
                    CHECK(fabs(got - c.value[i]) <= c.bound[i]);
                }
    }
}

// Evaluates a named mistake and the mistake itself; `wrong` answers for one interior point.
typedef double WrongStencil(const Case *c, int p);
typedef double WrongDerivative(const Case *c, int i);

static bool stencil_mistake_is(const char *words, WrongStencil *wrong) {
    Case c = new_case(N);
    evaluate_stencil(&c, mistake("launch_stencil", words));
    for (int p = 0; p < CELLS; ++p) {
        if (stencil_boundary(p, N)) {
            if (c.value[p] != c.background[p] || c.bound[p] != 0) return false;
        } else if (!same(c.value[p], wrong(&c, p)) || c.bound[p] <= 0) {
            return false;
        }
    }
    return true;
}

// The sum with the neighbour in direction `from[m]` where the one in direction m belongs; -1 leaves it out.
static double mixed(const Case *c, int p, const int from[7]) {
    double sum = 0;
    for (int m = 0; m < 7; ++m)
        if (from[m] >= 0) sum += (double)c->c.c[m] * neighbour(c, p, from[m]);
    return sum;
}

#define MIXED(name, ...)                                                                                     \
    static double name(const Case *c, int p) {                                                               \
        const int from[7] = __VA_ARGS__;                                                                     \
        return mixed(c, p, from);                                                                            \
    }

MIXED(yz, {0, 1, 2, 5, 6, 3, 4})
MIXED(xy, {0, 3, 4, 1, 2, 5, 6})
MIXED(xz, {0, 5, 6, 3, 4, 1, 2})
MIXED(signs, {0, 2, 1, 4, 3, 6, 5})
MIXED(x_signs, {0, 2, 1, 3, 4, 5, 6})
MIXED(y_signs, {0, 1, 2, 4, 3, 5, 6})
MIXED(z_signs, {0, 1, 2, 3, 4, 6, 5})
MIXED(centre_last, {1, 2, 3, 4, 5, 6, 0})
MIXED(no_centre, {-1, 1, 2, 3, 4, 5, 6})
MIXED(no_x_minus, {0, -1, 2, 3, 4, 5, 6})
MIXED(no_x_plus, {0, 1, -1, 3, 4, 5, 6})
MIXED(no_y_minus, {0, 1, 2, -1, 4, 5, 6})
MIXED(no_y_plus, {0, 1, 2, 3, -1, 5, 6})
MIXED(no_z_minus, {0, 1, 2, 3, 4, -1, 6})
MIXED(no_z_plus, {0, 1, 2, 3, 4, 5, -1})

static double two_values(const Case *c, int p) {
    double sum = (double)c->c.c[0] * neighbour(c, p, 0);
    for (int m = 1; m < 7; ++m) sum += (double)c->c.c[1] * neighbour(c, p, m);
    return sum;
}

// The right stencil of a grid whose axes were exchanged beforehand.
static double of_exchanged_grid(const Case *c, int p, int a, int b) {
    static Case exchanged;
    exchanged = *c;
    for (int q = 0; q < CELLS; ++q) {
        int position[3] = {q % N, q / N % N, q / N / N}, kept = position[a];
        position[a] = position[b];
        position[b] = kept;
        exchanged.in[q] = c->in[at(position[0], position[1], position[2])];
    }
    return mixed(&exchanged, p, (const int[7]){0, 1, 2, 3, 4, 5, 6});
}

static double read_xy(const Case *c, int p) {
    return of_exchanged_grid(c, p, 0, 1);
}
static double read_xz(const Case *c, int p) {
    return of_exchanged_grid(c, p, 0, 2);
}
static double read_yz(const Case *c, int p) {
    return of_exchanged_grid(c, p, 1, 2);
}

TEST(stencil_mistakes) {
    CHECK(stencil_mistake_is("y and z neighbours", yz));
    CHECK(stencil_mistake_is("x and y neighbours", xy));
    CHECK(stencil_mistake_is("x and z neighbours", xz));
    CHECK(stencil_mistake_is("every axis", signs));
    CHECK(stencil_mistake_is("x-1 and x+1", x_signs));
    CHECK(stencil_mistake_is("y-1 and y+1", y_signs));
    CHECK(stencil_mistake_is("z-1 and z+1", z_signs));
    CHECK(stencil_mistake_is("one place off", centre_last));
    CHECK(stencil_mistake_is("use c[1]", two_values));
    CHECK(stencil_mistake_is("centre is missing", no_centre));
    CHECK(stencil_mistake_is("x-1 is missing", no_x_minus));
    CHECK(stencil_mistake_is("x+1 is missing", no_x_plus));
    CHECK(stencil_mistake_is("y-1 is missing", no_y_minus));
    CHECK(stencil_mistake_is("y+1 is missing", no_y_plus));
    CHECK(stencil_mistake_is("z-1 is missing", no_z_minus));
    CHECK(stencil_mistake_is("z+1 is missing", no_z_plus));
    CHECK(stencil_mistake_is("x and y indexes", read_xy));
    CHECK(stencil_mistake_is("x and z indexes", read_xz));
    CHECK(stencil_mistake_is("y and z indexes", read_yz));
}

static double right_of(const Case *c, int i) {
    return c->in[i + 1];
}
static double left_of(const Case *c, int i) {
    return c->in[i - 1];
}
static double by_h(const Case *c, int i) {
    return (right_of(c, i) - left_of(c, i)) / c->h;
}
static double times_h(const Case *c, int i) {
    return (right_of(c, i) - left_of(c, i)) * c->h / 2;
}
static double undivided(const Case *c, int i) {
    return right_of(c, i) - left_of(c, i);
}
static double sign_reversed(const Case *c, int i) {
    return (left_of(c, i) - right_of(c, i)) / c->h / 2;
}
static double forward(const Case *c, int i) {
    return (right_of(c, i) - c->in[i]) / c->h;
}
static double backward(const Case *c, int i) {
    return (c->in[i] - left_of(c, i)) / c->h;
}
static double added(const Case *c, int i) {
    return (right_of(c, i) + left_of(c, i)) / c->h / 2;
}

static bool derivative_mistake_is(const char *words, WrongDerivative *wrong) {
    Case c = new_case(50);
    evaluate_derivative(&c, mistake("launch_derivative", words));
    for (int i = 1; i < 49; ++i)
        if (!same(c.value[i], wrong(&c, i)) || c.bound[i] <= 0) return false;
    return c.value[0] == c.background[0] && c.value[49] == c.background[49];
}

TEST(derivative_mistakes) {
    CHECK(derivative_mistake_is("divided by h, not by 2h", by_h));
    CHECK(derivative_mistake_is("multiplied by h", times_h));
    CHECK(derivative_mistake_is("not divided", undivided));
    CHECK(derivative_mistake_is("sign is reversed", sign_reversed));
    CHECK(derivative_mistake_is("forward", forward));
    CHECK(derivative_mistake_is("backward", backward));
    CHECK(derivative_mistake_is("added", added));
}

// Were two mistakes alike, or one like the right answer, the report would name the wrong one.
TEST(mistakes_differ) {
    for (const LabMistake *a = entry("launch_stencil")->mistakes; a->words; ++a) {
        Case c = new_case(N), other = c;
        evaluate_stencil(&c, a->expect);
        evaluate_stencil(&other, entry("launch_stencil")->reference);
        CHECK(!same(c.value[at(1, 2, 3)], other.value[at(1, 2, 3)]));
        for (const LabMistake *b = a + 1; b->words; ++b) {
            evaluate_stencil(&other, b->expect);
            CHECK(!same(c.value[at(1, 2, 3)], other.value[at(1, 2, 3)]));
        }
    }
}

TEST(parts_are_those_of_the_whole) {
    static Case whole, c;
    const LabEntry *stencil = entry("launch_stencil");
    CHECK(stencil->in_parts);
    for (int n = 1; n <= N; ++n) {
        const size_t cells = (size_t)n * n * n;
        whole = c = new_case(n);
        evaluate_stencil(&whole, stencil->reference);
        const void *args[] = {c.in, c.background, &c.n, &c.c};
        LabCase part = {.n = n, .args = args, .arg_count = 4, .cells = cells};
        for (size_t size = 1; size <= cells; size = 2 * size + 1) // some end inside a row, some on planes
            for (part.first = 0; part.first < cells; part.first += size) {
                part.count = cells - part.first < size ? cells - part.first : size;
                stencil->reference(&part, c.value, c.bound);
                CHECK(!memcmp(c.value, whole.value + part.first, part.count * sizeof *c.value));
                CHECK(!memcmp(c.bound, whole.bound + part.first, part.count * sizeof *c.bound));
            }
    }
}

CHECK_MAIN()
