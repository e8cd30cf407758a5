// The lines that give the variables of a statement their values.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/cause/lines_behind.h"
#include "tests/check.h"

static const char *const TEXT = "int f(int n) {\n"                                // 1
                                "    int far = 7;\n"                              // 2
                                "    int first = n + 1;\n"                        // 3
                                "    const float *at = in + first;\n"             // 4
                                "    const float(*row)[32] = plane[first % 2];\n" // 5
                                "    for (int i = 0; i < n; ++i) {\n"             // 6
                                "        out[i] = at[far] +\n"                    // 7
                                "                 row[0][i];\n"                   // 8
                                "        at += n * n;\n"                          // 9
                                "        if (at == far) far--;\n"                 // 10
                                "    }\n"                                         // 11
                                "}\n"                                             // 12
                                "int g() {\n"                                     // 13
                                "    far = first = 0;\n"                          // 14
                                "}\n";                                            // 15

static char path[] = "/tmp/warpbook-behind-XXXXXX";

// The lines behind that one, as "6 4 9 ".
static const char *behind(int line, int most) {
    static char words[100];
    int lines[8] = {0};
    words[0] = 0;
    const int count = add_lines_behind(path, line, lines, 0, most);
    for (int i = 0; i < count; i++) sprintf(words + strlen(words), "%d ", lines[i]);
    return words;
}

TEST(nearest_above_and_where_it_moves_on) {
    const int file = mkstemp(path);
    CHECK(file >= 0 && write(file, TEXT, strlen(TEXT)) == (ssize_t)strlen(TEXT));
    close(file);
    CHECK_STR(behind(7, 8), "6 4 9 2 10 ");
    CHECK_STR(behind(8, 8), "6 4 9 2 10 5 "); // of the whole statement
    CHECK_STR(behind(7, 2), "6 4 ");
    CHECK_STR(behind(4, 8), "9 3 "); // another function's line gives it nothing
}

TEST(what_is_no_line_of_a_function) {
    CHECK_STR(behind(1, 8), "");
    CHECK_STR(behind(0, 8), "");
    CHECK_STR(behind(99, 8), "");
    int own[2] = {3, 4};
    CHECK_EQ(add_lines_behind(path, 5, own, 1, 2), 1); // it is there already
    unlink(path);
    CHECK_STR(behind(7, 8), "");
}

CHECK_MAIN()
