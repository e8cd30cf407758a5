// printf and assert in kernels: the formats of C, the order of threads and blocks, what printf returns.
#include "tests/warpsim/check_instruction.h"

#define PRINTF                                                                                               \
    "{ .param .b64 f_; .param .b64 a_; .param .b32 r_; st.param.b64 [f_], %x0; st.param.b64 [a_], %x1;\n"    \
    "call.uni (r_), vprintf, (f_, a_); ld.param.b32 %r0, [r_]; }\n"

// A module that declares vprintf and has the text.
static const char *declarations_with(const char *format) {
    static char text[1000];
    size_t n = (size_t)snprintf(
        text, sizeof text,
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
        ".global .align 1 .b8 word[6] = {104, 101, 108, 108, 111, 0};\n.global .align 1 .b8 format[] = {");
    for (const char *p = format; *p; p++) n += (size_t)snprintf(text + n, sizeof text - n, "%d, ", *p);
    snprintf(text + n, sizeof text - n, "0};\n");
    return text;
}

// Prints once, with `arguments`: stores into the local array `args`.
static void check_printed(const char *format, const char *arguments, u32 conversions, const char *expected) {
    char body[1500];
    snprintf(body, sizeof body,
             ".local .align 8 .b8 args[64]; %s\nmov.u64 %%x0, format; cvta.global.u64 %%x0, %%x0; mov.u64 "
             "%%x1, args;\n"
             "cvta.local.u64 %%x1, %%x1;\n"
             "%s cvt.u64.u32 %%x2, %%r0; st.u64 [%%mine], %%x2;",
             arguments, PRINTF);
    PtxRun run = {.declarations = declarations_with(format), .body = body, .out_count = 1};
    if (!run_ptx(&run)) return;
    CHECK_STR(run.printed, expected);
    CHECK_EQ(run.out[0], conversions);
}

#define S32_AT(at, value) "st.local.b32 [args+" #at "], " #value "; "
#define S64_AT(at, value) "mov.b64 %x9, " #value "; st.local.b64 [args+" #at "], %x9; "
#define F64_AT(at, value) "mov.f64 %x9, " #value "; st.local.b64 [args+" #at "], %x9; "

TEST(integers) {
    check_printed("plain\n", "", 0, "plain\n");
    check_printed("%d|%i", S32_AT(0, -5) S32_AT(4, 2147483647), 2, "-5|2147483647");
    check_printed("%u|%x|%X|%o", S32_AT(0, -1) S32_AT(4, 0xbeef) S32_AT(8, 0xbeef) S32_AT(12, 8), 4,
                  "4294967295|beef|BEEF|10");
    check_printed("[%5d|%-5d|%05d|%+d|% d]",
                  S32_AT(0, 42) S32_AT(4, 42) S32_AT(8, 42) S32_AT(12, 42) S32_AT(16, 42), 5,
                  "[   42|42   |00042|+42| 42]");
    check_printed("%#x %#o %.4d", S32_AT(0, 255) S32_AT(4, 8) S32_AT(8, 7), 3, "0xff 010 0007");
    check_printed("%*d|%-*d|", S32_AT(0, 4) S32_AT(4, 7) S32_AT(8, 3) S32_AT(12, 8), 2, "   7|8  |");
}

TEST(wide_integers) {
    check_printed("%lld %llu %llx",
                  S64_AT(0, -9000000000) S64_AT(8, 0xffffffffffffffff) S64_AT(16, 0x123456789abcdef0), 3,
                  "-9000000000 18446744073709551615 123456789abcdef0");
    check_printed("%ld %lu", S64_AT(0, -1) S64_AT(8, 5000000000), 2, "-1 5000000000");
    check_printed("%zu", S64_AT(0, 5000000000), 1, "5000000000");
    // A wide argument after a narrow one starts at its own alignment.
    check_printed("%d %lld %d", S32_AT(0, 1) S64_AT(8, 2) S32_AT(16, 3), 3, "1 2 3");
    check_printed("%hd %hhu", S32_AT(0, -3) S32_AT(4, 200), 2, "-3 200");
}

TEST(floats) {
    check_printed("%f %.2f %8.3f|", F64_AT(0, 1.5) F64_AT(8, 0d40091EB851EB851F) F64_AT(16, -2.0), 3,
                  "1.500000 3.14   -2.000|");
    check_printed("%e %g %G %a", F64_AT(0, 1500.0) F64_AT(8, 0.0001) F64_AT(16, 1.0e20) F64_AT(24, 1.0), 4,
                  "1.500000e+03 0.0001 1E+20 0x1p+0");
    check_printed("%f %f", F64_AT(0, 0d7FF0000000000000) F64_AT(8, 0d7FF8000000000000), 2, "inf nan");
    check_printed("%d: %f", S32_AT(0, 1) F64_AT(8, 0.25), 2, "1: 0.250000");
}

TEST(characters_and_strings) {
    check_printed("%c%c%%", S32_AT(0, 79) S32_AT(4, 75), 2, "OK%");
    check_printed(
        "<%s|%7s|%-7s|%.3s>",
        "mov.u64 %x8, word; cvta.global.u64 %x8, %x8; st.local.b64 [args], %x8; st.local.b64 [args+8], %x8;"
        "st.local.b64 [args+16], %x8; st.local.b64 [args+24], %x8;",
        4, "<hello|  hello|hello  |hel>");
    check_printed("%p", S64_AT(0, 0xabc), 1, "0xabc");
}

// Hostile formats end the text, not the simulator.
TEST(odd_formats) {
    PtxRun run = {.declarations = declarations_with("%s%s%n%9999999999d%"),
                  .body = ".local .align 8 .b8 args[64]; mov.b64 %x9, 1; st.local.b64 [args], %x9; "
                          "st.local.b64 [args+8], %x9;\n"
                          "mov.u64 %x0, format; cvta.global.u64 %x0, %x0; mov.u64 %x1, args; cvta.local.u64 "
                          "%x1, %x1;\n" PRINTF};
    run_ptx(&run);
    PtxRun nowhere = {.declarations = declarations_with(""),
                      .body = "mov.u64 %x0, 0; mov.u64 %x1, 0;\n" PRINTF};
    run_ptx(&nowhere);
}

// Threads print in their order within a warp, blocks in theirs, however many CPU threads there are.
TEST(order) {
    PtxRun run = {
        .declarations = declarations_with("%d\n"),
        .body = ".local .align 8 .b8 args[8]; st.local.b32 [args], %i; and.b32 %r1, %i, 31; setp.lt.u32 %p0, "
                "%r1, 3;\n"
                "mov.u64 %x0, format; cvta.global.u64 %x0, %x0; mov.u64 %x1, args; cvta.local.u64 %x1, %x1;\n"
                "@!%p0 bra end;\n" PRINTF "end:",
        .grid = {40},
        .block = {64},
        .spread = true};
    char expected[4000];
    size_t n = 0;
    for (u32 i = 0; i < 40 * 64; i++)
        if (i % 32 < 3) n += (size_t)snprintf(expected + n, sizeof expected - n, "%u\n", i);
    if (run_ptx(&run)) CHECK_STR(run.printed, expected);
}

TEST(assertion) {
    PtxRun run = {
        .declarations = ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 "
                        "n, .param .b64 s);\n"
                        ".global .align 1 .b8 what[6] = {110, 32, 60, 32, 56, 0}; .global .align 1 .b8 "
                        "file[5] = {97, 46, 99, 117, 0};\n"
                        ".global .align 1 .b8 name[2] = {107, 0};",
        .body = "setp.lt.u32 %p0, %i, 8; @%p0 bra fine; mov.u64 %x0, what; cvta.global.u64 %x0, %x0; mov.u64 "
                "%x1, file;\n"
                "cvta.global.u64 %x1, %x1; mov.u64 %x2, name; cvta.global.u64 %x2, %x2;\n"
                "{ .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s; st.param.b64 "
                "[m], %x0;\n"
                "st.param.b64 [f], %x1; st.param.b32 [l], 12; st.param.b64 [n], %x2; st.param.b64 [s], 1;\n"
                "call.uni __assertfail, (m, f, l, n, s); }\nfine:",
        .block = {32},
        .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_ASSERT);
    CHECK_EQ(run.error, cudaErrorAssert);
    CHECK_EQ(run.thread, 8);
    CHECK_HAS(run.message, "n < 8");
    CHECK_HAS(run.message, "a.cu:12");
}

CHECK_MAIN()
