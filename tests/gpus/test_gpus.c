// Are the descriptions of GPUs read as they are written, and are mistakes in them named with their line?
#include <unistd.h>

#include "grader/gpus/gpu.h"
#include "tests/check.h"

enum { ERROR_SIZE = 1000 };

// ---- The files we ship
// ----------------------------------------------------------------------------------------

TEST(every_shipped_file_loads) {
    GpuIds ids;
    gpu_ids(&ids);
    CHECK(ids.count >= 8);
    for (size_t i = 0; i < ids.count; i++) {
        GpuDescription gpu;
        char error[ERROR_SIZE] = "";
        CHECK(gpu_load(ids.id[i], &gpu, error, sizeof error));
        CHECK_STR(error, "");
        CHECK_STR(gpu.id, ids.id[i]);
        if (i > 0) CHECK(strcmp(ids.id[i - 1], ids.id[i]) < 0);
    }
}

TEST(the_parts_of_the_issue_are_there) {
    static const char *const wanted[] = {"h200",    "h100",    "a100", "v100",  "t4",
                                         "rtx3060", "rtx4090", "b200", "m2070", "k20"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        GpuDescription gpu;
        char error[ERROR_SIZE] = "";
        CHECK(gpu_load(wanted[i], &gpu, error, sizeof error));
    }
}

// Two transfers a clock, a bit a wire: the three figures were collected one by one and must fit.
TEST(bandwidth_fits_clock_and_bus) {
    GpuIds ids;
    gpu_ids(&ids);
    for (size_t i = 0; i < ids.count; i++) {
        GpuDescription gpu;
        char error[ERROR_SIZE];
        if (!gpu_load(ids.id[i], &gpu, error, sizeof error)) continue;
        double wires = 2000.0 * gpu.device.memory_clock_khz * gpu.device.memory_bus_bits / 8;
        if (gpu.dram_bytes_per_second < 0.99 * wires || gpu.dram_bytes_per_second > 1.01 * wires)
            check_fail_format(__FILE__, __LINE__, "%s: %.0f bytes/s, but clock and bus give %.0f", gpu.id,
                              (double)gpu.dram_bytes_per_second, wires);
    }
}

// What the real machine answers.
TEST(h200_is_what_its_driver_reports) {
    GpuDescription gpu;
    char error[ERROR_SIZE];
    CHECK(gpu_load("h200", &gpu, error, sizeof error));
    const DeviceDescription *d = &gpu.device;
    CHECK_STR(d->name, "NVIDIA H200");
    CHECK_EQ(d->major * 10 + d->minor, 90);
    CHECK_EQ(d->sm_count, 132);
    CHECK_EQ(d->total_global_memory, 150109880320ull);
    CHECK_EQ(d->l2_bytes, 62914560);
    CHECK_EQ(d->clock_khz, 1980000);
    CHECK_EQ(d->memory_clock_khz, 3201000);
    CHECK_EQ(d->memory_bus_bits, 6016);
    CHECK_EQ(d->driver_version, 13000);
    CHECK_EQ(d->shared_per_block, 49152);
    CHECK_EQ(d->shared_per_block_optin, 232448);
    CHECK_EQ(d->shared_per_sm, 228 * 1024);
    CHECK_EQ(d->shared_reserved_per_block, 1024);
    CHECK_EQ(d->block_max[2], 64);
    CHECK_EQ(d->grid_max[0], INT32_MAX);
}

// The handout of the lab that has device queries prints these facts of a real M2070.
TEST(m2070_is_what_a_real_one_reported) {
    GpuDescription gpu;
    char error[ERROR_SIZE];
    CHECK(gpu_load("m2070", &gpu, error, sizeof error));
    const DeviceDescription *d = &gpu.device;
    CHECK_STR(d->name, "Tesla M2070");
    CHECK_EQ(d->major * 10 + d->minor, 20);
    CHECK_EQ(d->sm_count, 14);
    CHECK_EQ(d->total_constant_memory, 64 * 1024);
    CHECK_EQ(d->shared_per_block, 48 * 1024);
    CHECK_EQ(d->registers_per_block, 32768);
    CHECK_EQ(d->warp_size, 32);
    CHECK_EQ(d->threads_per_block_max, 1024);
    CHECK_EQ(d->threads_per_sm, 1536);
    CHECK_EQ(d->threads_per_sm / d->warp_size, 48);
    CHECK_EQ(d->grid_max[0], 65535);
    CHECK_EQ(gpu.load_line, 128);
}

// ---- Names
// ----------------------------------------------------------------------------------------------------

static const char *error_for(const char *id) {
    static char error[ERROR_SIZE];
    GpuDescription gpu;
    CHECK(!gpu_load(id, &gpu, error, sizeof error));
    return error;
}

TEST(unknown_names) {
    CHECK_HAS(error_for("h20"), "did you mean h200?");
    CHECK_HAS(error_for("4090"), "did you mean rtx4090?");
    CHECK_HAS(error_for("h20"), "a100, b200, h100, h200, k20, m2070, rtx3060");
    CHECK(!strstr(error_for("banana"), "did you mean"));
    CHECK(!strstr(error_for(""), "did you mean"));
    CHECK_HAS(error_for("../gpus/h200"), "there is no GPU \"../gpus/h200\"");
    char lengthy[5000];
    memset(lengthy, 'x', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    CHECK_HAS(error_for(lengthy), "there is no GPU");
}

TEST(names_in_capitals) {
    GpuDescription gpu;
    char error[ERROR_SIZE];
    CHECK(gpu_load("RTX4090", &gpu, error, sizeof error));
    CHECK_STR(gpu.id, "rtx4090");
}

TEST(small_error_buffer) {
    GpuDescription gpu;
    char error[20];
    memset(error, 'x', sizeof error);
    CHECK(!gpu_load("banana", &gpu, error, sizeof error));
    CHECK_EQ(strlen(error), sizeof error - 1);
}

// ---- Mistakes in a file
// ---------------------------------------------------------------------------------------

#define GOOD                                                                                                 \
    "name Test GPU 3000 # a comment\n"                                                                       \
    "compute_capability 8.6\n"                                                                               \
    "driver 12.4\n"                                                                                          \
    "sm_count 2\nwarp_size 32\nschedulers_per_sm 4\nthreads_per_sm 1536\nblocks_per_sm 16\n"                 \
    "threads_per_block 1024\nblock_size 1024 1024 64\ngrid_size 2147483647 65535 65535\n"                    \
    "registers_per_sm 65536\nregisters_per_block 65536\nregisters_per_thread 255\nregister_unit 256\n"       \
    "shared_per_sm 100 KiB\nshared_per_block 48 KiB\nshared_per_block_optin 99 KiB\n"                        \
    "shared_reserved_per_block 1 KiB\nshared_unit 128 bytes\nconstant_memory 64 KiB\n"                       \
    "memory_pitch 2147483647 bytes\ntexture_alignment 512 bytes\n"

static bool read_text(const char *text, GpuDescription *gpu, char *error) {
    char path[] = "/tmp/warpbook_test_XXXXXX.gpu";
    int fd = mkstemps(path, 4);
    CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    error[0] = '\0';
    bool good = gpu_read_file(path, gpu, error, ERROR_SIZE);
    unlink(path);
    return good;
}

static void check_refused(const char *text, const char *place, const char *why) {
    GpuDescription gpu;
    char error[ERROR_SIZE];
    CHECK(!read_text(text, &gpu, error));
    CHECK_HAS(error, place);
    CHECK_HAS(error, why);
}

TEST(a_small_file) {
    GpuDescription gpu;
    char error[ERROR_SIZE];
    CHECK(read_text("\r\n  # first\n\n" GOOD "global_memory\t4 GiB  \r\n", &gpu, error));
    CHECK_STR(error, "");
    CHECK_STR(gpu.device.name, "Test GPU 3000");
    CHECK_EQ(gpu.device.total_global_memory, 4ull << 30);
    CHECK_EQ(gpu.device.driver_version, 12040);
    CHECK_EQ(gpu.device.minor, 6);
    CHECK_EQ(gpu.device.l2_bytes, 0); // not given: not known
    CHECK_EQ(gpu.load_line, 0);
    CHECK_EQ(gpu.dram_bytes_per_second, 0);
    CHECK(read_text(GOOD "global_memory 4 GiB\nmodel_l2_latency 12.5 # cycles\n", &gpu, error));
    CHECK(gpu.model_numbers[MODEL_NUMBER_l2_latency] == 12.5);
    CHECK(gpu.model_numbers[MODEL_NUMBER_dram_latency] == 0);
    CHECK(read_text(GOOD "global_memory 4 GiB\nclock 1500 MHz\nmemory_bandwidth 12 GB/s", &gpu, error));
    CHECK_EQ(gpu.device.clock_khz, 1500000);
    CHECK_EQ(gpu.dram_bytes_per_second, 12000000000);
}

// A program that knows GPUs by name is wrong on one that there is not.
TEST(a_gpu_can_have_few_of_its_sms) {
    GpuDescription whole, few;
    char error[512];
    CHECK(gpu_load("h200", &whole, error, sizeof error) && gpu_load("H200-2sm", &few, error, sizeof error));
    CHECK_EQ(few.device.sm_count, 2);
    CHECK_EQ(few.device.threads_per_sm, whole.device.threads_per_sm);
    CHECK(!gpu_load("h200-133sm", &few, error, sizeof error));
    CHECK(strstr(error, "132 SMs, not 133"));
    CHECK(!gpu_load("h200-0sm", &few, error, sizeof error) &&
          !gpu_load("h200-2sms", &few, error, sizeof error) && !gpu_load("-2sm", &few, error, sizeof error));
}

TEST(a_gpu_can_have_small_blocks) {
    GpuDescription small;
    char error[512];
    CHECK(gpu_load("h200-128threads", &small, error, sizeof error));
    CHECK_EQ(small.device.threads_per_block_max, 128);
    CHECK_EQ(small.device.sm_count, 132);
    CHECK(gpu_load("h200-1024registers", &small, error, sizeof error));
    CHECK_EQ(small.device.registers_per_block, 1024);
    CHECK_EQ(small.device.threads_per_block_max, 1024);
    CHECK(!gpu_load("h200-2048threads", &small, error, sizeof error));
    CHECK(strstr(error, "1024 threads a block, not 2048"));
}

TEST(a_gpu_can_be_invented) {
    GpuDescription a, b, again;
    char error[1000] = "";
    CHECK(gpu_load("invented-1", &a, error, sizeof error) &&
          gpu_load("invented-2f", &b, error, sizeof error) &&
          gpu_load("invented-1", &again, error, sizeof error));
    CHECK_STR(error, "");
    CHECK_STR(a.device.name, again.device.name);
    CHECK(!memcmp(&a.device, &again.device, sizeof a.device));
    CHECK(memcmp(&a.device, &b.device, sizeof a.device) != 0);
    for (unsigned n = 0; n < 1000; n++) {
        GpuDescription g = a;
        gpu_invent(&g, n);
        const DeviceDescription *d = &g.device;
        CHECK(d->threads_per_block_max <= d->threads_per_sm && d->registers_per_block <= d->registers_per_sm);
        CHECK(d->shared_per_block <= d->shared_per_block_optin);
        CHECK(d->shared_per_block_optin + d->shared_reserved_per_block <= d->shared_per_sm);
        CHECK(d->memory_bus_bits % 8 == 0 && d->threads_per_sm % d->warp_size == 0);
    }
    CHECK(!gpu_load("invented-", &a, error, sizeof error) &&
          !gpu_load("invented-x", &a, error, sizeof error));
    CHECK_HAS(error, "hexadecimal");
}

TEST(mistakes_are_named_with_file_and_line) {
    check_refused("name X\nsm_cuont 3\n", ".gpu:2: ", "there is no key \"sm_cuont\"");
    check_refused("sm_count 3\n\n# x\nsm_count 4\n", ".gpu:4: ", "sm_count is given twice");
    check_refused("sm_count # later\n", ".gpu:1: ", "sm_count has no value");
    check_refused("sm_count many\n", ".gpu:1: ", "sm_count must be a whole number");
    check_refused("sm_count -3\n", ".gpu:1: ", "sm_count must be a whole number");
    check_refused("sm_count 3.5\n", ".gpu:1: ", "sm_count must be a whole number");
    check_refused("sm_count 3 4\n", ".gpu:1: ", "sm_count must be a whole number");
    check_refused("sm_count 0\n", ".gpu:1: ", "sm_count must be from 1 to");
    check_refused("sm_count 99999999999999999999999\n", ".gpu:1: ", "sm_count must be");
    check_refused("warp_size 64\n", ".gpu:1: ", "warp_size must be from 32 to 32");
    check_refused("block_size 1024 1024\n", ".gpu:1: ", "three whole numbers");
    check_refused("block_size 1024 1024 64 1\n", ".gpu:1: ", "three whole numbers");
    check_refused("shared_per_sm 100\n", ".gpu:1: ", "a unit: bytes, KiB, MiB or GiB");
    check_refused("shared_per_sm 100 KB\n", ".gpu:1: ", "a unit: bytes, KiB, MiB or GiB");
    check_refused("global_memory 99999999999 GiB\n", ".gpu:1: ", "global_memory must be from");
    check_refused("global_memory 18446744073709551615 GiB\n", ".gpu:1: ", "global_memory must be from");
    check_refused("clock 1.5 GHz\n", ".gpu:1: ", "a unit: kHz or MHz");
    check_refused("load_line 16 bytes\n", ".gpu:1: ", "load_line must be from 32 bytes to 128 bytes");
    check_refused("model_l2_latncy 240\n", ".gpu:1: ", "no number \"l2_latncy\"");
    check_refused("model_l2_latency\n", ".gpu:1: ", "model_l2_latency must be a number above 0");
    check_refused("model_l2_latency 0\n", ".gpu:1: ", "model_l2_latency must be a number above 0");
    check_refused("model_l2_latency -3\n", ".gpu:1: ", "model_l2_latency must be a number above 0");
    check_refused("model_l2_latency 2.4.0\n", ".gpu:1: ", "model_l2_latency must be a number above 0");
    check_refused("model_l2_latency 240 cycles\n", ".gpu:1: ", "without a unit");
    check_refused("model_l2_latency 1\nmodel_l2_latency 2\n", ".gpu:2: ", "model_l2_latency is given twice");
    check_refused("compute_capability 9\n", ".gpu:1: ", "such as 9.0");
    check_refused("driver 13.x\n", ".gpu:1: ", "such as 9.0");
    check_refused("", ".gpu:0: ", "name is missing");
    check_refused(GOOD, ".gpu:23: ", "global_memory is missing");
}

TEST(long_lines_and_names) {
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    check_refused(text, ".gpu:1: ", "longer than");
    memcpy(text, "name ", 5);
    text[400] = '\0';
    check_refused(text, ".gpu:1: ", "name has more than 255 letters");
}

TEST(limits_that_contradict_each_other) {
    const char *optin = "shared_per_block_optin 99 KiB\n";
    char text[sizeof GOOD + 100] = GOOD "global_memory 4 GiB\n";
    char *at = strstr(text, optin);
    CHECK(at);
    if (!at) return;
    memcpy(at, "shared_per_block_optin 47 KiB", strlen(optin) - 1);
    check_refused(text, ".gpu:24: ", "shared_per_block is above shared_per_block_optin");
    memcpy(strstr(text, "shared_per_sm 100"), "shared_per_sm  90", 17);
    memcpy(at, "shared_per_block_optin 90 KiB", strlen(optin) - 1);
    check_refused(text, ".gpu:24: ", "together are above shared_per_sm");
    check_refused(GOOD "global_memory 4 GiB\nload_line 96 bytes\n",
                  ".gpu:25: ", "load_line is not a power of two");
}

TEST(a_file_that_is_not_there) {
    GpuDescription gpu;
    char error[ERROR_SIZE];
    CHECK(!gpu_read_file("/nonexistent/x.gpu", &gpu, error, sizeof error));
    CHECK_HAS(error, "/nonexistent/x.gpu cannot be read: No such file");
}

CHECK_MAIN()
