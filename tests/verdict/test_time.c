// What a measured time is worth, and what it costs a TODO.
#include "grader/verdict/verdict.h"
#include "tests/check.h"

static LabSpec spec;
static LabResult result;

static const char text[] = "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\ntodo 2 \"two\"\nentry f\n"
                           " input in float n uniform -1 1\n output out float n grid x\n scalar n int n\n"
                           "test 1 f n=9 15\ntest 2 f n=33 10\ntime f n=64 require 40 2 4 modelled\n";

// The lab with every test passed, and its time as given.
static void grade(TimeVerdict verdict, bool measured, double low, double high, double ms) {
    char error[300] = "";
    lab_result_free(&result);
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    CHECK(plan_cases(&result, &spec, -1));
    for (int i = 0; i < result.case_count; i++) result.cases[i].passed = result.cases[i].judged = true;
    result.timed[result.timed_count++] = (TimedResult){
        .key = spec.timed[0].key,
        .verdict = verdict,
        .measured = measured,
        .required = spec.timed[0].required,
        .times = {
            .known = measured, .ms = ms, .floor_ms = 1, .percent_of_copy = low, .low = low, .high = high}};
    judge_time(&result.timed[0], &spec.timed[0]);
    score_lab(&result);
}

TEST(fast_enough_has_all_points) {
    grade(TIME_TROUBLE, true, 44, 45, 2);
    CHECK_EQ(result.timed[0].verdict, TIME_REACHED);
    CHECK(result.score == 25 && result.passed);
}

TEST(too_slow_costs_its_points_and_nothing_else) {
    double score, max_score;
    grade(TIME_TROUBLE, true, 38, 39, 2);
    CHECK_EQ(result.timed[0].verdict, TIME_MISSED);
    CHECK(result.score == 21 && result.max_score == 25 && !result.passed);
    todo_score(&result, 0, &score, &max_score);
    CHECK(score == 15 && max_score == 15);
    todo_score(&result, 1, &score, &max_score);
    CHECK(score == 6 && max_score == 10);
    CHECK_EQ(next_todo(&result), 1);
}

TEST(doubt_is_for_the_student) {
    grade(TIME_TROUBLE, true, 39, 40, 2);
    CHECK_EQ(result.timed[0].verdict, TIME_REACHED);
    CHECK(result.score == 25);
}

TEST(faster_than_the_memory_is_suspect) {
    grade(TIME_TROUBLE, true, 90, 95, 0.9);
    CHECK_EQ(result.timed[0].verdict, TIME_SUSPECT);
    CHECK(result.score == 21 && !result.passed);
}

TEST(no_gpu_costs_nothing) {
    grade(TIME_NO_GPU, false, 0, 0, 0);
    CHECK(result.score == 25 && result.passed);
}

TEST(trouble_of_the_machine_costs_nothing) {
    grade(TIME_TROUBLE, false, 0, 0, 0);
    CHECK(result.score == 25 && result.passed);
}

TEST(a_wrong_result_has_no_points_for_time) {
    grade(TIME_NOT_RIGHT, false, 0, 0, 0);
    CHECK(result.score == 21 && !result.passed);
}

TEST(never_less_than_nothing) {
    double score, max_score;
    grade(TIME_NOT_RIGHT, false, 0, 0, 0);
    result.cases[1].passed = false;
    score_lab(&result);
    todo_score(&result, 1, &score, &max_score);
    CHECK(score == 0 && result.score == 15);
}

// The same by the model, whose range is `low` to `high` percent of a copy.
static double shares[2] = {0.99, 2.5}; // of the output that is stored, and read
static double share_error;
static const char *wrong_values = "";
static bool run_whole;
static void grade_by_model(double low, double high, bool calibrated) {
    char error[300] = "";
    lab_result_free(&result);
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK(plan_cases(&result, &spec, -1));
    for (int i = 0; i < result.case_count; i++) result.cases[i].passed = result.cases[i].judged = true;
    TimedResult *t = &result.timed[result.timed_count++];
    *t = (TimedResult){.key = spec.timed[0].key,
                       .required = spec.timed[0].required,
                       .model = {.known = true,
                                 .percent_of_copy = (low + high) / 2,
                                 .low = low,
                                 .high = high,
                                 .launch = {.known = true, .calibrated = calibrated}}};
    t->model.stored_share = shares[0], t->model.read_share = shares[1];
    t->model.whole = run_whole;
    t->model.stored_error = t->model.read_error = share_error;
    snprintf(t->model.wrong, sizeof t->model.wrong, "%s", wrong_values);
    judge_model(t, &spec.timed[0]);
    score_lab(&result);
}

TEST(modelled_above_the_line_has_all_points) {
    grade_by_model(41, 60, true);
    CHECK_EQ(result.timed[0].verdict, TIME_MODEL_REACHED);
    CHECK(result.score == 25 && result.passed);
}

TEST(a_modelled_range_that_reaches_the_line_costs_nothing) {
    grade_by_model(20, 40, true);
    CHECK_EQ(result.timed[0].verdict, TIME_MODEL_REACHED);
    CHECK(result.score == 25 && result.passed);
}

TEST(a_modelled_range_that_no_right_result_has_is_suspect) {
    grade_by_model(111, 5000, true);
    CHECK_EQ(result.timed[0].verdict, TIME_SUSPECT);
    CHECK(result.score == 21 && !result.passed);
    grade_by_model(109, 5000, true);
    CHECK_EQ(result.timed[0].verdict, TIME_MODEL_REACHED);
    grade_by_model(111, 5000, false);
    CHECK(result.score == 25 && result.passed);
}

TEST(a_modelled_range_below_the_line_costs_its_points_and_nothing_else) {
    double score, max_score;
    grade_by_model(20, 39.9, true);
    CHECK_EQ(result.timed[0].verdict, TIME_MODEL_MISSED);
    CHECK(result.score == 21 && !result.passed);
    todo_score(&result, 1, &score, &max_score);
    CHECK(score == 6 && max_score == 10);
}

TEST(without_the_word_the_model_judges_nothing) {
    grade_by_model(20, 39.9, true);
    spec.timed[0].modelled = false;
    result.timed[0].withheld = 0;
    judge_model(&result.timed[0], &spec.timed[0]);
    score_lab(&result);
    CHECK_EQ(result.timed[0].verdict, TIME_MODELLED);
    CHECK(result.score == 25 && result.passed);
}

TEST(an_uncalibrated_model_judges_nothing) {
    grade_by_model(5, 10, false);
    CHECK_EQ(result.timed[0].verdict, TIME_MODELLED);
    CHECK(result.score == 25 && result.passed);
}

// Whatever the GPU: what is not stored, or not read, is not computed.
TEST(part_of_the_result_is_suspect) {
    static const double few[][2] = {{0.5, 1.5}, {0.94, 2}, {1, 0.94}, {0, 0}};
    for (int i = 0; i < 4; i++) {
        memcpy(shares, few[i], sizeof shares);
        grade_by_model(41, 60, i % 2);
        CHECK_EQ(result.timed[0].verdict, TIME_SUSPECT);
        CHECK(result.score == 21 && !result.passed);
    }
    memcpy(shares, (double[]){0.96, 0.96}, sizeof shares); // the boundary need not be stored
    grade_by_model(41, 60, true);
    CHECK_EQ(result.timed[0].verdict, TIME_MODEL_REACHED);
    memcpy(shares, (double[]){0.99, 2.5}, sizeof shares);
}

// Blocks that have not the same to do: a share with an error costs nothing where it may be all.
TEST(a_share_in_doubt_is_the_students) {
    memcpy(shares, (double[]){0.8, 0.8}, sizeof shares);
    share_error = 0.026;
    grade_by_model(41, 60, true);
    CHECK_EQ(result.timed[0].verdict, TIME_MODEL_REACHED);
    share_error = 0.024;
    grade_by_model(41, 60, true);
    CHECK_EQ(result.timed[0].verdict, TIME_SUSPECT);
    share_error = 0;
    memcpy(shares, (double[]){0.99, 2.5}, sizeof shares);
}

// They are computed, not modelled: that needs no calibration, and no word in the spec.
TEST(wrong_values_cost_the_points_whatever_the_model) {
    wrong_values = "out[1] is 2 and must be 3";
    grade_by_model(41, 60, false);
    CHECK_EQ(result.timed[0].verdict, TIME_SUSPECT);
    CHECK(result.score == 21 && !result.passed);
    spec.timed[0].modelled = false;
    result.timed[0].withheld = 0;
    judge_model(&result.timed[0], &spec.timed[0]);
    CHECK(result.timed[0].withheld == 4);
    wrong_values = "";
}

// Where all blocks have run, that alone decides: samples of a right kernel may look like too little.
TEST(a_result_that_was_run_whole_is_not_in_doubt) {
    run_whole = true;
    memcpy(shares, (double[]){0.5, 0.5}, sizeof shares);
    grade_by_model(41, 60, true);
    CHECK_EQ(result.timed[0].verdict, TIME_MODEL_REACHED);
    CHECK(result.score == 25 && result.passed);
    wrong_values = "1 of 8 points of `out` are wrong";
    grade_by_model(41, 60, true);
    CHECK_EQ(result.timed[0].verdict, TIME_SUSPECT);
    CHECK(result.score == 21 && !result.passed);
    memcpy(shares, (double[]){0.99, 2.5}, sizeof shares);
    wrong_values = "", run_whole = false;
}

// Then all blocks run, before anybody is accused.
TEST(samples_that_store_or_read_too_little_seem_incomplete) {
    const double whole[2] = {0.99, 2.5}, little[2] = {0.5, 0.5};
    for (int i = 0; i < 2; i++) {
        memcpy(shares, whole, sizeof shares);
        grade_by_model(41, 60, true);
        CHECK(!seems_incomplete(&result.timed[0].model));
        shares[i] = little[i];
        grade_by_model(41, 60, true);
        CHECK(seems_incomplete(&result.timed[0].model));
    }
    memcpy(shares, whole, sizeof shares);
    grade_by_model(150, 200, true); // faster than a copy
    CHECK(seems_incomplete(&result.timed[0].model));
}

CHECK_MAIN()
