// Totals of counters: no way of moving a value is left out of them.
#include "grader/contract/totals.h"
#include "tests/check.h"

static uint64_t with(const char *total, int counter, uint64_t value) {
    Counters c = {{0}};
    c.value[counter] = value;
    return total_of(&c, total_find(total));
}

TEST(totals_are_found_by_their_names) {
    CHECK_EQ(total_find("no_such_total"), -1);
    CHECK_EQ(total_find("global_load_bytes"), -1);
    CHECK(total_find("requests") >= 0 && total_find("read_bytes") != total_find("read_sectors"));
}

TEST(every_way_of_reading_counts) {
    const int ways[] = {COUNTER_global_load_bytes, COUNTER_global_atomic_bytes, COUNTER_texture_bytes,
                        COUNTER_constant_data_bytes, COUNTER_copied_bytes};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) CHECK_EQ(with("read_bytes", ways[i], 96), 96);
    CHECK_EQ(with("read_sectors", COUNTER_global_atomic_sectors, 7), 7);
    CHECK_EQ(with("read_sectors", COUNTER_constant_data_bytes, 96), 3);
    CHECK_EQ(with("shared_read_bytes", COUNTER_shared_atomic_bytes, 4), 4);
    CHECK_EQ(with("shared_read_bytes", COUNTER_shared_store_bytes, 4), 0);
}

TEST(every_way_of_writing_counts) {
    CHECK_EQ(with("written_sectors", COUNTER_global_store_sectors, 3), 3);
    CHECK_EQ(with("written_sectors", COUNTER_global_atomic_sectors, 3), 3);
    CHECK_EQ(with("written_sectors", COUNTER_copied_bytes, 96), 3);
}

TEST(every_request_counts) {
    const int ways[] = {COUNTER_global_load_requests,   COUNTER_global_store_requests,
                        COUNTER_shared_load_requests,   COUNTER_shared_store_requests,
                        COUNTER_global_atomic_requests, COUNTER_shared_atomic_requests,
                        COUNTER_texture_requests};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) CHECK_EQ(with("requests", ways[i], 5), 5);
    CHECK_EQ(with("requests", COUNTER_copied_bytes, 1280), 10);
}

CHECK_MAIN()
