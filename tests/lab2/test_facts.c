// What print_device_facts shows for the GPU whose facts a lecture note printed, and what reaches the grader.
#include "tests/check.h"

#include <unistd.h>

#include "labs/lab2_device_query_occupancy/facts.h"

static const DeviceFacts M2070 = {.name = "Tesla M2070",
                                  .sm_count = 14,
                                  .constant_memory = 65536,
                                  .shared_per_block = 49152,
                                  .registers_per_block = 32768,
                                  .warp_size = 32,
                                  .threads_per_block = 1024,
                                  .threads_per_sm = 1536,
                                  .warps_per_sm = 48,
                                  .shared_per_sm = 49152,
                                  .memory_clock_khz = 1566000,
                                  .memory_bus_bits = 384,
                                  .peak_bandwidth = 150.336,
                                  .l2_bytes = 786432};

// What `print_device_facts` writes to standard output.
static void printed(const DeviceFacts *facts, char *text, size_t size) {
    FILE *file = tmpfile();
    int saved = dup(STDOUT_FILENO);
    text[0] = 0;
    if (!file || saved < 0) return;
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    print_device_facts(facts);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
}

TEST(the_published_facts_are_printed) {
    char text[2000];
    printed(&M2070, text, sizeof text);
    CHECK_HAS(text, "Tesla M2070\n"
                    "  SMs                          14\n"
                    "  constant memory              64.00 KB\n"
                    "  shared memory a block        48.00 KB\n"
                    "  registers a block            32768\n"
                    "  threads a warp               32\n"
                    "  threads a block, at most     1024\n"
                    "  threads an SM, at most       1536\n"
                    "  warps an SM, at most         48\n");
    CHECK_HAS(text, "  peak memory bandwidth        150.3 GB/s\n"
                    "  L2 cache                     0.75 MB\n");
}

// Each field must reach the grader, under its own name: a fact that is left out could not be judged.
TEST(every_fact_has_its_number) {
    double number[FACT_COUNT];
    facts_to_numbers(&M2070, number);
    for (int i = 1; i < FACT_COUNT; ++i) CHECK(number[i] > 0);
    CHECK_EQ(number[1], 14);
    CHECK_STR(fact_in_words(1), "sm_count");
    CHECK_EQ(number[FACTS_PUBLISHED - 1], 48);
    CHECK_STR(fact_in_words(FACTS_PUBLISHED - 1), "warps_per_sm");
    CHECK(number[FACT_PEAK_BANDWIDTH] == 150.336);
    CHECK_HAS(fact_in_words(FACT_PEAK_BANDWIDTH), "peak_bandwidth");
    CHECK_EQ(number[FACT_COUNT - 1], 786432);
    CHECK_STR(fact_in_words(FACT_COUNT - 1), "l2_bytes");
}

TEST(names_differ) {
    CHECK(number_of_name("Tesla M2070") != number_of_name("Tesla M2075"));
    CHECK(number_of_name("NVIDIA H100") != number_of_name("NVIDIA H200"));
    CHECK(number_of_name("") == 0);
}

CHECK_MAIN()
