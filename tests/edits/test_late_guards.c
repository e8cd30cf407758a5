// Is the condition that stands behind an access put before it, whichever way it is written?
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/edits.h"
#include "tests/check.h"

enum { MOST = 40 };

#define KERNEL(body) "__global__ void f(const float *in, float *out, int n, int m) {\n" body "\n}\n"

// The line of the condition of the change that puts `inserted` before line 2; 0: there is none.
static int line_of(const char *text, const char *inserted) {
    const int lines[LATE_GUARD_LINES] = {2};
    Edits edits;
    int line = 0;
    if (!late_guards_of(&edits, text, lines, MOST)) return 0;
    for (int i = 0; i < edits.count && !line; i++)
        if (!strcmp(edits.list[i].text, inserted) && edits.list[i].line == 2) line = edits.list[i].last_line;
    edits_free(&edits);
    return line;
}

TEST(conditions_behind_an_access) {
    CHECK_EQ(line_of(KERNEL("float x = in[n];\nif (n < m) out[n] = x;"), "if (!((n < m))) return; "), 3);
    CHECK_EQ(
        line_of(KERNEL("float x = in[n];\nif (n >= m) return;\nout[n] = x;"), "if (((n >= m))) return; "), 3);
    CHECK_EQ(line_of(KERNEL("float x = in[n];\nif (n < m) {\nif (m < 9) out[n] = x;\n}"),
                     "if (!((n < m) && (m < 9))) return; "),
             3);
    CHECK_EQ(line_of(KERNEL("float x = in[n];\nbool inside = n < m;\nif (inside) out[n] = x;"),
                     "if (!((n < m))) return; "),
             4);
    CHECK_EQ(line_of(KERNEL("float x = in[n];\nout[n] = n < m ? x : 0;"), "if (!((n < m))) return; "), 3);
    CHECK_EQ(
        line_of(KERNEL("if (in[n] > 0 && n < m && n < 9) out[n] = 1;"), "if (!((n < m && n < 9))) return; "),
        2);
}

TEST(an_access_alone_is_left_out) {
    CHECK_EQ(line_of(KERNEL("out[n] = in[n];\nif (n < m) out[n] = 1;"), "if (((n < m))) "), 3);
}

TEST(in_a_loop_the_step_is_left_out) {
    CHECK_EQ(line_of("__global__ void f(float *in, int n) { for (int i = 0; i < n; i++) {\nfloat x = in[i];\n"
                     "if (i < 5) in[i] = x;\n} }\n",
                     "if (!((i < 5))) continue; "),
             3);
}

TEST(a_function_with_a_value_gives_one) {
    CHECK_EQ(
        line_of(
            "__device__ float f(const float *in, int n, int m) {\nfloat x = in[n];\nif (n >= m) return 0;\n"
            "return x;\n}\n",
            "if (((n >= m))) return {}; "),
        3);
}

TEST(conditions_before_an_access_are_not_late) {
    const int lines[LATE_GUARD_LINES] = {3};
    Edits edits;
    CHECK(!late_guards_of(&edits, KERNEL("if (n >= m) return;\nout[n] = in[n];"), lines, MOST));
    CHECK(!late_guards_of(&edits, "int f(int n) {\nreturn\nn ? 1 : 2; }\n", lines, MOST));
}

CHECK_MAIN()
