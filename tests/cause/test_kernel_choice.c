// The line that decides which kernel is launched.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/cause/kernel_choice.h"
#include "tests/check.h"

static const char *const TEXT = "static bool fits(int n) {\n"            // 1
                                "    return n * n % 4 == 0;\n"           // 2
                                "}\n"                                    // 3
                                "void by_name(int n) {\n"                // 4
                                "    const bool even = n % 2 == 0;\n"    // 5
                                "    if (!even)\n"                       // 6
                                "        odd_kernel<<<1, 32>>>(n);\n"    // 7
                                "    else\n"                             // 8
                                "        even_kernel<<<1, 32>>>(n);\n"   // 9
                                "}\n"                                    // 10
                                "void by_function(int n) {\n"            // 11
                                "    if (fits(n)) {\n"                   // 12
                                "        wide_kernel<<<1, 32>>>(n);\n"   // 13
                                "    }\n"                                // 14
                                "}\n"                                    // 15
                                "void by_condition(int n) {\n"           // 16
                                "    int m = n > 2 ? n - 2 : 1;\n"       // 17
                                "    if (m > 3) kernel<<<1, 32>>>(m);\n" // 18
                                "}\n"                                    // 19
                                "void by_question(int n) {\n"            // 20
                                "    n < 9 ? small<<<1, 32>>>(n)\n"      // 21
                                "          : large<<<1, 64>>>(n);\n"     // 22
                                "}\n"                                    // 23
                                "void alone(int n) {\n"                  // 24
                                "    int m = n > 2 ? n - 2 : 1;\n"       // 25
                                "    kernel<<<1, 32>>>(m);\n"            // 26
                                "}\n";                                   // 27

TEST(choices_are_followed_to_what_they_ask_for) {
    static const int launches[][2] = {{7, 5}, {9, 5}, {13, 2}, {18, 18}, {21, 21}, {22, 21}, {26, 26}};
    char path[] = "/tmp/warpbook-choice-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs(TEXT, file);
    fclose(file);
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++)
        CHECK_EQ(line_of_kernel_choice(path, TEXT, launches[i][0]), launches[i][1]);
    unlink(path);
}

CHECK_MAIN()
