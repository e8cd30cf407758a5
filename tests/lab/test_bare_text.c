// Text without comments and blanks, and without what runs on the GPU alone.
#include "grader/lab/bare_text.h"
#include "grader/lab/host_text.h"
#include "tests/check.h"

TEST(comments_blanks_and_empty_lines_make_no_difference) {
    char *bare = bare_text("int a; // one\n\n   // two\n\tint b;  \nconst char *s = \"//\";");
    CHECK_STR(bare, "int a;\nint b;\nconst char *s = \"//\";\n");
    free(bare);
}

TEST(lines_and_blanks_inside_of_them_do) {
    char *one = bare_text("#define X\nf();\n"), *other = bare_text("#define X f();\n");
    CHECK(strcmp(one, other) != 0);
    free(one);
    free(other);
}

TEST(text_that_a_compiler_may_read_otherwise_has_none) {
    CHECK(!bare_text("#define OPEN STRING(\n#define CLOSE )\nOPEN\n// a\nCLOSE\n"));
}

static void check_host(const char *text, const char *expected) {
    char *host = host_text(text);
    CHECK(host != NULL);
    if (host) CHECK_STR(host, expected);
    free(host);
}

TEST(bodies_of_kernels_are_left_out) {
    check_host("__global__ void k(int *a) {\nif (a) { *a = '}'; }\n}\nvoid f(int *a) {\nk<<<1, 1>>>(a);\n}\n",
               "__global__ void k(int *a) \nvoid f(int *a) {\nk<<<1, 1>>>(a);\n}\n");
    check_host("__device__ int f(int a) { return a; }\nint g() { return 1; }\n",
               "__device__ int f(int a) \nint g() { return 1; }\n");
}

TEST(what_the_host_needs_stays) {
    const char *const whole[] = {
        "__host__ __device__ int f() { return 1; }\n",
        "enum { A = 1 };\nint f() { return A; }\n",
        "__constant__ float c[] = { 1, 2 };\n",
        "struct S { int a; };\n__shared__ int b;\n",
        "namespace { __global__ void k() { } }\n",
        "#define K __global__ void k()\nint f() { return 2; }\n",
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) check_host(whole[i], whole[i]);
}

TEST(what_is_not_clear_has_no_host_text) {
    const char *const unclear[] = {
        "__global__ void k() {\n#define GRID 1\n}\nint f() { return GRID; }\n",
        "__global__ void k() {\n",
        "const char *s = \"a\n;\n",
        "const char *s = R\"(\n__global__ void k() {)\";\n",
        "int a; /* no end\n",
    };
    for (size_t i = 0; i < sizeof unclear / sizeof *unclear; i++) CHECK(!host_text(unclear[i]));
}

TEST(pragmas_in_a_kernel_are_clear) {
    check_host("__global__ void k() {\n#pragma unroll\nfor (;;) { }\n}\nint a;\n",
               "__global__ void k() \nint a;\n");
}

CHECK_MAIN()
