// Are bytes found among those that were read, wherever that is, and is a place found that a read begins at?
#include "grader/device/read_index.h"

#include <string.h>

#include "tests/check.h"

enum { READ = 1 << 16 };
static uint8_t read_bytes[READ];

// Numbers that come once, in reads of `each` bytes.
static ReadIndex filled(size_t size, size_t each) {
    ReadIndex x = {0};
    for (size_t i = 0; i < size / 4; i++)
        memcpy(read_bytes + 4 * i, &(uint32_t){(uint32_t)(i * 2654435761u)}, 4);
    for (size_t at = 0; at < size; at += each)
        read_index_add(&x, read_bytes, at, at + each < size ? each : size - at);
    return x;
}

TEST(bytes_are_found_where_they_stand) {
    ReadIndex x = filled(READ, 400);
    CHECK_EQ(read_index_find(&x, read_bytes, READ, read_bytes, 4), 0);
    CHECK_EQ(read_index_find(&x, read_bytes, READ, read_bytes + 12, 1000), 12);
    CHECK_EQ(read_index_find(&x, read_bytes, READ, read_bytes + READ - 40, 40), READ - 40);
    CHECK_EQ(read_index_find(&x, read_bytes, 1000, read_bytes + 996, 8), -1); // not read yet
    CHECK_EQ(read_index_find(&x, read_bytes, READ, "nowhere", 7), -1);
    read_index_free(&x);
    CHECK_EQ(read_index_find(&x, read_bytes, 0, read_bytes, 8), -1);
}

TEST(a_place_where_a_read_begins_comes_first) {
    ReadIndex x = {0};
    const uint32_t numbers[] = {7, 8, 9, 7, 8, 5, 7, 8};
    memcpy(read_bytes, numbers, sizeof numbers);
    read_index_add(&x, read_bytes, 0, 12);
    read_index_add(&x, read_bytes, 12, 8);
    read_index_add(&x, read_bytes, 20, 12);
    CHECK_EQ(read_index_find(&x, read_bytes, 32, numbers, 8), 12); // later ones stand inside of a read
    CHECK_EQ(read_index_find(&x, read_bytes, 32, &numbers[1], 4), 28);
    CHECK_EQ(read_index_find(&x, read_bytes, 20, numbers, 12), 0);
    read_index_free(&x);
}

TEST(few_bytes_are_found_among_the_latest) {
    ReadIndex x = filled(READ, 64);
    CHECK(read_index_find(&x, read_bytes, READ, read_bytes + 500, 3) >= 0);
    CHECK_EQ(read_index_find(&x, read_bytes, READ, read_bytes, 0), -1);
    read_index_free(&x);
}

// One number a hundred thousand times: what is asked takes no longer, and what is not there is not found.
TEST(equal_numbers_are_no_search) {
    ReadIndex x = {0};
    memset(read_bytes, 0, READ);
    read_index_add(&x, read_bytes, 0, READ);
    const uint32_t other[] = {0, 0, 1};
    for (int i = 0; i < 100000; i++) CHECK_EQ(read_index_find(&x, read_bytes, READ, other, sizeof other), -1);
    CHECK(read_index_find(&x, read_bytes, READ, other, 8) >= 0);
    read_index_free(&x);
}

CHECK_MAIN()
