// What Nsight Compute prints, read; names of kernels, compared.
#include "grader/session/ncu.h"
#include "tests/check.h"

#include <math.h>

#define HEAD  "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
#define LOADS "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define RATIO "smsp__thread_inst_executed_per_inst_executed.ratio"

static NcuCounts counts;

static bool read_text(const char *text) {
    memset(&counts, 0, sizeof counts);
    return ncu_read(text, strlen(text), &counts);
}

TEST(adds_launches_and_takes_the_mean_of_ratios) {
    CHECK(read_text("==PROF== Connected\n" HEAD "\"0\",\"k\",\"" LOADS "\",\"\",\"1,000\"\n"
                    "\"0\",\"k\",\"" RATIO "\",\"\",\"30\"\n\"1\",\"k\",\"" LOADS "\",\"\",\"24\"\n"
                    "\"1\",\"k\",\"" RATIO "\",\"\",\"20\"\n"));
    CHECK_EQ(counts.count, 1);
    CHECK_STR(counts.kernel[0].name, "k");
    CHECK_EQ(counts.kernel[0].launches, 2);
    CHECK(counts.kernel[0].value[0] == 1024);
    CHECK(counts.kernel[0].value[6] == 25);
    CHECK(isnan(counts.kernel[0].value[1]));
    CHECK_STR(counts.why, "");
}

TEST(quotes_inside_a_name) {
    CHECK(read_text(HEAD "\"0\",\"say \"\"hi\"\"\",\"" LOADS "\",\"\",\"5\"\n"));
    CHECK_STR(counts.kernel[0].name, "\"hi\"");
}

TEST(says_why_there_is_nothing) {
    CHECK(!read_text("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n"));
    CHECK_HAS(counts.why, "ERR_NVGPUCTRPERM");
    CHECK(!read_text("==ERROR== no kernel\nmore\n"));
    CHECK_STR(counts.why, "Nsight Compute says: ==ERROR== no kernel");
    CHECK(!read_text(""));
    CHECK_HAS(counts.why, "no kernel");
}

TEST(survives_what_is_no_table) {
    CHECK(!read_text("\"\n\"\",\n\"Kernel Name\"\n\"k\"\n"));
    CHECK(!read_text("\"a\",\"Metric Value\"\n\"k\",\"5\"\n"));
    CHECK(read_text(HEAD "\"0\",\"k\",\"" LOADS "\",\"\",\"much\"\n"));
    CHECK(isnan(counts.kernel[0].value[0]));
}

TEST(bare_names) {
    static const char *const names[][2] = {{"stencil_kernel", "stencil_kernel"},
                                           {"void tiled<(int)8>(const float *, float *)", "tiled"},
                                           {"(anonymous namespace)::stencil_kernel", "stencil_kernel"},
                                           {"<unnamed>::stencil_kernel", "stencil_kernel"},
                                           {"lab::inner::k", "k"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char bare[64];
        ncu_bare_name(names[i][0], bare, sizeof bare);
        CHECK_STR(bare, names[i][1]);
    }
}

CHECK_MAIN()
