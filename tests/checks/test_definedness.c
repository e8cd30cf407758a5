// Unwritten memory is judged when its value matters: in a branch, in an address, outside of the device.
#include "tests/checks/kernels.h"

static Bench *run(const char *kernel, u32 threads) {
    Bench *b = bench_new("definedness", 1, false);
    const u64 raw = bench_raw(b, 4 * 128), out = bench_raw(b, 4 * 128);
    CHECK_EQ(bench_run(b, kernel, 1, threads, raw, out), 0);
    return b;
}

static void check_silent(const char *kernel, u32 threads) {
    Bench *b = run(kernel, threads);
    CHECK_CLEAN(b);
    bench_free(b);
}

// `words` stand in the message; `used_at`: the line where the value is used, NULL: the same.
static void check_found(const char *kernel, u32 threads, const char *where, const char *words) {
    Bench *b = run(kernel, threads);
    CHECK_EQ(b->s->findings.count, 1);
    const Finding *f = bench_finding(b, CHECK_UNINITIALISED, where);
    if (f) CHECK_HAS(f->message, words);
    bench_free(b);
}

TEST(read_and_thrown_away) {
    static const char *const kernels[] = {
        "dropped",       "selected",        "through_a_shuffle", "parameter_not_used",
        "bits_not_used", "set_and_counted", "past_the_last"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) check_silent(kernels[i], 32);
    check_silent("halo_not_used", 64);
    check_silent("handed_on_and_left", 64);
    check_silent("overwritten", 64);
}

TEST(used) {
    const char *const stored = "A result that is stored is computed from them";
    check_found("from_odd_lanes", 32, "odd", stored);
    check_found("parameter_used", 32, "parameter", stored);
    check_found("bits_used", 32, "bits", stored);
    check_found("decides_a_branch", 32, "branch", "The path that the kernel takes depends on them");
    check_found("is_an_address", 32, "address", "An address is computed from them");
    check_found("handed_on", 64, "handed_on", "That is element 63 of `a`. A result that is stored");
    check_found("counts_from_nothing", 64, "count", "of `count`");
    check_found("votes", 32, "vote", "The path that the kernel takes depends on them");
    check_found("in_strands", 32, "strands", stored);
}

// A value that is never looked at by the host or by a branch does not matter, whoever has stored it.
TEST(in_global_memory) {
    Bench *b = bench_new("definedness", 1, false);
    const u64 raw = bench_raw(b, 256), between = bench_raw(b, 256), out = bench_raw(b, 256);
    WarpsimLaunch request = {.kernel = "double_all", .grid = {1, 1, 1}, .block = {64, 1, 1}};
    const u64 params[] = {raw, between}, next[] = {between, out};
    request.params = (const u8 *)params, request.param_size = sizeof params;
    CHECK_EQ(warpsim_launch(b->s, &request), 0);
    CHECK_CLEAN(b);
    warpsim_look_outside(b->s, out, 256);
    CHECK_CLEAN(b);
    request.kernel = "first_is_positive", request.params = (const u8 *)next;
    CHECK_EQ(warpsim_launch(b->s, &request), 0);
    const Finding *f = bench_finding(b, CHECK_UNINITIALISED, "doubled");
    if (f) CHECK_HAS(f->message, "The path that the kernel takes depends on them");
    warpsim_clear(b->s);
    request.kernel = "double_all", request.params = (const u8 *)params;
    CHECK_EQ(warpsim_launch(b->s, &request), 0);
    warpsim_look_outside(b->s, between + 8, 4);
    bench_finding(b, CHECK_UNINITIALISED, "doubled");
    bench_free(b);
}

CHECK_MAIN()
