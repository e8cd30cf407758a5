// Random data: repeatable, fresh, far from trivial. Expressions of counted targets.
#include "grader/lab/case_data.h"
#include "grader/lab/expression.h"
#include "grader/lab/random.h"
#include "grader/lab/slices.h"
#include "tests/check.h"

#include <math.h>

static LabSpec spec;

static const LabSpec *lab_of_one(void) {
    char error[300] = "";
    const char *text =
        "lab l \"t\"\nsource x.cu\ntodo 1 \"t\"\nentry f\n input in float n*n*n uniform -1 1\n"
        " output out float n*n*n grid x y z\n scalar n int n\n values c float 7 distinct 0.1 1\n"
        "test 1 f n=9 1\n";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    return &spec;
}

static const CaseKey *at(int n) {
    static CaseKey key;
    key = (CaseKey){.size = {n}};
    return &key;
}

TEST(the_same_seed_makes_the_same_data) {
    CaseData a, b, c;
    CHECK(case_data_make(&a, lab_of_one(), at(9), 7) && case_data_make(&b, lab_of_one(), at(9), 7) &&
          case_data_make(&c, lab_of_one(), at(9), 8));
    for (int i = 0; i < a.arg_count; i++) {
        CHECK_EQ(memcmp(a.args[i].before[0], b.args[i].before[0], a.args[i].bytes), 0);
        if (i != 2) CHECK(memcmp(a.args[i].before[0], c.args[i].before[0], a.args[i].bytes) != 0);
    }
    CHECK(memcmp(a.args[0].before[0], a.args[0].before[1], a.args[0].bytes) != 0);
    CHECK(memcmp(a.args[1].before[0], a.args[1].before[1], a.args[1].bytes) != 0);
    CHECK(a.args[3].before[0] == a.args[3].before[1]);
    CHECK_EQ(*(int *)a.args[2].before[0], 9);
    CHECK_EQ(a.cells, 729);
    case_data_free(&a);
    case_data_free(&b);
    case_data_free(&c);
}

TEST(a_vast_case_has_one_round) {
    CaseData a;
    CHECK(!case_is_vast(lab_of_one(), at(256)) && case_is_vast(lab_of_one(), at(257)));
    CHECK(case_data_make_once(&a, lab_of_one(), at(9), 7));
    CHECK_EQ(a.rounds, 2);
    case_data_free(&a);
    CHECK(case_data_make_once(&a, lab_of_one(), at(257), 7));
    CHECK_EQ(a.rounds, 1);
    CHECK(a.args[0].before[1] == a.args[0].before[0] && !a.args[0].after[1]);
    case_data_free(&a);
}

// What a function uploads itself is replaced in the repetition: its arrays have a second round.
TEST(arrays_of_a_function_that_moves_its_data_change) {
    CaseData a;
    lab_of_one();
    spec.entries[0].moves_data = true;
    CHECK(case_data_make(&a, &spec, at(9), 7));
    CHECK(memcmp(a.args[3].before[0], a.args[3].before[1], a.args[3].bytes) != 0);
    CHECK(a.args[2].before[0] == a.args[2].before[1]);
    case_data_free(&a);
}

// Every kind of data.
static const LabSpec *lab_of_kinds(void) {
    char error[300] = "";
    const char *text = "lab l \"t\"\nsource x.cu\ntodo 1 \"t\"\nentry f\n input in float n*n*n uniform -1 1\n"
                       " input whole int n integers -5 1000\n input order double n distinct 0 1\n"
                       " output out float n*n*n grid x y z\n scalar n int n\n"
                       " values c float 7 distinct 0.1 1\ntest 1 f n=9 1\n";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    return &spec;
}

static uint64_t digest(const CaseData *d) {
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (int i = 0; i < d->arg_count; i++)
        for (int round = 0; round < CASE_ROUNDS; round++)
            for (size_t k = 0; k < d->args[i].bytes; k++)
                hash = (hash ^ ((const unsigned char *)d->args[i].before[round])[k]) * 1099511628211u;
    return hash;
}

// A seed that somebody has written down makes the same data for ever, where the data is one slice.
TEST(a_seed_keeps_its_data) {
    CaseData d;
    CHECK(case_data_make(&d, lab_of_kinds(), at(9), 7));
    CHECK_EQ(digest(&d), 1305994272130379326u);
    case_data_free(&d);
}

TEST(the_number_of_threads_changes_no_data) {
    enum { N = 130 }; // three slices
    CaseData one, three;
    CHECK(case_data_make_with(&one, lab_of_kinds(), at(N), 7, 1));
    CHECK(case_data_make_with(&three, &spec, at(N), 7, 3));
    CHECK(one.cells > 2 * (size_t)SLICE);
    CHECK_EQ(digest(&one), digest(&three));
    for (int round = 0; round < CASE_ROUNDS; round++) {
        const float *in = three.args[0].before[round], *out = three.args[3].before[round];
        CHECK(memcmp(in, in + SLICE, SLICE * sizeof *in) != 0); // streams of their own
        CHECK(memcmp(out, out + SLICE, SLICE * sizeof *out) != 0);
        CHECK(memcmp(in + SLICE, (const float *)three.args[0].before[!round], SLICE * sizeof *in) != 0);
        const float least = round ? 1.6f : 0.1f, most = round ? 128 : 1; // of another range in round 1
        float largest = 0;
        size_t zeros = 0;
        for (size_t i = 0; i < three.cells; i++) {
            largest = fmaxf(largest, fabsf(in[i]));
            zeros += in[i] == 0;
            if (!(fabsf(in[i]) <= most && (fabsf(in[i]) > least || (round && in[i] == 0)) &&
                  fabsf(out[i]) >= 1e6f)) {
                CHECK(!"out of its range");
                break;
            }
        }
        CHECK(round ? largest > 15 : largest <= 1);
        CHECK(round ? zeros > three.cells / 40 && zeros < three.cells / 25 : !zeros);
    }
    case_data_free(&one);
    case_data_free(&three);
}

TEST(values_keep_their_ranges_and_distances) {
    for (uint64_t seed = 0; seed < 50; seed++) {
        CaseData d;
        CHECK(case_data_make(&d, lab_of_one(), at(9), seed));
        const float *in = d.args[0].before[0], *out = d.args[1].before[0], *c = d.args[3].before[0];
        for (size_t i = 0; i < d.cells; i++) {
            CHECK(fabsf(in[i]) <= 1 && fabsf(in[i]) > 0.1f);
            CHECK(isfinite(out[i]) && fabsf(out[i]) >= 1e6f);
        }
        for (int i = 0; i < 7; i++) {
            CHECK(c[i] >= 0.1f && c[i] <= 1);
            for (int j = 0; j < i; j++) CHECK(fabsf(c[i] - c[j]) >= 0.9f / 28 * 0.999f);
        }
        case_data_free(&d);
    }
}

TEST(distinct_values_have_signs_where_their_range_has) {
    char error[300] = "";
    const char *text =
        "lab l \"t\"\nsource x.cu\ntodo 1 \"t\"\nentry f\n output out float n\n scalar n int n\n"
        " values c double 7 distinct -2 2\ntest 1 f n=9 1\n";
    int negative = 0;
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    for (uint64_t seed = 0; seed < 20; seed++) {
        CaseData d;
        CHECK(case_data_make(&d, &spec, at(9), seed));
        const double *c = d.args[2].before[0];
        for (int i = 0; i < 7; i++) {
            negative += c[i] < 0;
            CHECK(fabs(c[i]) >= 0.125 && fabs(c[i]) <= 2);
        }
        case_data_free(&d);
    }
    CHECK(negative > 35 && negative < 105);
}

TEST(distinct_values_come_in_every_order) {
    int first_is_largest = 0;
    for (uint64_t seed = 0; seed < 70; seed++) {
        CaseData d;
        CHECK(case_data_make(&d, lab_of_one(), at(3), seed));
        const float *c = d.args[3].before[0];
        bool largest = true;
        for (int i = 1; i < 7; i++) largest &= c[0] > c[i];
        first_is_largest += largest;
        case_data_free(&d);
    }
    CHECK(first_is_largest > 0 && first_is_largest < 35); // 10 expected
}

TEST(streams_do_not_repeat) {
    RandomStream a = random_stream(1, "f n=3", "in", 0), b = random_stream(1, "f n=3", "out", 0);
    CHECK(random_bits(&a) != random_bits(&b));
    CHECK(random_seed() != random_seed());
    for (int i = 0; i < 1000; i++) CHECK(random_below(&a, 7) < 7);
}

static double look_up(void *context, const char *name, bool each) {
    (void)context;
    return each ? 5 : !strcmp(name, "cells") ? 8 : !strcmp(name, "n") ? 2 : NAN;
}

TEST(expressions_follow_the_usual_precedence) {
    CHECK(expression_value("cells - n * 3 + 1", look_up, NULL) == 3);
    CHECK(expression_value("100 * (cells - n) / (n + n)", look_up, NULL) == 150);
    CHECK(expression_value("-n^2 * 2", look_up, NULL) == -2 * pow(expression_value("n", look_up, NULL), 2));
    CHECK(expression_value("2^3^2 - 2^-1", look_up, NULL) == 511.5);
    CHECK(isnan(expression_value("2^", look_up, NULL)));
    CHECK(isnan(expression_value("(cells", look_up, NULL)));
    CHECK(isnan(expression_value("cells)", look_up, NULL)));
    CHECK(expression_value("cells / n", look_up, NULL) == 4);
    CHECK(expression_value("cells / n / n * 3", look_up, NULL) == 6);
    CHECK(expression_value("0.5*cells", look_up, NULL) == 4);
    CHECK(!isfinite(expression_value("cells / 0", look_up, NULL)));
    CHECK(isnan(expression_value("barriers", look_up, NULL)));
    CHECK(expression_value("each(cells + n) / n", look_up, NULL) == 5);
    CHECK(isnan(expression_value("each cells", look_up, NULL)));
    CHECK(isnan(expression_value("each(each(cells))", look_up, NULL)));
    CHECK(expression_has_each("1 + each (n)") && !expression_has_each("reached"));
}

CHECK_MAIN()
