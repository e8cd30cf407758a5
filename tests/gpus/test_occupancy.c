// Is our occupancy NVIDIA's? occupancy_oracle.tsv holds what cuda_occupancy.h of CUDA 13.0 answers for ten
// GPUs, ten block sizes, eleven register counts and nine sizes of shared memory. For the M2070 it was given
// the numbers that the one of CUDA 7.0 has for compute capability 2.x, which later ones leave out.
#include "grader/gpus/gpu.h"
#include "tests/check.h"

enum { BY_WARPS = 1, BY_REGISTERS = 2, BY_SHARED = 4, BY_BLOCKS = 8, BY_BARRIERS = 16 };

// The oracle names a part and its compute capability: "RTX4090 8.9" is rtx4090.
static bool load_part(const char *part, GpuDescription *gpu) {
    char id[32], error[1000];
    size_t length = 0;
    for (; part[length] && part[length] != ' ' && length + 1 < sizeof id; length++)
        id[length] =
            (char)(part[length] >= 'A' && part[length] <= 'Z' ? part[length] - 'A' + 'a' : part[length]);
    id[length] = '\0';
    if (!gpu_load(id, gpu, error, sizeof error)) {
        check_fail_format(__FILE__, __LINE__, "%.400s", error);
        return false;
    }
    char capability[16];
    snprintf(capability, sizeof capability, " %u.%u", gpu->device.major, gpu->device.minor);
    CHECK_STR(part + length, capability);
    return true;
}

static unsigned limiters(Occupancy o) {
    return (o.limited_by_warps ? BY_WARPS : 0) | (o.limited_by_registers ? BY_REGISTERS : 0) |
           (o.limited_by_shared ? BY_SHARED : 0) | (o.limited_by_blocks ? BY_BLOCKS : 0);
}

TEST(every_row_of_the_oracle) {
    FILE *file = fopen("tests/gpus/occupancy_oracle.tsv", "r");
    CHECK(file);
    if (!file) return;
    char line[200], part[40], known[40] = "";
    GpuDescription gpu = {0};
    int rows = 0, parts = 0;
    CHECK(fgets(line, sizeof line, file)); // the names of the columns
    while (fgets(line, sizeof line, file) && !check_failed) {
        unsigned threads, registers, shared, blocks, warps, limits;
        int fields = sscanf(line, "%39[^\t]\t%u\t%u\t%u\t%u\t%u\t%x", part, &threads, &registers, &shared,
                            &blocks, &warps, &limits);
        CHECK_EQ(fields, 7);
        if (strcmp(part, known) != 0) {
            strcpy(known, part);
            parts++;
            if (!load_part(part, &gpu)) break;
        }
        rows++;
        Occupancy o = gpu_occupancy(&gpu, threads, registers, shared);
        // One __syncthreads() a kernel never makes barriers the only limit: where they are one, block slots
        // are too.
        limits &= ~(unsigned)BY_BARRIERS;
        if (o.blocks_per_sm == blocks && o.warps_per_sm == warps && limiters(o) == limits) continue;
        check_fail_format(
            __FILE__, __LINE__,
            "%s, %u threads, %u registers, %u bytes: %u blocks, %u warps, limits %x; expected %u, %u, %x",
            part, threads, registers, shared, o.blocks_per_sm, o.warps_per_sm, limiters(o), blocks, warps,
            limits);
    }
    fclose(file);
    CHECK_EQ(parts, 10);
    CHECK_EQ(rows, 9900);
}

static GpuDescription h200(void) {
    GpuDescription gpu = {0};
    char error[1000];
    if (!gpu_load("h200", &gpu, error, sizeof error)) check_fail_format(__FILE__, __LINE__, "%.400s", error);
    return gpu;
}

TEST(unknown_registers_do_not_limit) {
    GpuDescription gpu = h200();
    Occupancy o = gpu_occupancy(&gpu, 256, 0, 0);
    CHECK_EQ(o.blocks_per_sm, 8);
    CHECK_EQ(o.warps_per_sm, 64);
    CHECK(o.limited_by_warps && !o.limited_by_registers && !o.limited_by_shared && !o.limited_by_blocks);
}

TEST(what_cannot_be_launched) {
    GpuDescription gpu = h200();
    CHECK_EQ(gpu_occupancy(&gpu, 0, 32, 0).blocks_per_sm, 0);
    CHECK_EQ(gpu_occupancy(&gpu, 1025, 32, 0).blocks_per_sm, 0);
    CHECK(gpu_occupancy(&gpu, 1025, 32, 0).limited_by_warps);
    CHECK_EQ(gpu_occupancy(&gpu, UINT32_MAX, UINT32_MAX, UINT64_MAX).blocks_per_sm, 0);
    CHECK_EQ(gpu_occupancy(&gpu, 1024, 65, 0).blocks_per_sm, 0);
    CHECK(gpu_occupancy(&gpu, 1024, 65, 0).limited_by_registers);
    CHECK_EQ(gpu_occupancy(&gpu, 32, 256, 0).blocks_per_sm, 0);
}

// The largest block that may be asked for fills the SM; one byte more does not fit.
TEST(opted_in_shared_memory) {
    GpuDescription gpu = h200();
    Occupancy o = gpu_occupancy(&gpu, 256, 32, 232448);
    CHECK_EQ(o.blocks_per_sm, 1);
    CHECK(o.limited_by_shared);
    CHECK_EQ(gpu_occupancy(&gpu, 256, 32, 232449).blocks_per_sm, 0);
    CHECK_EQ(gpu_occupancy(&gpu, 256, 32, UINT64_MAX).blocks_per_sm, 0);
    CHECK_EQ(gpu_occupancy(&gpu, 256, 32, 115712).blocks_per_sm, 2); // 113 KiB and the reserved one, twice
    CHECK_EQ(gpu_occupancy(&gpu, 256, 32, 115713).blocks_per_sm, 1);
}

// Compute capability 7.x hands shared memory out in pieces of 256 bytes, later ones of 128: six blocks of
// 10,880 bytes would fit into the T4's 64 KiB without that. The answers are cuda_occupancy.h's.
TEST(shared_memory_comes_in_pieces) {
    GpuDescription gpu;
    char error[1000];
    CHECK(gpu_load("t4", &gpu, error, sizeof error));
    CHECK_EQ(gpu_occupancy(&gpu, 32, 16, 10752).blocks_per_sm, 6);
    CHECK_EQ(gpu_occupancy(&gpu, 32, 16, 10880).blocks_per_sm, 5);
    CHECK(gpu_load("rtx3060", &gpu, error, sizeof error));
    CHECK_EQ(gpu_occupancy(&gpu, 32, 16, 16000).blocks_per_sm, 6); // with the reserved KiB: 133 pieces
    CHECK_EQ(gpu_occupancy(&gpu, 32, 16, 16001).blocks_per_sm, 5);
}

CHECK_MAIN()
