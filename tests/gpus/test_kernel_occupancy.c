// Registers and occupancy of kernels in the report of `device`: from what ptxas says, or not at all.
#include "grader/device/device.h"
#include "tests/checks/kernels.h"
#include "tests/gpus/false_toolkit.h"

// What "ptxas -v" prints for the one kernel that is launched here.
#define USED(registers)                                                                                      \
    "echo \"ptxas info    : Compiling entry function 'shared_floats' for 'sm_00'\"\n"                        \
    "echo 'ptxas info    : Used " #registers " registers, 16384 bytes smem'\n"

typedef struct {
    Bench *bench;
    Device device;
    PtxText text;
    char *ptx;
} Session;

static void start(Session *s, const char *gpu) {
    char error[1000] = "";
    *s = (Session){.bench = bench_new("counters", 1, false)};
    s->ptx = read_text(KERNELS "counters.ptx", &s->text.size);
    s->text.text = s->ptx;
    s->device = (Device){.sim = s->bench->s, .texts = {.items = &s->text, .count = 1}};
    CHECK(gpu_load(gpu, &s->device.gpu, error, sizeof error));
}

static void launch(Session *s, u32 threads, u32 dynamic_shared) {
    const u64 index = bench_zeros(s->bench, 4 * 1024), out = bench_zeros(s->bench, 4 * 1024);
    s->bench->shared = dynamic_shared;
    CHECK_EQ(bench_run(s->bench, "shared_floats", 3, threads, index, out), 0);
}

// The fields of the kernel's record from "shared_bytes_per_block" on.
static void check_record(Session *s, bool occupancy, const char *expected) {
    size_t size;
    char *report = report_text(&s->device, occupancy, false, &size);
    char *from = report ? strstr(report, "\tshared_bytes_per_block=") : NULL;
    CHECK(from);
    if (from) {
        from[strcspn(from, "\n")] = 0;
        CHECK_STR(from + 1, expected);
    }
    free(report);
}

static void end(Session *s) {
    register_cache_free(&s->device.registers);
    bench_free(s->bench);
    free(s->ptx);
}

// 16 KiB of shared memory and the reserved one: 228 / 17 = 13 blocks of 4 warps are 52 of 64 warps. With 20
// KiB more a block it is 6 of 8 warps: 48. Of several launches it is the smallest.
TEST(shared_memory_limits) {
    Session s;
    make_toolkit(USED(16));
    start(&s, "h200");
    launch(&s, 128, 0);
    check_record(&s, true,
                 "shared_bytes_per_block=16384\tregisters_per_thread=16\tregisters_target=sm_90\t"
                 "theoretical_occupancy_percent=81.250000");
    launch(&s, 256, 20480);
    launch(&s, 128, 0);
    check_record(&s, true,
                 "shared_bytes_per_block=36864\tregisters_per_thread=16\tregisters_target=sm_90\t"
                 "theoretical_occupancy_percent=75.000000");
    check_record(&s, false, "shared_bytes_per_block=36864");
    end(&s);
    remove_toolkit();
}

// 255 registers a thread: 8,192 a warp, 2 warps for each of four schedulers.
TEST(registers_limit) {
    Session s;
    make_toolkit(USED(255));
    start(&s, "h200");
    launch(&s, 128, 0);
    check_record(&s, true,
                 "shared_bytes_per_block=16384\tregisters_per_thread=255\tregisters_target=sm_90\t"
                 "theoretical_occupancy_percent=12.500000");
    end(&s);
    remove_toolkit();
}

// This ptxas lacks sm_90: it counts for what the PTX was made for, and the record says so.
TEST(another_target_is_named) {
    Session s;
    make_toolkit("[ \"$2\" = -arch=sm_75 ] || exit 1\n" USED(40));
    start(&s, "h200");
    launch(&s, 1024, 0);
    check_record(&s, true,
                 "shared_bytes_per_block=16384\tregisters_per_thread=40\tregisters_target=sm_75\t"
                 "theoretical_occupancy_percent=50.000000");
    end(&s);
    remove_toolkit();
}

TEST(nothing_is_guessed) {
    static const char *const scripts[] = {"exit 1", "exit 0", USED(0), "echo 'Used 16 registers'"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        Session s;
        make_toolkit(scripts[i]);
        start(&s, "h200");
        launch(&s, 128, 0);
        check_record(&s, true, "shared_bytes_per_block=16384");
        end(&s);
        remove_toolkit();
    }
}

// 80 registers in a block of 1,024: it cannot have run with so many.
TEST(registers_that_do_not_fit_the_launch) {
    Session s;
    make_toolkit(USED(80));
    start(&s, "h200");
    launch(&s, 1024, 0);
    check_record(&s, true, "shared_bytes_per_block=16384\tregisters_per_thread=80\tregisters_target=sm_90");
    end(&s);
    remove_toolkit();
}

// More kinds of blocks than are kept: the smallest may be among those that are not.
TEST(too_many_shapes) {
    Session s;
    make_toolkit(USED(16));
    start(&s, "h200");
    for (u32 i = 0; i < BLOCK_SHAPES_MAX; i++) {
        bench_run(s.bench, "shared_floats", 1, 32, 0, 0); // stops at once, and counts
        s.bench->shared += 16;
    }
    check_record(&s, true,
                 "shared_bytes_per_block=17392\tregisters_per_thread=16\tregisters_target=sm_90\t"
                 "theoretical_occupancy_percent=18.750000");
    bench_run(s.bench, "shared_floats", 1, 32, 0, 0);
    check_record(&s, true, "shared_bytes_per_block=17408\tregisters_per_thread=16\tregisters_target=sm_90");
    end(&s);
    remove_toolkit();
}

CHECK_MAIN()
