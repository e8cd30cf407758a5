// The line that works out the truth by which another line decides.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/cause/launch_line.h"
#include "grader/cause/truth_line.h"
#include "tests/check.h"

static char path[] = "/tmp/truth_line_XXXXXX", name[40];

static void take(const char *text) {
    static bool made;
    FILE *file = made ? fopen(path, "w") : fdopen(mkstemp(path), "w");
    made = true;
    fputs(text, file);
    fclose(file);
}

TEST(a_truth_that_alone_decides_is_found) {
    take("__device__ void f(float *t, const float *in, int n) {\n    const bool there = n > 3;\n"
         "    t[0] = there ? in[n] : 0;\n    t[1] = n > 2 && there ? in[n] : 0;\n}\n");
    CHECK_EQ(line_of_truth(path, 3, name, sizeof name), 2);
    CHECK_STR(name, "there");
    CHECK_EQ(line_of_truth(path, 4, name, sizeof name), 0);
}

TEST(a_truth_before_a_loop_whose_index_moves_on) {
    take(
        "__device__ void f(float *t, const float *in, int n) {\n    const bool there = n > 3;\n"
        "    for (int r = 0; r < 4; ++r) {\n        const int y = 8 * r;\n        t[y] = there ? in[y] : 0;\n"
        "        t[0] += there ? in[n] : 0;\n    }\n}\n");
    CHECK_EQ(line_of_truth_before_loop(path, 5, name, sizeof name), 2);
    CHECK_EQ(line_of_truth_before_loop(path, 6, name, sizeof name), 0);
}

TEST(a_truth_of_each_round_is_none_before_the_loop) {
    take("__device__ void f(float *t, const float *in, int n) {\n    for (int r = 0; r < 4; ++r) {\n"
         "        const bool there = r < n;\n        t[r] = there ? in[r] : 0;\n    }\n}\n");
    CHECK_EQ(line_of_truth_before_loop(path, 4, name, sizeof name), 0);
}

TEST(a_division_that_drops_a_rest_on_the_way_to_an_argument) {
    take("void f(int n) {\n    const int share = n / 8;\n    k<<<8, 32>>>(share);\n}\n");
    CHECK_EQ(line_of_dropped_rest(path, 3, "share"), 2);
    CHECK_EQ(line_of_dropped_rest(path, 3, "n / 4"), 3);
    CHECK_EQ(line_of_dropped_rest(path, 3, "n"), 0);
    CHECK_EQ(line_of_dropped_rest(path, 3, "(n + 31) / 32"), 0);
}

TEST(a_number_that_another_axis_has_too_is_not_to_blame_alone) {
    take("void f(int n) {\n    const int inner = n - 2;\n    dim3 grid(up(inner * inner, 8), inner);\n"
         "    k<<<grid, 32>>>(n);\n}\n");
    CHECK_EQ(line_that_computes_size(path, 4, 0), 2);
    CHECK_EQ(line_that_computes_size_alone(path, 4, 0), 3);
    unlink(path);
}

CHECK_MAIN()
