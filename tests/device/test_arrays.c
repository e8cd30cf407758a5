// What if the student's process asks for impossible arrays and textures, or sends any numbers as handles?
#include <stdlib.h>
#include <string.h>

#include "grader/device/arrays.h"
#include "tests/check.h"
#include "tests/device/device_of.h"

enum { ALL = 1 << 20 };

static Device *new_device(void) {
    static GpuDescription gpu;
    gpu.device.total_global_memory = ALL;
    gpu.device.texture_alignment = 512;
    Device *d = device_of(&gpu);
    d->program = 13000;
    d->recording.launches_only = true;
    return d;
}

static void free_all(Device *d) {
    free(d->arrays);
    free_device(d);
}

// One request; *value is the first value of the answer.
static int ask(Device *d, uint32_t call, const uint64_t arg[MESSAGE_ARGS], const void *payload, size_t size,
               uint64_t *value) {
    static uint8_t bytes[256];
    static uint64_t line;
    MessageHead head = {.call = call, .size = size, .caller = {++line}};
    ReplyHead reply = {0};
    if (arg) memcpy(head.arg, arg, sizeof head.arg);
    if (size) memcpy(bytes, payload, size);
    Call c = {.head = &head, .payload = bytes, .reply = &reply};
    d->host_finding_count = 0;
    const int error = call == CALL_TEXTURE_CREATE || call == CALL_TEXTURE_DESTROY ? call_textures(d, &c)
                                                                                  : call_arrays(d, &c);
    free(c.answer);
    if (value) *value = reply.value[0];
    return error;
}

static ArrayDescription floats(uint64_t width, uint64_t height, uint64_t depth, uint32_t flags) {
    return (ArrayDescription){width, height, depth, 0, flags, {32}, WARPSIM_FLOAT};
}

static int create(Device *d, ArrayDescription a, uint64_t *handle) {
    return ask(d, CALL_ARRAY_CREATE, NULL, &a, sizeof a, handle);
}

static int place(Device *d, uint64_t handle, uint64_t x, uint64_t y, uint64_t z, uint64_t width,
                 uint64_t rows, uint64_t slices, uint64_t flags) {
    uint64_t at;
    const uint64_t arg[] = {handle, x, y, z, width, rows, slices, flags};
    const int error = ask(d, CALL_ARRAY_PLACE, arg, NULL, 0, &at);
    if (!error && width) CHECK(warpsim_contains(d->sim, at, width));
    return error;
}

TEST(sizes) {
    Device *d = new_device();
    uint64_t handle;
    CHECK_EQ(create(d, floats(16, 0, 0, 0), &handle), 0);
    CHECK_EQ(create(d, floats(16, 0, 4, 0), &handle), cudaErrorInvalidValue);
    CHECK_EQ(create(d, floats(0, 16, 0, 0), &handle), cudaErrorInvalidValue);
    CHECK_EQ(create(d, floats(131073, 0, 0, 0), &handle), cudaErrorInvalidValue);
    CHECK_EQ(create(d, floats(~0ull, ~0ull, ~0ull, 0), &handle), cudaErrorInvalidValue);
    CHECK_EQ(create(d, floats(16384, 16384, 16384, 0), &handle), 2);
    CHECK_EQ(create(d, floats(16, 16, 0, ARRAY_LAYERED), &handle), cudaErrorInvalidValue);
    CHECK_EQ(create(d, floats(16, 16, 6, ARRAY_CUBEMAP), &handle), 0);
    CHECK_EQ(create(d, floats(16, 16, 12, ARRAY_CUBEMAP), &handle), cudaErrorInvalidValue);
    CHECK_EQ(create(d, floats(16, 16, 12, ARRAY_CUBEMAP | ARRAY_LAYERED), &handle), 0);
    CHECK_EQ(create(d, floats(16, 16, 0, 64), &handle), cudaErrorNotSupported);
    ArrayDescription a = floats(16, 16, 0, 0);
    a.bits[1] = 16;
    CHECK_EQ(create(d, a, &handle), cudaErrorInvalidChannelDescriptor);
    a = floats(16, 16, 0, 0);
    a.kind = 7;
    CHECK_EQ(create(d, a, &handle), cudaErrorInvalidChannelDescriptor);
    CHECK_EQ(ask(d, CALL_ARRAY_CREATE, NULL, &a, sizeof a - 1, &handle), cudaErrorInvalidValue);
    free_all(d);
}

TEST(memory_comes_back) {
    Device *d = new_device();
    uint64_t handle, first = 0;
    for (int i = 0; i < 100; i++) { // each takes half of what there is
        CHECK_EQ(create(d, floats(256, 512, 0, 0), &handle), 0);
        CHECK(handle != first);
        first = handle;
        CHECK_EQ(ask(d, CALL_ARRAY_FREE, (uint64_t[8]){handle}, NULL, 0, NULL), 0);
        CHECK_EQ(ask(d, CALL_ARRAY_FREE, (uint64_t[8]){handle}, NULL, 0, NULL),
                 cudaErrorInvalidResourceHandle);
        CHECK_EQ(place(d, handle, 0, 0, 0, 4, 1, 1, 0), cudaErrorInvalidResourceHandle);
    }
    CHECK_EQ(warpsim_memory(d->sim, WARPSIM_USED), 0);
    CHECK_EQ(d->array_count, 1);
    free_all(d);
}

TEST(places) {
    Device *d = new_device();
    uint64_t a;
    CHECK_EQ(create(d, floats(16, 8, 4, 0), &a), 0);
    CHECK_EQ(place(d, a, 0, 0, 0, 64, 8, 4, 0), 0);
    CHECK_EQ(place(d, a, 60, 7, 3, 4, 1, 1, 0), 0);
    CHECK_EQ(place(d, a, 60, 7, 3, 5, 1, 1, 0), cudaErrorInvalidValue);
    CHECK_EQ(place(d, a, 0, 7, 0, 4, 2, 1, 0), cudaErrorInvalidValue);
    CHECK_EQ(place(d, a, 0, 0, 3, 4, 1, 2, 0), cudaErrorInvalidValue);
    CHECK_EQ(place(d, a, ~3ull, 0, 0, 8, 1, 1, 0), cudaErrorInvalidValue);
    CHECK_EQ(place(d, a, 0, ~0ull, 0, 4, 2, 1, 0), cudaErrorInvalidValue);
    CHECK_EQ(place(d, a, 4, 0, 0, ~3ull, 1, 1, 1), cudaErrorInvalidValue);
    CHECK_EQ(place(d, a, 4, 1, 0, 64 * 7 - 4, 1, 1, 1), 0); // runs on to the end of the slice
    CHECK_EQ(place(d, a, 4, 1, 0, 64 * 7, 1, 1, 1), cudaErrorInvalidValue);
    CHECK_EQ(place(d, a, 4, 1, 0, 64, 2, 1, 1), cudaErrorInvalidValue); // only a single row may
    free_all(d);
}

TEST(levels) {
    Device *d = new_device();
    ArrayDescription mipmapped = floats(16, 8, 0, 0);
    uint64_t whole, level;
    mipmapped.levels = 99;
    CHECK_EQ(create(d, mipmapped, &whole), 0);
    for (uint64_t i = 0; i < 5; i++) {
        CHECK_EQ(ask(d, CALL_ARRAY_LEVEL, (uint64_t[8]){whole, i}, NULL, 0, &level), 0);
        CHECK_EQ(place(d, level, 0, 0, 0, 4 * (16u >> i), i < 3 ? 8u >> i : 1, 1, 0), 0);
        CHECK_EQ(place(d, level, 4, 0, 0, 4 * (16u >> i), 1, 1, 0), cudaErrorInvalidValue);
        CHECK_EQ(ask(d, CALL_ARRAY_FREE, (uint64_t[8]){level}, NULL, 0, NULL),
                 cudaErrorInvalidResourceHandle);
    }
    CHECK_EQ(ask(d, CALL_ARRAY_LEVEL, (uint64_t[8]){whole, 5}, NULL, 0, &level), cudaErrorInvalidValue);
    CHECK_EQ(ask(d, CALL_ARRAY_FREE, (uint64_t[8]){whole}, NULL, 0, NULL),
             cudaErrorInvalidResourceHandle); // not by cudaFreeArray
    CHECK_EQ(place(d, whole, 0, 0, 0, 4, 1, 1, 0), cudaErrorInvalidResourceHandle);
    CHECK_EQ(ask(d, CALL_ARRAY_FREE, (uint64_t[8]){whole, 1}, NULL, 0, NULL), 0);
    CHECK_EQ(ask(d, CALL_ARRAY_LEVEL, (uint64_t[8]){whole, 0}, NULL, 0, &level),
             cudaErrorInvalidResourceHandle);
    free_all(d);
}

static int texture(Device *d, TextureDescription t, uint64_t *handle) {
    return ask(d, CALL_TEXTURE_CREATE, NULL, &t, sizeof t, handle);
}

TEST(textures) {
    Device *d = new_device();
    const WarpsimAllocation *memory = allocate_memory(d, 4096);
    uint64_t array, handle;
    CHECK_EQ(create(d, floats(16, 8, 0, 0), &array), 0);
    CHECK_EQ(texture(d, (TextureDescription){.resource = array}, &handle), 0);
    CHECK_EQ(ask(d, CALL_TEXTURE_DESTROY, (uint64_t[8]){handle, 1}, NULL, 0, NULL), cudaErrorInvalidValue);
    CHECK_EQ(ask(d, CALL_TEXTURE_DESTROY, (uint64_t[8]){handle}, NULL, 0, NULL), 0);
    CHECK_EQ(ask(d, CALL_TEXTURE_DESTROY, (uint64_t[8]){handle}, NULL, 0, NULL), cudaErrorInvalidValue);
    CHECK_EQ(texture(d, (TextureDescription){.resource = array, .surface = 1}, &handle),
             cudaErrorInvalidValue);
    CHECK_EQ(texture(d, (TextureDescription){.resource = array, .type = RESOURCE_MIPMAPPED}, &handle),
             cudaErrorInvalidValue);
    CHECK_EQ(texture(d, (TextureDescription){.resource = array, .type = 9}, &handle), cudaErrorInvalidValue);
    CHECK_EQ(texture(d, (TextureDescription){.resource = array, .address_mode = {0, 4}}, &handle),
             cudaErrorInvalidValue);
    TextureDescription t = {
        .resource = memory->base, .type = RESOURCE_LINEAR, .width = 4096, .bits = {8, 8}, .kind = 1};
    CHECK_EQ(texture(d, t, &handle), 0);
    t.width = 4098;
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidValue);
    t.width = ~0ull;
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidValue);
    t.width = 1; // not a whole element
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidValue);
    t.width = 64;
    t.resource += 64;
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidValue);
    t = (TextureDescription){memory->base, 16, 8, 512, RESOURCE_PITCH, .bits = {32}, .kind = WARPSIM_SIGNED};
    CHECK_EQ(texture(d, t, &handle), 0);
    t.filter_linear = 1;
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidFilterSetting);
    t.filter_linear = 0, t.height = 9;
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidValue);
    t.height = 8, t.pitch = 32; // 16 elements are 64 bytes
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidValue);
    t.pitch = ~31ull;
    CHECK_EQ(texture(d, t, &handle), cudaErrorInvalidValue);
    free_all(d);
}

static uint64_t random_number(uint64_t *state) { // xorshift
    uint64_t x = *state;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return *state = x;
}

// Small numbers, edges, and handles near those that were given.
static uint64_t some_number(uint64_t *state, const uint64_t *given) {
    const uint64_t r = random_number(state);
    switch (r & 7) {
    case 0: return 0 - (r >> 8 & 7);
    case 1: return given[r >> 8 & 7] + (r >> 16 & 7) * (r >> 20 & 1);
    default: return r >> 8 & 7;
    case 2: return r >> (r >> 8 & 63);
    }
}

TEST(any_numbers) {
    static const uint32_t calls[] = {CALL_ARRAY_CREATE,   CALL_ARRAY_FREE,  CALL_ARRAY_LEVEL,
                                     CALL_ARRAY_INFO,     CALL_ARRAY_PLACE, CALL_TEXTURE_CREATE,
                                     CALL_TEXTURE_DESTROY};
    Device *d = new_device();
    uint64_t state = 88172645463325252, given[8] = {0}, good[7] = {0};
    for (int i = 0; i < 50000; i++) {
        const uint64_t which = random_number(&state) % (sizeof calls / sizeof *calls);
        const uint32_t call = calls[which];
        uint64_t arg[MESSAGE_ARGS], value = 0;
        for (int k = 0; k < MESSAGE_ARGS; k++) arg[k] = some_number(&state, given);
        if (i & 7) arg[0] = given[random_number(&state) & 7];
        if (i % 500 == 0) CHECK_EQ(reset_program(d), 0);
        union {
            ArrayDescription array;
            TextureDescription texture;
            uint32_t words[32];
        } p = {0};
        for (int k = 0; k < 32; k++) p.words[k] = (uint32_t)some_number(&state, given);
        if (call == CALL_ARRAY_CREATE && random_number(&state) & 1) { // one that may well be possible
            p.array.width %= 64, p.array.height %= 64, p.array.depth %= 8;
            p.array.levels %= 8, p.array.flags %= 16;
        }
        if (call == CALL_ARRAY_CREATE)
            p.array.bits[0] = p.array.bits[1] = 16, p.array.bits[2] = p.array.bits[3] = 0, p.array.kind %= 3;
        if (call == CALL_ARRAY_PLACE) arg[3] &= 1, arg[6] &= 1;
        if (call == CALL_TEXTURE_CREATE) p.texture.resource = arg[0], p.texture.type %= 5;
        for (int k = 0; k < 3 && call == CALL_TEXTURE_CREATE; k++) p.texture.address_mode[k] %= 5;
        const size_t size = call == CALL_ARRAY_CREATE     ? sizeof p.array
                            : call == CALL_TEXTURE_CREATE ? sizeof p.texture
                                                          : 0;
        if (ask(d, call, arg, &p, size, &value)) continue;
        good[which]++;
        if (call == CALL_ARRAY_PLACE && arg[4] && arg[5] && arg[6])
            CHECK(warpsim_contains(d->sim, value, arg[4]));
        if (value) given[random_number(&state) & 7] = value;
    }
    for (int i = 0; i < 7; i++) CHECK(good[i] > 10); // the checks were reached
    free_all(d);
}

// A lab's grader repeats recorded work, in which arrays would be missing.
TEST(labs_have_none) {
    Device *d = new_device();
    uint64_t handle;
    d->program = 0;
    CHECK_EQ(create(d, floats(16, 8, 0, 0), &handle), cudaErrorNotSupported);
    CHECK_EQ(d->host_finding_count, 1);
    CHECK_STR(d->host_findings[0].check, "not-simulated");
    CHECK_STR(d->host_findings[0].message, "not simulated: CUDA arrays, textures and surfaces in a lab.");
    CHECK_EQ(texture(d, (TextureDescription){0}, &handle), cudaErrorNotSupported);
    free_all(d);
}

CHECK_MAIN()
