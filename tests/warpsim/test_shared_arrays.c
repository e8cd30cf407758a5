// An address that is made from one __shared__ array, and leads to another: a finding. Where nobody knows from which one, none.
#include "tests/warpsim/run_ptx.h"

#define ARRAYS                                                                                               \
    ".shared .align 8 .b8 first[256]; .shared .align 8 .b8 second[256]; .extern .shared .align 8 .b8 dynamic[];\n"
#define FILL                                                                                                 \
    "mov.u32 %r0, first; mad.lo.u32 %r1, %i, 8, %r0; st.shared.u64 [%r1], %in;\n"                            \
    "mov.u32 %r2, second; mad.lo.u32 %r3, %i, 8, %r2; st.shared.u64 [%r3], %in; bar.sync 0;\n"
#define LOAD "ld.shared.u32 %r9, "

typedef struct {
    const char *name, *body, *says;
} Case;

static void look_at(const Case *cases, size_t count) {
    for (size_t i = 0; i < count && !check_failed; i++) {
        char body[2000];
        snprintf(body, sizeof body, "%s%s", FILL, cases[i].body);
        PtxRun run = {.declarations = ARRAYS,
                      .body = body,
                      .block = {32},
                      .dynamic_shared = 256,
                      .out_count = 32,
                      .in_count = 1,
                      .in = (u64[]){1},
                      .expects_finding = cases[i].says != NULL};
        if (!run_ptx(&run)) return;
        if (run.found != (cases[i].says != NULL) ||
            (run.found && (run.check != CHECK_OUT_OF_BOUNDS || !strstr(run.message, cases[i].says))))
            check_fail_format(__FILE__, __LINE__, "%s: %s: %s", cases[i].name,
                              run.found ? warpsim_check_name(run.check) : "nothing", run.message);
    }
}

TEST(out_of_an_array) {
    static const Case cases[] = {
        {"past the end", LOAD "[first + 256];",
         "reads 4 bytes at byte 256 of the array `first`, which has 256 bytes. In shared memory `second` lies"},
        {"by an index", "add.u32 %r4, %r1, 128; " LOAD "[%r4];", "at byte 256 of the array `first`"},
        {"before the beginning", LOAD "[%r3 + -8];",
         "reads 4 bytes 8 bytes before the beginning of the array `second`"},
        {"a store", "@!%p0 st.shared.u32 [%r1 + 256], %i;",
         "writes 4 bytes at byte 256 of the array `first`"},
        {"an atomic operation", "red.shared.add.u32 [%r2 + -4], 1;",
         "reads 4 bytes 4 bytes before the beginning"},
        {"half of a pair", "ld.shared.v2.u32 {%r8, %r9}, [first + 256];", "reads 8 bytes at byte 256"},
        {"one byte", "ld.shared.u8 %r8, [first + 257];", "reads 1 byte at byte 257"},
        {"a byte's way before", "ld.shared.u8 %r8, [%r3 + -1];", "reads 1 byte 1 byte before the beginning"},
        {"a generic address", "cvt.u64.u32 %x0, %r1; cvta.shared.u64 %x1, %x0; ld.u32 %r9, [%x1 + 256];",
         "at byte 256 of the array `first`"},
        {"after turns of a loop",
         "mov.u32 %r5, 0; again: add.u32 %r1, %r1, 64; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 4;\n"
         "@%p1 bra again; " LOAD "[%r1];",
         "at byte 256 of the array `first`"},
        {"an asynchronous copy", "cp.async.ca.shared.global [%r0 + 256], [%in], 8; cp.async.wait_all;",
         "writes 8 bytes at byte 256"},
        {"an index from memory", "ld.global.u32 %r4, [%in]; mad.lo.u32 %r5, %r4, 256, %r0; " LOAD "[%r5];",
         "at byte 256 of the array `first`"},
    };
    look_at(cases, sizeof cases / sizeof *cases);
}

TEST(inside_or_not_known) {
    static const Case cases[] = {
        {"the last word", LOAD "[first + 252];", NULL},
        {"one of two arrays", "setp.lt.u32 %p1, %i, 16; selp.u32 %r4, %r0, %r2, %p1; " LOAD "[%r4 + 128];",
         NULL},
        {"from the one to the other", "sub.u32 %r4, %r2, %r0; add.u32 %r5, %r1, %r4; " LOAD "[%r5];", NULL},
        {"dynamic shared memory",
         "mov.u32 %r4, dynamic; mad.lo.u32 %r5, %i, 8, %r4; st.shared.u32 [%r5], %i; " LOAD "[%r5 + 0];",
         NULL},
        {"a pointer in memory",
         "cvt.u64.u32 %x0, %r2; cvta.shared.u64 %x1, %x0; st.u64 [%mine], %x1; ld.u64 %x2, [%mine]; ld.u32 %r9, [%x2];",
         NULL},
        {"a comparison of the one, an index into the other",
         "setp.lt.u32 %p1, %r1, %r2; selp.u32 %r4, 8, 16, %p1; add.u32 %r5, %r2, %r4; " LOAD "[%r5];", NULL},
    };
    look_at(cases, sizeof cases / sizeof *cases);
}

CHECK_MAIN()
