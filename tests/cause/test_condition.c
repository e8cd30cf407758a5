// What conditions of a launch function are worth, and when that is not known.
#include <string.h>

#include "grader/cause/condition.h"
#include "tests/check.h"

static int value(const char *text) {
    const char *const names[] = {"n", "nx"};
    const int values[] = {4, 70};
    return condition_value(text, strlen(text), names, values, 2);
}

TEST(operators_bind_as_in_c) {
    CHECK_EQ(value("n < 3"), 0);
    CHECK_EQ(value("n <= 4 && nx > n * 10"), 1);
    CHECK_EQ(value("n % 4 == 0 && n > 4"), 0);
    CHECK_EQ(value("n - 2 - 1 == 1"), 1);
    CHECK_EQ(value("!(n >= 5) || nx == 0"), 1);
    CHECK_EQ(value("n + 2 * n != 12"), 0);
}

TEST(what_is_not_known_is_said_to_be) {
    CHECK_EQ(value("m < 3"), -1);
    CHECK_EQ(value("ceil_div(n, 4) == 0"), -1);
    CHECK_EQ(value("(n < 3"), -1);
    CHECK_EQ(value("n / 0 == 1"), -1);
    CHECK_EQ(value(""), -1);
}

CHECK_MAIN()
