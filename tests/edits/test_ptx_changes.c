// Changes of one thing in device code: which there are, for whose lines, and what the text becomes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/ptx_changes.h"
#include "grader/edits/ptx_kernels.h"
#include "tests/check.h"

static const char text[] = ".visible .entry kernel(\n"
                           "\t.param .u32 kernel_param_0\n"
                           ")\n"
                           "{\n"
                           "\t.reg .pred \t%p<3>;\n"
                           "\t.loc\t1 7 0\n"
                           "\tmov.u32 \t%r1, %tid.x;\n"
                           "\t.loc\t1 8 5\n"
                           "\tmov.u32 \t%r2, %ctaid.y;\n"
                           "\tadd.s32 \t%r3, %r2, %r1;\n"
                           "\t.loc\t2 40 5\n"
                           "\tadd.s32 \t%r9, %r2, 5;\n"
                           "\t.loc\t1 9 5\n"
                           "\tsetp.lt.s32 \t%p1, %r3, 30;\n"
                           "\tnot.pred \t%p2, %p1;\n"
                           "\t@%p2 bra \t$L__BB0_2;\n"
                           "\t.loc\t1 10 5\n"
                           "\tshl.b64 \t%rd2, %rd1, 7;\n"
                           "\tshl.b64 \t%rd4, %rd3, 2;\n"
                           "\tst.shared.u32 \t[%rd4], %r1;\n"
                           "$L__BB0_2:\n"
                           "\tret;\n"
                           "}\n"
                           "\t.file\t1 \"/home/student/stencil.cu\"\n"
                           "\t.file\t2 \"/usr/include/other.h\"\n";

// Is there such a change at this line, and does the text hold `expected` with it?
static bool offers(const PtxChanges *c, ChangeKind kind, int line, const char *expected) {
    for (int i = 0; i < c->count; i++) {
        if (c->list[i].kind != kind || c->list[i].line != line) continue;
        size_t size;
        char *changed = ptx_with_change(text, strlen(text), &c->list[i], &size);
        char *whole = calloc(1, size + 1);
        memcpy(whole, changed, size);
        const bool found = strstr(whole, expected);
        free(whole);
        free(changed);
        if (found) return true;
    }
    return false;
}

TEST(each_kind_is_offered_at_its_line) {
    PtxChanges c;
    CHECK(ptx_changes_list(&c, text, strlen(text), "stencil.cu"));
    CHECK(offers(&c, CHANGE_AXIS, 7, "mov.u32 \t%r1, %tid.y;"));
    CHECK(offers(&c, CHANGE_PLACE, 8, "mov.u32 \t%r2, %ntid.y;"));
    CHECK(offers(&c, CHANGE_OPERATOR, 8, "sub.s32 \t%r3, %r2, %r1;"));
    CHECK(offers(&c, CHANGE_COMPARISON, 9, "setp.le.s32 \t%p1, %r3, 30;"));
    CHECK(offers(&c, CHANGE_NUMBER, 9, "setp.lt.s32 \t%p1, %r3, 31;"));
    CHECK(offers(&c, CHANGE_NEGATION, 9, "mov.pred \t%p2, %p1;"));
    CHECK(offers(&c, CHANGE_INDEXES, 10, "shl.b64 %rd2, %rd1, 2;\n\tshl.b64 %rd4, %rd3, 7;"));
    CHECK(offers(&c, CHANGE_COMPARED, 9, "setp.lt.s32 \t%p1, %r1, 30;"));
    CHECK(offers(&c, CHANGE_REMOVAL, 10, "%rd4, %rd3, 2;\n\t\n$L__BB0_2:"));
    ptx_changes_free(&c);
}

TEST(code_of_other_files_stays) {
    PtxChanges c;
    CHECK(ptx_changes_list(&c, text, strlen(text), "/elsewhere/stencil.cu"));
    for (int i = 0; i < c.count; i++) CHECK(c.list[i].line >= 7 && c.list[i].line <= 10);
    for (int i = 1; i < c.count; i++) CHECK(c.list[i - 1].kind <= c.list[i].kind);
    ptx_changes_free(&c);
    CHECK(ptx_changes_list(&c, text, strlen(text), "another.cu"));
    CHECK_EQ(c.count, 0);
    ptx_changes_free(&c);
}

TEST(any_text_is_read) {
    for (size_t size = 0; size <= strlen(text); size++) {
        char *cut = malloc(size + 1);
        memcpy(cut, text, size);
        PtxChanges c;
        CHECK(ptx_changes_list(&c, cut, size, "stencil.cu"));
        ptx_changes_free(&c);
        free(cut);
    }
}

static bool named_kernel(const void *context, const char *name, size_t size) {
    return strlen(context) == size && !strncmp(context, name, size);
}

TEST(kernels_that_are_not_wanted_are_left_out) {
    char two[2 * sizeof text + 40];
    snprintf(two, sizeof two, "%s.entry other()\n{\n\tret;\n}\n.func third()\n{\n\tret;\n}\n", text);
    const size_t size = ptx_keep_kernels(two, strlen(two), named_kernel, "other");
    CHECK_EQ(size, strlen(two));
    CHECK(!strstr(two, "entry kernel("));
    CHECK(strstr(two, "entry other("));
    CHECK(strstr(two, ".func third("));
    CHECK(strstr(two, ".file\t1"));
}

TEST(the_text_of_one_block_has_numbers_for_its_place) {
    static const char own[] = "mov.u32 %r1, %ctaid.y;\nmov.u32 %r2, %nctaid.x;\nmov.u32 %r3, %ntid.x;\n";
    size_t size;
    char *block =
        ptx_of_block(own, strlen(own), (const long[]){70000, 2, 3}, (const long[]){0, 65534, 0}, &size);
    CHECK(block && size == strlen("mov.u32 %r1, 65534;\nmov.u32 %r2, 70000;\nmov.u32 %r3, %ntid.x;\n"));
    CHECK(block &&
          !strncmp(block, "mov.u32 %r1, 65534;\nmov.u32 %r2, 70000;\nmov.u32 %r3, %ntid.x;\n", size));
    free(block);
}

CHECK_MAIN()
