// Special registers, over blocks and grids of one, two and three dimensions.
#include "tests/warpsim/check_instruction.h"

static void check_shape(const u32 *grid, const u32 *block, bool spread) {
    const u32 threads = block[0] * block[1] * block[2], blocks = grid[0] * grid[1] * grid[2];
    PtxRun run = {.body = "mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, "
                          "%ntid.x; mov.u32 %r4, %ntid.y;\n"
                          "mov.u32 %r5, %ntid.z; mov.u32 %r6, %ctaid.x; mov.u32 %r7, %ctaid.y; mov.u32 %r8, "
                          "%ctaid.z; mov.u32 %r9, %nctaid.x;\n"
                          "mov.u32 %r10, %nctaid.y; mov.u32 %r11, %nctaid.z; mov.u32 %r12, %laneid; mov.u32 "
                          "%r13, %warpid;\n"
                          // number of the thread in the grid, from the same registers as sources
                          "mad.lo.u32 %r20, %r2, %r4, %r1; mad.lo.u32 %r20, %r20, %r3, %r0; mul.lo.u32 %r21, "
                          "%r3, %r4; mul.lo.u32 %r21, %r21, %r5;\n"
                          "mad.lo.u32 %r22, %r8, %r10, %r7; mad.lo.u32 %r22, %r22, %r9, %r6; mad.lo.u32 "
                          "%r20, %r22, %r21, %r20;\n"
                          "mad.wide.u32 %x0, %r20, 64, %out;\n"
                          "st.v4.u32 [%x0], {%r0, %r1, %r2, %r3}; st.v4.u32 [%x0+16], {%r4, %r5, %r6, %r7};\n"
                          "st.v4.u32 [%x0+32], {%r8, %r9, %r10, %r11}; st.v2.u32 [%x0+48], {%r12, %r13}; "
                          "st.u64 [%x0+56], 0;",
                  .grid = {grid[0], grid[1], grid[2]},
                  .block = {block[0], block[1], block[2]},
                  .out_count = threads * blocks * 8,
                  .spread = spread};
    if (!run_ptx(&run)) return;
    for (u32 b = 0; b < blocks; b++)
        for (u32 t = 0; t < threads; t++) {
            const u32 *got = (const u32 *)&run.out[8 * (b * threads + t)];
            const u32 expected[] = {t % block[0],
                                    t / block[0] % block[1],
                                    t / block[0] / block[1],
                                    block[0],
                                    block[1],
                                    block[2],
                                    b % grid[0],
                                    b / grid[0] % grid[1],
                                    b / grid[0] / grid[1],
                                    grid[0],
                                    grid[1],
                                    grid[2],
                                    t % 32,
                                    t / 32};
            // The last one, %warpid, is on hardware a slot of the SM: any number.
            CHECK(memcmp(got, expected, (tests_on_gpu() ? 13 : 14) * sizeof *got) == 0);
        }
}

TEST(indices) {
    check_shape((u32[]){1, 1, 1}, (u32[]){1, 1, 1}, false);
    check_shape((u32[]){7, 1, 1}, (u32[]){96, 1, 1}, false);
    check_shape((u32[]){3, 2, 1}, (u32[]){8, 5, 1}, false);
    check_shape((u32[]){2, 3, 4}, (u32[]){5, 3, 7}, false);
    check_shape((u32[]){1, 2, 3}, (u32[]){1, 1, 64}, false);
    check_shape((u32[]){2, 1, 2}, (u32[]){1, 1024, 1}, true);
    check_shape((u32[]){5, 3, 2}, (u32[]){16, 16, 2}, true);
}

TEST(lane_masks) {
    static const char *const names[] = {"eq", "le", "lt", "ge", "gt"};
    for (int k = 0; k < 5; k++) {
        char body[200];
        snprintf(body, sizeof body,
                 "mov.u32 %%r0, %%lanemask_%s; cvt.u64.u32 %%x0, %%r0; st.u64 [%%mine], %%x0;", names[k]);
        PtxRun run = {.body = body, .block = {64}, .out_count = 64};
        if (!run_ptx(&run)) return;
        for (u32 i = 0; i < 64; i++) {
            u32 expected = 0;
            for (u32 lane = 0; lane < 32; lane++) {
                const u32 me = i % 32;
                const bool in[] = {lane == me, lane <= me, lane<me, lane >= me, lane> me};
                expected |= (u32)in[k] << lane;
            }
            CHECK_EQ(run.out[i], expected);
        }
    }
}

TEST(block_and_machine) {
    PtxRun run = {.declarations = ".extern .shared .align 16 .b8 rest[];",
                  .body =
                      ".shared .align 4 .b8 own[48]; st.shared.b32 [own], 0; st.shared.b32 [rest], 0;\n"
                      "mov.u32 %r0, %nwarpid; mov.u32 %r1, %smid; mov.u32 %r2, %nsmid; mov.u32 %r3, "
                      "%dynamic_smem_size;\n"
                      "mov.u32 %r4, %total_smem_size; setp.lt.u32 %p0, %r1, %r2; selp.b32 %r5, 1, 0, %p0;\n"
                      "mov.b64 %x0, {%r0, %r5}; mov.b64 %x1, {%r3, %r4}; st.v2.u64 [%out], {%x0, %x1};",
                  .dynamic_shared = 160,
                  .out_count = 2};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0] >> 32, 1);
    CHECK((u32)run.out[0] >= 1);
    CHECK_EQ((u32)run.out[1], 160);
    CHECK(run.out[1] >> 32 >= 208);
}

// The shared memory that is the system's is none of the kernel's own, and is not counted as its. On the
// simulator it lies behind the kernel's own; on an H200 before it, and the kernel's own comes in pieces of
// 128.
TEST(reserved_shared_memory) {
    PtxRun run = {
        .declarations = ".extern .shared .align 16 .b8 rest[];",
        .body =
            "mov.u32 %r0, %reserved_smem_offset_1; mov.u32 %r1, rest; add.u32 %r2, %r1, 36;\n"
            "add.u32 %r3, %r0, 284; st.shared.b32 [%r3], 7; st.shared.b32 [%r0], 5; st.shared.b32 [%r2], 3;\n"
            "ld.shared.b32 %r4, [%r3]; setp.ge.u32 %p0, %r0, %r2; selp.b32 %r5, 1, 0, %p0;\n"
            "ld.shared.b32 %r6, [%r2]; st.u32 [%out+16], %r6;\n"
            "mov.u32 %r6, %total_smem_size; and.b32 %r7, %r0, 7;\n"
            "mov.b64 %x0, {%r4, %r5}; mov.b64 %x1, {%r6, %r7}; st.v2.u64 [%out], {%x0, %x1};",
        .dynamic_shared = 40,
        .out_count = 3};
    const u64 behind = tests_on_gpu() ? 0 : 1;
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0], behind << 32 | 7);
    CHECK_EQ(run.out[1], tests_on_gpu() ? 128 : 40);
    CHECK_EQ((u32)run.out[2], 3);
}

// Clocks never run backwards, and their halves belong together.
TEST(clocks) {
    PtxRun run = {
        .body =
            "mov.u64 %x0, %clock64; mov.u32 %r0, %clock; mov.u64 %x1, %globaltimer; mov.u32 %r1, 0;\n"
            "again: add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 5000; @%p0 bra again;\n"
            "mov.u64 %x2, %clock64; mov.u32 %r2, %clock; mov.u64 %x3, %globaltimer; setp.gt.u64 %p1, %x2, "
            "%x0;\n"
            "setp.ge.u64 %p2, %x3, %x1; sub.u32 %r3, %r2, %r0; setp.gt.u32 %p3, %r3, 0; selp.b32 %r4, 1, 0, "
            "%p1;\n"
            "@%p2 or.b32 %r4, %r4, 2; @%p3 or.b32 %r4, %r4, 4; cvt.u64.u32 %x4, %r4; st.u64 [%mine], %x4;",
        .block = {64},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], 7);
}

CHECK_MAIN()
