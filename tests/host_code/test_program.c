// Does the interpreter carry out simple programs as CUDA would, and refuse the others?
#include "grader/host_code/host_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/check.h"

enum { N = 10, STEPS = 100000 };

static HostText text;
static HostMemory memory;
static HostResult result;

// Calls f(a, out, n) with a = 0, 1, 4, 9, ... in memory of the program.
static bool run(const char *source) {
    static const HostGiven given[] = {{"n", N}};
    char path[] = "/tmp/warpbook-program-XXXXXX";
    const int file = mkstemp(path);
    CHECK(file >= 0 && write(file, source, strlen(source)) == (ssize_t)strlen(source));
    close(file);
    CHECK(host_text_read(&text, path, "."));
    unlink(path);
    host_memory_free(&memory);
    memory = (HostMemory){.result = 1};
    const int a = host_new_array(&memory, HOST_INT, N), out = host_new_array(&memory, HOST_INT, N);
    CHECK(a == 0 && out == 1);
    strcpy(memory.array[a].name, "a");
    strcpy(memory.array[out].name, "out");
    memory.array[a].unset = false;
    memory.given = memory.arrays;
    for (int i = 0; i < N; i++) memory.array[a].value[i] = i * i;
    host_program(&result, &text, "f", given, 1, &memory, STEPS);
    host_memory_forget(&memory);
    return result.good;
}

static bool holds(int factor, int more) {
    for (int i = 0; i < N; i++)
        if (memory.array[1].value[i] != factor * i * i + more) return false;
    return true;
}

#define KERNEL                                                                                               \
    "__global__ void k(const int *a, int *out, int n) {\n int i = blockIdx.x * blockDim.x + threadIdx.x;\n"

TEST(kernels) {
    memory.array[0].unset = false;
    CHECK(run(KERNEL " if (i < n) out[i] = 2 * a[i];\n}\n"
                     "void f(const int *a, int *out, int n) { k<<<(n + 3) / 4, 4>>>(a, out, n); }\n"));
    CHECK(holds(2, 0) && memory.threads == 12);
    CHECK(memory.array[1].writer[5] == 6);
    CHECK(run(
        "__device__ int more(int x) { return x + 1; }\n" KERNEL
        " for (; i < n; i += gridDim.x * blockDim.x) { if (a[i] < 0) continue; out[i] = more(a[i]); }\n}\n"
        "void f(const int *a, int *out, int n) { dim3 block(2, 1), grid(2);\n k<<<grid, block>>>(a, out, n); }\n"));
    CHECK(holds(1, 1));
    CHECK(!run(KERNEL " out[i] = a[i];\n}\n"
                      "void f(const int *a, int *out, int n) { k<<<3, 4>>>(a, out, n); }\n"));
    CHECK(memory.fault == HOST_OUTSIDE);
    CHECK(run(KERNEL
              " out[i / 2] = 1;\n}\nvoid f(const int *a, int *out, int n) { k<<<1, 4>>>(a, out, n); }\n"));
    CHECK(memory.written_twice);
    CHECK(!run(KERNEL " __shared__ int s[4]; s[0] = a[i]; __syncthreads(); out[i] = s[0];\n}\n"
                      "void f(const int *a, int *out, int n) { k<<<1, 4>>>(a, out, n); }\n"));
}

TEST(copies) {
    CHECK(run(
        "int f(const int *a, int *out, int n) { size_t bytes = n * sizeof(int); int *d = NULL;\n"
        " cudaError_t error = cudaMalloc(&d, bytes);\n"
        " if (error == cudaSuccess) error = cudaMemcpy(d, a, bytes, cudaMemcpyHostToDevice);\n"
        " CUDA_CHECK(cudaMemcpy(out, d, bytes, cudaMemcpyDeviceToHost)); cudaFree(d); return error; }\n"));
    CHECK(holds(1, 0) && host_number_of(&result.value) == 0);
    CHECK(!run("int f(const int *a, int *out, int n) { int *d; cudaMalloc((void **)&d, 4 * n - 4);\n"
               " cudaMemcpy(d, a, 4 * n, cudaMemcpyHostToDevice); return 0; }\n"));
}

#define REFUSED "int f(const int *a, int *out, int n) { k<<<1, 2048>>>(a, out, n);\n"

TEST(errors_of_launches) {
    CHECK(run(KERNEL "}\n" REFUSED " return cudaGetLastError(); }\n"));
    CHECK(host_number_of(&result.value) == 9);
    CHECK(
        run(KERNEL "}\n" REFUSED " if (cudaGetLastError()) printf(\"no\"); return cudaGetLastError(); }\n"));
    CHECK(host_number_of(&result.value) == 0);
    CHECK(run(KERNEL "}\n" REFUSED " cudaPeekAtLastError(); return cudaGetLastError(); }\n"));
    CHECK(host_number_of(&result.value) == 9);
}

TEST(macros) {
    const char *source = "#define TWICE(x) x + x // no parentheses\n#define COPY(p) p[i]\n" KERNEL
                         " if (i < n) out[i] = 3 * TWICE(COPY(a));\n}\n"
                         "void f(const int *a, int *out, int n) { k<<<1, 16>>>(a, out, n); }\n";
    text.bracketed_macro = 0;
    CHECK(run(source) && holds(4, 0));
    text.bracketed_macro = 1;
    CHECK(run(source) && holds(6, 0));
    text.bracketed_macro = 0;
    CHECK(text.macros == 2 && text.macro[0].line == 1);
}

// What is asked for alone: no thread runs, CUDA does nothing, and structures are passed on.
static HostLaunch launch;

// The launch of f(n) in that text, as "x y z / x y z", grid and block; "-": it is not known.
static const char *launch_of(const char *source) {
    static const HostGiven given[] = {{"n", N}};
    static char words[100];
    char path[] = "/tmp/warpbook-program-XXXXXX";
    const int file = mkstemp(path);
    CHECK(file >= 0 && write(file, source, strlen(source)) == (ssize_t)strlen(source));
    close(file);
    CHECK(host_text_read(&text, path, "."));
    unlink(path);
    host_memory_free(&memory);
    launch = (HostLaunch){.arguments = 0};
    memory = (HostMemory){.launch = &launch};
    host_program(&result, &text, "f", given, 1, &memory, STEPS);
    if (!result.good || memory.launches != 1) return "-";
    snprintf(words, sizeof words, "%ld %ld %ld / %ld %ld %ld", (long)launch.grid[0], (long)launch.grid[1],
             (long)launch.grid[2], (long)launch.block[0], (long)launch.block[1], (long)launch.block[2]);
    return words;
}

#define LAUNCHES(is, text)                                                                                   \
    CHECK(!strcmp(launch_of("__global__ void k(int n) {}\n__global__ void other(int n) {}\n" text), is))

TEST(shapes_that_helpers_make) {
    LAUNCHES("10 5 1 / 32 8 1", "static dim3 shape(int n) { return dim3(n, n / 2); }\n"
                                "void f(int n) { const dim3 grid = shape(n); k<<<grid, dim3{32, 8}>>>(n); }");
    LAUNCHES("5 1 1 / 1 1 1", "static dim3 shape(int n) { dim3 s(n); s.x = n / 2; return s; }\n"
                              "void f(int n) { k<<<shape(n), 1>>>(n); }");
    LAUNCHES(
        "1 2 3 / 4 5 6",
        "struct E { int z, y, x; };\nstatic dim3 of(const E &e) { return {e.x, e.y, e.z}; }\n"
        "const E block = {6, 5, 4};\nvoid f(int n) { E g = {3, 2, 1}; dim3 grid; grid = of(g); k<<<grid, of(block)>>>(n); }");
    LAUNCHES(
        "2 1 1 / 32 1 1",
        "namespace {\nconstexpr dim3 block(32);\n}\nvoid f(int n) { k<<<n > 9 ? dim3(2) : dim3(3, 3), block>>>(n); }");
}

TEST(templates_and_recursion) {
    LAUNCHES("3 1 1 / 4 1 1",
             "template <int SIZE, typename T = int> static T pieces(T n) { return (n + SIZE - 1) / SIZE; }\n"
             "void f(int n) { k<<<pieces<4>(n), pieces<2, int>(8)>>>(n); }");
    LAUNCHES("12 1 1 / 1 1 1", "template <int A, int B = A + 1> static int sum(int n) { return n * A + B; }\n"
                               "void f(int n) { k<<<sum<1>(n), 1>>>(n); }");
    LAUNCHES("6 1 1 / 1 1 1", "constexpr int log2_of(int p) { return p <= 1 ? 0 : 1 + log2_of(p / 2); }\n"
                              "void f(int n) { k<<<log2_of(64), 1>>>(n); }");
    LAUNCHES(
        "-",
        "static int endless(int p) { return 1 + endless(p); }\nvoid f(int n) { k<<<endless(n), 1>>>(n); }");
}

TEST(kernels_that_are_chosen) {
    LAUNCHES("8 1 1 / 1 1 1",
             "void f(int n) { if (const int inner = n - 2; inner > 0) k<<<inner, 1>>>(n); }");
    LAUNCHES("7 1 1 / 1 1 1", "void f(int n) { auto kernel = n % 2 ? k : other; kernel<<<7, 1>>>(n); }");
    LAUNCHES("7 1 1 / 1 1 1", "void f(int n) { (n % 2 ? k : other)<<<7, 1, unknown(n)>>>(n); }");
    LAUNCHES(
        "9 1 1 / 1 1 1",
        "template <bool EVEN> __global__ void t(int n) {}\nvoid f(int n) { if (n % 2) t<false><<<8, 1>>>(n); else t<true><<<9, 1>>>(n); }");
    LAUNCHES("2 1 1 / 1 1 1",
             "void f(int n) { int k = 3; k<<<2, 1>>>(n); }"); // a number is no kernel: the name is
}

TEST(launches_that_are_noted) {
    static const HostGiven given[] = {{"n", N}, {"h", 0.25}};
    static const char source[] =
        "typedef struct { float c[7]; } C;\nenum { WIDE = 4 };\n"
        "__global__ void k(const float *in, float *out, int n, float f, int plane, C c) { __syncthreads(); }\n"
        "static float twice(float h) { return 2.0f * h; }\n"
        "void f(const float *in, float *out, int n, float h, C c) { dim3 block(WIDE, 2), grid(1, 1);\n"
        " grid = dim3((n + 3) / WIDE, n);\n"
        " cudaFuncSetAttribute(k, 1, 2);\n k<<<grid, block>>>(in, out, n, twice(h), n * n, c);\n"
        " CUDA_CHECK(cudaGetLastError()); }\n";
    char path[] = "/tmp/warpbook-program-XXXXXX";
    const int file = mkstemp(path);
    CHECK(file >= 0 && write(file, source, strlen(source)) == (ssize_t)strlen(source));
    close(file);
    CHECK(host_text_read(&text, path, "."));
    unlink(path);
    host_memory_free(&memory);
    memory = (HostMemory){.launch = &launch};
    host_program(&result, &text, "f", given, 2, &memory, STEPS);
    CHECK(result.good && memory.launches == 1 && memory.threads == 0);
    CHECK(launch.grid[0] == 3 && launch.grid[1] == N && launch.grid[2] == 1 && launch.block[0] == 4);
    CHECK(launch.arguments == 6 && !launch.argument[0].number && !launch.argument[5].number);
    CHECK(launch.argument[2].named && launch.argument[2].value.whole == N);
    CHECK(!launch.argument[3].named && launch.argument[3].value.type == HOST_FLOAT);
    CHECK(host_number_of(&launch.argument[3].value) == 0.5);
    CHECK(launch.argument[4].value.whole == N * N);
}

CHECK_MAIN()
