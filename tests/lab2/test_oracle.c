// Is the occupancy that lab 2 grades with NVIDIA's? tests/gpus/occupancy_oracle.tsv holds what
// cuda_occupancy.h of CUDA 13.0 answers for eight GPUs; grader/gpus/occupancy.c is a second opinion on
// kernels that have no row there.
#include "tests/check.h"

#include "grader/gpus/gpu.h"
#include "labs/lab2_device_query_occupancy/architectures.h"
#include "labs/lab2_device_query_occupancy/occupancy_rules.c"

enum { LIMIT_BARRIERS = 16 };

// The oracle's part "RTX3060 8.6" is the architecture with that compute capability.
static const Architecture *architecture_of_part(const char *part) {
    int major, minor;
    if (sscanf(part, "%*s %d.%d", &major, &minor) != 2) return NULL;
    for (int a = 0; a < ARCHITECTURE_COUNT; ++a)
        if (ARCHITECTURES[a].major == major && ARCHITECTURES[a].minor == minor) return &ARCHITECTURES[a];
    return NULL;
}

// Holds one line against our answer. False when it is no row of an architecture that the lab grades.
static bool check_row(const char *line) {
    char part[40];
    KernelNeeds k;
    int blocks, warps;
    unsigned limits;
    if (sscanf(line, "%39[^\t]\t%d\t%d\t%d\t%d\t%d\t%x", part, &k.threads, &k.registers, &k.shared, &blocks,
               &warps, &limits) != 7)
        return false;
    const Architecture *a = architecture_of_part(part);
    if (!a) return false;
    // Barriers are a limit only where the block slots are one too, in a kernel with one barrier.
    limits &= ~(unsigned)LIMIT_BARRIERS;
    SmOccupancy o = occupancy_by_rules(&a->sm, &k);
    int our_warps = o.blocks * ceil_div(k.threads, a->sm.warp_size);
    if (o.blocks != blocks || our_warps != warps || o.limits != (int)limits)
        check_fail_format(__FILE__, __LINE__,
                          "%s, %d threads, %d registers, %d bytes: %d blocks, limits %x; not %d, %x", part,
                          k.threads, k.registers, k.shared, o.blocks, (unsigned)o.limits, blocks, limits);
    return true;
}

TEST(every_row_of_the_oracle) {
    FILE *file = fopen("tests/gpus/occupancy_oracle.tsv", "r");
    CHECK(file);
    if (!file) return;
    char line[200];
    int rows = 0;
    CHECK(fgets(line, sizeof line, file)); // the names of the columns
    while (fgets(line, sizeof line, file)) rows += check_row(line);
    fclose(file);
    CHECK_EQ(rows, ARCHITECTURE_COUNT * 10 * 11 * 9); // block sizes, register counts, sizes of shared memory
}

static bool load(const Architecture *a, GpuDescription *gpu) {
    char error[1000];
    if (gpu_load(a->gpu, gpu, error, sizeof error)) return true;
    check_fail_format(__FILE__, __LINE__, "%.400s", error);
    return false;
}

TEST(the_table_agrees_with_the_descriptions_of_gpus) {
    for (int i = 0; i < ARCHITECTURE_COUNT; ++i) {
        const Architecture *a = &ARCHITECTURES[i];
        GpuDescription gpu;
        if (!load(a, &gpu)) continue;
        const DeviceDescription *d = &gpu.device;
        CHECK_EQ(d->major, a->major);
        CHECK_EQ(d->minor, a->minor);
        CHECK_EQ(d->threads_per_block_max, a->sm.threads_per_block);
        CHECK_EQ(d->warp_size, a->sm.warp_size);
        CHECK_EQ(d->threads_per_sm / d->warp_size, a->sm.warps);
        CHECK_EQ(d->blocks_per_sm, a->sm.blocks);
        CHECK_EQ(d->registers_per_sm, a->sm.registers);
        CHECK_EQ(d->registers_per_block, a->sm.registers); // what occupancy_rules.c counts on
        CHECK_EQ(gpu.register_unit, a->sm.register_unit);
        CHECK_EQ(gpu.schedulers, a->sm.partitions);
        CHECK_EQ(d->shared_per_sm, a->sm.shared);
        CHECK_EQ(d->shared_per_block_optin, a->sm.shared_per_block);
        CHECK_EQ(gpu.shared_unit, a->sm.shared_unit);
        CHECK_EQ(d->shared_reserved_per_block, a->sm.shared_reserved);
    }
}

// Numbers that are the same in every run.
static uint64_t random_state = 1;

static int random_integer(int low, int high) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((random_state >> 33) % (uint64_t)(high - low + 1));
}

// The kernels that lab.spec draws for this SM.
static KernelNeeds draw(const SmLimits *sm) {
    int threads = random_integer(1, 1056), registers = random_integer(16, 255),
        shared = random_integer(1, 229376);
    return random_kernel(sm, threads, registers, shared, random_integer(0, 127));
}

static int bits_of(const Occupancy *o) {
    return (o->limited_by_warps ? LIMIT_WARPS : 0) | (o->limited_by_registers ? LIMIT_REGISTERS : 0) |
           (o->limited_by_shared ? LIMIT_SHARED : 0) | (o->limited_by_blocks ? LIMIT_BLOCKS : 0);
}

TEST(random_kernels_agree_with_the_simulator) {
    for (int i = 0; i < ARCHITECTURE_COUNT; ++i) {
        const Architecture *a = &ARCHITECTURES[i];
        GpuDescription gpu;
        if (!load(a, &gpu)) continue;
        for (int m = 0; m < 20000; ++m) {
            KernelNeeds k = draw(&a->sm);
            SmOccupancy ours = occupancy_by_rules(&a->sm, &k);
            Occupancy theirs =
                gpu_occupancy(&gpu, (uint32_t)k.threads, (uint32_t)k.registers, (uint64_t)k.shared);
            if (ours.blocks == (int)theirs.blocks_per_sm && ours.limits == bits_of(&theirs)) continue;
            check_fail_format(__FILE__, __LINE__,
                              "%s, %d threads, %d registers, %d bytes: %d blocks, limits %x; not %d, %x",
                              a->gpu, k.threads, k.registers, k.shared, ours.blocks, (unsigned)ours.limits,
                              (int)theirs.blocks_per_sm, (unsigned)bits_of(&theirs));
        }
    }
}

// Each resource must be the only limit of many of a test's kernels, and some must not fit at all: else a
// mistake about it could go unseen.
TEST(random_kernels_meet_every_limit) {
    for (int i = 0; i < ARCHITECTURE_COUNT; ++i) {
        int alone[16] = {0}, none = 0;
        for (int m = 0; m < 1000; ++m) {
            KernelNeeds k = draw(&ARCHITECTURES[i].sm);
            SmOccupancy o = occupancy_by_rules(&ARCHITECTURES[i].sm, &k);
            alone[o.limits]++;
            none += o.blocks == 0;
        }
        CHECK(alone[LIMIT_WARPS] > 10);
        CHECK(alone[LIMIT_REGISTERS] > 10);
        CHECK(alone[LIMIT_SHARED] > 10);
        CHECK(alone[LIMIT_BLOCKS] > 2);
        CHECK(none > 10);
    }
}

static SmLimits without_shared_unit(SmLimits sm) {
    sm.shared_unit = 1;
    return sm;
}

static SmLimits without_register_unit(SmLimits sm) {
    sm.register_unit = 1;
    return sm;
}

static SmLimits without_partitions(SmLimits sm) {
    sm.partitions = 1;
    return sm;
}

static SmLimits without_reserved(SmLimits sm) {
    sm.shared_reserved = 0;
    return sm;
}

// A rule that a student leaves out must change the answer for so many kernels that no 1000 of them miss it by luck.
TEST(random_kernels_tell_each_rule_that_is_left_out) {
    static SmLimits (*const leave_out[])(SmLimits) = {without_shared_unit, without_register_unit,
                                                      without_partitions, without_reserved};
    for (int i = 0; i < ARCHITECTURE_COUNT; ++i)
        for (size_t rule = 0; rule < sizeof leave_out / sizeof *leave_out; ++rule) {
            const SmLimits right = ARCHITECTURES[i].sm, wrong = leave_out[rule](right);
            int changed = 0;
            for (int m = 0; m < 1000; ++m) {
                KernelNeeds k = draw(&right);
                SmOccupancy a = occupancy_by_rules(&right, &k), b = occupancy_by_rules(&wrong, &k);
                changed += a.blocks != b.blocks || a.limits != b.limits;
            }
            if (rule == 3 && !right.shared_reserved) continue;
            CHECK(changed >= 20);
            if (changed < 20) printf("%s, rule %zu: %d\n", ARCHITECTURES[i].gpu, rule, changed);
        }
}

CHECK_MAIN()
