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

CHECK_MAIN()
