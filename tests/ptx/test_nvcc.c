// What nvcc writes for the programs in tests/ptx/data: the tree has what a reader finds in the text.
#include "tests/ptx/ptx_text.h"

static PtxModule *module;

static const PtxFunction *function_in(const char *file, const char *part_of_name) {
    static const PtxFunction none = {.name = "(none)"};
    size_t size;
    char *text = read_data(file, &size);
    ptx_free(module);
    module = parse(text);
    free(text);
    for (int i = 0; module && i < module->function_count; i++)
        if (module->functions[i]->has_body && strstr(module->functions[i]->name, part_of_name))
            return module->functions[i];
    return &none;
}

static int count_mnemonic(const PtxFunction *f, const char *mnemonic) {
    int count = 0;
    for (int i = 0; i < f->code_count; i++) count += strcmp(f->code[i].mnemonic, mnemonic) == 0;
    return count;
}

static int count_suffix(const PtxFunction *f, const char *mnemonic, const char *suffix) {
    int count = 0;
    for (int i = 0; i < f->code_count; i++)
        count += strcmp(f->code[i].mnemonic, mnemonic) == 0 && ptx_has_suffix(&f->code[i], suffix);
    return count;
}

TEST(messages) {
    const PtxFunction *f = function_in("messages.compute_75", "check_range");
    CHECK(f->is_entry);
    CHECK_EQ(f->param_count, 2);
    CHECK_EQ(f->param_size, 12);
    CHECK_EQ(count_mnemonic(f, "call"), 2);
    CHECK(!ptx_function_named(module, "vprintf")->has_body);
    CHECK_EQ(ptx_function_named(module, "__assertfail")->param_count, 5);
    const PtxVariable *format = variable_named(module, "$str$2");
    CHECK(format != NULL);
    if (format) CHECK_STR((const char *)format->init, "values[%d] = %d, %f\n");
    CHECK_STR(module->files[1], "messages.cu");
    CHECK_EQ(module->locs[f->loc].line, 5);
}

TEST(calls) {
    const PtxFunction *f = function_in("calls.compute_75", "call_all");
    CHECK_EQ(f->table_count, 2); // the prototypes of a virtual function and of a table of functions
    CHECK_EQ(f->tables[0].param_count, 1);
    CHECK_EQ(f->params[1].size, 24);
    CHECK_EQ(f->params[1].align, 8);
    const PtxVariable *operations = variable_named(module, "operations");
    CHECK_EQ(operations->relocation_count, 2);
    CHECK(operations->relocations[0].function->has_body); // declared before the table, defined after it
    const PtxVariable *virtuals = variable_named(module, "_ZTV6Square");
    CHECK_EQ(virtuals->size, 24);
    CHECK_EQ(virtuals->relocations[0].offset, 16);
    const PtxFunction *ackermann = function_in("calls.compute_75", "ackermann");
    CHECK(count_mnemonic(ackermann, "call") >= 1);
    CHECK(ackermann->code[count_mnemonic(ackermann, "call")].loc >= 0);
}

TEST(control_flow) {
    const PtxFunction *f = function_in("control.compute_75", "dispatch");
    int in_step = 0; // instructions of step(), which is inlined into walk(), which is inlined into dispatch()
    for (int i = 0; i < f->code_count; i++) {
        const PtxInstruction *at = &f->code[i];
        if (strcmp(at->mnemonic, "bra") == 0) {
            CHECK_EQ(at->operand[0].kind, OPERAND_LABEL);
            CHECK(at->operand[0].imm >= 0 && at->operand[0].imm < f->code_count);
        }
        const PtxLoc *place = &module->locs[at->loc];
        if (place->line != 2) continue;
        const PtxLoc *in_walk = &module->locs[place->parent];
        CHECK_EQ(in_walk->line, 4);
        CHECK_EQ(module->locs[in_walk->parent].line, 12);
        CHECK_EQ(module->locs[in_walk->parent].parent, -1);
        in_step++;
    }
    CHECK_EQ(in_step, 1);
    CHECK(count_suffix(f, "bar", "sync") == 2);
}

TEST(memory) {
    const PtxFunction *f = function_in("memory.compute_75", "touch");
    CHECK_EQ(f->variable_count, 3); // tile, flags and the local depot
    const PtxVariable *dynamic = variable_named(module, "dynamic");
    CHECK(dynamic->is_extern && dynamic->size == 0 && dynamic->align == 16);
    CHECK_EQ(variable_named(module, "label")->relocation_count, 1);
    CHECK_EQ(variable_named(module, "label")->relocations[0].offset, 1);
    CHECK_EQ(variable_named(module, "middle")->relocations[0].addend, 24);
    CHECK_EQ(variable_named(module, "weights")->init[7], 0xC0); // -2.5f
    CHECK_EQ(variable_named(module, "weights")->size, 28);
    CHECK(variable_named(module, "shared_with_host")->is_managed);
    CHECK_EQ(variable_named(module, "big")->init[7], 0x7E);
    CHECK(count_suffix(f, "ld", "nc") > 0);
    CHECK(count_suffix(f, "st", "v4") > 0);
}

TEST(warps) {
    const PtxFunction *f = function_in("warps.compute_75", "warps");
    CHECK_EQ(count_mnemonic(f, "shfl"), 3);
    CHECK_EQ(count_mnemonic(f, "atom"), 7);
    CHECK_EQ(count_mnemonic(f, "vote"), 2);
    CHECK_EQ(count_mnemonic(f, "match"), 1);
    CHECK_EQ(count_suffix(f, "bar", "red"), 2);
    CHECK_EQ(count_suffix(f, "ld", "volatile") + count_suffix(f, "st", "volatile"), 1);
}

TEST(arithmetic) {
    const PtxFunction *f = function_in("arithmetic.compute_75", "arithmetic");
    CHECK_EQ(count_mnemonic(f, "tex"), 2);
    CHECK_EQ(count_suffix(f, "fma", "f16"), 1);
    CHECK(count_suffix(f, "div", "s64") == 1);
    const PtxFunction *g = function_in("arithmetic.compute_75", "multiply");
    CHECK_EQ(count_mnemonic(g, "wmma"), 4);
}

TEST(the_newer_code_generator) {
    const PtxFunction *f = function_in("calls.compute_100", "call_all");
    CHECK_EQ(module->target, 100);
    CHECK_EQ(f->param_count, 4);
    CHECK_EQ(f->params[0].align, 8); // .ptr .align 1
    CHECK_EQ(f->table_count, 2);
}

TEST(debug_builds) {
    const PtxFunction *f = function_in("messages.compute_90", "check_range");
    CHECK(f->is_entry);
    CHECK_EQ(count_mnemonic(f, "call"), 2);
}

CHECK_MAIN()
