// Is the change that undoes a mistake among those that are tried?
#include "tests/edits/found.h"

TEST(a_mistake_that_was_made_twice_is_among_the_changes) {
    check_found(KERNEL("int i = 0, j = 0, k = 0;\nif (i < n || j < n || k < n) out[i] = in[j];"),
                KERNEL("int i = 0, j = 0, k = 0;\nif (i < n && j < n && k < n) out[i] = in[j];"), 3,
                EDIT_JOIN, 3);
    check_found(KERNEL("int p = n + 1;\nfloat a = in[p - n];\nfloat b = in[p + n];\nout[n] = a + b;"),
                KERNEL("int p = n + 1;\nfloat a = in[p - n * n];\nfloat b = in[p + n * n];\nout[n] = a + b;"),
                5, EDIT_PITCH, 3);
    check_found("enum { TILE_X = 32, INNER_X = 30 };\n" KERNEL(
                    "int p = n;\nout[p] = in[p - INNER_X] + in[p + INNER_X];"),
                "enum { TILE_X = 32, INNER_X = 30 };\n" KERNEL(
                    "int p = n;\nout[p] = in[p - TILE_X] + in[p + TILE_X];"),
                4, EDIT_WORD, 4);
}

TEST(arguments_are_exchanged_in_the_call_of_a_helper_that_is_suspected) {
    check_found("__device__ float at(const float *in, int i, int k) {\nreturn in[8 * i + k];\n}\n" KERNEL(
                    "int i = 0, k = 0;\nout[n] = at(in, k, i + 1);"),
                "__device__ float at(const float *in, int i, int k) {\nreturn in[8 * i + k];\n}\n" KERNEL(
                    "int i = 0, k = 0;\nout[n] = at(in, i + 1, k);"),
                2, EDIT_EXCHANGE, 6);
}

TEST(the_mistake_of_one_word_is_among_the_changes) {
    check_found(KERNEL("int i = threadIdx.x;\nif (i <= n) out[i] = in[i];"),
                KERNEL("int i = threadIdx.x;\nif (i < n) out[i] = in[i];"), 3, EDIT_COMPARISON, 3);
    check_found(KERNEL("int i = threadIdx.y;\nif (i < n) out[i] = in[i];"),
                KERNEL("int i = threadIdx.x;\nif (i < n) out[i] = in[i];"), 3, EDIT_AXIS, 2);
    check_found(KERNEL("int i = 0, j = 0;\nif (i < n || j < n) out[i] = in[j];"),
                KERNEL("int i = 0, j = 0;\nif (i < n && j < n) out[i] = in[j];"), 3, EDIT_JOIN, 3);
    check_found(KERNEL("int row = n - 1;\nint p = 2 * row;\nout[p] = in[p + row];"),
                KERNEL("int row = n - 0;\nint p = 2 * row;\nout[p] = in[p + row];"), 4, EDIT_NUMBER, 2);
    check_found(KERNEL("float a = 1, b = 2;\nout[0] = a + in[n];\nb = 1;"),
                KERNEL("float a = 1, b = 2;\nout[0] = a - in[n];\nb = 1;"), 3, EDIT_SIGN, 3);
    check_found(KERNEL("float below = 1, here = 2;\nbelow = below;\nout[0] = here;"),
                KERNEL("float below = 1, here = 2;\nhere = below;\nout[0] = here;"), 4, EDIT_WORD, 3);
}

TEST(what_a_loop_moves_on_is_among_the_changes) {
    check_found(KERNEL("const float *p = in;\nfor (int i = 0; i < n; ++i) {\nout[i] = p[0];\n}"),
                KERNEL("const float *p = in;\nfor (int i = 0; i < n; ++i, p += n) {\nout[i] = p[0];\n}"), 4,
                EDIT_STEP, 3);
    check_found(KERNEL("const float *p = in;\nfor (int i = 0; i < n; ++i) {\nout[i] = p[0];\np += n;\n}"),
                KERNEL("const float *p = in;\nfor (int i = 0; i < n; ++i) {\nout[i] = p[0];\np += n * n;\n}"),
                4, EDIT_PITCH, 5);
    check_found(
        KERNEL("float a = 0, b = 1, c = 2, d = in[n];\nout[0] = b;\na = b, c = d;\nout[1] = c;"),
        KERNEL("float a = 0, b = 1, c = 2, d = in[n];\nout[0] = b;\na = b, b = c, c = d;\nout[1] = c;"), 3,
        EDIT_HANDED, 4);
    check_found(KERNEL("float a[2];\nfor (int r = 0; r < 2; ++r) {\na[0] = in[r];\n}\nout[0] = a[1];"),
                KERNEL("float a[2];\nfor (int r = 0; r < 2; ++r) {\na[r] = in[r];\n}\nout[0] = a[1];"), 4,
                EDIT_WORD, 4);
}

TEST(other_parentheses_are_among_the_changes) {
    check_found("__device__ int at(int i, int j, int k, int n) {\nreturn i * n + j * n + k;\n}\n" KERNEL(
                    "out[at(1, 2, 3, n)] = 0;"),
                "__device__ int at(int i, int j, int k, int n) {\nreturn (i * n + j) * n + k;\n}\n" KERNEL(
                    "out[at(1, 2, 3, n)] = 0;"),
                2, EDIT_GROUPING, 2);
    check_found("#define AT(i, j) ((i) * (n + (j)))\n" KERNEL("out[AT(1, 2)] = 0;"),
                "#define AT(i, j) (((i) * n + (j)))\n" KERNEL("out[AT(1, 2)] = 0;"), 3, EDIT_GROUPING, 1);
}

TEST(coordinates_of_a_flat_number_are_among_the_changes) {
    check_found(KERNEL("int t = threadIdx.x;\nint y = t / n;\nout[y] = 0;"),
                KERNEL("int t = threadIdx.x;\nint y = t / n % n;\nout[y] = 0;"), 4, EDIT_DIGIT, 3);
    check_found(KERNEL("int t = threadIdx.x;\nint y = t % n;\nout[y] = 0;"),
                KERNEL("int t = threadIdx.x;\nint y = t / n % n;\nout[y] = 0;"), 4, EDIT_DIGIT, 3);
    check_found("enum { TILE_X = 16, TILE_Y = 8 };\n" KERNEL(
                    "int t = threadIdx.x;\nint z = t / TILE_X;\nout[z] = 0;"),
                "enum { TILE_X = 16, TILE_Y = 8 };\n" KERNEL(
                    "int t = threadIdx.x;\nint z = t / (TILE_X * TILE_Y);\nout[z] = 0;"),
                5, EDIT_DIGIT, 4);
    check_found("enum { TILE_X = 16, TILE_Y = 8 };\n" KERNEL(
                    "int t = threadIdx.x;\nint y = t % TILE_Y;\nout[y] = 0;"),
                "enum { TILE_X = 16, TILE_Y = 8 };\n" KERNEL(
                    "int t = threadIdx.x;\nint y = t / TILE_X % TILE_Y;\nout[y] = 0;"),
                5, EDIT_DIGIT, 4);
}

TEST(a_division_that_is_rounded_up_is_among_the_changes) {
    check_found(KERNEL("int parts = n / 8;\nint z = blockIdx.y / parts;\nout[z] = 0;"),
                KERNEL("int parts = ((n + 8 - 1) / 8);\nint z = blockIdx.y / parts;\nout[z] = 0;"), 3,
                EDIT_ROUNDED_UP, 2);
}

TEST(a_remainder_that_stands_for_a_whole_part_is_among_the_changes) {
    check_found(
        KERNEL("int part = (n - 2) % 8;\nint z = blockIdx.y * 8;\nif (z < part) out[z] = 0;"),
        KERNEL("int part = (((n - 2) - 1) % 8 + 1);\nint z = blockIdx.y * 8;\nif (z < part) out[z] = 0;"), 3,
        EDIT_WHOLE_REST, 2);
}

TEST(the_first_elements_of_a_ring_are_among_the_changes) {
    check_found(KERNEL("int z0 = blockIdx.z;\nfloat r[3];\nr[0] = in[z0], r[1] = in[z0 + 1];\n"
                       "for (int z = z0; z < n; ++z)\nout[z] = r[z % 3] + r[(z - 1) % 3];"),
                KERNEL("int z0 = blockIdx.z;\nfloat r[3];\n"
                       "r[(z0 + 0 + 3 - 1) % 3] = in[z0], r[(z0 + 1 + 3 - 1) % 3] = in[z0 + 1];\n"
                       "for (int z = z0; z < n; ++z)\nout[z] = r[z % 3] + r[(z - 1) % 3];"),
                6, EDIT_RING, 4);
    check_found(KERNEL("int z0 = blockIdx.z;\nfloat r[3];\nr[0] = in[z0], r[1] = in[z0 + 1];\n"
                       "for (int z = z0; z < n; ++z) {\nint now = z % 3, before = (z + 2) % 3;\n"
                       "out[z] = r[now] + r[before];\n}"),
                KERNEL("int z0 = blockIdx.z;\nfloat r[3];\n"
                       "r[(z0 + 0 + 3 - 1) % 3] = in[z0], r[(z0 + 1 + 3 - 1) % 3] = in[z0 + 1];\n"
                       "for (int z = z0; z < n; ++z) {\nint now = z % 3, before = (z + 2) % 3;\n"
                       "out[z] = r[now] + r[before];\n}"),
                7, EDIT_RING, 4);
}

TEST(steps_are_counted_from_elsewhere) {
    check_found(
        KERNEL(
            "__shared__ float r[4];\nint z0 = blockIdx.z;\nfor (int z = z0; z < n; ++z) {\nr[z % 4] = in[z];\n"
            "int old = (z - z0) % 4;\nout[z] = r[old] + r[(z - z0 + 1) % 4];\n}"),
        KERNEL(
            "__shared__ float r[4];\nint z0 = blockIdx.z;\nfor (int z = z0; z < n; ++z) {\nr[z % 4] = in[z];\n"
            "int old = (z - (1 - 4)) % 4;\nout[z] = r[old] + r[(z - (1 - 4) + 1) % 4];\n}"),
        7, EDIT_ORIGIN, 6);
    check_found(KERNEL("__shared__ float r[4];\nint z0 = blockIdx.z;\nfor (int z = z0; z < n; ++z) {\n"
                       "out[z] = r[(z + 1) % 4];\n}"),
                KERNEL("__shared__ float r[4];\nint z0 = blockIdx.z;\nfor (int z = z0; z < n; ++z) {\n"
                       "out[z] = r[((z - (z0) + 4 + 2) + 1) % 4];\n}"),
                5, EDIT_ORIGIN, 5);
    check_found(KERNEL("__shared__ float r[4];\nint z0 = blockIdx.z;\nfor (int z = z0; z < n; ++z) {\n"
                       "int turn = z;\nout[z] = r[(turn + 1) % 4];\n}"),
                KERNEL("__shared__ float r[4];\nint z0 = blockIdx.z;\nfor (int z = z0; z < n; ++z) {\n"
                       "int turn = (z - (z0) + 1);\nout[z] = r[(turn + 1) % 4];\n}"),
                5, EDIT_ORIGIN, 5);
}

TEST(conditions_of_what_was_cut_off) {
    check_found(KERNEL("int a = 4 * threadIdx.x;\nint z = min(a, n - 4);\nif (z < n)\nout[z] = 0;"),
                KERNEL("int a = 4 * threadIdx.x;\nint z = min(a, n - 4);\nif ((a) < n)\nout[z] = 0;"), 4,
                EDIT_CLAMPED, 4);
}

TEST(threads_that_leave_may_stay) {
    check_found(KERNEL("int z = threadIdx.x;\nif (z >= n) return;\n__syncthreads();\nout[z] = 0;"),
                KERNEL("int z = threadIdx.x;\n;\n__syncthreads();\nout[z] = 0;"), 5, EDIT_STAYS, 3);
    check_found(KERNEL("int z = threadIdx.x;\nif (z >= n) { return; }\n__syncthreads();\nout[z] = 0;"),
                KERNEL("int z = threadIdx.x;\n;\n__syncthreads();\nout[z] = 0;"), 5, EDIT_STAYS, 3);
}

TEST(the_end_of_the_grid_beside_the_end_of_a_block) {
    check_found(KERNEL("__shared__ float t[10];\nint z = threadIdx.x + 1, i = blockIdx.x * 8 + z;\n"
                       "if (i <= n - 2) t[z] = in[i];\nif (z == blockDim.x) t[z + 1] = in[i + 1];\n"
                       "out[i] = t[z + 1];"),
                KERNEL("__shared__ float t[10];\nint z = threadIdx.x + 1, i = blockIdx.x * 8 + z;\n"
                       "if (i <= n - 2) t[z] = in[i];\nif ((z == blockDim.x || i == (n - 2))) t[z + 1] = "
                       "in[i + 1];\nout[i] = t[z + 1];"),
                6, EDIT_ALTERNATIVE, 5);
    check_found(KERNEL("int z = threadIdx.x, i = blockIdx.x * 8 + z;\nif (i >= n - 1) return;\n"
                       "bool last = z == blockDim.x - 1;\nif (last) out[i] = 0;"),
                KERNEL("int z = threadIdx.x, i = blockIdx.x * 8 + z;\nif (i >= n - 1) return;\n"
                       "bool last = (z == blockDim.x - 1 || i == (n - 1) - 1);\nif (last) out[i] = 0;"),
                4, EDIT_ALTERNATIVE, 4);
}

TEST(what_is_added_to_an_index_elsewhere) {
    check_found(
        "enum { R = 2, X = 8 };\n" KERNEL("__shared__ float s[X][X];\nint x = threadIdx.x, y = threadIdx.y;\n"
                                          "s[y + R][x + R] = in[x];\ns[y + R][x + X] = in[y];"),
        "enum { R = 2, X = 8 };\n" KERNEL("__shared__ float s[X][X];\nint x = threadIdx.x, y = threadIdx.y;\n"
                                          "s[y + R][x + R] = in[x];\ns[y + R][x + X + R] = in[y];"),
        6, EDIT_ADDEND, 6);
}

TEST(a_number_of_the_launch_stands_for_each_constant) {
    Edits edits;
    bool one = false, both = false;
    const char *text = "enum { DEPTH = 8, TILE = 4 };\n__global__ void g(int depth) { int a = DEPTH; }\n"
                       "__global__ void f(int n, int depth) {\nint a = DEPTH + TILE;\nint b = DEPTH;\n}\n";
    CHECK(handed_numbers_of(&edits, text, "f", MOST));
    for (int i = 0; i < edits.count; i++) {
        char *edited = edited_text(text, &edits.list[i]);
        one |= edited && strstr(edited, "int a = depth + TILE;\nint b = DEPTH;");
        both |= edited && strstr(edited, "int a = depth + TILE;\nint b = depth;");
        CHECK(edited && strstr(edited, "{ int a = DEPTH; }"));
        free(edited);
    }
    CHECK(edits.count > 0 && edits.list[0].line == 4 && !strcmp(edits.list[0].other, "depth"));
    CHECK(one && both);
    edits_free(&edits);
    CHECK(!handed_numbers_of(&edits, text, "h", MOST));
}

TEST(macros_helpers_and_values_of_a_declaration_are_among_the_changes) {
    check_found("#define AT(dy, dx) t[y + (dx)][x + (dy)]\n" KERNEL(
                    "__shared__ float t[8][8];\nint x = 0, y = 0;\nout[n] = AT(0, 1);"),
                "#define AT(dy, dx) t[y + (dy)][x + (dx)]\n" KERNEL(
                    "__shared__ float t[8][8];\nint x = 0, y = 0;\nout[n] = AT(0, 1);"),
                5, EDIT_EXCHANGE, 1);
    check_found("__device__ bool within(int a, int n) {\nreturn a < n - 1;\n}\n" KERNEL(
                    "int i = threadIdx.x;\nif (within(i, n)) {\nfloat a = in[i + 2];\nout[i] = a;\n}"),
                "__device__ bool within(int a, int n) {\nreturn a < n - 2;\n}\n" KERNEL(
                    "int i = threadIdx.x;\nif (within(i, n)) {\nfloat a = in[i + 2];\nout[i] = a;\n}"),
                7, EDIT_NUMBER, 2);
    check_found(KERNEL("float low = in[n - 1], high = in[n + 1];\nout[n] = 2 * low - high;"),
                KERNEL("float low = in[n + 1], high =in[n - 1];\nout[n] = 2 * low - high;"), 3, EDIT_EXCHANGE,
                2);
    check_found(KERNEL("int quarter = n / 4;\nint row = n;\nout[n] = in[row + quarter];"),
                KERNEL("int quarter = n / 4;\nint row = quarter;\nout[n] = in[row + quarter];"), 4, EDIT_WORD,
                3);
    check_found(KERNEL("float half = 1 / 2;\nout[n] = half * in[n];"),
                KERNEL("float half = 1.0f / 2;\nout[n] = half * in[n];"), 3, EDIT_FRACTION, 2);
}

TEST(an_extent_of_the_launch_in_place_of_the_grid) {
    check_found(KERNEL("int row = gridDim.x * blockDim.x;\nout[n] = in[row + 1];"),
                KERNEL("int row = n;\nout[n] = in[row + 1];"), 3, EDIT_WORD, 2);
}

// The kind of the change of what is too small that gives this text; -1: there is none.
static int kind_of_larger(const char *wrong, const char *right) {
    Edits edits;
    int kind = -1;
    if (!too_small_of(&edits, wrong, MOST)) return -1;
    for (int i = 0; i < edits.count; i++) {
        char *text = edited_text(wrong, &edits.list[i]);
        if (text && same_but_blanks(text, right)) kind = (int)edits.list[i].kind;
        free(text);
    }
    edits_free(&edits);
    return kind;
}

TEST(threads_are_numbered_with_the_sizes_of_the_block) {
    check_found(
        "enum { TX = 16, TY = 8 };\n" KERNEL(
            "int t = (threadIdx.z * TY + threadIdx.y) * TX + threadIdx.x;\nout[t] = in[n];"),
        "enum { TX = 16, TY = 8 };\n" KERNEL(
            "int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\nout[t] = in[n];"),
        4, EDIT_FLAT, 3);
    check_found("enum { TX = 16 };\n" KERNEL("out[threadIdx.y * TX + threadIdx.x] = in[n];"),
                "enum { TX = 16 };\n" KERNEL("out[threadIdx.y * blockDim.x + threadIdx.x] = in[n];"), 3,
                EDIT_FLAT, 3);
}

TEST(what_is_too_small_grows) {
    CHECK_EQ(kind_of_larger(KERNEL("unsigned char k = n;"), KERNEL("int k = n;")), (int)EDIT_TYPE);
    CHECK_EQ(kind_of_larger(KERNEL("float p = n * n;"), KERNEL("double p = n * n;")), (int)EDIT_TYPE);
    CHECK_EQ(kind_of_larger(KERNEL("int p = (float)n;"), KERNEL("int p = (double)n;")), (int)EDIT_TYPE);
    CHECK_EQ(kind_of_larger("enum { MOST = 256 };\n" KERNEL("if (n > MOST) return;"),
                            "enum { MOST = 2048 };\n" KERNEL("if (n > MOST) return;")),
             (int)EDIT_LIMIT);
    CHECK_EQ(kind_of_larger(KERNEL("out[0] = n & 0xff;"), KERNEL("out[0] = n & 2047;")), (int)EDIT_LIMIT);
    CHECK_EQ(kind_of_larger(KERNEL("float s = in[0];"), KERNEL("double s = in[0];")), -1);
    CHECK_EQ(kind_of_larger("void f(int n) { g(256); }\n" KERNEL("out[0] = n & 255;"),
                            "void f(int n) { g(2048); }\n" KERNEL("out[0] = n & 255;")),
             -1);
}

TEST(constants_that_a_suspected_line_uses_are_changed) {
    check_found("enum { TILE = 8, ROW = 16, PLANE = TILE * TILE };\n" KERNEL("out[n] = in[n + PLANE];"),
                "enum { TILE = 8, ROW = 16, PLANE = TILE * ROW };\n" KERNEL("out[n] = in[n + PLANE];"), 3,
                EDIT_WORD, 1);
    check_found("const int depth = 30 + 1;\n" KERNEL("out[n] = in[n + depth];"),
                "const int depth = 30 - 1;\n" KERNEL("out[n] = in[n + depth];"), 3, EDIT_SIGN, 1);
}

TEST(a_copy_becomes_a_reference) {
    check_found("__device__ void next(float a, float &b) {\na = b;\n}\n" KERNEL(
                    "float x = 0, y = 1;\nnext(x, y);\nout[n] = x;"),
                "__device__ void next(float &a, float &b) {\na = b;\n}\n" KERNEL(
                    "float x = 0, y = 1;\nnext(x, y);\nout[n] = x;"),
                6, EDIT_REFERENCE, 1);
}

TEST(a_lambda_has_references_in_place_of_copies) {
    check_found(
        KERNEL("int x = 0;\nauto at = [=](int d) { return in[x + d]; };\nx += 1;\nout[x] = at(1) * n;"),
        KERNEL("int x = 0;\nauto at = [&](int d) { return in[x + d]; };\nx += 1;\nout[x] = at(1) * n;"), 5,
        EDIT_CAPTURE, 3);
    check_found(
        KERNEL("int x = 0;\nauto at = [in, x](int d) {\nreturn in[x + d];\n};\n++x;\nout[x] = at(n);"),
        KERNEL("int x = 0;\nauto at = [&in, &x](int d) {\nreturn in[x + d];\n};\n++x;\nout[x] = at(n);"), 7,
        EDIT_CAPTURE, 3);
    check_found(
        KERNEL("int x = 0;\nauto at = [=, &n] { return in[x + n]; };\nfor (; x < n; --x) out[x] = at();"),
        KERNEL("int x = 0;\nauto at = [&] { return in[x + n]; };\nfor (; x < n; --x) out[x] = at();"), 4,
        EDIT_CAPTURE, 3);
}

// A change before it is in the copy, too.
TEST(copies_of_what_does_not_change_stay) {
    const char *text =
        KERNEL("int x = 0;\nx += 1;\nauto at = [=](int d) { return in[x + d]; };\nout[x] = at(n);");
    Edits edits;
    CHECK(edits_of(&edits, text, NULL, (int[SUSPECTED_LINES]){4}, MOST));
    for (int i = 0; i < edits.count; i++) CHECK(edits.list[i].kind != EDIT_CAPTURE);
    edits_free(&edits);
}

// Member functions are functions, and what they are called on is what they set.
TEST(loops_of_a_member_function_are_among_the_changes) {
#define SHIFT(head)                                                                                          \
    "struct Column {\nfloat v[5];\n__device__ void push(float w) {\nfor (" head                              \
    ") v[m - 1] = v[m];\nv[4] = w;\n}\n};\n"
#define MARCH KERNEL("Column z;\nz.push(in[n]);\nfloat m = z.v[2];\nout[0] = m;")
    check_found(SHIFT("int m = 4; m > 0; --m") MARCH, SHIFT("int m = 0 + 1; m <= 4; ++m") MARCH, 12,
                EDIT_TURNED, 4);
#undef MARCH
#undef SHIFT
}

TEST(slips_of_other_languages_are_among_the_changes) {
    check_found(KERNEL("int slice = n ^ 2;\nout[slice] = in[n];"),
                KERNEL("int slice = (n * n);\nout[slice] = in[n];"), 3, EDIT_POWER, 2);
    check_found(KERNEL("int i = 0;\ndo {\nout[i] = in[i];\ni += n;\n} while (i < n);"),
                KERNEL("int i = 0;\nwhile (i < n) {\nout[i] = in[i];\ni += n;\n}"), 4, EDIT_DONE_ONCE, 3);
    check_found(KERNEL("auto i = blockIdx.x + threadIdx.x;\nif (i - 1 >= 0) out[i] = in[i - 1];"),
                KERNEL("int i = blockIdx.x + threadIdx.x;\nif (i - 1 >= 0) out[i] = in[i - 1];"), 3,
                EDIT_SIGNED, 2);
}

TEST(numbers_for_the_variable_of_a_loop_are_among_the_changes) {
    check_found(
        KERNEL(
            "float a[2], b[2];\nfor (int r = 0; r < 2; ++r) {\na[0] = b[0];\nb[r] = in[r];\n}\nout[n] = a[1];"),
        KERNEL(
            "float a[2], b[2];\nfor (int r = 0; r < 2; ++r) {\na[r] = b[r];\nb[r] = in[r];\n}\nout[n] = a[1];"),
        5, EDIT_WORD, 4);
}

TEST(constants_that_are_rounded_down_are_among_the_changes) {
    const char *use = KERNEL("for (int r = 0; r < ROUNDS; ++r) out[r] = in[r + n];\nout[n] = out[0];");
    char wrong[400], right[400];
    static const char *const made[][2] = {
        {"enum { CELLS = 512, THREADS = 216, ROUNDS = CELLS / THREADS };\n",
         "enum { CELLS = 512, THREADS = 216, ROUNDS = ((CELLS + THREADS - 1) / THREADS) };\n"},
        {"namespace tile {\nconstexpr int ROUNDS = 512 / 216;\n}\n",
         "namespace tile {\nconstexpr int ROUNDS = ((512 + 216 - 1) / 216);\n}\n"},
        {"#define ROUNDS (512 / 216)\n", "#define ROUNDS (((512 + 216 - 1) / 216))\n"}};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        snprintf(wrong, sizeof wrong, "%s%s", made[i][0], use);
        snprintf(right, sizeof right, "%s%s", made[i][1], use);
        const int place = i == 1 ? 2 : 1, above = i == 1 ? 3 : 1;
        check_found(wrong, right, above + 2, EDIT_ROUNDED_UP, place);
    }
}

#define COLUMN "struct Column {\nfloat lo, hi;\nint i;\n__device__ void next() {\nlo = hi;\n}\n};\n"

TEST(members_of_other_objects_are_among_the_changes) {
    check_found(COLUMN KERNEL("Column a, b;\na.lo = in[0], b.lo = in[1];\nout[0] = a.lo + a.lo;"),
                COLUMN KERNEL("Column a, b;\na.lo = in[0], b.lo = in[1];\nout[0] = a.lo + b.lo;"), 11,
                EDIT_WORD, 11);
    check_found(COLUMN KERNEL("Column a = {};\na.hi = in[n];\nout[0] = a.lo;"),
                COLUMN KERNEL("Column a = {};\na.hi = in[n];\nout[0] = a.hi;"), 11, EDIT_WORD, 11);
    check_found(COLUMN KERNEL("Column a, b[2];\nb[0].lo = in[n];\na.next();\nout[0] = b[0].hi;"),
                COLUMN KERNEL("Column a, b[2];\nb[0].lo = in[n];\na.next();\nout[0] = b[0].lo;"), 12,
                EDIT_WORD, 12);
    check_found(COLUMN "__device__ void move(Column *p, Column *q) {\np->lo = p->hi;\n}\n" KERNEL(
                    "Column a, b;\nmove(&a, &b);\nout[0] = b.lo;"),
                COLUMN "__device__ void move(Column *p, Column *q) {\np->lo = q->hi;\n}\n" KERNEL(
                    "Column a, b;\nmove(&a, &b);\nout[0] = b.lo;"),
                9, EDIT_WORD, 9);
    check_found("typedef struct {\nfloat lo, hi;\n} Pair;\n" KERNEL("Pair a, b;\nout[0] = b.lo;"),
                "typedef struct {\nfloat lo, hi;\n} Pair;\n" KERNEL("Pair a, b;\nout[0] = a.lo;"), 6,
                EDIT_WORD, 6);
}

// Where the change of the first text into the second one stands among all.
static int place_of_change(const char *wrong, const char *right, int suspected) {
    EditKind kind;
    int line;
    return place_of(wrong, right, suspected, &kind, &line);
}

TEST(rows_that_a_constant_names_are_among_the_first_changes) {
    const char *constants[] = {"enum { W = 8, H = 8 };\n", "constexpr int W = 8, H = 8;\n",
                               "#define W 8\n#define H 8\n"};
    for (int i = 0; i < 3; i++) {
        char wrong[400], right[400];
        const char *body = KERNEL("__shared__ float t[10][10];\nt[%s][n] = in[0];\nout[0] = t[n + 1][n];");
        snprintf(wrong + snprintf(wrong, sizeof wrong, "%s", constants[i]), 300, body, "H");
        snprintf(right + snprintf(right, sizeof right, "%s", constants[i]), 300, body, "(H + 1)");
        const int place = place_of_change(wrong, right, i < 2 ? 4 : 5);
        CHECK(place >= 0 && place < 30);
    }
    check_found(
        "constexpr int rows = 8;\n__device__ float at(int i, int n);\n" KERNEL("out[n] = at(rows, n) + n;"),
        "constexpr int rows = 8;\n__device__ float at(int i, int n);\n" KERNEL(
            "out[n] = at((rows - 1), n) + n;"),
        4, EDIT_SHIFT, 4);
}

TEST(lines_of_the_skeleton_come_last) {
    const int lines[SUSPECTED_LINES] = {2};
    Edits edits;
    const char *text = KERNEL("for (int i = 0; i < n; ++i)\nout[i] = in[i + 1];");
    CHECK(edits_of(&edits, text, NULL, lines, MOST) && edits.list[0].line == 2);
    edits_free(&edits);
    CHECK(edits_of(&edits, text, KERNEL("for (int i = 0; i < n; ++i)\n"), lines, MOST) &&
          edits.list[0].line == 3);
    edits_free(&edits);
}

TEST(host_code_has_no_changes) {
    const int lines[SUSPECTED_LINES] = {2};
    Edits edits;
    const char *text = KERNEL("out[0] = in[n];") "void launch(int n) {\n    n = n - 1;\n}\n";
    CHECK(!is_device_line(text, 5));
    CHECK(is_device_line(text, 2));
    CHECK(edits_of(&edits, text, NULL, lines, MOST));
    for (int i = 0; i < edits.count; i++) CHECK(edits.list[i].line < 4);
    edits_free(&edits);
    CHECK(!edits_of(&edits, "__global__ void f( {", NULL, lines, MOST));
}

CHECK_MAIN()
