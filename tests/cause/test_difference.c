// Is the right term found to be wrong, and what stands in its place?
#include "grader/cause/difference.h"

#include <string.h>

#include "grader/lab/spec.h"
#include "tests/check.h"

static const char SPEC[] =
    "lab toy \"Toy\"\nsource toy.cu\ntodo 1 \"it\"\n"
    "entry launch\n  input in float n*n uniform -1 1\n  output out float n*n grid x y\n"
    "  values c float 3 distinct 0.1 1\n"
    "  term c[0] in[j][k] \"centre\"\n  term c[1] in[j][k-1] \"x-1\"\n  term c[2] in[j+1][k] \"y+1\"\n"
    "test 1 launch n=5 10\n";
static LabSpec spec;
static CaseData data;
static Witnessed w;

static unsigned bits_of(int k) {
    unsigned bits;
    memcpy(&bits, (const char *)data.args[2].before[0] + 4 * k, 4);
    return bits;
}

// A term of the cell: its coefficient, or -1 for none, times element `index` of `name`.
static void add_term(char *text, size_t size, double number, int c, const char *kind, const char *name,
                     int index) {
    size_t at = strlen(text);
    at += (size_t)snprintf(text + at, size - at, "term %g\n", number);
    if (c >= 0)
        at += (size_t)snprintf(text + at, size - at, "factor 1 parameter none - 0 %u -1 -1 0 0 0 0 0 0\n",
                               bits_of(c));
    snprintf(text + at, size - at, "factor 1 %s global %s %d 0 -1 -1 0 0 0 0 0 0\n", kind, name, index);
}

static Differences compare(const char *text) {
    Differences d;
    witnessed_free(&w);
    CHECK(witnessed_read(&w, text, strlen(text)));
    find_differences(&data, &w, &w.cell[0], &d);
    return d;
}

// The cell in the middle: element 12 of 5 x 5, x = 2, y = 2.
#define CELL "cell 12 0 0 0 0 0 2 2 0\n"

// The data that the other tests work on.
TEST(the_terms_are_read) {
    char error[400] = "";
    CHECK(spec_parse(&spec, SPEC, "toy", error, sizeof error));
    if (error[0]) check_fail(__FILE__, __LINE__, error);
    CHECK(case_data_make(&data, &spec, &spec.tests[0].key, 1));
    CHECK_EQ(spec.entries[0].term_count, 3);
    CHECK_EQ(spec.entries[0].terms[1].factor[1].offset[0], -1);
    CHECK_EQ(spec.entries[0].terms[2].factor[1].offset[1], 1);
}

TEST(a_right_cell_has_no_difference) {
    char text[2000] = CELL;
    add_term(text, sizeof text, 1, 2, "initial", "in", 17);
    add_term(text, sizeof text, 1, 0, "initial", "in", 12);
    add_term(text, sizeof text, 1, 1, "initial", "in", 11);
    const Differences d = compare(text);
    CHECK_EQ(d.count, 0);
    CHECK_EQ(d.matched[2], 0);
}

TEST(another_element_is_named_beside_the_cell) {
    char text[2000] = CELL;
    add_term(text, sizeof text, 1, 0, "initial", "in", 12);
    add_term(text, sizeof text, 1, 1, "initial", "in", 13);
    add_term(text, sizeof text, 1, 2, "initial", "in", 17);
    const Differences d = compare(text);
    CHECK_EQ(d.count, 1);
    CHECK_EQ(d.list[0].kind, DIFFERS_ELEMENT);
    CHECK_EQ(d.list[0].term, 1);
    CHECK_EQ(d.list[0].at[0], 1);
    CHECK_EQ(d.list[0].at[1], 0);
}

TEST(another_coefficient_a_sign_and_a_missing_term) {
    char text[2000] = CELL;
    add_term(text, sizeof text, -1, 0, "initial", "in", 12);
    add_term(text, sizeof text, 1, 2, "initial", "in", 11);
    const Differences d = compare(text);
    CHECK_EQ(d.count, 3);
    CHECK_EQ(d.list[0].kind, DIFFERS_NUMBER);
    CHECK(d.list[0].times == -1);
    CHECK_EQ(d.list[1].kind, DIFFERS_ELEMENT); // c[2] is there, with x-1 in place of y+1
    CHECK_EQ(d.list[2].kind, DIFFERS_MISSING);
}

TEST(what_the_output_held_is_no_term) {
    char text[2000] = CELL;
    for (int i = 0; i < 3; i++)
        add_term(text, sizeof text, 1, i, "initial", "in", i == 0 ? 12 : i == 1 ? 11 : 17);
    add_term(text, sizeof text, 1, -1, "initial", "out", 12);
    const Differences d = compare(text);
    CHECK_EQ(d.count, 1);
    CHECK_EQ(d.list[0].kind, DIFFERS_EXTRA);
    CHECK_EQ(d.list[0].source, SOURCE_BEFORE);
}

TEST(a_constant_0_is_a_missing_term_that_came_from_somewhere) {
    char text[2000] = CELL;
    add_term(text, sizeof text, 1, 0, "initial", "in", 12);
    add_term(text, sizeof text, 1, 1, "initial", "in", 11);
    const size_t at = strlen(text);
    snprintf(text + at, sizeof text - at, "term 0\nfactor 1 parameter none - 0 %u -1 -1 0 0 0 0 0 0\n",
             bits_of(2));
    const Differences d = compare(text);
    CHECK_EQ(d.count, 1);
    CHECK_EQ(d.list[0].kind, DIFFERS_MISSING);
    CHECK_EQ(d.list[0].term, 2);
    CHECK_EQ(d.list[0].got, 2);
}

TEST(a_0_more_in_a_right_sum_is_no_difference) {
    char text[2000] = CELL;
    for (int i = 0; i < 3; i++)
        add_term(text, sizeof text, 1, i, "initial", "in", i == 0 ? 12 : i == 1 ? 11 : 17);
    const size_t at = strlen(text);
    snprintf(text + at, sizeof text - at, "term 0\nfactor 1 parameter none - 0 %u -1 -1 0 0 0 0 0 0\n",
             bits_of(2));
    CHECK_EQ(compare(text).count, 0);
}

TEST(nan_in_a_sum_is_a_variable_without_a_value) {
    char text[2000] = CELL "term nan\n";
    for (int i = 0; i < 3; i++)
        add_term(text, sizeof text, 1, i, "initial", "in", i == 0 ? 12 : i == 1 ? 11 : 17);
    const Differences d = compare(text);
    CHECK_EQ(d.count, 1);
    CHECK_EQ(d.list[0].kind, DIFFERS_EXTRA);
    CHECK_EQ(d.list[0].source, SOURCE_UNSET);
}

TEST(nobody_wrote_it) {
    const Differences d = compare("cell 12 -1 -1 0 0 0 0 0 0\n");
    CHECK_EQ(d.count, 1);
    CHECK_EQ(d.list[0].kind, DIFFERS_UNWRITTEN);
}

CHECK_MAIN()
