// Two runs of a case, as their records tell them.
#include "grader/grading/same_work.h"

#include "tests/check.h"

typedef struct {
    KernelCounters kernel;
    ConfigurationCounters configuration;
    Records records;
} Example;

static void fill(Example *e) {
    *e =
        (Example){.kernel = {.symbol = "march"},
                  .configuration = {.grid = {3, 3, 1}, .block = {32, 16, 1}, .shared_bytes_per_block = 6144}};
    e->records = (Records){.kernels = &e->kernel,
                           .kernel_count = 1,
                           .configurations = &e->configuration,
                           .configuration_count = 1};
    e->records.sum.value[COUNTER_global_load_bytes] = 4096;
    e->records.sum.value[COUNTER_global_store_bytes] = 1024;
    e->records.sum.value[COUNTER_shared_store_bytes] = 2048;
    e->records.sum.value[COUNTER_shared_load_bytes] = 8192;
}

static Example one, other;

static bool same(void) {
    return is_same_work(&one.records, &other.records);
}

TEST(equal_runs_are_the_same_work) {
    fill(&one), fill(&other);
    CHECK(same());
}

TEST(another_kernel_grid_block_or_size_of_shared_memory_is_other_work) {
    fill(&one), fill(&other);
    other.kernel.symbol[0] = 'M';
    CHECK(!same());
    fill(&other), other.configuration.grid[2] = 2;
    CHECK(!same());
    fill(&other), other.configuration.block[1] = 8;
    CHECK(!same());
    fill(&other), other.configuration.shared_bytes_per_block = 0;
    CHECK(!same());
    fill(&other), other.records.configuration_count = 0;
    CHECK(!same());
}

TEST(any_other_count_is_other_work) {
    for (int i = 0; i < COUNTER_COUNT; i++) {
        fill(&one), fill(&other);
        other.records.sum.value[i]++;
        CHECK(!same());
    }
}

CHECK_MAIN()
