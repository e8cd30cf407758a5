// Lines that set or declare what another line uses.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/cause/variable_line.h"
#include "tests/check.h"

static char path[] = "/tmp/variable_line_XXXXXX";

static void take(const char *text) {
    static bool made;
    FILE *file = made ? fopen(path, "w") : fdopen(mkstemp(path), "w");
    made = true;
    fputs(text, file);
    fclose(file);
}

TEST(a_variable_without_a_value_is_found_behind_a_longer_name) {
    take("void f() {\n    float sum, all;\n    out[i] = checksum(sum);\n}\n");
    CHECK_EQ(line_of_unset(path, 3), 2);
}

TEST(a_number_among_first_values_is_no_variable) {
    take("void f() {\n    float4 four = {0, 0, 0, 0};\n    four.x = in[0];\n    out[0] = four.x;\n}\n");
    CHECK_EQ(line_of_unset(path, 3), 0);
}

TEST(an_element_whose_index_is_an_element_is_set_too) {
    take("void f() {\n    x = level[i];\n    level[queue[i]] = 1;\n}\n");
    CHECK_EQ(line_of_replacement(path, 2), 3);
    CHECK_EQ(count_sizes(path, 3, "level"), 1);
    unlink(path);
}

CHECK_MAIN()
