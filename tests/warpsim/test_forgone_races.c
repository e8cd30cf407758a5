// Races in global memory that nobody wants to hear of: those in shared memory are told all the same, and results stay.
#include "tests/warpsim/check_instruction.h"

static void forgo(Warpsim *s, u64 *in) {
    (void)in;
    warpsim_forgo_races(s);
}

static PtxRun run_of(const char *declarations, const char *body, bool forgone) {
    return (PtxRun){.declarations = declarations,
                    .body = body,
                    .grid = {2},
                    .block = {64},
                    .out_count = 128,
                    .expects_finding = true,
                    .prepare = forgone ? forgo : NULL};
}

TEST(races_in_global_memory) {
    if (tests_on_gpu()) return;
    const char *const body = "cvt.u64.u32 %x0, %i; st.u64 [%mine], %x0; st.u64 [%out], %x0;";
    PtxRun told = run_of("", body, false), forgone = run_of("", body, true);
    forgone.expects_finding = false;
    CHECK(run_ptx(&told));
    CHECK(told.found && told.check == CHECK_RACE);
    CHECK(run_ptx(&forgone));
    CHECK(!forgone.found);
    for (u64 i = 1; i < 128; i++) CHECK_EQ(forgone.out[i], i);
}

TEST(races_in_shared_memory_are_told) {
    if (tests_on_gpu()) return;
    PtxRun run = run_of(
        ".shared .b64 word;\n",
        "cvt.u64.u32 %x0, %i; mov.u64 %x1, word; st.shared.u64 [%x1], %x0; st.u64 [%mine], %x0;", true);
    CHECK(run_ptx(&run));
    CHECK(run.found && run.check == CHECK_RACE);
}

CHECK_MAIN()
