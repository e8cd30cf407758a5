// Differences between simulator and PTX that random programs have shown once: each stays mended.
#include "tests/warpsim/run_ptx.h"

static PtxRun run;

static bool runs(const char *body) {
    run = (PtxRun){.body = body, .block = {32}, .out_count = 32};
    return run_ptx(&run);
}

TEST(a_branch_to_the_next_instruction_splits_nothing) {
    if (!runs("setp.lt.u32 %p0, %i, 7; mov.u32 %r0, 0;\n"
              "@%p0 bra Next;\n"
              "Next: add.u32 %r0, %r0, 1;\n"
              "vote.sync.ballot.b32 %r1, %p0, 0xffffffff;\n"
              "mad.lo.u32 %r0, %r1, 16, %r0; cvt.u64.u32 %x0, %r0; st.u64 [%mine], %x0;"))
        return;
    for (int i = 0; i < 32; i++) CHECK_EQ(run.out[i], 0x7f1);
}

TEST(saturation_after_directed_rounding_leaves_other_lanes_alone) {
    if (!runs("setp.lt.u32 %p0, %i, 7; mov.b32 %r0, 0f41200000; mov.b32 %r1, 0f3F800000;\n"
              "@%p0 bra Over;\n"
              "add.rm.sat.f32 %r0, %r1, %r1;\n"
              "Over: cvt.u64.u32 %x0, %r0; st.u64 [%mine], %x0;"))
        return;
    for (int i = 0; i < 32; i++) CHECK_EQ(run.out[i], i < 7 ? 0x41200000 : 0x3f800000);
}

TEST(a_conversion_from_a_wider_register_takes_its_low_bits) {
    if (!runs("cvt.u64.u32 %x1, %i; add.u64 %x1, %x1, 0x12300000080;\n"
              "cvt.s32.s8 %r0, %x1; cvt.u64.u16 %x2, %x1; cvt.u16.u8 %h0, %x1; cvt.u64.u16 %x3, %h0;\n"
              "shl.b64 %x2, %x2, 32; shl.b64 %x3, %x3, 48; cvt.u64.u32 %x0, %r0; or.b64 %x0, %x0, %x2;\n"
              "or.b64 %x0, %x0, %x3; st.u64 [%mine], %x0;"))
        return;
    for (int i = 0; i < 32; i++) {
        const u64 low = (u64)i + 0x80;
        CHECK_EQ(run.out[i], low << 48 | low << 32 | (u32)(s32)(s8)low);
    }
}

TEST(a_return_under_a_predicate_does_not_part_those_who_stay) {
    if (!runs("setp.lt.u32 %p0, %i, 16; setp.lt.u32 %p1, %i, 4; mov.u32 %r0, 0;\n"
              "@!%p0 bra Meet;\n"
              "@%p1 ret;\n"
              "mov.u32 %r0, 1;\n"
              "Meet: bar.warp.sync 0xffffffff;\n"
              "vote.sync.ballot.b32 %r1, %p0, 0xffffffff;\n"
              "cvt.u64.u32 %x0, %r1; st.u64 [%mine], %x0;"))
        return;
    for (int i = 4; i < 32; i++) CHECK_EQ(run.out[i], 0xfff0);
}

TEST(a_loop_of_one_block_at_the_end_may_be_left) {
    if (!runs("setp.lt.u32 %p0, %i, 16; setp.lt.u32 %p1, %i, 4; and.b32 %r0, %i, 3;\n"
              "@!%p0 bra Meet;\n"
              "@%p1 ret;\n"
              "Meet: bar.warp.sync 0xffffffff;\n"
              "vote.sync.ballot.b32 %r1, %p0, 0xffffffff;\n"
              "cvt.u64.u32 %x0, %r1; st.u64 [%mine], %x0;\n"
              "Loop: sub.u32 %r0, %r0, 1; setp.gt.s32 %p2, %r0, 0;\n"
              "@%p2 bra Loop;"))
        return;
    for (int i = 4; i < 32; i++) CHECK_EQ(run.out[i], 0xfff0);
}

TEST(a_loop_with_two_ways_out_at_the_end_may_be_left) {
    if (!runs("setp.lt.u32 %p0, %i, 16; setp.lt.u32 %p1, %i, 4; and.b32 %r0, %i, 3;\n"
              "@!%p0 bra Meet;\n"
              "@%p1 bra Leave;\n"
              "Meet: bar.warp.sync 0xffffffff;\n"
              "vote.sync.ballot.b32 %r1, %p0, 0xffffffff;\n"
              "cvt.u64.u32 %x0, %r1; st.u64 [%mine], %x0;\n"
              "Loop: setp.eq.u32 %p2, %r0, 0; @%p2 bra Leave;\n"
              "sub.u32 %r0, %r0, 1;\n"
              "@%p0 bra Again; ret;\n"
              "Again: bra Loop;\n"
              "Leave: ret;"))
        return;
    for (int i = 4; i < 32; i++) CHECK_EQ(run.out[i], 0xfff0);
}

CHECK_MAIN()
