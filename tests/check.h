// A unit-test harness in one header: TEST(name) { CHECK(...); } ... and CHECK_MAIN() at the end of the file.
//
// Each test prints "ok NAME", "skip NAME: WHY" or "not ok NAME: FILE:LINE: WHY"; the program exits 1 when any
// failed. tests/run adds the lines of all test programs up.
#ifndef WARPBOOK_CHECK_H
#define WARPBOOK_CHECK_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CheckTest {
    const char *name;
    void (*run)(void);
    struct CheckTest *next;
} CheckTest;

static CheckTest *check_tests, **check_tests_end = &check_tests;
static bool check_failed; // in the running test
static bool check_skipped;
static char check_why[1024];

static inline void check_fail(const char *file, int line, const char *why) {
    if (!check_failed) snprintf(check_why, sizeof check_why, "%s:%d: %s", file, line, why);
    check_failed = true;
}

__attribute__((format(printf, 3, 4))) static inline void check_fail_format(const char *file, int line,
                                                                           const char *format, ...) {
    char why[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    check_fail(file, line, why);
}

#define TEST(test_name)                                                                                      \
    static void test_##test_name(void);                                                                      \
    __attribute__((constructor)) static void add_##test_name(void) {                                         \
        static CheckTest t = {#test_name, test_##test_name, NULL};                                           \
        *check_tests_end = &t;                                                                               \
        check_tests_end = &t.next;                                                                           \
    }                                                                                                        \
    static void test_##test_name(void)

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) check_fail(__FILE__, __LINE__, #condition);                                        \
    } while (0)

#define CHECK_EQ(got, expected)                                                                              \
    do {                                                                                                     \
        long long got_ = (long long)(got), expected_ = (long long)(expected);                                \
        if (got_ != expected_) {                                                                             \
            check_fail_format(__FILE__, __LINE__, "%s is %lld, expected %lld", #got, got_, expected_);       \
        }                                                                                                    \
    } while (0)

#define CHECK_STR(got, expected)                                                                             \
    do {                                                                                                     \
        const char *got_ = (got), *expected_ = (expected);                                                   \
        if (!got_ || strcmp(got_, expected_) != 0) {                                                         \
            check_fail_format(__FILE__, __LINE__, "%s is \"%s\", expected \"%s\"", #got,                     \
                              got_ ? got_ : "(null)", expected_);                                            \
        }                                                                                                    \
    } while (0)

// `needle` occurs in `haystack`.
#define CHECK_HAS(haystack, needle)                                                                          \
    do {                                                                                                     \
        const char *haystack_ = (haystack), *needle_ = (needle);                                             \
        if (!haystack_ || !strstr(haystack_, needle_)) {                                                     \
            check_fail_format(__FILE__, __LINE__, "\"%s\" does not contain \"%s\"",                          \
                              haystack_ ? haystack_ : "(null)", needle_);                                    \
        }                                                                                                    \
    } while (0)

// Ends the test: it cannot be made on this machine. What failed before still counts.
#define SKIP(reason)                                                                                         \
    do {                                                                                                     \
        if (!check_failed) snprintf(check_why, sizeof check_why, "%s", reason);                              \
        check_skipped = true;                                                                                \
        return;                                                                                              \
    } while (0)

#define CHECK_MAIN()                                                                                         \
    int main(void) {                                                                                         \
        int failures = 0;                                                                                    \
        for (CheckTest *t = check_tests; t; t = t->next) {                                                   \
            check_failed = check_skipped = false;                                                            \
            t->run();                                                                                        \
            failures += check_failed;                                                                        \
            if (check_failed)                                                                                \
                printf("not ok %s: %s\n", t->name, check_why);                                               \
            else if (check_skipped)                                                                          \
                printf("skip %s: %s\n", t->name, check_why);                                                 \
            else                                                                                             \
                printf("ok %s\n", t->name);                                                                  \
            fflush(stdout);                                                                                  \
        }                                                                                                    \
        return failures ? EXIT_FAILURE : EXIT_SUCCESS;                                                       \
    }

#endif
