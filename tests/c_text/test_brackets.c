// Brackets and arguments, beside comments and strings that hold some.
#include <string.h>

#include "grader/c_text/brackets.h"
#include "tests/check.h"

static bool argument_is(const char *open, int number, const char *wanted) {
    Span s;
    return find_argument(open, number, &s) && (size_t)(s.end - s.begin) == strlen(wanted) &&
           !strncmp(s.begin, wanted, strlen(wanted));
}

TEST(a_bracket_is_closed_by_its_own_one) {
    const char *text = "(a[i] + f(x)) * (b)", *alone = ")";
    CHECK(closing_bracket(text) == text + 12);
    CHECK(opening_bracket(text, text + 12) == text);
    CHECK(behind_bracket(text) == text + 13);
    CHECK(!closing_bracket("(a + (b)"));
    CHECK(!*behind_bracket("(a + (b)"));
    CHECK(!opening_bracket(alone, alone));
}

TEST(brackets_in_strings_and_comments_are_none) {
    const char *text = "(f(\"(\", ')') /* ( */ // :-(\n)";
    CHECK(closing_bracket(text) == text + strlen(text) - 1);
    CHECK(argument_is("(\"a, b\", c)", 1, "c"));
    CHECK(argument_is("(1'000, c)", 1, "c"));
}

TEST(arguments_end_at_commas_of_their_own_list) {
    const char *call = "( a , f(b, c), {1, 2}, x[i, j] )";
    CHECK(argument_is(call, 0, "a"));
    CHECK(argument_is(call, 1, "f(b, c)"));
    CHECK(argument_is(call, 2, "{1, 2}"));
    CHECK(argument_is(call, 3, "x[i, j]"));
    CHECK(!argument_is(call, 4, ""));
}

TEST(an_empty_list_has_no_argument) {
    Span s;
    CHECK(!find_argument("()", 0, &s));
    CHECK(!find_argument("( )", 0, &s));
    CHECK(!find_argument("(a", 0, &s));
}

TEST(a_launch_is_a_list) {
    const char *launch = "<<<dim3(4, n >> 2), block, n * sizeof(float)>>>(in, out)";
    CHECK(argument_is(launch, 0, "dim3(4, n >> 2)"));
    CHECK(argument_is(launch, 1, "block"));
    CHECK(argument_is(launch, 2, "n * sizeof(float)"));
    CHECK(!argument_is(launch, 3, "in"));
}

TEST(subscripts_follow_each_other) {
    CHECK(!strcmp(behind_subscripts("[y][x + a[1]] = 0"), " = 0"));
    CHECK(!strcmp(behind_subscripts(" = 0"), " = 0"));
}

CHECK_MAIN()
