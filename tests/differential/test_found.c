// Differences between simulator and PTX that random programs have shown once: each stays mended.
#include "tests/simulator/run_ptx.h"

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

CHECK_MAIN()
