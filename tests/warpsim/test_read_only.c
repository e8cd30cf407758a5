// Loads through the read-only data cache: a finding where the same launch stores those bytes, before or after, and nowhere
// else.
#include "tests/warpsim/run_ptx.h"

#define NEIGHBOUR "xor.b32 %r1, %i, 1; sub.s32 %r1, %r1, %i; mad.wide.s32 %x1, %r1, 8, %mine;\n"
#define BEHIND    "add.u64 %x1, %mine, 1024;\n" // 128 words on: nobody stores there
#define LOAD      "ld.global.nc.u64 %x2, "
#define STORE     "st.global.u64 "

typedef struct {
    const char *name, *body;
    int line; // of the finding; 0: none
} Case;

static void look_at(const Case *cases, size_t count, u32 threads) {
    for (size_t i = 0; i < count && !check_failed; i++) {
        PtxRun run = {.body = cases[i].body,
                      .block = {threads},
                      .grid = {2},
                      .in_count = 2 * threads,
                      .out_count = 2 * threads + 256,
                      .expects_finding = cases[i].line > 0,
                      .spread = true};
        u64 in[4096] = {0};
        run.in = in;
        if (!run_ptx(&run)) return;
        if (run.found != (cases[i].line > 0) ||
            (run.found && (run.check != CHECK_READ_ONLY || run.line != cases[i].line)))
            check_fail_format(__FILE__, __LINE__, "%s, %u threads: %s at line %d: %s", cases[i].name, threads,
                              run.found ? warpsim_check_name(run.check) : "nothing", run.line, run.message);
    }
}

TEST(what_the_launch_stores) {
    static const Case cases[] = {
        {"stored before, by the same thread", STORE "[%mine], %in;\n" LOAD "[%mine];", 2},
        {"stored afterwards", LOAD "[%mine];\n" STORE "[%mine], %x2;", 2},
        {"by a neighbour, behind a barrier", STORE "[%mine], %in;\nbar.sync 0;\n" NEIGHBOUR LOAD "[%x1];", 4},
        {"one byte of it", STORE "[%mine], %in;\nld.global.nc.u8 %r2, [%mine + 7];", 2},
        {"the last byte", "st.global.u8 [%mine + 7], 1;\n" LOAD "[%mine];", 2},
        {"by an atomic operation", "red.global.add.u64 [%mine], 1;\n" LOAD "[%mine];", 2},
        {"a pair",
         "shr.u32 %r1, %i, 1; mad.wide.u32 %x1, %r1, 16, %out;\n" STORE
         "[%mine], %in;\nbar.sync 0;\nld.global.nc.v2.u64 {%x2, %x3}, [%x1];",
         4},
    };
    look_at(cases, sizeof cases / sizeof *cases, 64);
    look_at(cases, sizeof cases / sizeof *cases, 1024); // and on several CPU threads
}

TEST(what_it_does_not) {
    static const Case cases[] = {
        {"another buffer", "mad.wide.u32 %x1, %i, 8, %in;\n" LOAD "[%x1];\n" STORE "[%mine], %x2;", 0},
        {"another part of the buffer",
         "mad.wide.u32 %x1, %i, 8, %out; setp.ge.u32 %p1, %i, 64;\n"
         "@%p1 bra end;\n" BEHIND LOAD "[%x1];\n" STORE "[%mine], %x2;\nend:",
         0},
        {"another byte", "st.global.u8 [%mine], 1;\nld.global.nc.u8 %r2, [%mine + 1];", 0},
        {"through the ordinary cache", STORE "[%mine], %in;\nld.global.u64 %x2, [%mine];", 0},
        {"a store that is not carried out",
         LOAD "[%mine];\nsetp.eq.u32 %p1, %i, -1;\n@%p1 " STORE "[%mine], %x2;", 0},
    };
    look_at(cases, sizeof cases / sizeof *cases, 64);
    look_at(cases, sizeof cases / sizeof *cases, 1024);
}

CHECK_MAIN()
