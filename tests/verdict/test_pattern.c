// The pattern in words: one synthetic output for each.
#include "grader/verdict/pattern.h"
#include "tests/check.h"

#include <math.h>

enum { N_MAX = 40 };

static double got[N_MAX * N_MAX * N_MAX], value[N_MAX * N_MAX * N_MAX], bound[N_MAX * N_MAX * N_MAX];
static bool untouched[N_MAX * N_MAX * N_MAX], wrong[N_MAX * N_MAX * N_MAX];
static Comparison c;
static char words[1200];

static double noise(size_t i) {
    uint64_t z = (i + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 31)) * 0xbf58476d1ce4e5b9ull;
    return (double)(z >> 40) / (1 << 24) + 0.5;
}

static size_t at(size_t x, size_t y, size_t z) {
    return x + c.extent[0] * (y + c.extent[1] * z);
}

// A right output on a grid whose boundary must be kept.
static void right_output(int axes, size_t n) {
    c = (Comparison){
        .got = got, .value = value, .bound = bound, .untouched = untouched, .wrong = wrong, .axes = axes};
    c.cells = 1;
    for (int a = 0; a < 3; a++) {
        c.extent[a] = a < axes ? n : 1;
        c.cells *= c.extent[a];
    }
    for (size_t i = 0; i < c.cells; i++) {
        size_t p[3];
        cell_position(&c, i, p);
        bool inner = true;
        for (int a = 0; a < axes; a++) inner &= p[a] > 0 && p[a] + 1 < n;
        value[i] = noise(i);
        got[i] = inner ? value[i] : 1e6;
        bound[i] = inner ? 1e-6 : 0;
        untouched[i] = !inner;
    }
}

static const char *describe(long launches) {
    compare_cells(&c);
    PatternQuestion question = {.c = &c, .launches = launches};
    describe_pattern(&question, words, sizeof words);
    return words;
}

// Applies `spoil` to each inner cell for which `where` holds.
#define EACH_INNER(where, spoil)                                                                             \
    for (size_t i = 0; i < c.cells; i++) {                                                                   \
        size_t p[3], x, y, z;                                                                                \
        cell_position(&c, i, p);                                                                             \
        x = p[0], y = p[1], z = p[2];                                                                        \
        (void)x, (void)y, (void)z;                                                                           \
        if (bound[i] != 0 && (where)) {                                                                      \
            spoil;                                                                                           \
        }                                                                                                    \
    }

TEST(nothing_wrong_says_nothing) {
    right_output(3, 9);
    CHECK_STR(describe(1), "");
    CHECK_EQ(c.wrong_count, 0);
    CHECK_EQ(c.todo_cells, 343);
}

TEST(never_written) {
    right_output(3, 9);
    EACH_INNER(true, untouched[i] = (got[i] = 5e6, true));
    CHECK_HAS(describe(0), "no kernel was launched");
    CHECK_HAS(describe(1), "although a kernel ran");
}

TEST(nan_never_passes) {
    right_output(3, 9);
    EACH_INNER(true, got[i] = NAN);
    CHECK_HAS(describe(1), "NaN");
    CHECK_EQ(c.wrong_count, 343);
    right_output(3, 9);
    got[at(4, 4, 4)] = NAN;
    describe(1);
    CHECK_EQ(c.wrong_count, 1);
    CHECK_EQ(c.first.index, at(4, 4, 4));
}

TEST(constant_output) {
    right_output(3, 9);
    EACH_INNER(true, got[i] = 0);
    CHECK_HAS(describe(1), "same value, 0.");
}

TEST(boundary_overwritten) {
    right_output(3, 9);
    for (size_t y = 0; y < 9; y++)
        for (size_t z = 0; z < 9; z++) untouched[at(8, y, z)] = false;
    CHECK_HAS(describe(1), "boundary was overwritten, on x = 8 (n - 1). ");
    CHECK_HAS(words, "x = 8 (n - 1)");
    CHECK(!strstr(words, "y ="));
}

// On a small grid the face's inside is a small part of it.
TEST(boundary_overwritten_by_one_thread_too_many) {
    right_output(3, 3);
    untouched[14] = false; // x = 2, y = 1, z = 1
    CHECK_HAS(describe(1), "on x = 2 (n - 1)");
    CHECK(!strstr(words, "y =") && !strstr(words, "z ="));
}

TEST(boundary_and_inside) {
    right_output(3, 9);
    EACH_INNER(x == 1, got[i] += 1);
    untouched[at(0, 0, 0)] = false;
    CHECK_HAS(describe(1), "plane x = 1");
    CHECK_HAS(words, "boundary was overwritten too");
}

TEST(shifted_by_one) {
    for (int axis = 0; axis < 3; axis++)
        for (int step = -1; step <= 1; step += 2) {
            right_output(3, 9);
            size_t stride = axis == 0 ? 1 : axis == 1 ? 9 : 81;
            EACH_INNER(true, got[i] = value[step < 0 ? i - stride : i + stride]);
            char wanted[40];
            snprintf(wanted, sizeof wanted, "neighbour at %c %c 1", "xyz"[axis], step < 0 ? '-' : '+');
            CHECK_HAS(describe(1), wanted);
        }
}

TEST(transposed_axes) {
    right_output(3, 9);
    EACH_INNER(true, got[i] = value[at(y, x, z)]);
    CHECK_HAS(describe(1), "axes x and y are swapped");
    right_output(3, 9);
    EACH_INNER(true, got[i] = value[at(x, z, y)]);
    CHECK_HAS(describe(1), "axes y and z are swapped");
    right_output(3, 9);
    EACH_INNER(true, got[i] = value[at(z, y, x)]);
    CHECK_HAS(describe(1), "axes x and z are swapped");
}

TEST(one_plane) {
    right_output(3, 9);
    EACH_INNER(x == 7, got[i] += 1);
    CHECK_HAS(describe(1), "plane x = 7 (n - 2)");
    right_output(3, 9);
    EACH_INNER(z == 1, untouched[i] = true; got[i] = 4e6);
    CHECK_HAS(describe(1), "plane z = 1, which was never written");
}

TEST(outer_planes) {
    right_output(3, 17);
    EACH_INNER(x == 1 || y == 15, got[i] += noise(i * 7 + 3));
    CHECK_HAS(describe(1), "outermost computed planes x = 1, y = 15 (n - 2)");
}

TEST(missing_tail) {
    right_output(3, 33);
    EACH_INNER(x >= 24 || y >= 24, untouched[i] = true; got[i] = 4e6);
    CHECK_HAS(describe(1), "Nothing was written for x >= 24 or y >= 24");
    CHECK_HAS(words, "too few blocks");
    right_output(1, 33);
    EACH_INNER(x >= 24, untouched[i] = true; got[i] = 4e6);
    CHECK_HAS(describe(1), "x >= 24");
}

TEST(missing_tail_in_memory_order) {
    right_output(3, 17);
    EACH_INNER(i >= 3000, untouched[i] = true; got[i] = 4e6);
    CHECK_HAS(describe(1), "from element 3");
}

TEST(every_eighth) {
    right_output(3, 33);
    EACH_INNER(x % 8 == 7, got[i] += noise(i * 7 + 3));
    CHECK_HAS(describe(1), "every 8th in x (x = 7, 15, 23, ...)");
    right_output(3, 33);
    EACH_INNER(x % 8 == 7 || x % 8 == 0, got[i] += noise(i * 7 + 3));
    CHECK_HAS(describe(1), "x % 8 = 0 or 7");
    right_output(3, 33);
    EACH_INNER(x % 8 == 7 || y % 8 == 7 || z % 8 == 7, got[i] += noise(i * 7 + 3));
    CHECK_HAS(describe(1), "every 8th in z");
}

TEST(factors_and_signs) {
    right_output(3, 9);
    EACH_INNER(true, got[i] *= 2);
    CHECK_HAS(describe(1), "2 times what it should be");
    right_output(3, 9);
    EACH_INNER(true, got[i] = -got[i]);
    CHECK_HAS(describe(1), "opposite sign");
    right_output(3, 9);
    EACH_INNER(true, got[i] += 3);
    CHECK_HAS(describe(1), "same amount, 3");
}

TEST(lower_precision) {
    right_output(3, 9);
    EACH_INNER(true, got[i] = value[i] + 3e-4 * (noise(i) - 1));
    CHECK_HAS(describe(1), "lower precision");
}

TEST(scattered) {
    right_output(3, 17);
    EACH_INNER(noise(i) > 1.3, got[i] += noise(i * 7 + 3));
    CHECK_HAS(describe(1), "scattered");
    right_output(3, 17);
    EACH_INNER(noise(i) > 1.3, untouched[i] = true; got[i] = 4e6);
    CHECK_HAS(describe(1), "never written, and they are scattered");
    right_output(3, 17);
    EACH_INNER(true, got[i] = 7 * noise(i * 31 + 5));
    CHECK_HAS(describe(1), "Every computed point is wrong");
}

static void swapped(const LabCase *lab_case, double *v, double *b) {
    for (size_t i = 0; i < lab_case->cells; i++) {
        v[i] = value[i] * value[i];
        b[i] = bound[i];
    }
}

TEST(a_known_mistake_is_named) {
    static const LabMistake mistakes[] = {{"the square is taken", swapped}, {NULL, NULL}};
    LabEntry lab = {.entry = "f", .mistakes = mistakes};
    CaseData data = {.cells = 729};
    right_output(3, 9);
    EACH_INNER(true, got[i] *= got[i]);
    compare_cells(&c);
    PatternQuestion question = {.c = &c, .data = &data, .lab = &lab, .launches = 1};
    CHECK(describe_pattern(&question, words, sizeof words));
    CHECK_STR(words, "It looks as if the square is taken.");
    right_output(3, 9);
    EACH_INNER(x == 1, got[i] *= got[i]);
    compare_cells(&c);
    CHECK(!describe_pattern(&question, words, sizeof words));
    CHECK(!strstr(words, "square"));
}

TEST(tiny_grids_do_not_mislead) {
    right_output(3, 3);
    got[at(1, 1, 1)] = 12;
    CHECK_HAS(describe(1), "Every computed point is wrong");
    right_output(3, 2);
    CHECK_STR(describe(1), "");
    right_output(3, 1);
    untouched[0] = false;
    CHECK_HAS(describe(1), "boundary was overwritten");
}

CHECK_MAIN()
