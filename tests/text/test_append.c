// Numbers and what they count, in words.
#include "grader/text/append.h"
#include "tests/check.h"

TEST(one_thing_stands_in_the_singular) {
    CHECK_STR(several(1, "thread").text, "1 thread");
    CHECK_STR(several(0, "thread").text, "0 threads");
    CHECK_STR(several(2, "more launch").text, "2 more launches");
    CHECK_STR(several(1, "launch").text, "1 launch");
    CHECK_STR(several(2.5, "point").text, "2.5 points");
    CHECK_STR(several(1264930000, "access").text, "1264930000 accesses");
}

CHECK_MAIN()
