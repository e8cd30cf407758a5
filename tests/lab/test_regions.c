// Regions of TODOs: found, compared with the skeleton's, filled in.
#include "grader/lab/regions.h"
#include "tests/check.h"

static LabSpec spec;

static const LabSpec *two_todos(void) {
    char error[300] = "";
    const char *text =
        "lab l \"t\"\nsource x.cu\ntodo 4.1 \"t\"\ntodo 4.10 \"t\"\nentry f\n output out float n\n"
        "test 4.1 f n=9 1\n";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    return &spec;
}

static const char skeleton[] =
    "int a;\n    // TODO 4.1 (kernel): load\n    //   Expected: much\n    // end 4.1\n"
    "int b;\n// TODO 4.10: compute\nx = 1;\n// end 4.10\nint c;\n";
static const char solution[] = "int a;\n    // 4.1: loaded\n    load();\n    // end 4.1\n"
                               "int b;\n// 4.10: computed\nx = 2;\n// end 4.10\nint c;\n";
static const char student[] =
    "int mine;\n// TODO 4.1 (kernel): load\nfetch();\n// end 4.1\n"
    "int b;\n// TODO 4.10: compute\nx  =  1; // as it was\n/* 4.1 */\n// end 4.10\nint c;\n";

static Regions regions_of(const char *text) {
    Regions regions;
    CHECK(regions_find(&regions, two_todos(), text));
    return regions;
}

TEST(finds_regions_by_their_markers) {
    Regions r = regions_of(skeleton);
    CHECK_EQ(r.count, 2);
    CHECK_EQ(r.list[0].todo, 0);
    CHECK_EQ(r.list[1].todo, 1);
    CHECK_EQ(memcmp(skeleton + r.list[1].begin, "x = 1;\n", r.list[1].end - r.list[1].begin), 0);
}

TEST(markers_that_make_no_sense_are_refused) {
    static const char *const bad[] = {"// TODO 4.1\nx\n", "// end 4.1\n",
                                      "// TODO 4.1\n// TODO 4.10\n// end 4.10\n// end 4.1\n",
                                      "// TODO 4.1\n// end 4.10\n"};
    Regions regions;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CHECK(!regions_find(&regions, two_todos(), bad[i]));
}

TEST(sees_which_regions_were_touched) {
    Regions a = regions_of(student), b = regions_of(skeleton);
    CHECK(regions_touched(&a, student, &b, skeleton, 0));
    CHECK(!regions_touched(&a, student, &b, skeleton, 1));
}

TEST(fills_in_all_but_one) {
    Regions a = regions_of(student), s = regions_of(solution);
    CHECK(regions_match(&a, &s, 0));
    char *filled = regions_fill(&a, student, &s, solution, 0, NULL);
    CHECK_STR(
        filled,
        "int mine;\n// TODO 4.1 (kernel): load\nfetch();\n// end 4.1\nint b;\n// TODO 4.10: compute\nx = 2;\n"
        "// end 4.10\nint c;\n");
    free(filled);
    filled = regions_fill(&a, student, &s, solution, 1, NULL);
    CHECK_HAS(filled, "    load();\n");
    CHECK_HAS(filled, "x  =  1;");
    free(filled);
}

// What the compiler and the grader say of a line must fit the file that the student has open.
TEST(the_lines_of_a_filled_file_keep_their_numbers) {
    Regions a = regions_of(student), s = regions_of(solution);
    const FilledNames names = {two_todos(), "stencil.cu"};
    char *filled = regions_fill(&a, student, &s, solution, 1, &names);
    CHECK_STR(filled,
              "#line 1 \"stencil.cu\"\nint mine;\n// TODO 4.1 (kernel): load\n"
              "#line 1 \"" FINISHED_TEXT "4.1\"\n    load();\n#line 4 \"stencil.cu\"\n// end 4.1\n"
              "int b;\n// TODO 4.10: compute\nx  =  1; // as it was\n/* 4.1 */\n// end 4.10\nint c;\n");
    free(filled);
}

TEST(a_file_without_the_markers_cannot_be_filled) {
    Regions none = regions_of("int main;\n"), s = regions_of(solution);
    CHECK(!regions_match(&none, &s, 0));
    Regions twice = regions_of("// 4.1\n// end 4.1\n// 4.1\n// end 4.1\n// 4.10\n// end 4.10\n");
    CHECK(!regions_match(&twice, &s, 0));
}

CHECK_MAIN()
