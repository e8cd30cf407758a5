// What if `device` reports more than there is room for?
#include "grader/session/records.h"
#include "tests/check.h"

#include <stdlib.h>

// `count` lines of `format`, which takes a number.
static char *lines(const char *format, int count) {
    char *text = calloc((size_t)count, 100), *end = text;
    if (!text) abort();
    for (int i = 0; i < count; i++) end += snprintf(end, 100, format, i);
    return text;
}

static Records parsed(char *text) {
    Records records = {0};
    records_parse(&records, text, strlen(text));
    free(text);
    return records;
}

TEST(kernels_that_find_no_room_are_counted_and_added_up) {
    Records records = parsed(lines("kernel\tname=k%d\tlaunches=1\n", RECORD_KERNELS));
    CHECK_EQ(records.kernel_count, RECORD_KERNELS);
    CHECK_EQ(records.kernels_dropped, 0);
    records_free(&records);
    records = parsed(lines("kernel\tname=k%d\tlaunches=1\n", RECORD_KERNELS + 3));
    CHECK_EQ(records.kernel_count, RECORD_KERNELS);
    CHECK_EQ(records.kernels_dropped, 3);
    CHECK_EQ(records.sum.value[COUNTER_launches], RECORD_KERNELS + 3);
    CHECK_STR(records.kernels[RECORD_KERNELS - 1].name, "k4095");
    records_free(&records);
}

TEST(launches_that_find_no_room_are_left_out) {
    Records records =
        parsed(lines("launch\tkernel=k%d\tgrid=1,1,1\tblock=1,1,1\tcount=1\n", RECORD_LAUNCHES + 1));
    CHECK_EQ(records.launch_count, RECORD_LAUNCHES);
    CHECK_STR(records.launches[RECORD_LAUNCHES - 1].kernel, "k255");
    records_free(&records);
}

// Each name is a bit of its own; one that is not known is passed over.
TEST(facts_of_findings) {
    for (int i = 0; i < FINDING_FACT_COUNT; i++) {
        char line[200];
        snprintf(line, sizeof line, "finding\tcheck=race\tfacts=%s,nothing,%s\n", finding_fact_name(i),
                 finding_fact_name(0));
        Records records = {0};
        records_parse(&records, line, strlen(line));
        CHECK_EQ(records.finding_count, 1);
        CHECK_EQ(records.findings[0].facts, 1u << i | 1u);
        records_free(&records);
    }
    CHECK(finding_fact_name(-1) == NULL);
    CHECK(finding_fact_name(FINDING_FACT_COUNT) == NULL);
}

TEST(findings_without_facts) {
    static const char text[] = "finding\tcheck=race\tfacts=\nfinding\tcheck=leak\tat=-3\troom=7\tbytes=-1\n";
    Records records = {0};
    records_parse(&records, text, sizeof text - 1);
    CHECK_EQ(records.finding_count, 2);
    CHECK_EQ(records.findings[0].facts, 0);
    CHECK(!records.findings[0].absent.known);
    CHECK_EQ(records.findings[1].at, -3);
    CHECK_EQ(records.findings[1].room, 7);
    CHECK_EQ(records.findings[1].bytes, 0);
    records_free(&records);
}

CHECK_MAIN()
