// Lines that define macros.
#include <string.h>

#include "grader/c_text/defines.h"
#include "tests/check.h"

static bool is(Span s, const char *wanted) {
    return (size_t)(s.end - s.begin) == strlen(wanted) && !strncmp(s.begin, wanted, strlen(wanted));
}

TEST(a_macro_with_parameters) {
    Define d;
    CHECK(read_define("  # define AT( x ,y)  (x) * y // the place\nint a;", &d));
    CHECK(is(d.name, "AT") && is(d.body, "(x) * y"));
    CHECK(d.has_list && d.parameters == 2);
    CHECK_STR(d.parameter[0], "x");
    CHECK_STR(d.parameter[1], "y");
}

TEST(a_macro_without_a_list) {
    Define d;
    CHECK(read_define("#define N (a)\n", &d) && is(d.name, "N") && is(d.body, "(a)"));
    CHECK(!d.has_list);
    CHECK(read_define("#define EMPTY\nint a;", &d) && is(d.body, ""));
    CHECK(read_define("#define F() 1", &d) && d.has_list && !d.parameters && is(d.body, "1"));
}

TEST(other_lines_are_refused) {
    Define d;
    const char *lines[] = {"#undef A",         "define A",    "#define F(...) 1", "#define F(a,) 1",
                           "#define F(a b) 1", "#define F(a", "#define"};
    for (int i = 0; i < 7; i++) CHECK(!read_define(lines[i], &d));
    CHECK(!read_define("#define F(a, b, c, d, e, f, g, h, i) 1", &d));
}

CHECK_MAIN()
