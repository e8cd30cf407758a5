// Which condition stands around a barrier, as the text has it.
#include "grader/grading/departures.h"
#include "tests/check.h"

// Where "__syncthreads" stands in the text.
static int condition(const char *text) {
    const char *barrier = strstr(text, "__syncthreads"), *begin = barrier;
    int line = 1;
    for (const char *at = text; at < barrier; at++) line += *at == '\n';
    while (begin > text && begin[-1] != '\n') begin--;
    return condition_around(text, line, (int)(barrier - begin) + 1);
}

#define KERNEL(body) "__global__ void k(float *out, int n) {\n" body "}\n"

TEST(the_innermost_if_is_named) {
    CHECK_EQ(condition(KERNEL("if (n > 2) {\n"
                              "    if (threadIdx.x < n) {\n"
                              "        __syncthreads();\n"
                              "    }\n"
                              "}\n")),
             3);
    CHECK_EQ(condition(KERNEL("if (threadIdx.x < n) __syncthreads();\n")), 2);
    CHECK_EQ(condition(KERNEL("if (n > 2) { n++; }\n"
                              "else {\n"
                              "    __syncthreads();\n"
                              "}\n")),
             3);
    CHECK_EQ(condition(KERNEL("if (n > 2) {\n"
                              "    for (int i = 0; i < n; i++) {\n"
                              "        __syncthreads();\n"
                              "    }\n"
                              "}\n")),
             2);
}

TEST(a_loop_is_named_where_there_is_no_if) {
    CHECK_EQ(condition(KERNEL("for (int i = threadIdx.x; i < n; i += 32) {\n"
                              "    out[i] = 0;\n"
                              "    __syncthreads();\n"
                              "}\n")),
             2);
}

TEST(a_barrier_that_stands_free_has_no_condition) {
    CHECK_EQ(condition(KERNEL("if (n > 2) { out[0] = 1; }\n__syncthreads();\n")), 0);
    CHECK_EQ(condition(KERNEL("// if (n > 2) {\n__syncthreads();\n")), 0);
    CHECK_EQ(condition(KERNEL("const char *s = \"if {\"; (void)s;\n__syncthreads();\n")), 0);
    CHECK_EQ(condition(KERNEL("{\n    __syncthreads();\n}\n")), 0);
}

TEST(where_threads_may_leave_otherwise_nothing_is_said) {
    CHECK_EQ(condition(KERNEL("if (threadIdx.x >= n) return;\n"
                              "for (int i = 0; i < 3; i++) {\n"
                              "    __syncthreads();\n"
                              "}\n")),
             0);
    CHECK_EQ(condition("#define LEAVE_UNLESS(x) \\\n"
                       "    if (!(x)) return\n" KERNEL("LEAVE_UNLESS(threadIdx.x < n);\n"
                                                       "for (int i = 0; i < 3; i++) {\n"
                                                       "    __syncthreads();\n"
                                                       "}\n")),
             0);
    CHECK_EQ(condition(KERNEL("asm(\"exit;\");\nfor (;;) {\n    __syncthreads();\n}\n")), 0);
}

TEST(only_kernels_are_read) {
    CHECK_EQ(condition("__device__ void meet(int n) {\n"
                       "    for (int i = 0; i < n; i++) {\n"
                       "        __syncthreads();\n"
                       "    }\n"
                       "}\n"),
             0);
    CHECK_EQ(condition(
                 "void launch(int n) { if (n) return; }\n" KERNEL("if (n > 3) {\n    __syncthreads();\n}\n")),
             3);
}

TEST(ways_out_of_the_kernel) {
    int line;
    CHECK_EQ(
        ways_out_above(KERNEL("if (threadIdx.x >= n) return; // return\n\n__syncthreads();\n"), 4, &line), 1);
    CHECK_EQ(line, 2);
    CHECK_EQ(ways_out_above(KERNEL("if (n < 2) return;\nif (n < 3) return;\n__syncthreads();\n"), 4, &line),
             2);
    CHECK_EQ(ways_out_above(KERNEL("__syncthreads();\nif (n < 3) return;\n"), 2, &line), 0);
    CHECK_EQ(ways_out_above("int f() { return 1; }\n" KERNEL("__syncthreads();\n"), 3, &line), 0);
    CHECK_EQ(ways_out_above("#define END return\n" KERNEL("END;\n__syncthreads();\n"), 4, &line), 0);
}

CHECK_MAIN()
