// Work that moves its data itself is repeated on other inputs: which bytes of its uploads are replaced?
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"
#include "tests/check.h"

static const float old_a[] = {1.5f, -2.25f, 3.125f, 7.5f}, new_a[] = {10, 20, 30, 40};
static const float old_b[] = {0.75f, 6.5f, -9.5f, 3.125f}, new_b[] = {-1, -2, -3, -4};

static Device *new_device(void) {
    static GpuDescription gpu;
    gpu.device.total_global_memory = 1 << 20;
    Device *d = calloc(1, sizeof *d);
    if (!d) abort();
    d->gpu = gpu;
    d->sim = warpsim_new(&gpu, 1, true);
    d->backend = d->sim ? simulated_backend(d->sim) : NULL;
    if (!d->backend) abort();
    float both[2][8];
    memcpy(both[0], old_a, sizeof old_a), memcpy(both[0] + 4, new_a, sizeof new_a);
    memcpy(both[1], old_b, sizeof old_b), memcpy(both[1] + 4, new_b, sizeof new_b);
    for (int i = 0; i < 2; i++) CHECK(other_inputs_add(&d->inputs, INPUT_FLOAT, both[i], sizeof both[i]));
    return d;
}

static void free_device(Device *d) {
    recording_clear(&d->recording);
    other_inputs_free(d->inputs);
    warpsim_end(d->sim);
    free(d->backend), free(d);
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
    free_device(d);
}

// An answer that equals an input and was read nowhere came from the host.
TEST(an_answer_that_was_not_read_stays) {
    Device *d = new_device();
    const uint64_t answer = upload(d, old_a, sizeof old_a, true);
    repeat_all(d);
    check_memory(d, answer, old_a, sizeof old_a);
    CHECK(!other_inputs_suffice(NULL, &d->recording));
    free_device(d);
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
