// Slips that C takes without a word: which are told, on which line, and what only looks like one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/cause/explain.h"
#include "tests/check.h"

static char path[] = "/tmp/warpbook-slips-XXXXXX";

// The line that is blamed in a function `work` with that body, which begins on line 2; 0: none is.
static int slip_in(const char *body, bool nothing_stored) {
    static bool made;
    FILE *file = made ? fopen(path, "w") : fdopen(mkstemp(path), "w");
    made = true;
    fprintf(file, "void work(const float *given, float *out, int n, int i, int k, Block block) {\n%s}\n",
            body);
    fclose(file);
    Cause cause = {.nothing_stored = nothing_stored};
    const Explained e = {.source_path = path, .root = "."};
    explain_slip(&cause, &e, "work");
    return cause.known ? cause.place.line : 0;
}

TEST(two_comparisons_in_one) {
    CHECK_EQ(slip_in("if (0 < i < n - 1) out[i] = 0;\n", false), 2);
    CHECK_EQ(slip_in("bool in = (i > 0) && (1 <= k < n);\n", false), 2);
    CHECK_EQ(slip_in("if (0 < i && i < n) out[i] = 0;\n", false), 0);
    CHECK_EQ(slip_in("for (int j = 0; j < n; j++) out[j < k] = 0;\n", false), 0);
    CHECK_EQ(slip_in("if (f(i < n) < k) out[i] = static_cast<float>(n) + first<int, int>(k);\n", false), 0);
    CHECK_EQ(slip_in("std::array<std::array<float, 4>, 4> a;\n", false), 0);
}

TEST(the_size_of_a_pointer) {
    CHECK_EQ(slip_in("memset(out, 0, sizeof(out));\n", false), 2);
    CHECK_EQ(slip_in("const float *own = given;\ncopy(own, sizeof(own));\n", false), 3);
    CHECK_EQ(slip_in("char *name = given;\nsnprintf(name, sizeof name, \"%s\", given);\n", false), 3);
    CHECK_EQ(slip_in("float own[7];\ncopy(own, sizeof(own));\n", false), 0);
    CHECK_EQ(slip_in("int count = n * k;\ncopy(out, sizeof(k), sizeof(*out), sizeof out[0]);\n", false), 0);
}

TEST(all_bits_turned) {
    CHECK_EQ(slip_in("i = 1;\nk = ~k;\n", false), 3);
    CHECK_EQ(slip_in("k = ~i;\nk = !k;\nk = 1 - k;\n", false), 0);
}

TEST(a_second_statement_that_is_not_in_the_loop) {
    CHECK_EQ(slip_in("for (i = 0; i < n; i++)\n    k += i;\n    out[k] = 0;\n", false), 4);
    CHECK_EQ(slip_in("for (i = 0; i < n; i++)\n    k += i;\nout[k] = 0;\n", false), 0);
    CHECK_EQ(slip_in("for (i = 0; i < n; i++) {\n    k += i;\n    out[k] = 0;\n}\n", false), 0);
    CHECK_EQ(
        slip_in("for (i = 0; i < n; i++)\n    if (k)\n        k += i;\n    else\n        k = 0;\n", false),
        0);
    CHECK_EQ(slip_in("for (i = 0; i < n; i++) k += i;\n    out[k] = 0;\n", false), 0);
}

TEST(what_each_call_has_anew) {
    CHECK_EQ(slip_in("static const int threads = block.x * 2;\nout[0] = threads;\n", false), 2);
    CHECK_EQ(slip_in("static int calls = 0;\nstatic const int two = TWO * 1;\nout[0] = calls;\n", false), 0);
}

TEST(a_vote_where_a_barrier_belongs) {
    CHECK_EQ(slip_in("k = 1;\nbool all = __syncthreads_and(i > 0);\n", true), 3);
    CHECK_EQ(slip_in("k = 1;\nbool all = __syncthreads_and(i > 0);\n", false), 0);
}

TEST(a_comma_that_keeps_the_last_number) {
    CHECK_EQ(slip_in("dim3 grid;\ngrid = (n, n, k);\n", false), 3);
    CHECK_EQ(slip_in("dim3 grid;\ngrid = dim3(n, n, k);\nk = (f(n, k) + 1);\n", false), 0);
}

TEST(a_sum_that_ends_too_early) {
    CHECK_EQ(slip_in("float sum = given[i]\n    + given[k];\n    + given[n];\n", false), 3);
    CHECK_EQ(slip_in("float sum = given[i]\n    + given[k]\n    - given[n];\nout[i] = sum;\n", false), 0);
    CHECK_EQ(slip_in("for (k = 0; k < n; ++k) i = -k;\n", false), 0);
}

TEST(what_a_question_asks) {
    CHECK_EQ(slip_in("out[i] = given[i + k ? -1 : 4];\n", false), 2);
    CHECK_EQ(slip_in("out[i] = given[i + (k ? -1 : 4)];\n", false), 0);
    CHECK_EQ(slip_in("out[i] = i + k < n ? given[i + k] : 0;\n", false), 0);
}

TEST(not_of_a_number) {
    CHECK_EQ(slip_in("i = i & !1;\nout[i] = 0;\n", false), 2);
    CHECK_EQ(slip_in("i = i & ~1;\nout[i] = !k & !n;\n", false), 0);
}

TEST(a_case_without_break) {
    CHECK_EQ(slip_in("switch (i) {\ncase 0:\nk = 2;\ndefault:\nk = 1;\n}\nout[0] = k;\n", false), 4);
    CHECK_EQ(
        slip_in("switch (i) {\ncase 0:\ncase 1: k = 2; break;\ndefault: k = 1;\n}\nout[0] = k;\n", false), 0);
    CHECK_EQ(slip_in("switch (i) {\ncase 0: return;\ncase 1: k = 2; [[fallthrough]];\ndefault: k = 1;\n}\n",
                     false),
             0);
}

TEST(a_break_out_of_one_loop_of_two) {
    CHECK_EQ(
        slip_in(
            "for (int y = 0; y < n; y++)\nfor (int x = 0; x < n; x++)\nif (x == i && y == k) break;\nout[0] = 0;\n",
            false),
        4);
    CHECK_EQ(
        slip_in("for (int y = 0; y < n; y++)\nfor (int x = 0; x < n; x++)\nif (x == i) break;\nout[0] = 0;\n",
                false),
        0);
    CHECK_EQ(slip_in("for (int y = 0; y < n; y++)\nif (y == k) break;\nout[0] = 0;\n", false), 0);
}

TEST(an_order_that_is_lost) {
    CHECK_EQ(slip_in("std::sort(given, given + n);\nif (given[k] == i) out[0] = 1 << k;\n", false), 2);
    CHECK_EQ(slip_in("std::sort(given, given + n);\nfor (k = 0; k < n; k++) out[i] += given[k];\n", false),
             0);
    CHECK_EQ(slip_in("std::sort(given, given + n);\nout[0] = given[0];\n", false), 0);
}

TEST(two_lengths_of_a_row) {
    CHECK_EQ(slip_in("i = k % n;\nint j = k / i;\nout[j] = given[i];\n", false), 3);
    CHECK_EQ(slip_in("i = k % n;\nint j = k / n;\nout[j] = given[i];\n", false), 0);
    CHECK_EQ(slip_in("i = k % n;\nint j = k / n % n, z = k / plane;\nout[j + z] = given[i];\n", false), 0);
}

#define MARCH(moves)                                                                                         \
    "float *here = s + i;\nfloat *north = here - n, *south = here + n;\nfor (k = 0; k < n; k++) {\n"         \
    "out[k] = *here + *north + *south;\n" moves "\n}\n"

TEST(a_pointer_that_is_left_behind) {
    CHECK_EQ(slip_in(MARCH("here += n; north += n;"), false), 6);
    CHECK_EQ(slip_in(MARCH("here += n; north += n; south += n;"), false), 0);
    CHECK_EQ(slip_in(MARCH("here += n; north = here - n; south = here + n;"), false), 0);
}

// Of a function `work` that calls a helper with these parameters and this body, which begins on line 2.
static int slip_in_helper(const char *parameters, const char *body) {
    FILE *file = fopen(path, "w");
    fprintf(file, "void helper(%s) {\n%s}\nvoid work(int n) { helper(n, n); }\n", parameters, body);
    fclose(file);
    Cause cause = {.known = false};
    const Explained e = {.source_path = path, .root = "."};
    explain_slip(&cause, &e, "work");
    return cause.known ? cause.place.line : 0;
}

TEST(a_copy_that_is_changed_in_vain) {
    CHECK_EQ(slip_in_helper("int from, int n", "out[from] = n;\nfrom += n;\n"), 3);
    CHECK_EQ(slip_in_helper("int &from, int n", "out[from] = n;\nfrom += n;\n"), 0);
    CHECK_EQ(slip_in_helper("int from, int n", "from += n;\nout[from] = n;\n"), 0);
    CHECK_EQ(slip_in_helper("int from, int n", "while (n) {\nout[from] = 0;\nn = n - 1;\nfrom += 1;\n}\n"),
             0);
    unlink(path);
}

CHECK_MAIN()
