// Words of C text: where one stands by itself, and where it is part of a longer one.
#include "grader/c_text/words.h"
#include "tests/check.h"

TEST(a_word_is_found_where_it_stands_by_itself) {
    const char *line = "int nx = min(n, n_max) + blockDim.n;";
    const char *first = find_word(line, line, "n");
    CHECK(first == line + 13);
    const char *second = find_word(line, first + 1, "n");
    CHECK(second == line + 34);
    CHECK(!find_word(line, second + 1, "n"));
}

TEST(a_part_of_a_longer_word_is_none) {
    const char *line = "planes = plane2 + _plane";
    CHECK(!find_word(line, line, "plane"));
}

TEST(digits_and_underscores_belong_to_words) {
    CHECK(is_word('_') && is_word('7') && is_word('Z'));
    CHECK(!is_word('.') && !is_word('(') && !is_word('\0') && !is_word('\xe4'));
}

TEST(a_member_is_no_name) {
    const char *line = "a.n + n";
    CHECK(find_word(line, line, "n") == line + 2);
    CHECK(find_name(line, line, "n") == line + 6);
    CHECK(find_name(line, line, "a.n") == line);
}

TEST(where_a_word_begins_and_ends) {
    const char *line = "a + n_2 ";
    CHECK(word_end(line + 4) == line + 7 && word_end(line + 3) == line + 3);
    CHECK(word_begin(line, line + 7) == line + 4 && word_begin(line, line + 8) == line + 8);
    CHECK(word_begin(line, line + 1) == line);
    const char *member = "+ a.b_1  =";
    CHECK(before_blanks(member, member + 9) == member + 7);
    CHECK(path_begin(member, member + 7) == member + 2 && path_begin(member, member + 8) == member + 8);
}

CHECK_MAIN()
