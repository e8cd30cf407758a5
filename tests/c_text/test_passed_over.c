// Where comments, strings and directives end.
#include <string.h>

#include "grader/c_text/passed_over.h"
#include "tests/check.h"

static const char *behind(const char *text) {
    return behind_silent(text, text);
}

TEST(comments_end_with_their_line_or_their_mark) {
    CHECK(!strcmp(behind("// a */\nb"), "\nb"));
    CHECK(!strcmp(behind("/* a\n // */b"), "b"));
    CHECK(!*behind("/* a"));
    CHECK(!strcmp(behind("/ a"), "/ a"));
}

TEST(strings_end_with_their_quote_or_their_line) {
    CHECK(!strcmp(behind("\"a\\\"'b\" c"), " c"));
    CHECK(!strcmp(behind("'\"' c"), " c"));
    CHECK(!strcmp(behind("\"a\nb\""), "\nb\""));
    CHECK(!*behind("\"\\"));
}

TEST(a_quote_within_a_number_begins_no_character) {
    const char *number = "1'000'000", *hex = "0xff'ff'ff", *wide = "L'x'";
    CHECK(behind_quoted(number, number + 1) == number + 1 && behind_quoted(number, number + 5) == number + 5);
    CHECK(behind_quoted(hex, hex + 7) == hex + 7);
    CHECK(behind_quoted(wide, wide + 1) == wide + 4);
}

TEST(a_directive_goes_on_behind_a_backslash) {
    CHECK(!strcmp(behind_directive("#define A \\\n 1\nb"), "\nb"));
    CHECK(!*behind_directive("#endif"));
}

CHECK_MAIN()
