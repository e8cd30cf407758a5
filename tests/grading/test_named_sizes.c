// Numbers of a text at which a file may begin to do another thing.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/grading/named_sizes.h"
#include "tests/check.h"

// The numbers of a file with that text, in words: "192 300=".
static const char *named_in(const char *text, int past) {
    static char words[100];
    NamedSize list[NAMED_SIZES];
    char path[] = "/tmp/named_sizes_XXXXXX";
    const int file = mkstemp(path);
    CHECK(file >= 0 && dprintf(file, "%s", text) > 0);
    close(file);
    const int count = named_sizes(path, past, list);
    unlink(path);
    words[0] = '\0';
    for (int i = 0, at = 0; i < count; i++)
        at += snprintf(words + at, sizeof words - (size_t)at, "%s%d%s", i ? " " : "", list[i].number,
                       list[i].equal ? "=" : "");
    return words;
}

TEST(numbers_that_are_compared_are_named) {
    CHECK_STR(named_in("void f(int n) { if (n >= 192) g<<<1, 256>>>(n); }", 180), "192");
    CHECK_STR(named_in("void f(int n) { if (n == 100 || 200u != n) g(); }", 180), "100= 200=");
    CHECK_STR(named_in("void f(int n) { switch (n) { case 77: g(); } }", 180), "77=");
    CHECK_STR(named_in("#define LIMIT 224\nvoid f(int n) { if (n < LIMIT) g(); }", 180), "224");
    CHECK_STR(named_in("constexpr int limit = 224;\nvoid f(int n) { if (limit <= n) g(); }", 180), "224");
}

TEST(other_numbers_are_named_beyond_the_range_where_they_are_no_whole_warps) {
    CHECK_STR(named_in("const int SLAB = 300; dim3 block(256, 1); int small = 90; float x = 250.0f;", 180),
              "300");
    CHECK_STR(named_in("int a = 200, b = 1000; // 250\nconst char *s = \"n < 260\";", 180), "200");
    CHECK_STR(named_in("int tiles = n / 20;", 180), "");
}

TEST(the_largest_numbers_are_kept) {
    CHECK_STR(named_in("int a[] = {209, 203, 205, 207, 201, 203};", 180), "203 205 207 209");
}

TEST(types_of_16_bits_are_seen) {
    static const struct {
        const char *text;
        bool narrow;
    } texts[] = {
        {"short q = 1;", true}, {"int q; // short", false}, {"int16_t q;", true}, {"int shorter;", false}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char path[] = "/tmp/named_sizes_XXXXXX";
        const int file = mkstemp(path);
        CHECK(file >= 0 && dprintf(file, "%s", texts[i].text) > 0);
        close(file);
        CHECK_EQ(has_narrow_numbers(path), texts[i].narrow);
        unlink(path);
    }
}

CHECK_MAIN()
