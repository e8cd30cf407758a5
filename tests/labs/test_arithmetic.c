// Arithmetic in texts: what is looked at, and what is wrong.
#include "tests/labs/arithmetic.h"
#include "tests/check.h"

static char why[300];

TEST(right_arithmetic_is_right) {
    static const char *const right[] = {"7 operations, 13 / 28 = 0.46 of them",
                                        "1 - 6^3/8^3 = 58 %",
                                        "(5 x 4 + 2 x 5) / 7 = 4.29,",
                                        "3 * 4 * 32^2 = 12 KiB",
                                        "is 512/216 = 2.37.",
                                        "81.2 / 2 = 40.6",
                                        "2^3^2 = 512",
                                        "100 * (2 - 1) / 2 = 50 %"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        CHECK_EQ(check_arithmetic(right[i], why, sizeof why), 1);
        CHECK_STR(why, "");
    }
}

TEST(wrong_arithmetic_is_found) {
    CHECK_EQ(check_arithmetic("first 2 + 2 = 4, then 13 / 28 = 0.47.", why, sizeof why), 2);
    CHECK_HAS(why, "13 / 28 = 0.47");
    CHECK_EQ(check_arithmetic("1 - 6^3/8^3 = 59 %", why, sizeof why), 1);
    CHECK_HAS(why, "57.8125");
}

TEST(what_is_no_arithmetic_is_passed_over) {
    static const char *const other[] = {"n = 3",     "c[0] = 1",      "T = 8",     "if (i - 1 >= 0)",
                                        "a == 2",    "(T-2) / T = 2", "x = 2 * 3", "8 = 8",
                                        "2 * n = 4", "1 + 2 = 3 * 1"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        CHECK_EQ(check_arithmetic(other[i], why, sizeof why), 0);
}

CHECK_MAIN()
