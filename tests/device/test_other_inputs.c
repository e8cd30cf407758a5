// Work that moves its data itself is repeated on other inputs: which bytes of its uploads are replaced?
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"
#include "tests/check.h"
#include "tests/device/device_of.h"

static const float old_a[] = {1.5f, -2.25f, 3.125f, 7.5f}, new_a[] = {10, 20, 30, 40};
static const float old_b[] = {0.75f, 6.5f, -9.5f, 3.125f}, new_b[] = {-1, -2, -3, -4};

static Device *new_device(void) {
    static GpuDescription gpu;
    gpu.device.total_global_memory = 1 << 20;
    Device *d = device_of(&gpu);
    float both[2][8];
    memcpy(both[0], old_a, sizeof old_a), memcpy(both[0] + 4, new_a, sizeof new_a);
    memcpy(both[1], old_b, sizeof old_b), memcpy(both[1] + 4, new_b, sizeof new_b);
    for (int i = 0; i < 2; i++) CHECK(other_inputs_add(&d->inputs, INPUT_FLOAT, both[i], sizeof both[i]));
    return d;
}

static void free_all(Device *d) {
    other_inputs_free(d->inputs);
    free_device(d);
}

// Records an upload of these bytes to memory of its own; the address.
static uint64_t upload(Device *d, const void *bytes, size_t size, bool answer) {
    WarpsimAllocation *a = allocate_memory(d, size);
    if (!a) abort();
    a->graders = answer;
    recording_keep(&d->recording, recording_add(&d->recording, RECORD_WRITE, a->base, 0, size), bytes, size);
    return a->base;
}

static void check_memory(Device *d, uint64_t address, const void *bytes, size_t size) {
    char now[256];
    CHECK(size <= sizeof now && read_memory(d, now, address, size) == 0);
    CHECK_EQ(memcmp(now, bytes, size), 0);
}

static void check_upload(const void *bytes, const void *expected, size_t size) {
    Device *d = new_device();
    const uint64_t address = upload(d, bytes, size, false);
    repeat_all(d);
    check_memory(d, address, expected, size);
    free_device(d);
}

// A piece of an array begins with a number that stands elsewhere too: those behind it tell which is meant.
TEST(a_piece_that_begins_with_a_number_that_stands_twice_is_found) {
    enum { COUNT = 40, FROM = 30, SIZE = 8 };
    float both[2][2 * COUNT];
    for (int i = 0; i < COUNT; i++) {
        both[0][i] = (float)i + 0.5f, both[0][COUNT + i] = (float)(1000 + i);
        both[1][i] = (float)-i - 0.5f, both[1][COUNT + i] = (float)(2000 + i);
    }
    both[0][2] = both[0][FROM], both[1][5] = both[0][FROM + SIZE - 1], both[1][0] = both[0][FROM];
    Device *d = new_device();
    other_inputs_free(d->inputs);
    d->inputs = NULL;
    for (int i = 0; i < 2; i++) CHECK(other_inputs_add(&d->inputs, INPUT_FLOAT, both[i], sizeof both[i]));
    float turned[SIZE], abreast[2 * SIZE], turned_new[SIZE], abreast_new[2 * SIZE];
    for (int i = 0; i < SIZE; i++) {
        turned[i] = both[0][FROM + SIZE - 1 - i], turned_new[i] = both[0][COUNT + FROM + SIZE - 1 - i];
        abreast[2 * i] = both[0][FROM + i], abreast_new[2 * i] = both[0][COUNT + FROM + i];
        abreast[2 * i + 1] = both[1][FROM + i], abreast_new[2 * i + 1] = both[1][COUNT + FROM + i];
    }
    const uint64_t piece = upload(d, both[0] + FROM, SIZE * sizeof(float), false);
    const uint64_t back = upload(d, turned, sizeof turned, false),
                   mixed = upload(d, abreast, sizeof abreast, false);
    repeat_all(d);
    check_memory(d, piece, both[0] + COUNT + FROM, SIZE * sizeof(float));
    check_memory(d, back, turned_new, sizeof turned_new);
    check_memory(d, mixed, abreast_new, sizeof abreast_new);
    free_all(d);
}

TEST(arrays_and_parts_of_them_are_replaced) {
    check_upload(old_a, new_a, sizeof old_a);
    check_upload(old_b, new_b, sizeof old_b);
    check_upload(old_a + 1, new_a + 1, 2 * sizeof *old_a);
}

// 3.125 stands in both arrays: its neighbours say which is meant.
TEST(packed_interleaved_turned_and_converted_numbers_are_replaced) {
    check_upload((float[]){0, 7, 1.5f, -2.25f, 3.125f, 7.5f, 1e9f}, (float[]){0, 7, 10, 20, 30, 40, 1e9f},
                 28);
    check_upload((float[]){1.5f, 0.75f, -2.25f, 6.5f, 3.125f, -9.5f}, (float[]){10, -1, 20, -2, 30, -3}, 24);
    check_upload((float[]){7.5f, 3.125f, -2.25f, 1.5f}, (float[]){40, 30, 20, 10}, 16);
    check_upload((double[]){1.5, -2.25, 6.5}, (double[]){10, 20, -2}, 24);
}

enum { LONG = 4000, KINDS = 97 }; // so few numbers that each stands in both arrays many times

static uint32_t next_random(uint32_t *state) {
    return *state = *state * 1664525u + 1013904223u;
}

// A device with two arrays of LONG numbers of KINDS; the new ones are all different.
static Device *device_with_equal_numbers(uint32_t seed, float old[2][LONG], float fresh[2][LONG]) {
    Device *d = new_device();
    other_inputs_free(d->inputs);
    d->inputs = NULL;
    for (int a = 0; a < 2; a++) {
        float both[2 * LONG];
        for (int i = 0; i < LONG; i++) {
            old[a][i] = (float)(next_random(&seed) >> 16) / 65536.0f + 1;
            if (i % 7 == 0) old[a][i] = (float)(next_random(&seed) >> 16 & 0xffff) / KINDS;
            if (i > 2 && i % 11 == 3) old[a][i] = old[a][i - 1];                // next to its equal
            if (i > 2 && i % 11 == 6) old[a][i] = old[a][i - 2];                // and one apart
            if (a && i % 13 == 5) old[a][i] = old[0][i + 1 < LONG ? i + 1 : i]; // in the other array, nearby
            if (a && i % 17 == 5) old[a][i] = old[0][next_random(&seed) % LONG];
            fresh[a][i] = -1.0f - (float)(a * LONG + i);
        }
        memcpy(both, old[a], sizeof old[a]), memcpy(both + LONG, fresh[a], sizeof fresh[a]);
        CHECK(other_inputs_add(&d->inputs, INPUT_FLOAT, both, sizeof both));
    }
    return d;
}

static int differ(Device *d, uint64_t address, const float *expected) {
    static float now[2 * LONG];
    int wrong = 0;
    CHECK_EQ(read_memory(d, now, address, LONG * sizeof *now), 0);
    for (int i = 0; i < LONG; i++) wrong += now[i] != expected[i];
    return wrong;
}

// Numbers that arrays share, and that stand in one of them twice, next to each other too: each stands for its own place.
TEST(equal_numbers_are_told_apart_by_their_place) {
    static float old[2][LONG], fresh[2][LONG], turned[LONG], turned_fresh[LONG];
    for (uint32_t seed = 1; seed < 6; seed++) {
        Device *d = device_with_equal_numbers(seed, old, fresh);
        for (int i = 0; i < LONG; i++)
            turned[i] = old[0][LONG - 1 - i], turned_fresh[i] = fresh[0][LONG - 1 - i];
        const uint64_t a = upload(d, old[0], sizeof old[0], false),
                       b = upload(d, old[1], sizeof old[1], false),
                       backwards = upload(d, turned, sizeof turned, false),
                       both = upload(d, old, sizeof old, false);
        repeat_all(d);
        CHECK_EQ(differ(d, a, fresh[0]), 0);
        CHECK_EQ(differ(d, b, fresh[1]), 0);
        CHECK(differ(d, backwards, turned_fresh) < LONG / 500); // at first nothing tells which way it goes
        CHECK_EQ(differ(d, both, fresh[0]), 0);
        CHECK_EQ(differ(d, both + sizeof old[0], fresh[1]), 0);
        free_all(d);
    }
}

TEST(what_the_host_made_up_stays) {
    const float sum[] = {2.25f, 4.25f, -6.375f, 10.625f};
    check_upload(sum, sum, sizeof sum);
    check_upload("abc", "abc", 3);
    check_upload((double[]){2.25, 0}, (double[]){2.25, 0}, 16);
}

TEST(the_answer_is_what_is_read_now) {
    const float made_up[] = {5, 6};
    Device *d = new_device();
    const uint64_t from = upload(d, old_a, sizeof old_a, false);
    recording_read(&d->recording, from, old_a, sizeof old_a);
    const uint64_t answer = upload(d, old_a, sizeof old_a, true), part = upload(d, old_a + 2, 8, true);
    const uint64_t other = upload(d, made_up, sizeof made_up, true);
    CHECK(other_inputs_suffice(d->inputs, &d->recording));
    for (int twice = 0; twice < 2; twice++) {
        repeat_all(d);
        check_memory(d, answer, new_a, sizeof new_a);
        check_memory(d, part, new_a + 2, 8);
        check_memory(d, other, made_up, sizeof made_up);
    }
    free_all(d);
}

// An answer that equals an input and was read nowhere came from the host.
TEST(an_answer_that_was_not_read_stays) {
    Device *d = new_device();
    const uint64_t answer = upload(d, old_a, sizeof old_a, true);
    repeat_all(d);
    check_memory(d, answer, old_a, sizeof old_a);
    CHECK(!other_inputs_suffice(NULL, &d->recording));
    free_all(d);
}

TEST(arrays_that_make_no_sense_are_refused) {
    OtherInputs *inputs = NULL;
    CHECK(!other_inputs_add(&inputs, INPUT_FLOAT, old_a, 6));
    CHECK(!other_inputs_add(&inputs, INPUT_FLOAT, old_a, 0));
    CHECK(!other_inputs_add(&inputs, INPUT_DOUBLE, old_a, 8));
    CHECK(!other_inputs_add(&inputs, (InputElement)(INPUT_INT + 1), old_a, 8));
    other_inputs_free(inputs);
}

CHECK_MAIN()
