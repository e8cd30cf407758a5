// Points of TODOs that were graded with the others filled in; targets that are held against the best row of a
// table.
#include "grader/verdict/verdict.h"
#include "tests/check.h"

#include <math.h>

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\ntodo 2 \"two\"\nentry f\n input in float n uniform -1 1\n"
    " output out float n grid x\n scalar n int n\nentry g of demo.cu\n output out float n\n"
    "table sweep \"all\"\n column \"loads\" global_load_requests\n row \"a\" g n=4\n row \"b\" g n=5\n row "
    "\"c\" g n=6\n"
    "test 1 f n=9 15\ntest 2 f n=33 10\n"
    "counter 2 f n=33 \"loads\" global_load_requests best sweep full 90 none 50 20 \"Look at the sweep.\"\n";

static LabSpec spec;
static LabResult whole, part;

static void plan(LabResult *result, int only_todo) {
    char error[300] = "";
    lab_result_free(result);
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    CHECK(plan_cases(result, &spec, only_todo));
}

static void set_case(LabResult *result, int index, bool passed, uint64_t loads) {
    char line[200];
    CaseResult *c = &result->cases[index];
    c->judged = true;
    c->passed = passed;
    c->cells = 9;
    snprintf(line, sizeof line, "kernel\tname=k\tglobal_load_requests=%llu\n", (unsigned long long)loads);
    records_parse(&c->records, line, strlen(line));
    c->repeated.sum = c->records.sum;
}

// Cases: f n=9, f n=33, then the rows of the table.
static void run_whole(bool first, bool second, uint64_t loads) {
    plan(&whole, -1);
    CHECK_EQ(whole.graded_count, 2);
    CHECK_EQ(whole.case_count, 5);
    set_case(&whole, 0, first, 1);
    set_case(&whole, 1, second, loads);
    set_case(&whole, 2, true, 40);
    set_case(&whole, 3, true, 100);
    set_case(&whole, 4, false, 900); // a row that failed is no measure
    score_lab(&whole);
}

static void run_part(int todo, bool passed, uint64_t loads) {
    plan(&part, todo);
    set_case(&part, 0, passed, loads);
    if (todo == 1) {
        set_case(&part, 1, true, 40);
        set_case(&part, 2, true, 100);
        set_case(&part, 3, false, 900);
    }
    score_lab(&part);
    take_filled(&whole, &part);
}

TEST(a_finished_text_passes_all_of_its_todo) {
    run_whole(false, false, 90);
    take_finished(&whole, 1);
    CHECK(!whole.tests[0].passed && whole.tests[1].passed && whole.tests[1].filled);
    CHECK(whole.targets[0].passed && whole.targets[0].filled && whole.score == 30);
}

TEST(what_the_file_itself_has_counted_stays_also_then) {
    run_whole(false, true, 60);
    take_finished(&whole, 1);
    CHECK(!whole.targets[0].passed && whole.targets[0].score == 5);
}

TEST(a_case_that_was_put_off_gives_its_points_afterwards) {
    run_whole(true, false, 90);
    whole.cases[1].passed = true;
    score_case(&whole, 1);
    CHECK(whole.tests[1].passed && whole.score == 25);
}

TEST(a_target_is_held_against_the_best_row) {
    run_whole(true, true, 90);
    CHECK(whole.targets[0].value == 90 && whole.targets[0].passed && whole.passed);
    run_whole(true, true, 70);
    CHECK(whole.targets[0].score == 10 && !whole.passed);
    CHECK_HAS(whole.targets[0].message, "Look at the sweep.");
}

TEST(a_filled_todo_gives_its_points_and_no_full_marks) {
    run_whole(false, false, 0);
    CHECK(whole.score == 0);
    run_part(1, true, 95);
    settle_filled(&whole);
    CHECK(whole.score == 30 && !whole.passed);
    CHECK(whole.tests[1].filled && whole.tests[1].passed && !whole.tests[0].passed);
    CHECK_EQ(next_todo(&whole), 0);
    CHECK_EQ(first_failure(&whole), 0);
}

TEST(a_filled_run_takes_no_points_away) {
    run_whole(false, true, 90);
    run_part(1, false, 0);
    settle_filled(&whole);
    CHECK(whole.score == 30 && !whole.tests[1].filled && !whole.targets[0].filled);
}

// Right piece by piece, wrong as a whole: never full marks.
TEST(a_file_that_fails_as_a_whole_has_no_full_marks) {
    run_whole(false, false, 0);
    run_part(0, true, 1);
    run_part(1, true, 95);
    settle_filled(&whole);
    CHECK(!whole.passed);
    CHECK(whole.score == 10 && whole.tests[1].filled && !whole.targets[0].filled);
    CHECK_HAS(whole.tests[0].message, "wrong with your code in them");
    CHECK_HAS(whole.targets[0].message, "wrong with your code in them");
    CHECK_EQ(next_todo(&whole), 0);
}

// What nobody has begun is not a failure to read about.
TEST(todos_that_are_not_started_are_not_told) {
    run_whole(false, false, 0);
    whole.not_started[0] = true;
    CHECK_EQ(first_failure(&whole), 1);
    CHECK_EQ(work_todo(&whole), 1);
    CHECK_EQ(next_todo(&whole), 0);
    CHECK(failure_expected(&whole, 0) && !failure_expected(&whole, 1));
    whole.not_started[1] = true;
    CHECK_EQ(first_failure(&whole), -1);
    CHECK_EQ(work_todo(&whole), 0);
    whole.cases[0].finding = 0; // no skeleton has one: something outside the TODOs was changed
    CHECK_EQ(first_failure(&whole), 0);
    whole.cases[0].finding = -1;
}

TEST(the_failure_of_a_todo_among_finished_ones_is_kept) {
    run_whole(false, false, 0);
    whole.not_started[0] = true;
    run_part(1, false, 0);
    CHECK(whole.alone.known && whole.alone.todo == 1 && whole.alone.key.size[0] == 33);
    run_whole(false, false, 0);
    CHECK(!whole.alone.known);
    whole.not_started[0] = true;
    run_part(1, true, 95);
    CHECK(!whole.alone.known && failure_expected(&whole, 1));
    CHECK_EQ(first_failure(&whole), -1);
}

// Words and numbers of a run with finished text may be that text, which the student's code can read.
TEST(of_a_filled_run_only_sentences_of_the_grader_are_told) {
    const char *line = "finding\tcheck=assert\tmessage=out[p] = in[p]\tkernel=out_p_in_p\n";
    run_whole(false, false, 0);
    plan(&part, 1);
    set_case(&part, 0, false, 0);
    records_parse(&part.cases[0].records, line, strlen(line));
    part.cases[0].finding = 0;
    score_lab(&part);
    take_filled(&whole, &part);
    CHECK_STR(whole.alone.sentence, "an assertion fails.");
    snprintf(part.cases[0].records.findings[0].check, 32, "out[p]");
    whole.alone.known = false;
    take_filled(&whole, &part);
    CHECK_STR(whole.alone.sentence, "it does what is not allowed.");
}

// What the file itself has counted stays, be it as bad as it is.
TEST(a_filled_run_raises_no_counter_that_the_file_has_shown) {
    run_whole(false, true, 60);
    CHECK(whole.targets[0].score == 5);
    run_part(1, true, 95);
    settle_filled(&whole);
    CHECK(whole.targets[0].score == 5 && whole.targets[0].value == 60 && !whole.targets[0].filled);
}

// The value of a filled run, and a part of the points, would be numbers that the student's code can choose.
TEST(a_filled_target_earns_all_or_nothing) {
    run_whole(false, false, 0);
    run_part(1, true, 70);
    CHECK(whole.targets[0].score == 0 && !whole.targets[0].filled);
    run_part(1, true, 95);
    CHECK(whole.targets[0].score == 20 && whole.targets[0].filled && isnan(whole.targets[0].value));
}

// Points from filled targets are taken back as those from filled tests are.
TEST(filled_targets_make_no_full_marks) {
    run_whole(true, true, 60);
    whole.targets[0].counted = false; // as if the result at that size were wrong, in a case without a test
    whole.targets[0].passed = false;
    run_part(1, true, 95);
    CHECK(whole.targets[0].filled);
    settle_filled(&whole);
    CHECK(!whole.passed && whole.score < whole.max_score && next_todo(&whole) == 1);
    CHECK_HAS(whole.targets[0].message, "wrong with your code in them");
}

CHECK_MAIN()
