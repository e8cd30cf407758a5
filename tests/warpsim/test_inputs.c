// Stores into an input of the caller's: a finding whatever they store, in ordinary memory and by atomics; none where nothing changes.
#include "tests/warpsim/run_ptx.h"

static void mark_input(Warpsim *s, u64 *in) {
    (void)in;
    WarpsimAllocation *a = warpsim_allocation_at(s, 0);
    a->input = true;
    a->element = sizeof(u64);
    snprintf(a->parameter, sizeof a->parameter, "in");
}

#define PLACE "mad.wide.u32 %x1, %i, 8, %in; ld.global.u64 %x2, [%x1];\n"

static void look_at(const char *body, int line) {
    static const u32 sizes[] = {64, 1024}; // the second on several CPU threads
    for (int i = 0; i < 2 && !check_failed; i++) {
        u64 in[2048] = {0};
        PtxRun run = {.body = body,
                      .block = {sizes[i]},
                      .grid = {2},
                      .in = in,
                      .in_count = 2 * sizes[i],
                      .out_count = 2 * sizes[i],
                      .expects_finding = line > 0,
                      .prepare = mark_input,
                      .spread = true};
        if (!run_ptx(&run)) return;
        CHECK_EQ(run.found, line > 0);
        if (!run.found) continue;
        CHECK_EQ(run.check, CHECK_INPUT_WRITTEN);
        CHECK_EQ(run.line, line);
        CHECK(strstr(run.message, "This writes `in[0]`"));
    }
}

TEST(whatever_is_stored) {
    look_at(PLACE "st.global.u64 [%x1], 7;", 2);
    look_at(PLACE "st.global.u64 [%x1], %x2;", 2);
    look_at(PLACE "st.volatile.global.u64 [%x1], %x2;", 2);
    look_at(PLACE "st.global.u8 [%x1], 0;", 2);
}

TEST(atomics_that_change_something) {
    look_at(PLACE "atom.global.add.u64 %x3, [%x1], 1;", 2);
    look_at(PLACE "red.global.or.b32 [%x1], 4;", 2);
    look_at(PLACE "atom.global.or.b32 %r1, [%x1], 0;", 0);
    look_at(PLACE "atom.global.cas.b32 %r1, [%x1], 5, 6;", 0);
}

TEST(reads_and_other_memory) {
    look_at(PLACE "ld.volatile.global.u64 %x3, [%x1];\nst.global.u64 [%mine], %x3;", 0);
}

CHECK_MAIN()
