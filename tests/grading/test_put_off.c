// Large cases of a function that is wrong already: which of them are run in the end.
#include "grader/grading/put_off.h"
#include "tests/check.h"

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n input in float n*n*n uniform -1 1\n"
    " output out float n*n*n grid x y z\n scalar n int n\n"
    "test 1 f n=1 1\ntest 1 f n=19 1\ntest 1 f n=33 1\ntest 1 f n=63 1\ntest 1 f n=100 1\ntest 1 f n=260 1\n";

enum { SMALLEST, TINY, SMALL, MIDDLE, LARGE, LARGEST };

static LabSpec spec;
static LabResult result;

static void plan(void) {
    char error[300] = "";
    lab_result_free(&result);
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    CHECK(plan_cases(&result, &spec, -1));
    CHECK_EQ(result.case_count, 6);
    result.cases[SMALLEST].judged = result.cases[SMALLEST].passed = result.cases[SMALLEST].trivial = true;
}

static void judged(int index, bool passed) {
    result.cases[index].judged = true;
    result.cases[index].passed = passed;
}

TEST(large_cases_wait_where_a_smaller_one_has_failed) {
    plan();
    judged(SMALL, true);
    CHECK(!may_wait(&result, &result.cases[LARGE]));
    judged(MIDDLE, false);
    CHECK(may_wait(&result, &result.cases[LARGE]) && may_wait(&result, &result.cases[LARGEST]));
    CHECK(!may_wait(&result, &result.cases[MIDDLE]));
}

TEST(one_size_that_is_right_leaves_hope) {
    plan();
    judged(SMALL, true);
    judged(MIDDLE, false);
    judged(LARGE, false);
    CHECK(!is_hopeless(&result, &result.cases[LARGEST]));
}

TEST(small_grids_alone_tell_nothing_of_large_ones) {
    plan();
    judged(SMALL, false);
    judged(MIDDLE, false); // 63 x 63 x 63: blocks of 64 rows have not ended yet
    CHECK(!is_hopeless(&result, &result.cases[LARGE]) && !is_hopeless(&result, &result.cases[LARGEST]));
}

TEST(what_is_wrong_at_every_size_below_is_not_run) {
    plan();
    judged(SMALL, false);
    judged(MIDDLE, false);
    judged(LARGE, false);
    CHECK(is_hopeless(&result, &result.cases[LARGEST]));
    result.cases[LARGE].judged = false; // it did not come to a verdict
    CHECK(!is_hopeless(&result, &result.cases[LARGEST]));
}

// On other inputs, or in a later call of the process: a large case, which has neither, may be right.
TEST(what_was_right_at_first_leaves_hope) {
    plan();
    judged(SMALL, false);
    judged(LARGE, false);
    CHECK(is_hopeless(&result, &result.cases[LARGEST]));
    result.cases[SMALL].only_again = true;
    CHECK(!is_hopeless(&result, &result.cases[LARGEST]));
    result.cases[SMALL].only_again = false, result.cases[SMALL].later_call = true;
    CHECK(!is_hopeless(&result, &result.cases[LARGEST]));
}

TEST(a_few_points_that_are_right_leave_no_hope) {
    plan();
    judged(TINY, true);
    judged(SMALL, false);
    judged(LARGE, false);
    CHECK(is_hopeless(&result, &result.cases[LARGEST]));
    judged(SMALL, true);
    CHECK(!is_hopeless(&result, &result.cases[LARGEST]));
}

// TODO 1 counts the largest case where it is right, TODO 2 tests it: where TODO 1 alone is graded, nothing else asks for it.
TEST(a_large_case_that_is_only_counted_is_left_out) {
    static const char counted[] =
        "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\ntodo 2 \"two\"\nentry f\n input in float n*n*n uniform -1 1\n"
        " output out float n*n*n grid x y z\n scalar n int n\ntest 1 f n=33 1\ntest 2 f n=260 1\n"
        "counter 1 f n=33 \"requests\" requests full 1 none 2 where right f n=260 full 1 none 2 1 \"advice\"\n";
    char error[300] = "";
    for (int todo = -1; todo < 1; todo++) {
        lab_result_free(&result);
        CHECK(spec_parse(&spec, counted, "s", error, sizeof error));
        CHECK_STR(error, "");
        CHECK(plan_cases(&result, &spec, todo));
        CHECK_EQ(result.case_count, 2);
        CHECK(!is_left_out(&result, &result.cases[0]));
        CHECK_EQ(is_left_out(&result, &result.cases[1]), todo == 0);
    }
}

CHECK_MAIN()
