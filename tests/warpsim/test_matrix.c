// Tensor cores: mma with the places that PTX documents, ldmatrix and stmatrix, wmma from memory to memory.
#include "tests/warpsim/check_instruction.h"

// Small whole numbers: every sum is exact, whatever its order.
static int number(u32 i, u32 seed) {
    return (int)((i * 7 + seed * 13 + i / 5) % 11) - 4;
}

static u64 f16_bits(int v) {
    static const u16 codes[] = {0xc400, 0xc200, 0xc000, 0xbc00, 0,     0x3c00,
                                0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    return codes[v + 4];
}

// e4m3 and e5m2: the upper half of an f16 is an e5m2.
static u64 narrow_bits(char type, int v) {
    static const u8 codes[] = {0xc8, 0xc4, 0xc0, 0xb8, 0, 0x38, 0x40, 0x44, 0x48, 0x4a, 0x4c};
    return type == '4' ? codes[v + 4] : f16_bits(v) >> 8;
}

static u64 bits_of_number(char type, int v) {
    switch (type) {
    case '4':
    case '5': return narrow_bits(type, v);
    case 'h': return f16_bits(v);
    case 'b': return u32_of_f32((float)v) >> 16;
    case 'd': return u64_of_f64(v);
    case 's': return (u8)v;
    case 'u': return (u8)(v + 4);
    default: return u32_of_f32((float)v);
    }
}

static int value_of_number(char type, int v) {
    return type == 'u' ? v + 4 : v;
}

static u32 bytes_of_number(char type) {
    return type == 'd' ? 8 : type == 'f' ? 4 : strchr("su45", type) ? 1 : 2;
}

// A (rows x inner), then at byte 4096 B (inner x columns), each by rows or by columns.
static const u64 *matrices(char type, u32 rows, u32 columns, u32 inner, bool a_by_columns,
                           bool b_by_columns) {
    static u8 memory[8192];
    memset(memory, 0, sizeof memory);
    const u32 size = bytes_of_number(type);
    for (u32 i = 0; i < rows * inner; i++) {
        const u64 v = bits_of_number(type, number(i, 1));
        memcpy(memory + size * (a_by_columns ? i % inner * rows + i / inner : i), &v, size);
    }
    for (u32 i = 0; i < inner * columns; i++) {
        const u64 v = bits_of_number(type, number(i, 2));
        memcpy(memory + 4096 + size * (b_by_columns ? i % columns * inner + i / columns : i), &v, size);
    }
    return (const u64 *)memory;
}

static int product(char type, u32 row, u32 column, u32 columns, u32 inner) {
    int sum = 0;
    for (u32 k = 0; k < inner; k++)
        sum += value_of_number(type, number(row * inner + k, 1)) *
               value_of_number(type, number(k * columns + column, 2));
    return sum;
}

// Lane's element i of the m x 8 result stands at this row and column.
static void check_mma_result(const u64 *out, char type, u32 rows, u32 inner, int added, bool integers) {
    for (u32 lane = 0; lane < 32; lane++)
        for (u32 i = 0; i < rows / 4; i++) {
            const int want = product(type, lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2, 8, inner) + added;
            if (integers)
                CHECK_EQ((s32)out[lane * 4 + i], want);
            else
                CHECK_EQ(f32_of(out[lane * 4 + i]), (float)want);
        }
}

// A by rows and B by columns: each register is neighbours in memory.
#define LANE "and.b32 %r40, %i, 3; shr.u32 %r41, %i, 2;\n" // %r40 member, %r41 group
static void check_mma(const char *name, const char *zero, char type, u32 rows, u32 inner, bool integers) {
    char body[4000];
    const u32 size = bytes_of_number(type), pack = 4 / size, a_count = rows * inner / 32 / pack,
              b_count = inner * 8 / 32 / pack;
    int n = snprintf(body, sizeof body, "%s", LANE);
    for (u32 r = 0; r < a_count; r++)
        n += snprintf(
            body + n, sizeof body - (size_t)n,
            "add.u32 %%r42, %%r41, %u; mul.lo.u32 %%r42, %%r42, %u; mad.lo.u32 %%r42, %%r40, 4, %%r42;\n"
            "cvt.u64.u32 %%x1, %%r42; add.u64 %%x1, %%x1, %%in; ld.b32 %%r%u, [%%x1+%u];\n",
            8 * (r % (rows / 8)), inner * size, r, 16 * (r / (rows / 8)));
    for (u32 r = 0; r < b_count; r++)
        n += snprintf(body + n, sizeof body - (size_t)n,
                      "mul.lo.u32 %%r42, %%r41, %u; mad.lo.u32 %%r42, %%r40, 4, %%r42; cvt.u64.u32 %%x1, "
                      "%%r42; add.u64 "
                      "%%x1, %%x1, %%in;\nld.b32 %%r%u, [%%x1+%u];\n",
                      inner * size, 8 + r, 4096 + 16 * r);
    n += snprintf(body + n, sizeof body - (size_t)n,
                  "mov.b32 %%r20, %s; mad.wide.u32 %%x2, %%i, 32, %%out;\n%s {", zero, name);
    for (u32 i = 0; i < rows / 4; i++)
        n += snprintf(body + n, sizeof body - (size_t)n, "%s%%r%u", i ? ", " : "", 24 + i);
    n += snprintf(body + n, sizeof body - (size_t)n, "}, {");
    for (u32 i = 0; i < a_count; i++)
        n += snprintf(body + n, sizeof body - (size_t)n, "%s%%r%u", i ? ", " : "", i);
    n += snprintf(body + n, sizeof body - (size_t)n, "}, {");
    for (u32 i = 0; i < b_count; i++)
        n += snprintf(body + n, sizeof body - (size_t)n, "%s%%r%u", i ? ", " : "", 8 + i);
    n += snprintf(body + n, sizeof body - (size_t)n, "}, {");
    for (u32 i = 0; i < rows / 4; i++)
        n += snprintf(body + n, sizeof body - (size_t)n, "%s%%r20", i ? ", " : "");
    n += snprintf(body + n, sizeof body - (size_t)n, "};\n");
    for (u32 i = 0; i < rows / 4; i++)
        n += snprintf(body + n, sizeof body - (size_t)n, "cvt.u64.u32 %%x3, %%r%u; st.u64 [%%x2+%u], %%x3;\n",
                      24 + i, 8 * i);
    PtxRun run = {.body = body,
                  .block = {32},
                  .in = matrices(type, rows, 8, inner, false, true),
                  .in_count = 1024,
                  .out_count = 128};
    if (run_ptx(&run)) check_mma_result(run.out, type, rows, inner, 5, integers);
}

TEST(mma) {
    check_mma("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "0f40A00000", 'h', 16, 16, false);
    check_mma("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "0f40A00000", 'h', 16, 8, false);
    check_mma("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "0f40A00000", 'b', 16, 16, false);
    check_mma("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", "0f40A00000", 'b', 16, 8, false);
    check_mma("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "0f40A00000", 'f', 16, 8, false);
    check_mma("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", "0f40A00000", 'f', 16, 4, false);
    check_mma("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "5", 's', 16, 32, true);
    check_mma("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.u8.s32", "5", 'u', 16, 16, true);
    check_mma("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", "5", 's', 8, 16, true);
    check_mma("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "0f40A00000", '4', 16, 32, false);
    check_mma("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", "0f40A00000", '5', 16, 32, false);
}

// A warp's A from shared memory by ldmatrix, B by ldmatrix.trans, as matrix kernels do it.
TEST(rows_from_shared_memory) {
    PtxRun run = {
        .body = ".shared .align 16 .b8 s[1024]; mov.u64 %x0, s;\n"
                // 512 bytes of A, 256 of B (both by rows), a word of each lane at a time
                "mul.wide.u32 %x1, %i, 4; add.u64 %x2, %in, %x1; add.u64 %x3, %x0, %x1; mov.u32 %r0, 0;\n"
                "copy: ld.u32 %r1, [%x2]; st.shared.u32 [%x3], %r1; add.u64 %x2, %x2, 128; add.u64 %x3, %x3, "
                "128;\n"
                "add.u32 %r0, %r0, 1; setp.eq.u32 %p0, %r0, 4; @%p0 add.u64 %x2, %x2, 3584; setp.lt.u32 %p1, "
                "%r0, 6;\n"
                "@%p1 bra copy; bar.sync 0;\n"
                "and.b32 %r2, %i, 15; shl.b32 %r2, %r2, 5; shr.u32 %r3, %i, 4; shl.b32 %r3, %r3, 4; add.u32 "
                "%r4, %r2, %r3;\n"
                "mov.u32 %r5, s; add.u32 %r4, %r4, %r5; and.b32 %r6, %i, 15; shl.b32 %r6, %r6, 4; add.u32 "
                "%r6, %r6, %r5;\n"
                "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r4];\n"
                "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r14, %r15}, [%r6+512];\n"
                "mov.b32 %r20, 0;\n"
                "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r24, %r25, %r26, %r27}, {%r10, %r11, "
                "%r12, %r13}, "
                "{%r14, %r15}, {%r20, %r20, %r20, %r20};\n"
                "mad.wide.u32 %x4, %i, 32, %out; cvt.u64.u32 %x5, %r24; st.u64 [%x4], %x5; cvt.u64.u32 %x5, "
                "%r25; st.u64 "
                "[%x4+8], %x5;\ncvt.u64.u32 %x5, %r26; st.u64 [%x4+16], %x5; cvt.u64.u32 %x5, %r27; st.u64 "
                "[%x4+24], %x5;",
        .block = {32},
        .in = matrices('h', 16, 8, 16, false, false),
        .in_count = 1024,
        .out_count = 128};
    if (run_ptx(&run)) check_mma_result(run.out, 'h', 16, 16, 0, false);
}

// Rows out by stmatrix.trans and in again by ldmatrix.trans: what the registers held.
TEST(rows_to_shared_memory) {
    PtxRun run = {
        .body = ".shared .align 16 .b8 s[128]; mov.u32 %r0, s; and.b32 %r1, %i, 7; mad.lo.u32 %r1, %r1, 16, "
                "%r0;\n"
                "mul.lo.u32 %r2, %i, 0x30007; stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r1], {%r2};\n"
                "bar.warp.sync -1; ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r3}, [%r1];\n"
                "mov.b64 %x0, {%r2, %r3}; st.u64 [%mine], %x0;",
        .block = {32},
        .out_count = 32};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 32; i++) CHECK_EQ(run.out[i], i * 0x30007ull * 0x100000001ull);
}

typedef struct {
    const char *shape, *type, *a_layout, *b_layout;
    u32 rows, columns, inner, a_registers, b_registers;
    char kind;
} Wmma;

static int vector(char *to, size_t room, char letter, u32 first, u32 count) {
    int n = snprintf(to, room, "{");
    for (u32 i = 0; i < count; i++)
        n += snprintf(to + n, room - (size_t)n, "%s%%%c%u", i ? ", " : "", letter, first + i);
    return n + snprintf(to + n, room - (size_t)n, "}");
}

// C is loaded from what comes back, all 5, and goes there again by columns.
static void check_wmma(const Wmma *t) {
    char body[3000], a[200], b[200], c[200], types[60];
    const bool integers = t->kind == 's' || t->kind == 'u', wide = t->kind == 'd';
    const u32 c_registers = wide ? 2 : 8, elements = t->rows * t->columns;
    const char *c_type = integers ? "s32" : wide ? "f64" : "f32";
    const char letter = wide ? 'x' : 'r';
    const bool a_by_columns = t->a_layout[0] == 'c', b_by_columns = t->b_layout[0] == 'c';
    vector(a, sizeof a, letter, 10, t->a_registers);
    vector(b, sizeof b, letter, 20, t->b_registers);
    vector(c, sizeof c, letter, 30, c_registers);
    if (t->kind == 'h')
        snprintf(types, sizeof types, "f32.f32");
    else
        snprintf(types, sizeof types, "%s.%s.%s.%s%s", c_type, t->type, t->type, c_type, wide ? ".rn" : "");
    snprintf(body, sizeof body,
             "mov.u32 %%r0, %%i;\nfill: mad.wide.u32 %%x1, %%r0, %u, %%out; %s;\nadd.u32 %%r0, %%r0, 32; "
             "setp.lt.u32 %%p0, "
             "%%r0, %u; @%%p0 bra fill; bar.warp.sync -1;\n"
             "wmma.load.a.sync.aligned.%s.%s.%s %s, [%%in], %u;\n"
             "wmma.load.b.sync.aligned.%s.%s.%s %s, [%%in+4096], %u;\n"
             "wmma.load.c.sync.aligned.row.%s.%s %s, [%%out], %u;\n"
             "wmma.mma.sync.aligned.%s.%s.%s.%s %s, %s, %s, %s; bar.warp.sync -1;\n"
             "wmma.store.d.sync.aligned.col.%s.%s [%%out], %s, %u;",
             wide ? 8 : 4,
             integers ? "st.u32 [%x1], 5"
             : wide   ? "mov.f64 %q0, 0d4014000000000000; st.f64 [%x1], %q0"
                      : "mov.f32 %r1, 0f40A00000; st.f32 [%x1], %r1",
             elements, t->a_layout, t->shape, t->type, a, a_by_columns ? t->rows : t->inner, t->b_layout,
             t->shape, t->type, b, b_by_columns ? t->inner : t->columns, t->shape, c_type, c, t->columns,
             t->a_layout, t->b_layout, t->shape, types, c, a, b, c, t->shape, c_type, c, t->rows);
    PtxRun run = {.body = body,
                  .block = {32},
                  .in = matrices(t->kind, t->rows, t->columns, t->inner, a_by_columns, b_by_columns),
                  .in_count = 1024,
                  .out_count = elements * (wide ? 8 : 4) / 8};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < elements; i++) {
        const int want = product(t->kind, i % t->rows, i / t->rows, t->columns, t->inner) + 5;
        if (integers)
            CHECK_EQ(((const s32 *)run.out)[i], want);
        else
            CHECK_EQ(wide ? ((const double *)run.out)[i] : ((const float *)run.out)[i], want);
    }
}

TEST(wmma) {
    static const Wmma forms[] = {
        {"m16n16k16", "f16", "row", "col", 16, 16, 16, 8, 8, 'h'},
        {"m16n16k16", "f16", "col", "row", 16, 16, 16, 8, 8, 'h'},
        {"m32n8k16", "f16", "row", "row", 32, 8, 16, 8, 8, 'h'},
        {"m8n32k16", "f16", "col", "col", 8, 32, 16, 8, 8, 'h'},
        {"m16n16k16", "bf16", "row", "col", 16, 16, 16, 4, 4, 'b'},
        {"m16n16k8", "tf32", "row", "col", 16, 16, 8, 4, 4, 'f'},
        {"m16n16k16", "s8", "row", "col", 16, 16, 16, 2, 2, 's'},
        {"m16n16k16", "u8", "col", "row", 16, 16, 16, 2, 2, 'u'},
        {"m32n8k16", "s8", "row", "row", 32, 8, 16, 4, 1, 's'},
        {"m8n32k16", "u8", "col", "col", 8, 32, 16, 1, 4, 'u'},
        {"m8n8k4", "f64", "row", "col", 8, 8, 4, 1, 1, 'd'},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) check_wmma(&forms[i]);
}

static void check_misaligned(const char *place, const char *says) {
    char body[400];
    snprintf(
        body, sizeof body,
        "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%%r10, %%r11, %%r12, %%r13, %%r14, %%r15, %%r16, %%r17}, %s;",
        place);
    PtxRun run = {.body = body,
                  .block = {32},
                  .in = matrices('h', 16, 16, 16, false, false),
                  .in_count = 1024,
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_MISALIGNED);
    CHECK_HAS(run.message, says);
}

TEST(a_matrix_between_the_places_for_one) {
    check_misaligned("[%in+2], 16", "not a multiple of 32");
    check_misaligned("[%in+16], 16", "not a multiple of 32");
    check_misaligned("[%in], 17", "of 17, which is not a multiple of 8");
    check_misaligned("[%in], 20", "of 20, which is not a multiple of 8");
}

TEST(a_part_of_the_warp) {
    PtxRun run = {.body = "setp.lt.u32 %p0, %i, 16; @%p0 bra end; mov.b32 %r0, "
                          "0;\nmma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                          "{%r1, %r2, %r3, %r4}, {%r0, %r0}, {%r0}, {%r0, %r0, %r0, %r0};\nend:",
                  .block = {32},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_BARRIER);
    CHECK_HAS(run.message, "all 32 lanes");
}

CHECK_MAIN()
