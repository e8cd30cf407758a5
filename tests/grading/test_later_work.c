// Two calls of one process, held against each other by what they were counted to do.
#include "grader/grading/later_work.h"
#include "tests/check.h"

static Counters first, later;
static char words[160];

static void count(void) {
    first = later = (Counters){.thread_instructions = 100000, .global_load_bytes = 40000, .threads = 1024};
    words[0] = 0;
}

TEST(a_call_that_loads_more_than_the_first_one_is_told) {
    count();
    later.global_load_bytes = 90000;
    CHECK(does_more_later(&first, &later, words, sizeof words));
    CHECK_STR(words, "it loads 90000 bytes from global memory, and the first one 40000");
}

TEST(one_that_does_as_much_or_less_is_not) {
    count();
    CHECK(!does_more_later(&first, &later, words, sizeof words));
    later.global_load_bytes = 1000;
    later.threads = 32;
    CHECK(!does_more_later(&first, &later, words, sizeof words));
    CHECK_STR(words, "");
}

TEST(a_little_more_may_come_from_the_data) {
    count();
    later.global_load_bytes = 49000; // less than a quarter more
    CHECK(!does_more_later(&first, &later, words, sizeof words));
    first.global_load_bytes = 0;
    later.global_load_bytes = 4000; // a small number altogether
    CHECK(!does_more_later(&first, &later, words, sizeof words));
}

TEST(branches_are_counted_where_memory_shows_nothing) {
    count();
    first.divergent_branches = 1;
    later.divergent_branches = 40;
    CHECK(does_more_later(&first, &later, words, sizeof words));
    CHECK_STR(words, "its warps diverge 40 times, and the first one 1");
}

TEST(a_call_without_counts_says_nothing) {
    count();
    later.global_load_bytes = 90000;
    first.thread_instructions = 0; // on a GPU alone
    CHECK(!does_more_later(&first, &later, words, sizeof words));
}

CHECK_MAIN()
