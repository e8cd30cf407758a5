// Lines without their comments: what stands in one is no code, what looks like one in a string is.
#include <string.h>

#include "grader/c_text/comments.h"
#include "tests/check.h"

static void check_line(const char *line, bool before, const char *expected, bool after) {
    char text[120];
    bool inside = before;
    snprintf(text, sizeof text, "%s", line);
    blank_comments(text, &inside);
    CHECK(!strcmp(text, expected));
    CHECK_EQ(inside, after);
}

TEST(comments_are_blank_and_columns_stay) {
    check_line("int a; // int b;\n", false, "int a;          \n", false);
    check_line("int /* b */ a;\n", false, "int         a;\n", false);
    check_line("int a; /* int b;\n", false, "int a;          \n", true);
    check_line("int b; // */ int a;\n", true, "             int a;\n", false);
    check_line("int b;\n", true, "      \n", true);
    check_line("a = b / c;\n", false, "a = b / c;\n", false);
}

TEST(strings_and_marks_stay) {
    check_line("p(\"// no\", '\"'); // yes\n", false, "p(\"// no\", '\"');       \n", false);
    check_line("p(\"\\\"/*\"); a;\n", false, "p(\"\\\"/*\"); a;\n", false);
    check_line("    // end 3.2\n", false, "    // end 3.2\n", false);
    check_line("    // TODO 3.2: the sum\n", false, "    // TODO 3.2: the sum\n", false);
}

TEST(code_alone_has_no_marks_and_nothing_between_quotes) {
    char *code = code_alone("a = \"// (\"; // TODO 1.1: don't\nb = ')'; c = 1'000;\n");
    CHECK_STR(code, "a = \"    \";                   \nb = ' '; c = 1'000;\n");
    free(code);
}

CHECK_MAIN()
