// Lines of a text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/c_text/lines.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/statements.h"
#include "tests/check.h"

TEST(a_line_is_found_without_blanks_at_its_ends) {
    const char *text = "int a;\n\n   b = 1; \nlast";
    size_t begin, end;
    CHECK(find_line(text, 3, &begin, &end) && begin == 11 && end == 17);
    CHECK(!find_line(text, 2, &begin, &end));
    CHECK(find_line(text, 4, &begin, &end) && end == strlen(text));
    CHECK(!find_line(text, 5, &begin, &end));
    CHECK(line_begin(text, 3) == text + 8 && !line_begin(text, 5));
}

TEST(the_line_of_a_byte) {
    const char *text = "a\nbc\nd";
    CHECK_EQ(line_at(text, 0), 1);
    CHECK_EQ(line_at(text, 1), 1); // the newline is its line's
    CHECK_EQ(line_at(text, 2), 2);
    CHECK_EQ(line_at(text, 5), 3);
}

TEST(the_lines_of_a_file_have_no_comments) {
    static SourceLines t;
    char path[] = "/tmp/lines_XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("a = 1; // one\n/* two\n three */ b = \"(\"; // TODO 1.1 (x)\n", file);
    fclose(file);
    CHECK(read_lines(&t, path) && t.count == 3);
    CHECK(!strcmp(t.line[0], "a = 1;       \n"));
    CHECK(strstr(t.line[2], "// TODO"));
    CHECK(line_text(&t, 3) == t.line[2] && !*line_text(&t, 0) && !*line_text(&t, 4));
    free_lines(&t);
    char *code = read_code(path);
    CHECK(code && strstr(code, "b = \" \";") && !strstr(code, "TODO"));
    CHECK(code && strlen(code) == strlen("a = 1; // one\n/* two\n three */ b = \"(\"; // TODO 1.1 (x)\n"));
    free(code);
    unlink(path);
    CHECK(!read_code(path) && !read_lines(&t, path));
}

TEST(statements_begin_behind_the_end_of_another_one) {
    char first[] = "if (a) {\n", second[] = "    b = c +\n", third[] = "        d;\n",
         mark[] = "\t// TODO 1.1\n";
    static SourceLines t;
    t = (SourceLines){.line = {first, second, third, mark, second}, .count = 5};
    CHECK_EQ(first_line_of_statement(&t, 1), 1);
    CHECK_EQ(first_line_of_statement(&t, 3), 2);
    CHECK_EQ(first_line_of_statement(&t, 5), 5);
    CHECK(line_ends_statement(" \n") && !line_ends_statement("b = c"));
}

CHECK_MAIN()
