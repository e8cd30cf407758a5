// Are variants put together and taken apart rightly?
#include "grader/edits/variants.h"
#include "tests/edits/found.h"

TEST(variants_are_compiled_together) {
    const int lines[SUSPECTED_LINES] = {3};
    const char *text = "#include \"common/grid.h\"\n" KERNEL("int i = n + 1;\nif (i < n) out[i] = 0;");
    Edits edits;
    Variants v;
    CHECK(edits_of(&edits, text, NULL, lines, 3));
    CHECK(variants_make(&v, text, &edits));
    CHECK_EQ(v.count, 3);
    CHECK(!strncmp(v.text, "#include \"common/grid.h\"\n", 25));
    CHECK(!strstr(v.text + 1, "#include"));
    CHECK(strstr(v.text, "namespace wbv2_ {\n__global__ void f"));
    char message[200];
    snprintf(message, sizeof message, "common/grid.h(%d): error: no\n", v.first_line[1] + 3);
    CHECK(!drop_complaints(&edits, &v, message, strlen(message)));
    snprintf(message, sizeof message, "build/variants.cu(%d): error: no\n", v.first_line[1] + 3);
    char *kept = strdup(edits.list[2].text);
    CHECK(drop_complaints(&edits, &v, message, strlen(message)));
    CHECK_EQ(edits.count, 2);
    CHECK(kept && !strcmp(edits.list[1].text, kept));
    CHECK(!drop_complaints(&edits, &v, "variants.cu(1): error", 21));
    free(kept);
    variants_free(&v);
    edits_free(&edits);
}

TEST(the_device_code_of_one_variant_is_cut_out) {
    const char
        *own = ".version 8.0\n.target sm_90\n.visible .const .align 4 .b8 c[28];\n.visible .entry _Z1fi(\n"
               "\t.param .u32 _Z1fi_param_0\n)\n{\n\tret;\n}\n",
        *all =
            ".version 8.0\n.target sm_90\n"
            ".visible .const .align 4 .b8 _ZN5wbv0_1cE[28];\n.visible .const .align 4 .b8 _ZN5wbv1_1cE[28];\n"
            ".visible .entry _ZN5wbv0_1fEi(\n\t.param .u32 _ZN5wbv0_1fEi_param_0\n)\n{\n\tret;\n}\n"
            ".visible .entry _ZN5wbv1_1fEi(\n\t.param .u32 _ZN5wbv1_1fEi_param_0\n)\n{\n"
            "\tmov.u64 %rd1, _ZN5wbv1_1cE;\n\tret;\n}\n";
    char *ptx = variant_ptx(all, own, 1);
    CHECK(ptx && !strcmp(ptx, ".version 8.0\n.target sm_90\n.visible .const .align 4 .b8 c[28];\n"
                              ".visible .entry _Z1fi(\n\t.param .u32 _ZN5wbv1_1fEi_param_0\n)\n{\n"
                              "\tmov.u64 %rd1, c;\n\tret;\n}\n"));
    free(ptx);
    CHECK(!variant_ptx(all, ".version 8.0\n", 1));
}

// A kernel of a header is the same in all variants.
TEST(kernels_of_headers_are_shared) {
    static const char header[] = ".visible .entry _Z1gv()\n{\n\tret;\n}\n";
    char own[400], all[400];
    snprintf(own, sizeof own, ".version 8.0\n%s.visible .entry _Z1fv()\n{\n\texit;\n}\n", header);
    snprintf(all, sizeof all, ".version 8.0\n%s.visible .entry _ZN5wbv0_1fEv()\n{\n\texit;\n}\n", header);
    char *ptx = variant_ptx(all, own, 0);
    CHECK(ptx && !strcmp(ptx, own));
    free(ptx);
}

CHECK_MAIN()
