// Variables, parameters, initialisers and the directives of a module.
#include "tests/ptx/ptx_text.h"

static PtxModule *module;

static const PtxVariable *declared(const char *text, const char *name) {
    static char whole[4096];
    static const PtxVariable none = {.name = "(none)"};
    snprintf(whole, sizeof whole, HEAD ".func f(.param .b32 f_param_0) ; .global .b32 other[4]; %s\n", text);
    ptx_free(module);
    module = parse(whole);
    const PtxVariable *variable = module ? variable_named(module, name) : NULL;
    return variable ? variable : &none;
}

static int byte(const PtxVariable *v, size_t offset) {
    return v->init && offset < v->size ? v->init[offset] : -1;
}

TEST(module_header) {
    PtxModule *m = parse("// made by a compiler\n.version 8.10\n.target sm_90a, debug\n.address_size 64\n");
    CHECK_EQ(m->version_major, 8);
    CHECK_EQ(m->version_minor, 10);
    CHECK_EQ(m->target, 90);
    CHECK_EQ(m->function_count, 0);
    ptx_free(m);
}

TEST(types_have_names_and_sizes) {
    CHECK_EQ(ptx_type_named("u32"), PTX_U32);
    CHECK_EQ(ptx_type_named("pred"), PTX_PRED);
    CHECK_EQ(ptx_type_named("bf16x2"), PTX_BF16X2);
    CHECK_EQ(ptx_type_named("u128"), PTX_NONE);
    CHECK_EQ(ptx_type_named(""), PTX_NONE);
    CHECK_EQ(ptx_type_size(PTX_F64), 8);
    CHECK_EQ(ptx_type_size(PTX_B128), 16);
    CHECK_EQ(ptx_type_size(PTX_PRED), 0);
    CHECK_EQ(ptx_type_size((PtxType)1000), 0);
}

TEST(scalars_and_arrays) {
    const PtxVariable *v = declared(".visible .global .align 4 .b8 table[400];", "table");
    CHECK_EQ(v->space, SPACE_GLOBAL);
    CHECK_EQ(v->type, PTX_B8);
    CHECK_EQ(v->align, 4);
    CHECK_EQ(v->size, 400);
    CHECK(v->init == NULL);
    CHECK_EQ(declared(".global .f64 x;", "x")->align, 8);
    CHECK_EQ(declared(".global .align 2 .f64 x;", "x")->align, 8);
    CHECK_EQ(declared(".weak .const .u16 m[3][4];", "m")->size, 24);
    CHECK_EQ(declared(".global .v4 .f32 v[2];", "v")->size, 32);
    CHECK_EQ(declared(".global .v4 .f32 v[2];", "v")->align, 16);
    CHECK_EQ(declared(".global .b8 huge[1073741824];", "huge")->size, 1 << 30);
    CHECK_EQ(declared(".common .global .u32 a, b[2];", "b")->size, 8);
    CHECK_EQ(declared(".global .texref t;", "t")->size, 8);
}

TEST(dynamic_shared_memory_has_no_size) {
    const PtxVariable *v = declared(".extern .shared .align 16 .b8 s[];", "s");
    CHECK(v->is_extern);
    CHECK_EQ(v->space, SPACE_SHARED);
    CHECK_EQ(v->align, 16);
    CHECK_EQ(v->size, 0);
}

TEST(managed_variables) {
    CHECK(declared(".visible .global .attribute(.managed) .align 4 .u32 m = 3;", "m")->is_managed);
    CHECK(!declared(".global .align 4 .u32 m = 3;", "m")->is_managed);
}

TEST(a_definition_completes_an_extern) {
    const PtxVariable *v = declared(".extern .global .u32 x; .global .u64 p = x; .global .u32 x = 9;", "x");
    CHECK(!v->is_extern);
    CHECK_EQ(byte(v, 0), 9);
    CHECK_EQ(module->variable_count, 3); // other, x, p
    CHECK(variable_named(module, "p")->relocations[0].variable == v);
}

TEST(bytes) {
    const PtxVariable *v = declared(".const .align 4 .b8 c[8] = {0, 255, -1, 0x10};", "c");
    CHECK_EQ(v->space, SPACE_CONST);
    CHECK_EQ(byte(v, 1), 255);
    CHECK_EQ(byte(v, 2), 255);
    CHECK_EQ(byte(v, 3), 16);
    CHECK_EQ(byte(v, 7), 0); // not given
    CHECK_EQ(v->relocation_count, 0);
}

TEST(numbers_take_the_type_of_the_variable) {
    CHECK_EQ(byte(declared(".global .u32 x = 0x12345678;", "x"), 3), 0x12);
    CHECK_EQ(byte(declared(".global .s64 x = -2;", "x"), 7), 255);
    CHECK_EQ(byte(declared(".global .f32 x = 0f40490FDB;", "x"), 0), 0xDB);
    CHECK_EQ(byte(declared(".global .f32 x = 1.0;", "x"), 3), 0x3F);
    CHECK_EQ(byte(declared(".global .f32 x = -1;", "x"), 3), 0xBF);
    CHECK_EQ(byte(declared(".global .f64 x = 0f3F800000;", "x"), 7), 0x3F);
    CHECK_EQ(byte(declared(".global .f64 x = 0dBFF0000000000000;", "x"), 7), 0xBF);
    CHECK_EQ(byte(declared(".global .b32 x = 0f3F800000;", "x"), 3), 0x3F);
    CHECK_EQ(byte(declared(".global .f16 x = 0x3C00;", "x"), 1), 0x3C);
    CHECK_EQ(byte(declared(".global .u32 x = (1<<8)+2;", "x"), 1), 1);
}

TEST(nested_braces) {
    const PtxVariable *v = declared(".global .u16 m[3][2] = {{1}, {2, 3}, 4};", "m");
    CHECK_EQ(v->size, 12);
    CHECK_EQ(byte(v, 0), 1);
    CHECK_EQ(byte(v, 2), 0);
    CHECK_EQ(byte(v, 4), 2);
    CHECK_EQ(byte(v, 6), 3);
    CHECK_EQ(byte(v, 8), 4);
}

TEST(the_values_decide_the_size_of_an_unsized_array) {
    CHECK_EQ(declared(".global .u16 m[] = {1, 2, 3, 4, 5};", "m")->size, 10);
    CHECK_EQ(byte(module->variables[1], 8), 5);
    CHECK_EQ(declared(".global .u16 m[][2] = {{1, 2}, {3}};", "m")->size, 8);
    CHECK_EQ(declared(".global .u16 m[] = {};", "m")->size, 0);
}

TEST(addresses) {
    const PtxVariable *v =
        declared(".global .align 8 .u64 t[5] = {f, generic(other)+4, 7, other-8, generic(other+4)};", "t");
    CHECK_EQ(v->size, 40);
    CHECK_EQ(v->relocation_count, 4);
    const PtxRelocation *r = v->relocations;
    CHECK_STR(r[0].function->name, "f");
    CHECK_EQ(r[0].offset, 0);
    CHECK_EQ(r[0].size, 8);
    CHECK_EQ(r[0].shift, 0);
    CHECK_STR(r[1].variable->name, "other");
    CHECK_EQ(r[1].offset, 8);
    CHECK_EQ(r[1].addend, 4);
    CHECK(r[1].generic);
    CHECK_EQ(byte(v, 16), 7);
    CHECK_EQ(r[2].offset, 24);
    CHECK_EQ(r[2].addend, -8);
    CHECK(!r[2].generic);
    CHECK_EQ(r[3].addend, 4);
}

TEST(a_variable_may_hold_its_own_address) {
    const PtxVariable *v = declared(".global .u64 self = generic(self);", "self");
    CHECK(v->relocations[0].variable == v);
}

TEST(addresses_given_byte_by_byte) {
    const PtxVariable *v =
        declared(".global .align 1 .u8 l[11] = {120, 0XFF(generic(other)), 0xFF00(generic(other)), "
                 "0xFF0000(generic(other)), 0xFF000000(generic(other)), "
                 "0xFF00000000(generic(other)), 0xFF0000000000(generic(other)), "
                 "0xFF000000000000(generic(other)), 0xFF00000000000000(generic(other)), 7, 0};",
                 "l");
    CHECK_EQ(v->relocation_count, 1); // one whole address
    CHECK_EQ(v->relocations[0].offset, 1);
    CHECK_EQ(v->relocations[0].size, 8);
    CHECK_EQ(v->relocations[0].shift, 0);
    CHECK(v->relocations[0].generic);
    CHECK_EQ(byte(v, 9), 7);
}

TEST(single_bytes_of_addresses) {
    const PtxVariable *v = declared(".global .u8 l[3] = {0xFF00(other), 0xFF(other), 0xFF(f)};", "l");
    CHECK_EQ(v->relocation_count, 3);
    CHECK_EQ(v->relocations[0].shift, 8);
    CHECK_EQ(v->relocations[0].size, 1);
    CHECK_EQ(v->relocations[1].shift, 0);
    CHECK(v->relocations[2].function != NULL);
}

TEST(parameters_are_laid_out_in_order) {
    PtxModule *m =
        parse(HEAD ".visible .entry k(.param .u64 .ptr .global .align 4 a, .param .u32 b,\n"
                   ".param .align 8 .b8 c[12], .param .u8 d, .param .f64 e, .param .u64 .ptr .align 1 g)\n"
                   "{ ret; }");
    const PtxFunction *k = ptx_function_named(m, "k");
    CHECK_EQ(k->param_count, 6);
    CHECK_EQ(k->params[0].align, 8); // .ptr .align is about what it points to
    CHECK_EQ(k->params[1].offset, 8);
    CHECK_EQ(k->params[2].offset, 16);
    CHECK_EQ(k->params[2].size, 12);
    CHECK_EQ(k->params[3].offset, 28);
    CHECK_EQ(k->params[4].offset, 32);
    CHECK_EQ(k->params[5].offset, 40);
    CHECK_EQ(k->param_size, 48);
    CHECK_EQ(k->params[0].space, SPACE_PARAM);
    ptx_free(m);
}

TEST(debug_sections_are_skipped) {
    PtxModule *m =
        parse(HEAD ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,0\n.b64 $L__tmp1-$L__tmp0\n}\n"
                   ".section .debug_loc { .b32 .debug_abbrev }\n.global .u32 x;");
    CHECK_EQ(m->variable_count, 1);
    ptx_free(m);
}

TEST(comments_and_blanks) {
    PtxModule *m = parse("/* one\n * two */ .version 7.0 // three\r\n\t.target sm_75\n.address_size/**/64\n"
                         ".global .u32 x; // no newline at the end");
    CHECK_STR(m->variables[0]->name, "x");
    ptx_free(m);
}

TEST(a_nul_ends_the_text) {
    static const char text[] = HEAD ".global .u32 x;\n\0 anything";
    PtxModule *m = ptx_parse(text, sizeof text, &error);
    CHECK(m && m->variable_count == 1);
    ptx_free(m);
}

TEST(pragmas_at_module_scope) {
    const PtxVariable *v = declared(".pragma \"nounroll\", \"other\"; .global .u32 x;", "x");
    CHECK_EQ(v->size, 4);
}

CHECK_MAIN()
