// Macros that a line uses: which argument they tear apart.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grader/cause/macro.h"
#include "tests/check.h"

static const char *const TEXT = "#define ROW(y) cells + y * 32\n"      // 1
                                "#define AT(y, x) cells[(y)*32 + x]\n" // 2
                                "#define LESS(a, b) (a - b)\n"         // 3
                                "#define SIZE 32\n"                    // 4
                                "float v = *(ROW(j + 1));\n"           // 5
                                "float w = AT(j + 1, k - 1);\n"        // 6
                                "int d = LESS(i + 1, k + 1);\n"        // 7
                                "float u = *(ROW(-1)) + SIZE;\n"       // 8
                                "float t = *(ROW(f(j + 1)));\n"        // 9
                                "float s = *(BROW(j + 1));\n";         // 10

static bool is_torn(const char *path, int line, int defined, const char *parameter, const char *argument) {
    OpenMacro m;
    return find_open_macro(path, line, &m) && m.line == defined && !strcmp(m.parameter, parameter) &&
           !strcmp(m.argument, argument);
}

TEST(a_sum_beside_a_product_or_behind_a_minus_is_torn_apart) {
    char path[] = "/tmp/warpbook-macro-XXXXXX";
    OpenMacro m;
    const int file = mkstemp(path);
    CHECK(file >= 0 && write(file, TEXT, strlen(TEXT)) == (ssize_t)strlen(TEXT));
    CHECK(is_torn(path, 5, 1, "y", "j + 1"));
    CHECK(!find_open_macro(path, 6, &m)); // y has parentheses, and a sum may stand behind a plus
    CHECK(is_torn(path, 7, 3, "b", "k + 1"));
    CHECK(!find_open_macro(path, 8, &m));
    CHECK(!find_open_macro(path, 9, &m));
    CHECK(!find_open_macro(path, 10, &m));
    CHECK_EQ(line_of_macro(path, 6), 2);
    CHECK_EQ(line_of_macro(path, 4), 0);
    CHECK(!find_open_macro(path, 99, &m));
    close(file);
    unlink(path);
}

CHECK_MAIN()
