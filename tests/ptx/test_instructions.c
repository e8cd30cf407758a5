// Instructions and operands: what the tree holds for each form that PTX has.
#include "tests/ptx/ptx_text.h"

// Parses a body that declares the registers used below, and gives the instruction at `index`.
static PtxModule *module;
static const PtxFunction *kernel;

static const PtxInstruction *instruction(int index, const char *body) {
    static char text[4096];
    static const PtxInstruction none = {.mnemonic = "(none)", .guard = -1};
    snprintf(text, sizeof text,
             ".reg .pred %%p<4>; .reg .b32 %%r<8>; .reg .b64 %%rd<4>; .reg .f32 %%f<9>; %s", body);
    ptx_free(module);
    module = parse_body(".global .b32 data[16]; .func f(.param .b32 f_param_0) ;", text);
    kernel = module ? ptx_function_named(module, "k") : NULL;
    return kernel && index < kernel->code_count ? &kernel->code[index] : &none;
}

static const char *reg(int index) {
    return index >= 0 && index < kernel->register_count ? kernel->registers[index].name : "(none)";
}

TEST(mnemonic_and_suffixes) {
    const PtxInstruction *i = instruction(0, "ld.global.nc.v2.f32 {%f1, %f2}, [%rd1];");
    CHECK_STR(i->mnemonic, "ld");
    CHECK_EQ(i->suffix_count, 4);
    CHECK_STR(i->suffix[0], "global");
    CHECK_STR(i->suffix[3], "f32");
    CHECK(ptx_has_suffix(i, "v2"));
    CHECK(!ptx_has_suffix(i, "v4"));
    CHECK_EQ(i->operand_count, 2);
    CHECK_EQ(i->guard, -1);
    CHECK_EQ(i->loc, -1);
    CHECK_EQ(i->ptx_line, 5);
}

TEST(suffixes_with_colons) {
    const PtxInstruction *i = instruction(0, "ld.shared::cta.L2::128B.u32 %r1, [%r2].unified;");
    CHECK_EQ(i->suffix_count, 4);
    CHECK_STR(i->suffix[0], "shared::cta");
    CHECK_STR(i->suffix[1], "L2::128B");
    CHECK_STR(i->suffix[3], "unified");
    CHECK_EQ(i->operand_count, 2);
}

TEST(no_operands) {
    CHECK_STR(instruction(0, "ret;")->mnemonic, "ret");
    CHECK_EQ(instruction(0, "membar.gl;")->operand_count, 0);
}

TEST(guards) {
    const PtxInstruction *i = instruction(0, "@%p1 mov.u32 %r1, 1; @!%p2 exit;");
    CHECK_STR(reg(i[0].guard), "%p1");
    CHECK(!i[0].guard_negated);
    CHECK_STR(reg(i[1].guard), "%p2");
    CHECK(i[1].guard_negated);
}

TEST(registers) {
    const PtxInstruction *i = instruction(0, "add.s32 %r1, %r2, %r7;");
    CHECK_EQ(i->operand[0].kind, OPERAND_REG);
    CHECK_STR(reg(i->operand[0].reg), "%r1");
    CHECK_STR(reg(i->operand[2].reg), "%r7");
    CHECK_EQ(kernel->registers[i->operand[2].reg].type, PTX_B32);
    CHECK_EQ(i->operand[0].paired, -1);
    CHECK_EQ(kernel->register_count, 4 + 8 + 4 + 9);
}

TEST(negated_and_paired_predicates) {
    const PtxInstruction *i = instruction(0, "setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;"
                                             "setp.ne.s32 _|%p2, %r1, %r2;"
                                             "shfl.sync.idx.b32 %r1|%p1, %r2, %r3, 31, -1;"
                                             "setp.ne.s32 %p1|_, %r1, %r2;");
    CHECK_STR(reg(i[0].operand[0].reg), "%p1");
    CHECK_STR(reg(i[0].operand[0].paired), "%p2");
    CHECK_EQ(i[0].operand_count, 4);
    CHECK(i[0].operand[3].negated);
    CHECK_STR(reg(i[0].operand[3].reg), "%p3");
    CHECK_EQ(i[1].operand[0].kind, OPERAND_SINK);
    CHECK_STR(reg(i[1].operand[0].paired), "%p2");
    CHECK_STR(reg(i[2].operand[0].paired), "%p1");
    CHECK_EQ(i[2].operand[4].imm, -1);
    CHECK_EQ(i[3].operand[0].paired, -1);
}

static int64_t immediate(const char *text, PtxOperandKind kind) {
    char body[200];
    snprintf(body, sizeof body, "mov.b64 %%rd1, %s;", text);
    const PtxInstruction *i = instruction(0, body);
    CHECK_EQ(i->operand[1].kind, kind);
    return i->operand[1].imm;
}

TEST(integers) {
    CHECK_EQ(immediate("42", OPERAND_INT), 42);
    CHECK_EQ(immediate("-1", OPERAND_INT), -1);
    CHECK_EQ(immediate("+7", OPERAND_INT), 7);
    CHECK_EQ(immediate("0x1F", OPERAND_INT), 31);
    CHECK_EQ(immediate("0XffU", OPERAND_INT), 255);
    CHECK_EQ(immediate("017", OPERAND_INT), 15);
    CHECK_EQ(immediate("0", OPERAND_INT), 0);
    CHECK_EQ(immediate("0b101", OPERAND_INT), 5);
    CHECK_EQ(immediate("3U", OPERAND_INT), 3);
    CHECK_EQ(immediate("18446744073709551615", OPERAND_INT), -1);
    CHECK_EQ(immediate("-9223372036854775808", OPERAND_INT), INT64_MIN);
    CHECK_EQ(immediate("WARP_SZ", OPERAND_INT), 32);
    CHECK_EQ(immediate("2+3*4-1", OPERAND_INT), 13);
    CHECK_EQ(immediate("10-3-2", OPERAND_INT), 5);
    CHECK_EQ(immediate("(2+3)*-4", OPERAND_INT), -20);
    CHECK_EQ(immediate("1<<4|~0&3", OPERAND_INT), 19);
    CHECK_EQ(immediate("0x6^5", OPERAND_INT), 3);
}

TEST(floating_point) {
    CHECK_EQ(immediate("0f3F800000", OPERAND_F32), 0x3F800000);
    CHECK_EQ(immediate("0FbF800000", OPERAND_F32), 0xBF800000);
    CHECK_EQ(immediate("-0f3F800000", OPERAND_F32), 0xBF800000);
    CHECK_EQ(immediate("0d3FF0000000000000", OPERAND_F64), 0x3FF0000000000000);
    CHECK_EQ(immediate("1.0", OPERAND_F64), 0x3FF0000000000000);
    CHECK_EQ(immediate("-1.5", OPERAND_F64), (int64_t)0xBFF8000000000000);
    CHECK_EQ(immediate("25.0e-1", OPERAND_F64), 0x4004000000000000);
    CHECK_EQ(immediate("2e1", OPERAND_F64), 0x4034000000000000);
}

TEST(special_registers) {
    const PtxInstruction *i =
        instruction(0, "mov.u32 %r1, %tid.x; mov.u64 %rd1, %clock64; mov.u32 %r2, %laneid;");
    CHECK_EQ(i[0].operand[1].kind, OPERAND_SPECIAL);
    CHECK_STR(i[0].operand[1].name, "%tid.x");
    CHECK_STR(i[1].operand[1].name, "%clock64");
    CHECK_STR(i[2].operand[1].name, "%laneid");
}

TEST(declared_percent_names_are_registers) {
    const PtxInstruction *i = instruction(0, ".reg .b64 %SP, %SPL; cvta.local.u64 %SP, %SPL;");
    CHECK_EQ(i->operand[0].kind, OPERAND_REG);
    CHECK_STR(reg(i->operand[1].reg), "%SPL");
}

TEST(vectors) {
    const PtxInstruction *i =
        instruction(0, "mov.b32 %f1, {0, %r2}; st.v4.f32 [%rd1], {%f1, %f2, _, 0f00000000};"
                       "mov.b64 {%r1, _}, %rd2;");
    CHECK_EQ(i[0].operand[1].kind, OPERAND_VECTOR);
    CHECK_EQ(i[0].operand[1].count, 2);
    CHECK_EQ(i[0].operand[1].elements[0].kind, OPERAND_INT);
    CHECK_STR(reg(i[0].operand[1].elements[1].reg), "%r2");
    CHECK_EQ(i[1].operand[1].count, 4);
    CHECK_EQ(i[1].operand[1].elements[2].kind, OPERAND_SINK);
    CHECK_EQ(i[1].operand[1].elements[3].kind, OPERAND_F32);
    CHECK_EQ(i[2].operand[0].kind, OPERAND_VECTOR);
}

static const PtxOperand *address(const char *text) {
    char body[200];
    snprintf(body, sizeof body, ".local .b32 depot[4]; ld.u32 %%r1, %s;", text);
    const PtxInstruction *i = instruction(0, body);
    CHECK_EQ(i->operand[1].kind, OPERAND_ADDRESS);
    return &i->operand[1];
}

TEST(addresses) {
    CHECK_STR(reg(address("[%rd1]")->reg), "%rd1");
    CHECK_EQ(address("[%rd1]")->imm, 0);
    CHECK_EQ(address("[%rd1+4]")->imm, 4);
    CHECK_EQ(address("[%rd1+-4]")->imm, -4);
    CHECK_EQ(address("[%rd1-4]")->imm, -4);
    CHECK_EQ(address("[%rd1-4+8]")->imm, 4);
    CHECK_EQ(address("[%rd1]")->variable == NULL, 1);
    CHECK_STR(address("[k_param_0+24]")->variable->name, "k_param_0");
    CHECK_EQ(address("[k_param_0+24]")->imm, 24);
    CHECK_EQ(address("[k_param_0]")->reg, -1);
    CHECK_STR(address("[depot]")->variable->name, "depot");
    CHECK_EQ(address("[data+8]")->variable->space, SPACE_GLOBAL);
    CHECK_EQ(address("[data+-8]")->imm, -8);
    CHECK_EQ(address("[4096]")->imm, 4096);
    CHECK_EQ(address("[4096]")->reg, -1);
}

TEST(symbols) {
    const PtxInstruction *i = instruction(0, "mov.u64 %rd1, data; mov.u64 %rd2, data+12; mov.u64 %rd3, f;");
    CHECK_EQ(i[0].operand[1].kind, OPERAND_SYMBOL);
    CHECK_STR(i[0].operand[1].variable->name, "data");
    CHECK_EQ(i[1].operand[1].imm, 12);
    CHECK_EQ(i[2].operand[1].kind, OPERAND_SYMBOL);
    CHECK_STR(i[2].operand[1].function->name, "f");
}

TEST(texture_addresses_become_two_operands) {
    const PtxInstruction *i = instruction(0, "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"
                                             "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, %rd2, {%r1}];");
    CHECK_STR(i[0].suffix[0], "2d");
    CHECK_EQ(i[0].operand_count, 3);
    CHECK_EQ(i[0].operand[1].kind, OPERAND_ADDRESS);
    CHECK_STR(reg(i[0].operand[1].reg), "%rd1");
    CHECK_EQ(i[0].operand[2].kind, OPERAND_VECTOR);
    CHECK_STR(reg(i[0].operand[2].elements[1].reg), "%f6");
    CHECK_EQ(i[1].operand_count, 4);
    CHECK_EQ(i[1].operand[2].kind, OPERAND_REG);
    CHECK_EQ(i[1].operand[3].count, 1);
}

TEST(calls) {
    const PtxInstruction *i = instruction(
        0, "{ .param .b32 p0; .param .b32 retval0; p : .callprototype (.param .b32 _) _ (.param .b32 _);"
           "call.uni f, (p0); call.uni (retval0), f, (p0, 7); call (retval0), %rd1, (p0), p; call f; call "
           "%rd1, p; }");
    CHECK_STR(i[0].mnemonic, "call");
    CHECK_EQ(i[0].operand_count, 3);
    CHECK_EQ(i[0].operand[0].kind, OPERAND_NONE);
    CHECK_STR(i[0].operand[1].function->name, "f");
    CHECK_EQ(i[0].operand[2].kind, OPERAND_LIST);
    CHECK_STR(i[0].operand[2].elements[0].variable->name, "p0");
    CHECK_EQ(i[1].operand[0].kind, OPERAND_LIST);
    CHECK_STR(i[1].operand[0].elements[0].variable->name, "retval0");
    CHECK_EQ(i[1].operand[2].count, 2);
    CHECK_EQ(i[1].operand[2].elements[1].imm, 7);
    CHECK_EQ(i[2].operand_count, 4);
    CHECK_STR(reg(i[2].operand[1].reg), "%rd1");
    CHECK_EQ(i[2].operand[3].kind, OPERAND_NAMES);
    CHECK_EQ(i[2].operand[3].imm, 0);
    CHECK_EQ(i[3].operand_count, 3);
    CHECK_EQ(i[3].operand[2].kind, OPERAND_NONE);
    CHECK_EQ(i[4].operand[2].kind, OPERAND_NONE);
    CHECK_EQ(i[4].operand[3].kind, OPERAND_NAMES);
}

TEST(a_multiply_of_matrices_has_four_vectors) {
    const PtxInstruction *i =
        instruction(0, "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8},"
                       "{%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7}, {%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7},"
                       "{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8};");
    CHECK_EQ(i->operand_count, 4);
    CHECK_EQ(i->operand[3].count, 8);
    CHECK_EQ(i->suffix_count, 8);
}

CHECK_MAIN()
