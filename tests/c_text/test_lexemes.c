// The words of a CUDA text.
#include "grader/c_text/lexemes.h"
#include "tests/check.h"

static int find(const Lexemes *x, const char *word) {
    for (int i = 0; i < x->count; i++)
        if (lexeme_is(x, i, word)) return i;
    return -1;
}

TEST(comments_strings_and_directives_hold_no_words) {
    Lexemes x;
    CHECK(lexemes_read(&x, "#define A (\\\n b\nint a = 1'000; // c\nf(\"d(\", '('); /* e */\n"));
    CHECK(find(&x, "b") < 0 && find(&x, "c") < 0 && find(&x, "d") < 0 && find(&x, "e") < 0);
    CHECK(find(&x, "1'000") == 3 && x.list[3].kind == LEX_NUMBER);
    CHECK_EQ(x.list[find(&x, "f")].line, 4);
    CHECK_EQ(x.list[find(&x, "a")].column, 5);
    lexemes_free(&x);
}

TEST(brackets_know_each_other) {
    Lexemes x;
    CHECK(lexemes_read(&x, "a[(b)]"));
    CHECK_EQ(x.list[1].mate, 5);
    CHECK_EQ(x.list[4].mate, 2);
    CHECK_EQ(x.list[0].mate, -1);
    lexemes_free(&x);
    CHECK(!lexemes_read(&x, "a[(b]) ") && !lexemes_read(&x, "(") && !lexemes_read(&x, "}"));
}

TEST(functions_of_the_device_and_of_the_host) {
    Lexemes x;
    int begin, end, name;
    CHECK(lexemes_read(&x, "__device__ int d() { return 1; }\nnamespace n { int h(int a) { return a; } }\n"));
    CHECK(next_device_function(&x, 0, &begin, &end) && begin == 5 && lexeme_is(&x, end, "}"));
    CHECK(!next_device_function(&x, end, &begin, &end));
    CHECK(next_host_function(&x, 0, &name, &end) && lexeme_is(&x, name, "h"));
    CHECK(!next_host_function(&x, end, &name, &end));
    lexemes_free(&x);
}

TEST(statements_end_behind_their_last_word) {
    Lexemes x;
    CHECK(lexemes_read(&x, "if (a) b; else { c; } for (;;) d; e"));
    const int loop = find(&x, "for");
    CHECK_EQ(statement_end_at(&x, 0, x.count), loop);
    CHECK_EQ(statement_end_at(&x, loop, x.count), find(&x, "e"));
    CHECK_EQ(statement_end_at(&x, find(&x, "e"), x.count), x.count);
    lexemes_free(&x);
}

CHECK_MAIN()
