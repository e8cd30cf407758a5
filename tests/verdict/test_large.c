// Results of several slices: the verdict and its words, whatever the number of threads.
#include "grader/lab/slices.h"
#include "grader/verdict/verdict.h"
#include "tests/check.h"

#include <math.h>

enum { SIDE = 1100, CELLS = SIDE * SIDE }; // two slices, the second one short

static LabSpec spec;
static CaseData data;

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n input in float n*n uniform -1 1\n"
    " output out float n*n grid x y\n scalar n int n\ntest 1 f n=9 1\n";

static bool inside(size_t cell) {
    const size_t x = cell % SIDE, y = cell / SIDE;
    return x > 0 && x < SIDE - 1 && y > 0 && y < SIDE - 1;
}

// out = 2 in inside; the edges stay.
static void twice(const LabCase *c, double *value, double *bound) {
    const float *in = c->args[0];
    for (size_t i = 0; i < c->count; i++) {
        value[i] = 2.0 * in[c->first + i];
        bound[i] = inside(c->first + i) ? 1e-6 : 0;
    }
}

static const LabEntry in_parts = {.entry = "f", .reference = twice, .in_parts = true};
static const LabEntry whole = {.entry = "f", .reference = twice};

// What a right submission brings back, in both rounds.
static void right_data(void) {
    char error[300] = "";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK(case_data_make(&data, &spec, &(CaseKey){.size = {SIDE}}, 1));
    CHECK(data.cells > SLICE && data.cells == CELLS);
    for (int round = 0; round < CASE_ROUNDS; round++) {
        const float *in = data.args[0].before[round], *background = data.args[1].before[round];
        CHECK(case_input_after(&data.args[0], round));
        for (size_t i = 0; i < CELLS; i++)
            ((float *)data.args[1].after[round])[i] = inside(i) ? 2 * in[i] : background[i];
    }
}

static float *out_after(int round, size_t cell) {
    return (float *)data.args[1].after[round] + cell;
}

static CaseResult judge(const LabEntry *lab, int threads, bool pattern) {
    CaseResult result = {.finding = -1};
    SessionResult session = {.state = SESSION_RAN,
                             .outcome = OUTCOME_RETURNED,
                             .replay_outcome = OUTCOME_RETURNED,
                             .replayed = true,
                             .rounds_read = CASE_ROUNDS};
    CHECK(judge_case(&result, &data, lab, &session, &(JudgeOptions){.threads = threads, .pattern = pattern}));
    return result;
}

// Judges it in several ways, which must come to the same; returns that.
static CaseResult judge_all_ways(void) {
    static const int threads[] = {1, 3};
    const CaseResult first = judge(&whole, 1, true);
    for (int i = 0; i < 2; i++) {
        const CaseResult r = judge(&in_parts, threads[i], true);
        CHECK_EQ(r.passed, first.passed);
        CHECK_EQ(r.trivial, first.trivial);
        CHECK_STR(r.message, first.message);
        CHECK_STR(r.where, first.where);
        CHECK_STR(r.pattern, first.pattern);
        CHECK_STR(r.next, first.next);
        const CaseResult no_pattern = judge(&in_parts, threads[i], false);
        CHECK_STR(no_pattern.message, first.message);
        CHECK_STR(no_pattern.where, first.where);
        CHECK_STR(no_pattern.pattern, "");
    }
    return first;
}

TEST(a_right_result_passes) {
    right_data();
    const CaseResult r = judge_all_ways();
    CHECK(r.passed && !r.trivial);
    CHECK_STR(r.message, "");
    case_data_free(&data);
}

// An edge that was overwritten in the first slice, wrong results in the second one.
TEST(the_first_wrong_cell_and_the_count) {
    right_data();
    *out_after(0, 1) = 3;
    *out_after(0, SLICE + 7) = NAN;
    *out_after(0, SLICE + 6) += 1;
    *out_after(0, CELLS - SIDE - 2) = 7;
    CaseResult r = judge_all_ways();
    CHECK(!r.passed);
    CHECK_HAS(r.message, "4 of 1210000 points of `out` are wrong.");
    CHECK_HAS(r.where, "j = 953, k = 282 (y, x)"); // SLICE + 6
    CHECK(r.pattern[0] != 0);
    *out_after(0, SIDE + 5) = 1; // inside, and in the first slice
    r = judge_all_ways();
    CHECK_HAS(r.message, "5 of 1210000 points");
    CHECK_HAS(r.where, "j = 1, k = 5 (y, x)");
    case_data_free(&data);
}

TEST(an_overwritten_edge_alone) {
    right_data();
    *out_after(0, CELLS - 1) = 3;
    *out_after(0, CELLS - 2) = 4;
    const CaseResult r = judge_all_ways();
    CHECK_HAS(r.message, "2 of 1210000 points");
    CHECK_HAS(r.where, "k = 1098 (y, x). It became 4");
    case_data_free(&data);
}

TEST(the_second_round_is_judged_too) {
    right_data();
    *out_after(1, SLICE + 6) += 1;
    const CaseResult r = judge_all_ways();
    CHECK(!r.passed);
    CHECK_HAS(r.message, "1 of 1210000 points of `out` is wrong when the recorded launches are run again");
    CHECK_HAS(r.where, "j = 953, k = 282 (y, x)");
    case_data_free(&data);
}

TEST(changed_inputs_are_counted) {
    right_data();
    ((float *)data.args[0].after[1])[SLICE + 3] += 1;
    ((float *)data.args[0].after[1])[CELLS - 1] += 1;
    ((float *)data.args[0].after[1])[17] += 1;
    const CaseResult r = judge_all_ways();
    CHECK(!r.passed);
    CHECK_STR(r.message, "the input `in` was changed: 3 of its 1210000 elements, the first at index 17.");
    case_data_free(&data);
}

CHECK_MAIN()
