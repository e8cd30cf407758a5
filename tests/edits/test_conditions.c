// What some threads, or some steps, leave out: changes of break, return and of an assignment under a condition.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/edits.h"
#include "tests/check.h"

enum { MOST = 140 };

#define KERNEL(body) "__global__ void f(const float *in, float *out, int n) {\n" body "\n}\n"

// The kind of the change that makes `changed` of the text, where line 2 is suspected; -1: there is none.
static int kind_of(const char *text, const char *changed) {
    const int lines[SUSPECTED_LINES] = {2};
    Edits edits;
    int kind = -1;
    if (!edits_of(&edits, text, NULL, lines, MOST)) return -1;
    for (int i = 0; i < edits.count && kind < 0; i++) {
        char *edited = edited_text(text, &edits.list[i]);
        if (edited && !strcmp(edited, changed)) kind = (int)edits.list[i].kind;
        free(edited);
    }
    edits_free(&edits);
    return kind;
}

#define LOOP(jump) KERNEL("for (int r = 0; r < n; ++r) {\nif (r < 1) " jump ";\nout[r] = in[r];\n}")
TEST(a_loop_goes_on_for_the_steps_behind) {
    CHECK_EQ(kind_of(LOOP("break"), LOOP("continue")), EDIT_GOES_ON);
    CHECK_EQ(kind_of(LOOP("return"), LOOP("continue")), EDIT_GOES_ON);
}

TEST(outside_of_loops_nothing_goes_on) {
    CHECK_EQ(kind_of(KERNEL("int r = n;\nif (r < 1) return;\nout[r] = in[r];"),
                     KERNEL("int r = n;\nif (r < 1) continue;\nout[r] = in[r];")),
             -1);
}

#define SWITCH(jump)                                                                                         \
    KERNEL("for (int r = 0; r < n; ++r) {\nswitch (r) { case 1: out[r] = in[r]; " jump "; }\n}")
TEST(the_break_of_a_switch_stays) {
    CHECK_EQ(kind_of(SWITCH("break"), SWITCH("continue")), -1);
}

#define END(line) KERNEL("int end = n;\n" line "\nfor (int i = 0; i < end; ++i) out[i] = in[i];")
TEST(what_only_some_threads_set_is_left_out) {
    CHECK_EQ(kind_of(END("if (threadIdx.x == 0) end = 0;"), END(";")), EDIT_LEFT_OUT);
    CHECK_EQ(kind_of(END("if (threadIdx.x == 0) end = 0; else end = 1;"), END("; else end = 1;")), -1);
    CHECK_EQ(kind_of(END("if (threadIdx.x == 0) out[0] = 0;"), END(";")), -1);
}

#define TWO(leaves) KERNEL("int r = n;\nif (r < 1)" leaves "\nout[r] = in[r];\nr += 32;\nout[r] = in[r];")
TEST(a_return_may_be_meant_for_the_next_statement_alone) {
    CHECK_EQ(kind_of(TWO(" return;"), TWO(" ; else")), EDIT_ONLY_NEXT);
    CHECK_EQ(kind_of(TWO(" { return; }"), TWO(" { } else")), EDIT_ONLY_NEXT);
}

#define ONE(leaves)      KERNEL("int r = n;\nif (r < 1)" leaves "\nout[r] = in[r];")
#define DECLARED(leaves) KERNEL("int r = n;\nif (r < 1)" leaves "\nfloat a = in[r];\nout[r] = a;")
TEST(a_return_before_the_last_statement_or_a_declaration_is_not_changed) {
    CHECK_EQ(kind_of(ONE(" return;"), ONE(" ; else")), -1);
    CHECK_EQ(kind_of(DECLARED(" return;"), DECLARED(" ; else")), -1);
}

#define FACES(joined)                                                                                        \
    KERNEL("int r = n;\nif (r < 1) out[0] = in[0];\n" joined "{\nif (n < 9) out[1] = in[1];\n}")
TEST(an_else_before_a_block_is_taken_away) {
    CHECK_EQ(kind_of(FACES("else "), FACES("  ")), EDIT_APART);
}

#define TURN(leaves, step)                                                                                   \
    KERNEL("int t = 0;\nfor (int r = 0; r < n; ++r) {\nif (r < 3) " leaves "\nout[t] = in[r];\n" step "\n}")
TEST(what_takes_turns_is_a_step_that_continue_skips) {
    CHECK_EQ(kind_of(TURN("continue;", "t ^= 1;"), TURN("{ t ^= 1; continue; }", "t ^= 1;")), EDIT_SKIPPED);
    CHECK_EQ(kind_of(TURN("continue;", "t = 1 - t;"), TURN("{ t = 1 - t; continue; }", "t = 1 - t;")),
             EDIT_SKIPPED);
    CHECK_EQ(kind_of(TURN("continue;", "t = r;"), TURN("{ t = 2; continue; }", "t = r;")), -1);
}

CHECK_MAIN()
