// Is a line of the student's own file told from one of an included file, also of one that has the same name?
#include <string.h>

#include "grader/text/source_line.h"
#include "tests/check.h"

static bool own(const char *file, const char *source, const char *name) {
    SourcePlace place = {.line = 3};
    strcpy(place.file, file);
    CHECK(!strcmp(place_name(&place, source), name));
    return in_student_file(&place, source);
}

TEST(own_file) {
    CHECK(own("/tmp/warpbook-1/stencil.cu", "labs/lab3_basic_stencil/stencil.cu", "stencil.cu"));
    CHECK(own("stencil.cu", "/home/ann/stencil.cu", "stencil.cu"));
    CHECK(own("/opt/warpbook/./labs/lab3/stencil.cu", "labs/lab3/stencil.cu", "labs/lab3/stencil.cu"));
    CHECK(own("/opt/warpbook/./labs/lab3/stencil.cu", "/opt/warpbook/labs/lab3/stencil.cu", "stencil.cu"));
}

TEST(included_file) {
    CHECK(!own("/opt/warpbook/./common/grid.h", "labs/lab3/stencil.cu", "common/grid.h"));
    CHECK(!own("/usr/include/math.h", "labs/lab3/stencil.cu", "/usr/include/math.h"));
}

TEST(included_file_of_the_same_name) {
    CHECK(!own("/opt/warpbook/./labs/lab5/stencil.cu", "labs/lab6/stencil.cu", "labs/lab5/stencil.cu"));
}

CHECK_MAIN()
