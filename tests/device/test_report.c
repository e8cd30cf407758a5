// What if a file launches in more ways, or leaves more memory behind, than a report lists?
#include <stdlib.h>
#include <string.h>

#include "grader/contract/device_report.h"
#include "grader/device/device.h"
#include "tests/check.h"
#include "tests/device/device_of.h"

static int times(const char *text, const char *what) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, what)); at++) count++;
    return count;
}

TEST(as_many_launches_as_a_report_lists) {
    Device *d = device_h200();
    for (uint32_t i = 0; i < REPORT_LAUNCHES_MAX + 3; i++)
        recording_add_launch(&d->recording,
                             &(RecordedLaunch){.kernel = "k", .grid = {1 + i, 1, 1}, .block = {32, 1, 1}});
    size_t size;
    char *text = report_text(d, false, false, &size);
    CHECK(text);
    CHECK_EQ(times(text, "launch\tkernel=k\t"), REPORT_LAUNCHES_MAX);
    CHECK_HAS(text, "\tgrid=256,1,1\t");
    free(text);
    free_device(d);
}

TEST(as_many_leaks_as_a_report_lists) {
    Device *d = device_h200();
    for (int i = 0; i < REPORT_LAUNCHES_MAX + 3; i++) {
        const WarpsimAllocation *a = warpsim_allocate(d->sim, 4);
        recording_add(&d->recording, RECORD_ALLOCATE, a->base, 0, 4);
    }
    size_t size;
    char *text = report_text(d, false, false, &size);
    CHECK(text);
    CHECK_EQ(times(text, "check=leak"), REPORT_LAUNCHES_MAX);
    free(text);
    free_device(d);
}

// Each call behind a failed kernel fails, cudaFree too: its caller did not forget it.
TEST(no_leaks_behind_a_failed_kernel) {
    Device *d = device_h200();
    const WarpsimAllocation *a = warpsim_allocate(d->sim, 4);
    recording_add(&d->recording, RECORD_ALLOCATE, a->base, 0, 4);
    d->sticky = cudaErrorIllegalAddress;
    size_t size;
    char *text = report_text(d, false, false, &size);
    CHECK_EQ(times(text, "check=leak"), 0);
    free(text);
    d->sticky = 0;
    text = report_text(d, false, false, &size);
    CHECK_EQ(times(text, "check=leak"), 1);
    free(text);
    free_device(d);
}

CHECK_MAIN()
