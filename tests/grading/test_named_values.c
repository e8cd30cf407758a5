// Real numbers that a text names.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/grading/named_values.h"
#include "tests/check.h"

static int named_in(const char *text, double list[NAMED_VALUES]) {
    char path[] = "/tmp/warpbook-named-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs(text, file);
    fclose(file);
    const int count = named_values(path, list);
    unlink(path);
    return count;
}

TEST(real_literals_have_either_sign) {
    double list[NAMED_VALUES];
    CHECK_EQ(named_in("#define EMPTY -1.0e38f\nfloat half = .5f; // 7.5\n", list), 4);
    CHECK(list[0] == (double)1.0e38f && list[1] == -(double)1.0e38f && list[2] == 0.5 && list[3] == -0.5);
    CHECK_EQ(named_in("x = FLT_MAX;", list), 2);
    CHECK(list[0] == FLT_MAX);
    CHECK_EQ(named_in("x = 0x1p-3f + 2.;", list), 4);
    CHECK(list[0] == 0.125 && list[2] == 2);
}

TEST(integers_names_and_zeros_are_none) {
    double list[NAMED_VALUES];
    CHECK_EQ(named_in("int a1 = 31, b = 0xfe; c.x2 = 0.0f; d = 1e99; s = \"1.5\";", list), 0);
}

CHECK_MAIN()
