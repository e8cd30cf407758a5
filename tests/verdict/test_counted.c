// Expressions of a case: sums over its launches, and ratios of the worst launch; a target at two cases.
#include "grader/verdict/verdict.h"
#include "tests/check.h"

#include <math.h>

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n output out float n\ntest 1 f n=9 1\n"
    "counter 1 f n=9 \"loads\" global_load_requests full 10 none 20 also f n=20..40/4 full 30 none 40 "
    "where right f n=99 full 50 none 60 10\n";

static LabSpec spec;
static LabResult result;

static void plan(uint64_t seed) {
    char error[300] = "";
    lab_result_free(&result);
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    spec_draw(&spec, seed);
    CHECK(plan_cases(&result, &spec, -1));
}

static double value(const CaseResult *c, const char *expression, bool largest) {
    return worst_counted_value(&spec, c, &c->records, expression, largest);
}

TEST(a_ratio_is_that_of_the_worst_launch) {
    plan(1);
    CaseResult *c = &result.cases[0];
    c->cells = 9;
    const char *records =
        "kernel\tname=k\tbranches=1010\tdivergent_branches=5\tblocks=30\n"
        "contribution\tcount=2\tbranches=5\tdivergent_branches=2\tshared_bytes_per_block=64\n"
        "contribution\tcount=1\tbranches=10\tdivergent_branches=1\tshared_bytes_per_block=8\n"
        "contribution\tcount=1\tblocks=3\n"; // a launch without a branch has no share
    records_parse(&c->records, records, strlen(records));
    CHECK(fabs(value(c, "100 * divergent_branches / branches", true) - 0.495) < 0.001);
    CHECK(value(c, "each(100 * divergent_branches / branches)", true) == 40);
    CHECK(value(c, "each(100 * divergent_branches / branches)", false) == 10);
    CHECK(value(c, "each(shared_bytes_per_block) + blocks", true) == 94);
    CHECK(isnan(value(c, "each(barriers / barriers)", true)));
    CHECK(isinf(value(c, "each(branches / barriers)", true))); // something for nothing
    CHECK(isnan(value(c, "each(branches / barriers)", false)));
    records = "contribution\tcount=0\n"; // more than can be told apart
    records_parse(&c->records, records, strlen(records));
    CHECK(isnan(value(c, "each(branches)", true)));
    CHECK(value(c, "branches", true) == 1010);
}

TEST(the_ways_of_values_are_averages_over_the_points_looked_at) {
    plan(1);
    CaseResult *c = &result.cases[0];
    CHECK(isnan(value(c, "passed_values", true))); // nobody has looked
    c->ways = (ValueWays){.points = 8, .passed = 2.5, .alone = 0.5, .columns = 32};
    CHECK(value(c, "7 - passed_values", true) == 4.5);
    CHECK(value(c, "alone_values - passed_values", true) == -2);
    CHECK(value(c, "64 / columns_with_halo", true) == 2);
}

TEST(copies_by_the_host_belong_to_the_case) {
    plan(1);
    CaseResult *c = &result.cases[0];
    const char *records = "kernel\tname=k\tglobal_load_bytes=100\nwork\tlaunches=1\tcopied_bytes=28\n";
    records_parse(&c->records, records, strlen(records));
    CHECK(value(c, "read_bytes", true) == 128);
}

TEST(sizes_are_drawn_by_the_seed) {
    plan(1);
    const int first = result.cases[1].key.size[0];
    CHECK(first >= 20 && first <= 40 && first % 4 == 0);
    plan(1);
    CHECK_EQ(result.cases[1].key.size[0], first);
    bool differs = false;
    for (uint64_t seed = 2; seed < 20; seed++) {
        plan(seed);
        differs |= result.cases[1].key.size[0] != first;
    }
    CHECK(differs);
}

static void count(int index, bool passed, int loads) {
    char line[100];
    CaseResult *c = &result.cases[index];
    c->judged = true;
    c->passed = passed;
    c->cells = 9;
    snprintf(line, sizeof line, "kernel\tname=k\tglobal_load_requests=%d\n", loads);
    records_parse(&c->records, line, strlen(line));
    c->repeated.sum = c->records.sum;
}

static const TargetResult *counted(bool passed, int loads, bool also_passed, int also_loads) {
    plan(3);
    count(0, passed, loads);
    count(1, also_passed, also_loads);
    score_lab(&result);
    return &result.targets[0];
}

static const TargetResult *counted_large(bool passed, int loads) {
    plan(3);
    count(0, true, 10);
    count(1, true, 30);
    count(2, passed, loads);
    score_lab(&result);
    return &result.targets[0];
}

TEST(a_case_that_counts_where_it_is_right_takes_no_points_where_it_is_wrong) {
    CHECK(counted_large(true, 50)->passed);
    CHECK(counted_large(true, 55)->score == 5);
    CHECK_EQ(result.targets[0].shown_index, 2);
    CHECK_HAS(result.targets[0].message, "all points at 50");
    CHECK(counted_large(false, 50)->passed && result.targets[0].counted);
    count(2, true, 9); // it was put off, and has run since: 59 in all
    score_case(&result, 2);
    CHECK(result.targets[0].score == 1 && !result.targets[0].passed);
}

TEST(the_worse_of_two_cases_decides) {
    CHECK(counted(true, 10, true, 30)->passed);
    CHECK(counted(true, 10, true, 35)->score == 5);
    CHECK_EQ(result.targets[0].shown_index, 1);
    CHECK_HAS(result.targets[0].message, "all points at 30");
    CHECK(counted(true, 19, true, 30)->score == 1);
    CHECK_EQ(result.targets[0].shown_index, 0);
    CHECK(counted(true, 10, false, 30)->score == 0 && !result.targets[0].counted);
    CHECK_HAS(result.targets[0].message, "not right yet");
    CHECK(counted(true, 11, false, 30)->counted); // what it has shown is short of full
}

CHECK_MAIN()
