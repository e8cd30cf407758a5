// Which changes of a launch its text leaves room for.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/cause/launch_change.h"
#include "tests/check.h"

static const char *const TEXT = "void by_marks(int n) {\n"                                               // 1
                                "    kernel<<<dim3(n, n), dim3(32, 8)>>>(n);\n"                          // 2
                                "}\n"                                                                    // 3
                                "void by_call(int n) {\n"                                                // 4
                                "    void *args[] = {&n};\n"                                             // 5
                                "    cudaLaunchCooperativeKernel(kernel, dim3(n, n), dim3(32), args);\n" // 6
                                "}\n"                                                                    // 7
                                "void of_own_axes(Sizes grid) {\n"                                       // 8
                                "    kernel<<<dim3(grid.x, grid.y), dim3(32, 8)>>>();\n"                 // 9
                                "}\n";                                                                   // 10

static LaunchSource written(char path[]) {
    FILE *file = fdopen(mkstemp(path), "w");
    if (!file || fputs(TEXT, file) < 0 || fclose(file)) abort();
    return (LaunchSource){TEXT, path};
}

// A launch without <<<...>>> ended the grader, where no text could be read of it.
TEST(axes_are_exchanged_where_the_text_allows_it) {
    static LabEntrySpec entry = {.param_count = 1, .params = {{.axes = 3}}};
    const ChangedLaunch exchanged = {.kind = LAUNCH_AXES, .first = 0, .second = 1};
    char path[] = "/tmp/warpbook-launch-XXXXXX";
    const LaunchSource source = written(path);
    CHECK(launch_change_fits(&source, 2, &exchanged, &entry));
    CHECK(launch_change_fits(&source, 6, &exchanged, &entry)); // nothing in the text is against it
    CHECK(!launch_change_fits(&source, 9, &exchanged, &entry));
    unlink(path);
}

TEST(axes_whose_blocks_device_code_counts_are_not_exchanged) {
    const ChangedLaunch exchanged = {.kind = LAUNCH_AXES, .first = 0, .second = 2};
    const LaunchSource plain = {.path = "", .text = "f<<<dim3(1, 2, 3), 32>>>(n);\n"},
                       counted = {.path = "", .text = "f<<<dim3(1, 2, 3), 32>>>(n / gridDim.z);\n"};
    static const LabEntrySpec entry = {.params = {{.axes = 3}}, .output = 0};
    CHECK(launch_change_fits(&plain, 1, &exchanged, &entry));
    CHECK(!launch_change_fits(&counted, 1, &exchanged, &entry));
}

TEST(a_launch_by_a_call_has_no_arguments_of_the_next_launch) {
    char path[] = "/tmp/warpbook-launch-XXXXXX";
    const LaunchSource source = written(path);
    CHECK_EQ(count_launch_arguments(&source, 2), 1);
    CHECK_EQ(count_launch_arguments(&source, 6), 0);
    unlink(path);
}

CHECK_MAIN()
