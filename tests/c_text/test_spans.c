// Stretches of a text, and the names that they consist of.
#include <string.h>

#include "grader/c_text/spans.h"
#include "tests/check.h"

static Span whole(const char *text) {
    return (Span){text, text + strlen(text)};
}

TEST(blanks_at_the_ends_are_left_out) {
    const char *text = " \t a b\n";
    const Span s = trimmed(text, text + strlen(text)), none = trimmed(text, text + 2);
    CHECK(s.begin == text + 3 && s.end == text + 6);
    CHECK(none.begin == none.end);
}

TEST(a_span_has_what_lies_in_it_alone) {
    const char *text = "(float)n / 32.0";
    const Span s = {text, text + 10};
    CHECK(span_has(s, '/') && !span_has(s, '.'));
    CHECK(span_has_text(s, "float") && span_has_text(s, "n /") && !span_has_text(s, "/ 32"));
}

TEST(two_spans_of_one_text) {
    CHECK(same_text(whole("ab"), whole("ab")));
    CHECK(!same_text(whole("ab"), whole("abc")) && !same_text(whole("ab"), whole("ac")));
}

TEST(a_name_is_no_number_and_no_more_than_a_name) {
    char name[SOURCE_NAME];
    const char *words[] = {"2n", "a.b", "a b", "", "-a"};
    const Span good = whole(" n_max\n");
    CHECK(only_name(good.begin, good.end, name) && !strcmp(name, "n_max"));
    for (int i = 0; i < 5; i++) CHECK(!only_name(words[i], words[i] + strlen(words[i]), name));
}

TEST(a_name_that_is_too_long_is_refused) {
    char text[2 * SOURCE_NAME] = "", name[SOURCE_NAME];
    memset(text, 'a', SOURCE_NAME);
    CHECK(!only_name(text, text + SOURCE_NAME, name));
    CHECK(only_name(text, text + SOURCE_NAME - 1, name));
}

TEST(the_name_before_a_place) {
    const char *text = "float  sum = a[i] = 0";
    char name[SOURCE_NAME];
    CHECK(name_before(text, strchr(text, '='), name) && !strcmp(name, "sum"));
    CHECK(!name_before(text, strrchr(text, '='), name)); // a bracket does
    const Span word = word_before(text, text);
    CHECK(word.begin == word.end);
}

TEST(the_names_of_a_text_one_after_the_other) {
    const char *text = "2 * a.b1 + 3f - _c", *at = text;
    const char *names[] = {"a", "b1", "_c"};
    char name[SOURCE_NAME];
    for (int i = 0; i < 3; i++)
        CHECK(find_next_name(&at, text + strlen(text), name) && !strcmp(name, names[i]));
    CHECK(!find_next_name(&at, text + strlen(text), name));
    at = text;
    CHECK(!find_next_name(&at, text + 3, name));
}

CHECK_MAIN()
