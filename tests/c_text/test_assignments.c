// Where a text gives something a value.
#include "grader/c_text/assignments.h"
#include "tests/check.h"

TEST(a_comparison_assigns_nothing) {
    CHECK(!find_assignment("if (a == b || a != b || a <= b || a >= b) return;"));
    const char *text = "if (a == b) c = d;";
    CHECK(find_assignment(text) == text + 14);
}

TEST(an_operator_may_stand_before_the_mark) {
    const char *sum = "s += a == b;", *half = "s >>= 1", *first = "bool b = a <= c;";
    CHECK(find_assignment(sum) == sum + 3);
    CHECK(find_assignment(half) == half + 4);
    CHECK(find_assignment(first) == first + 7);
}

TEST(what_gives_a_variable_a_value) {
    CHECK(gives_value("    ++count[1];", "count") && gives_value("count[i][1] += 2;", "count"));
    CHECK(gives_value("int count = 3;", "count") && gives_value("count <<= 1;", "count"));
    CHECK(gives_value("float (*count)[4] = rows[0];", "count"));
    CHECK(!gives_value("if (count == 3 || count <= n) f(count);", "count"));
    CHECK(!gives_value("sum = count +", "count") && !gives_value("return count <", "count"));
    CHECK(!gives_value("total.count = 1; other = count;", "count"));
}

CHECK_MAIN()
