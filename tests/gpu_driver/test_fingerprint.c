// Does the kernel that makes fingerprints compute what its formula says, and does each byte count?
//
// On the simulator, or, with WARPBOOK_TESTS_ON_GPU=1, as it is used: through the driver.
#include "grader/gpu_driver/fingerprint.h"
#include "grader/gpu_driver/gpu_memory.h"
#include "grader/warpsim/core/simulator.h"
#include "tests/check.h"
#include "tests/gpu_driver/fingerprint_in_c.h"
#include "tests/warpsim/on_gpu.h"

enum { ROOM = 70000, UNALIGNED_MOST = 16 };

static GpuDescription gpu = {.device = {.total_global_memory = 64 << 20,
                                        .warp_size = 32,
                                        .threads_per_block_max = 1024,
                                        .block_max = {1024, 1024, 64},
                                        .grid_max = {2147483647, 65535, 65535},
                                        .sm_count = 132,
                                        .major = 9,
                                        .threads_per_sm = 2048}};

static struct {
    Warpsim *sim;  // the books in any case
    Allocation *a; // ROOM bytes
    Driver driver;
    GpuMemory memory;
    Fingerprints fingerprints; // its keys in any case
    char error[500];
} at;

static bool open_gpu(void) {
    return driver_open(&at.driver, at.error, sizeof at.error) &&
           driver_start(&at.driver, at.error, sizeof at.error) &&
           gpu_memory_open(&at.memory, &at.driver, at.sim, at.error, sizeof at.error) &&
           gpu_memory_back(&at.memory, at.a) && !fingerprint_open(&at.fingerprints, &at.driver);
}

static bool open_simulator(void) {
    at.fingerprints.key[0] = 0x0123456789abcdef, at.fingerprints.key[1] = 0xfedcba9876543210;
    return warpsim_load(at.sim, fingerprint_ptx, strlen(fingerprint_ptx), at.error, sizeof at.error);
}

static bool ready(void) {
    static bool tried, good;
    if (tried) return good;
    tried = true;
    at.sim = warpsim_new(&gpu, 1, true);
    at.a = at.sim ? arena_allocate(at.sim->arena, ROOM) : NULL;
    good = at.a && (tests_on_gpu() ? open_gpu() : open_simulator());
    if (at.a) at.a->initialised = true;
    return good;
}

// The kernel's grid is to be smaller than the bytes would need, too: several steps a thread.
static bool simulate(uint64_t offset, uint64_t size, uint32_t blocks, uint64_t sums[2]) {
    const uint64_t params[] = {at.a->base + offset, size, at.fingerprints.key[0], at.fingerprints.key[1]};
    const WarpsimLaunch request = {.kernel = "fingerprint_kernel",
                                   .grid = {blocks, 1, 1},
                                   .block = {64, 1, 1},
                                   .params = (const uint8_t *)params,
                                   .param_size = sizeof params};
    Allocation *variable = warpsim_variable(at.sim, WARPSIM_ANY, "fingerprint_sums");
    if (!variable) return false;
    memset(arena_at(at.sim->arena, variable->base), 0, 16);
    if (warpsim_launch(at.sim, &request) || at.sim->findings.count) return false;
    memcpy(sums, arena_at(at.sim->arena, variable->base), 16);
    return true;
}

static bool take(const uint8_t *bytes, uint64_t offset, uint64_t size, uint32_t blocks, uint64_t sums[2]) {
    if (!ready()) return false;
    if (!tests_on_gpu()) {
        memcpy(arena_at(at.sim->arena, at.a->base + offset), bytes, size);
        return simulate(offset, size, blocks, sums);
    }
    return !at.driver.MemcpyHtoD(at.a->base + offset, bytes, size) &&
           !fingerprint_take(&at.fingerprints, at.a->base + offset, size, sums);
}

static const uint8_t *some_bytes(void) {
    static uint8_t bytes[ROOM];
    for (uint32_t i = 0, x = 7; i < ROOM && !bytes[ROOM - 1]; i++) {
        x = x * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(x >> 24 | (i == ROOM - 1));
    }
    return bytes;
}

TEST(it_computes_its_formula) {
    static const uint64_t sizes[] = {0, 1, 3, 4, 15, 16, 17, 4096 + 3, ROOM - UNALIGNED_MOST};
    static const uint64_t offsets[] = {0, 16, 4, 1};
    const uint8_t *bytes = some_bytes();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t o = 0; o < sizeof offsets / sizeof *offsets; o++)
            for (uint32_t blocks = 1; blocks < 4; blocks += 2) {
                uint64_t sums[2] = {1, 1}, expected[2] = {0, 0};
                if (!take(bytes, offsets[o], sizes[i], blocks, sums)) {
                    check_fail_format(__FILE__, __LINE__, "it did not run: %s", at.error);
                    return;
                }
                fingerprint_in_c(bytes, sizes[i], at.fingerprints.key, expected);
                CHECK(sums[0] == expected[0] && sums[1] == expected[1]);
                CHECK((sums[0] && sums[1] && sums[0] != sums[1]) == (sizes[i] > 0));
            }
}

// Two words that change places, and each bit of each byte.
TEST(every_change_changes_it) {
    enum { SIZE = 4 * 16 + 7 };
    uint8_t bytes[SIZE];
    uint64_t sums[2] = {0, 0}, other[2] = {0, 0};
    memcpy(bytes, some_bytes(), SIZE);
    CHECK(take(bytes, 0, SIZE, 1, sums));
    for (int bit = 0; bit < 8 * SIZE; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(take(bytes, 0, SIZE, 1, other));
        CHECK(sums[0] != other[0] && sums[1] != other[1]);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    memcpy(bytes, some_bytes() + 4, 4);
    memcpy(bytes + 4, some_bytes(), 4);
    CHECK(take(bytes, 0, SIZE, 1, other));
    CHECK(sums[0] != other[0] && sums[1] != other[1]);
}

TEST(other_keys_give_other_sums) {
    uint64_t sums[2] = {0, 0}, other[2] = {0, 0};
    CHECK(take(some_bytes(), 0, 100, 1, sums));
    at.fingerprints.key[1]++;
    CHECK(take(some_bytes(), 0, 100, 1, other));
    at.fingerprints.key[1]--;
    CHECK(sums[0] == other[0] && sums[1] != other[1]);
}

CHECK_MAIN()
