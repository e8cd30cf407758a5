// Functions: headers, scopes, registers, labels, tables, and the source places of instructions.
#include "tests/ptx/ptx_text.h"

static const PtxFunction *kernel_of(const PtxModule *module) {
    return ptx_function_named(module, "k");
}

TEST(headers) {
    PtxModule *m =
        parse(HEAD ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b)\n;\n"
                   ".weak .func .attribute(.unified(1, 2)) .noreturn stop() ;\n"
                   ".visible .entry k() .maxntid 256, 2, 1 .minnctapersm 2 .maxnreg 32\n"
                   ".pragma \"used\"; .reqnctapercluster 2, 1 .explicitcluster .someday \"x\", 3 (4)\n"
                   "{ ret; }\n.entry q() .reqntid 64 { ret; }");
    CHECK_EQ(m->function_count, 4);
    const PtxFunction *printf_ = ptx_function_named(m, "vprintf");
    CHECK(!printf_->has_body && !printf_->is_entry);
    CHECK_EQ(printf_->param_count, 2);
    CHECK_EQ(printf_->result_count, 1);
    const PtxFunction *k = kernel_of(m);
    CHECK(k->is_entry && k->has_body);
    CHECK_EQ(k->max_threads[0], 256);
    CHECK_EQ(k->max_threads[1], 2);
    CHECK_EQ(k->min_blocks, 2);
    CHECK_EQ(k->required_threads[0], 0);
    CHECK_EQ(k->param_size, 0);
    CHECK_EQ(ptx_function_named(m, "q")->required_threads[0], 64);
    CHECK_EQ(ptx_function_named(m, "q")->required_threads[2], 1);
    CHECK(ptx_function_named(m, "absent") == NULL);
    ptx_free(m);
}

TEST(a_declaration_and_its_definition_are_one_function) {
    PtxModule *m = parse(HEAD ".func (.param .b32 r) f (.param .b32 a) ;\n.global .u64 table[1] = {f};\n"
                              ".func (.param .b32 r) f (.param .b32 a) { ret; }\n"
                              ".func (.param .b32 r) f (.param .b32 a) ;\n");
    CHECK_EQ(m->function_count, 1);
    CHECK(m->functions[0]->has_body);
    CHECK(m->variables[0]->relocations[0].function == m->functions[0]);
    ptx_free(m);
}

TEST(an_alias_shares_the_body) {
    PtxModule *m =
        parse(HEAD ".func other(.param .b32 a) ;\n.func f(.param .b32 a) { exit; ret; }\n.alias other, f;");
    const PtxFunction *other = ptx_function_named(m, "other");
    CHECK_STR(other->name, "other");
    CHECK(other->has_body);
    CHECK_EQ(other->code_count, 2);
    ptx_free(m);
}

TEST(variables_of_a_body) {
    PtxModule *m = parse_body("", ".local .align 8 .b8 depot[8]; .shared .align 4 .b8 tile[64]; ret;");
    const PtxFunction *k = kernel_of(m);
    CHECK_EQ(k->variable_count, 2);
    CHECK_EQ(k->variables[0]->space, SPACE_LOCAL);
    CHECK_STR(k->variables[1]->name, "tile");
    CHECK_EQ(m->variable_count, 0);
    ptx_free(m);
}

TEST(inner_variables_hide_outer_ones) {
    PtxModule *m =
        parse_body("", "{ .param .b64 p; st.param.b64 [p+0], 1; { .param .b32 p; st.param.b32 [p], 2; }"
                       "st.param.b64 [p], 3; } { .param .b32 p; st.param.b32 [p], 4; }");
    const PtxFunction *k = kernel_of(m);
    CHECK_EQ(k->variable_count, 3);
    CHECK(k->code[0].operand[0].variable == k->variables[0]);
    CHECK(k->code[1].operand[0].variable == k->variables[1]);
    CHECK(k->code[2].operand[0].variable == k->variables[0]);
    CHECK(k->code[3].operand[0].variable == k->variables[2]);
    CHECK_EQ(k->variables[0]->space, SPACE_PARAM);
    ptx_free(m);
}

TEST(inner_registers_hide_outer_ones) {
    PtxModule *m = parse_body("", ".reg .b32 %r<3>; mov.u32 %r1, 0;"
                                  "{ .reg .b64 %r<2>; mov.u64 %r1, 0; mov.u32 %r2, 0; } mov.u32 %r1, 1;");
    const PtxFunction *k = kernel_of(m);
    CHECK_EQ(k->register_count, 5);
    CHECK_EQ(k->registers[k->code[0].operand[0].reg].type, PTX_B32);
    CHECK_EQ(k->registers[k->code[1].operand[0].reg].type, PTX_B64);
    CHECK_EQ(k->registers[k->code[2].operand[0].reg].type, PTX_B32);
    CHECK_EQ(k->code[3].operand[0].reg, k->code[0].operand[0].reg);
    ptx_free(m);
}

TEST(names_of_one_function_mean_nothing_in_the_next) {
    PtxModule *m = parse(HEAD ".func f(.param .b32 a) { .reg .b32 %r; L: bra L; }"
                              ".func g(.param .b64 a) { .reg .b64 %r; ld.param.u64 %r, [a]; L: bra L; }");
    const PtxFunction *g = ptx_function_named(m, "g");
    CHECK_EQ(g->registers[0].type, PTX_B64);
    CHECK(g->code[0].operand[1].variable == &g->params[0]);
    CHECK_EQ(g->code[1].operand[0].imm, 1);
    ptx_free(m);
}

TEST(labels_before_and_after) {
    PtxModule *m = parse_body("", ".reg .pred %p1;\n$L__BB0_1: @%p1 bra $L__BB0_3;\nbra.uni $L__BB0_1;\n"
                                  "$L__BB0_2: $L__BB0_3:\nbra END; ret;\nEND:");
    const PtxFunction *k = kernel_of(m);
    CHECK_EQ(k->code_count, 4);
    CHECK_EQ(k->code[0].operand[0].kind, OPERAND_LABEL);
    CHECK_EQ(k->code[0].operand[0].imm, 2);
    CHECK_EQ(k->code[1].operand[0].imm, 0);
    CHECK_EQ(k->code[2].operand[0].imm, 4); // past the last instruction
    ptx_free(m);
}

// Inline assembly that is used twice has its labels in { }.
TEST(labels_of_nested_scopes) {
    PtxModule *m = parse_body("", "L: { bra L; bra OUT; L: ret; } { L: bra L; } bra L; OUT:");
    const PtxFunction *k = kernel_of(m);
    CHECK_EQ(k->code[0].operand[0].imm, 2);
    CHECK_EQ(k->code[1].operand[0].imm, 5);
    CHECK_EQ(k->code[3].operand[0].imm, 3);
    CHECK_EQ(k->code[4].operand[0].imm, 0);
    ptx_free(m);
}

// The label comes after the use, and in neither the innermost nor the outermost scope.
TEST(a_label_is_looked_for_from_the_inside_out) {
    PtxModule *m = parse_body("", "L: { { bra L; } L: ret; }");
    CHECK_EQ(kernel_of(m)->code[0].operand[0].imm, 1);
    ptx_free(m);
}

TEST(branch_tables) {
    PtxModule *m = parse_body("", ".reg .b32 %r; .reg .pred %p; $L_0: ts: .branchtargets $L_1, $L_0, $L_1;\n"
                                  "@%p brx.idx %r, ts; ret; $L_1: ret;");
    const PtxFunction *k = kernel_of(m);
    CHECK_EQ(k->table_count, 1);
    CHECK_EQ(k->tables[0].label_count, 3);
    CHECK_EQ(k->tables[0].labels[0], 2);
    CHECK_EQ(k->tables[0].labels[1], 0);
    CHECK_EQ(k->tables[0].labels[2], 2);
    CHECK_EQ(k->code[0].operand[1].kind, OPERAND_NAMES);
    CHECK_EQ(k->code[0].operand[1].imm, 0);
    ptx_free(m);
}

TEST(call_tables) {
    PtxModule *m =
        parse_body(".func f() ; .func g() ;",
                   "ts: .calltargets f, g;\nps : .callprototype (.param .b32 _) _ "
                   "(.param .b64 _, .param .align 16 .b8 _[24]) .noreturn;\n.reg .b64 %rd; call %rd, ps;");
    const PtxFunction *k = kernel_of(m);
    CHECK_EQ(k->tables[0].function_count, 2);
    CHECK_STR(k->tables[0].functions[1]->name, "g");
    CHECK_EQ(k->tables[1].param_count, 2);
    CHECK_EQ(k->tables[1].params[1].offset, 16);
    CHECK_EQ(k->tables[1].result_count, 1);
    CHECK_EQ(k->code[0].operand[3].imm, 1);
    ptx_free(m);
}

TEST(pragmas_and_empty_statements) {
    PtxModule *m = parse_body("", ".pragma \"nounroll\"; ; {;} ret;;");
    CHECK_EQ(kernel_of(m)->code_count, 1);
    ptx_free(m);
}

TEST(source_places) {
    PtxModule *m = parse_body("", ".loc 1 25 3\nret; .loc 1 26 5\n exit;\n exit; .loc 1 25 3\nret;");
    const PtxFunction *k = kernel_of(m);
    const PtxLoc *first = &m->locs[k->code[0].loc];
    CHECK_EQ(first->file, 1);
    CHECK_EQ(first->line, 25);
    CHECK_EQ(first->column, 3);
    CHECK_EQ(first->parent, -1);
    CHECK_EQ(m->locs[k->code[2].loc].line, 26);
    CHECK_EQ(k->code[3].loc, k->code[0].loc);
    CHECK_EQ(m->loc_count, 2);
    CHECK_EQ(k->loc, k->code[0].loc);
    ptx_free(m);
}

TEST(places_do_not_leak_into_the_next_function) {
    PtxModule *m = parse(HEAD ".func f() { .loc 1 2 3\n ret; } .entry k() { ret; }");
    CHECK_EQ(kernel_of(m)->code[0].loc, -1);
    CHECK_EQ(kernel_of(m)->loc, -1);
    ptx_free(m);
}

TEST(inlined_places_have_parents) {
    PtxModule *m =
        parse_body("", ".loc 1 44 30\n.loc 5 139 70, function_name $L__info_string12, inlined_at 1 44 30\n"
                       "ret;\n.loc 5 549 1, function_name $L__info_string11+4, inlined_at 5 139 70\nret;");
    const PtxFunction *k = kernel_of(m);
    const PtxLoc *inner = &m->locs[k->code[1].loc];
    CHECK_EQ(inner->line, 549);
    CHECK_EQ(inner->parent, k->code[0].loc);
    const PtxLoc *middle = &m->locs[inner->parent];
    CHECK_EQ(middle->line, 139);
    CHECK_EQ(m->locs[middle->parent].line, 44);
    CHECK_EQ(m->locs[middle->parent].parent, -1);
    ptx_free(m);
}

TEST(the_place_of_a_call_is_made_when_it_was_not_seen) {
    PtxModule *m = parse_body("", ".loc 2 7 1, function_name $L__info_string0, inlined_at 1 90 4\nret;");
    const PtxLoc *place = &m->locs[kernel_of(m)->code[0].loc];
    CHECK_EQ(m->loc_count, 2);
    CHECK_EQ(m->locs[place->parent].line, 90);
    CHECK_EQ(m->locs[place->parent].parent, -1);
    ptx_free(m);
}

// The same line inlined into two callers: each names its own.
TEST(the_latest_place_is_the_parent) {
    PtxModule *m = parse_body("", ".loc 1 10 1\n.loc 2 5 5, function_name A, inlined_at 1 10 1\n"
                                  ".loc 3 1 1, function_name B, inlined_at 2 5 5\nret;\n"
                                  ".loc 1 20 1\n.loc 2 5 5, function_name A, inlined_at 1 20 1\n"
                                  ".loc 3 1 1, function_name B, inlined_at 2 5 5\nret;");
    const PtxFunction *k = kernel_of(m);
    for (int i = 0; i < 2; i++) {
        const PtxLoc *middle = &m->locs[m->locs[k->code[i].loc].parent];
        CHECK_EQ(middle->line, 5);
        CHECK_EQ(m->locs[middle->parent].line, i == 0 ? 10 : 20);
    }
    ptx_free(m);
}

TEST(inlined_recursion_has_a_bound) {
    char body[20000] = "";
    for (int i = 0; i < 200; i++) strcat(body, ".loc 1 20 42, function_name A, inlined_at 1 20 42\nret;\n");
    PtxModule *m = parse_body("", body);
    const PtxFunction *k = kernel_of(m);
    int longest = 0;
    for (int i = 0; i < k->code_count; i++) {
        int depth = 0;
        for (int loc = k->code[i].loc; loc >= 0; loc = m->locs[loc].parent) depth++;
        if (depth > longest) longest = depth;
    }
    CHECK(longest > 2);
    CHECK(longest <= 65);
    ptx_free(m);
}

TEST(files_may_come_last) {
    PtxModule *m = parse(HEAD ".entry k() { .loc 3 1 1\nret; }\n.file 1 \"C:\\\\a\\\"b.cu\"\n"
                              ".file 2 \"x.h\", 1700000000, 4096\n");
    CHECK_EQ(m->file_count, 4); // file 3 is used, though it has no name
    CHECK_STR(m->files[1], "C:\\a\"b.cu");
    CHECK_STR(m->files[2], "x.h");
    CHECK(m->files[0] == NULL);
    CHECK(m->files[3] == NULL);
    ptx_free(m);
}

CHECK_MAIN()
