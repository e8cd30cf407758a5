// malloc() and free() in kernels: memory of one's own, the heap's end, and what must not be freed.
#include "tests/warpsim/check_instruction.h"

#define HEAP                                                                                                 \
    ".extern .func (.param .b64 r) malloc(.param .b64 size);\n.extern .func free(.param .b64 address);\n"
#define MALLOC(to, size)                                                                                     \
    "{ .param .b64 a; .param .b64 r; st.param.b64 [a], " size                                                \
    "; call.uni (r), malloc, (a); ld.param.b64 " to ", [r]; }\n"
#define FREE(address) "{ .param .b64 a; st.param.b64 [a], " address "; call.uni free, (a); }\n"

TEST(own_memory_each) {
    PtxRun run = {
        .declarations = HEAP,
        .body = MALLOC("%x0", "24") "cvt.u64.u32 %x1, %i; st.u64 [%x0+16], %x1; bar.sync 0;\n"
                                    "ld.u64 %x2, [%x0+16]; and.b64 %x3, %x0, 15; mad.lo.u64 %x2, %x3, 1000, "
                                    "%x2;\nst.u64 [%mine], %x2;\n" FREE("%x0"),
        .grid = {3},
        .block = {64},
        .out_count = 192};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 192; i++) CHECK_EQ(run.out[i], i); // aligned to 16 bytes as well
}

TEST(full_heap_gives_null) {
    PtxRun run = {
        .declarations = HEAP,
        .body = MALLOC("%x0", "6000000") MALLOC("%x1", "6000000") FREE("%x0") MALLOC("%x2", "6000000")
            FREE("%x2") "mov.u64 %x3, 0;\n" FREE("%x3") MALLOC(
                "%x4", "0") "setp.ne.u64 %p0, %x0, 0; selp.b64 %x0, 1, 0, %p0; setp.ne.u64 %p0, %x2, 0; "
                            "selp.b64 %x2, 1, "
                            "0, %p0; setp.ne.u64 %p0, %x4, 0; selp.b64 %x4, 1, 0, %p0;\n"
                            "st.u64 [%out], %x0; st.u64 [%out+8], %x1; st.u64 [%out+16], %x2; "
                            "st.u64 [%out+24], %x4;",
        .out_count = 4};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0], 1);
    CHECK_EQ(run.out[1], 0);
    CHECK_EQ(run.out[2], 1);
    CHECK_EQ(run.out[3], 1);
}

static void check_found(const char *body, Check check, const char *words) {
    PtxRun run = {.declarations = HEAP, .body = body, .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, check);
    CHECK_HAS(run.message, words);
}

TEST(wrong_uses) {
    check_found(MALLOC("%x0", "8") FREE("%x0") FREE("%x0"), CHECK_OUT_OF_BOUNDS, "free already");
    check_found(MALLOC("%x0", "8") "add.u64 %x0, %x0, 4;\n" FREE("%x0"), CHECK_OUT_OF_BOUNDS, "did not give");
    check_found(FREE("%out"), CHECK_OUT_OF_BOUNDS, "did not give");
    check_found(MALLOC("%x0", "8") FREE("%x0") "ld.u64 %x1, [%x0];", CHECK_OUT_OF_BOUNDS, "free() has freed");
    check_found(MALLOC("%x0", "8") "st.u64 [%x0+8], %x0;", CHECK_OUT_OF_BOUNDS, "8 bytes");
    check_found(MALLOC("%x0", "8") "ld.u64 %x1, [%x0]; st.u64 [%out], %x1;", CHECK_UNINITIALISED, "");
}

CHECK_MAIN()
