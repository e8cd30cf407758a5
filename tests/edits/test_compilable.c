// Changes that no compiler takes are not made: one of them has all others compiled once more. And what was tried is not tried again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/edits.h"
#include "grader/edits/tried.h"
#include "tests/check.h"

enum { MOST = 140 };

#define KERNEL(body) "__global__ void f(const float *in, float *out, int n, Coefficients c) {\n" body "\n}\n"

// Does one of the changes make `changed` of the text, where line `suspected` is?
static bool is_tried(const char *text, const char *changed, int suspected) {
    const int lines[SUSPECTED_LINES] = {suspected};
    Edits edits;
    bool found = false;
    if (!edits_of(&edits, text, NULL, lines, MOST)) return false;
    for (int i = 0; i < edits.count; i++) {
        char *edited = edited_text(text, &edits.list[i]);
        found |= edited && !strcmp(edited, changed);
        free(edited);
    }
    edits_free(&edits);
    return found;
}

TEST(the_name_that_is_declared_stays) {
    const char *text = KERNEL("int i = n, j = i + 1;\nout[i] = in[j];");
    CHECK(!is_tried(text, KERNEL("int i = n, n = i + 1;\nout[i] = in[j];"), 2));
    CHECK(!is_tried(text, KERNEL("int i = j, n = i + 1;\nout[i] = in[j];"), 2));
    CHECK(is_tried(text, KERNEL("int i = n, j = n + 1;\nout[i] = in[j];"), 2));
    const char *both = KERNEL("int x = threadIdx.x, y = threadIdx.y;\nout[x] = in[y];");
    // The values change places, with the blanks that stand in front of them.
    CHECK(is_tried(both, KERNEL("int x = threadIdx.y, y =threadIdx.x;\nout[x] = in[y];"), 2));
}

TEST(arguments_declare_nothing) {
    const char *text = KERNEL("int i = n, j = 2;\nout[i] = max(i, j);");
    CHECK(is_tried(text, KERNEL("int i = n, j = 2;\nout[i] = max(i, i);"), 3));
}

TEST(constants_are_not_set) {
    const char *text = KERNEL("const int i = threadIdx.x; int p = 0;\np = i;\nout[p] = in[i];");
    CHECK(!is_tried(text, KERNEL("const int i = threadIdx.x; int p = 0;\ni = p;\nout[p] = in[i];"), 3));
    CHECK(!is_tried(text, KERNEL("const int i = threadIdx.x; int p = 0;\np = i;\nin[p] = out[i];"), 4));
    CHECK(is_tried(text, KERNEL("const int i = threadIdx.x; int p = 0;\np = i;\nout[i] = in[p];"), 4));
}

TEST(a_pointer_to_constants_moves) {
    const char *text = KERNEL("const float *q = in;\nq = in + n;\nfor (int i = 0; i < n; ++i) out[i] = *q;");
    CHECK(is_tried(
        text, KERNEL("const float *q = in;\nq = in + n;\nfor (int i = 0; i < n; ++i, q += n) out[i] = *q;"),
        4));
}

TEST(the_const_of_a_cast_is_another_one) {
    const char *text = KERNEL("float *q = (float *)(const void *)in, *r = out;\nr[n] = q[0];");
    CHECK(is_tried(text, KERNEL("float *q = (float *)(const void *)in, *r = out;\nq[n] = r[0];"), 3));
}

TEST(numbers_of_other_types_are_shifted) {
    const char *text = KERNEL("index_t i = n;\nout[i] = in[0];");
    CHECK(is_tried(text, KERNEL("index_t i = n;\nout[(i - 1)] = in[0];"), 3));
}

TEST(no_remainder_of_reals) {
    const char *text = KERNEL("int i = n / 2;\nout[i] = (in[i] - in[0]) / (2.0f * n);");
    CHECK(!is_tried(text, KERNEL("int i = n / 2;\nout[i] = (in[i] - in[0]) % (2.0f * n);"), 3));
    CHECK(is_tried(text, KERNEL("int i = n % 2;\nout[i] = (in[i] - in[0]) / (2.0f * n);"), 3));
}

TEST(objects_and_numbers_stay_apart) {
    const char *text = KERNEL("int p = n * n;\nout[p] = points(in, p, n, c);");
    CHECK(is_tried(text, KERNEL("int p = n * n;\nout[p] = points(in, n, p, c);"), 3));
    CHECK(!is_tried(text, KERNEL("int p = n * n;\nout[p] = points(in, p, c, n);"), 3));
    CHECK(!is_tried(text, KERNEL("int p = n * n;\nout[p] = points(in, p, n, (c + 1));"), 3));
}

#define PLACES "#define PLACE int i = threadIdx.x\n"
TEST(a_macro_that_is_a_statement_has_no_value) {
    CHECK(!is_tried(PLACES KERNEL("PLACE;\nint p = blockIdx.x * blockDim.x + n;\nout[p] = in[p];"),
                    PLACES KERNEL("PLACE;\nint p = blockIdx.x * PLACE + n;\nout[p] = in[p];"), 4));
    CHECK(!is_tried(PLACES KERNEL("PLACE;\nout[0] = in[0];"), PLACES KERNEL("(PLACE + 1);\nout[0] = in[0];"),
                    3));
}

TEST(nothing_stands_in_front_of_its_declaration) {
    const char *text = KERNEL("int k = blockIdx.x * blockDim.x + threadIdx.x;\nint j = k;\nout[k] = in[j];");
    CHECK(is_tried(text, KERNEL("int k = blockIdx.x * n + threadIdx.x;\nint j = k;\nout[k] = in[j];"), 2));
    CHECK(!is_tried(text, KERNEL("int k = blockIdx.x * j + threadIdx.x;\nint j = k;\nout[k] = in[j];"), 2));
}

TEST(what_was_tried_is_left_out) {
    const char *text = KERNEL("int i = n;\nout[i] = in[i + 1];");
    Edits first, second, tried = {.count = 0};
    CHECK(edits_of(&first, text, NULL, (int[SUSPECTED_LINES]){2}, 3));
    CHECK(edits_of(&second, text, NULL, (int[SUSPECTED_LINES]){2}, 5));
    edits_remember(&tried, &first);
    CHECK(first.count == 3 && tried.count == 3 && second.count == 5);
    edits_leave_out(&second, &tried);
    CHECK_EQ(second.count, 2);
    edits_remember(&tried, &second);
    edits_leave_out(&second, &tried);
    CHECK(second.count == 0 && tried.count == 5);
    edits_free(&first), edits_free(&second), edits_free(&tried);
}

CHECK_MAIN()
