// A name in the place of another.
#include "grader/text/replace.h"

#include <stdlib.h>

#include "tests/check.h"

static bool becomes(const char *text, const char *old, const char *name, const char *expected) {
    size_t size = strlen(text);
    char *replaced = replace_name(text, &size, old, name);
    const bool good = replaced && size == strlen(expected) && !memcmp(replaced, expected, size);
    free(replaced);
    return good;
}

TEST(a_name_is_replaced_wherever_it_stands) {
    CHECK(becomes("a/b.cu:1 in a/b.cu", "a/b.cu", "mine.cu", "mine.cu:1 in mine.cu"));
    CHECK(becomes("nothing of it", "a/b.cu", "mine.cu", "nothing of it"));
    CHECK(becomes("aaa", "aa", "aab", "aaba")); // what was put there is not looked at again
    CHECK(becomes("", "a", "b", ""));
}

TEST(no_name_is_nowhere) {
    CHECK(becomes("text", "", "b", "text"));
}

TEST(bytes_of_any_value_are_kept) {
    size_t size = 6;
    char *replaced = replace_name("\0x\xff\0x\0", &size, "x", "yy");
    CHECK_EQ(size, 8);
    CHECK(replaced && !memcmp(replaced, "\0yy\xff\0yy\0", 8));
    free(replaced);
}

CHECK_MAIN()
