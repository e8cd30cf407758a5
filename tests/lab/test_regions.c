// Regions of TODOs: found, compared with the skeleton's, filled in.
#include "grader/lab/regions.h"
#include "grader/text/source_line.h"
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
    char *filled = regions_fill(&a, student, &s, solution, 0);
    CHECK_STR(
        filled,
        "int mine;\n// TODO 4.1 (kernel): load\nfetch();\n// end 4.1\nint b;\n// TODO 4.10: compute\nx = 2;\n"
        "// end 4.10\nint c;\n");
    free(filled);
    filled = regions_fill(&a, student, &s, solution, 1);
    CHECK_HAS(filled, "    load();\n");
    CHECK_HAS(filled, "x  =  1;");
    free(filled);
}

TEST(undoes_the_later_ones) {
    Regions a = regions_of(solution), s = regions_of(skeleton);
    char *undone = regions_undo_after(&a, solution, &s, skeleton, 0);
    CHECK_HAS(undone, "    load();\n");
    CHECK_HAS(undone, "x = 1;\n");
    free(undone);
    undone = regions_undo_after(&a, solution, &s, skeleton, 1);
    CHECK_STR(undone, solution);
    free(undone);
}

// Where a mark is no comment of its own to the compiler, the solution's text could become a string.
TEST(marks_are_comments_as_a_compiler_sees_them) {
#define MARKS "// TODO 4.1\nx\n// end 4.1\n"
    static const char *const none[] = {
        "const char *s = R\"(\n" MARKS ")\";\n",
        "const char *s = u8R\"mark(\n)\"\n" MARKS ")mark\";\n",
        "/*\n" MARKS "*/\n",
        "// a comment goes on \\\n" MARKS,
        "f(\n" MARKS ");\n",
        "#if 0\n" MARKS "#endif\n",
        "#ifdef X\n#else\n" MARKS "#endif\n",
        "#define X \\\n" MARKS,
    };
    Regions regions;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK(!regions_find(&regions, two_todos(), none[i]) || regions.count == 0);
}

TEST(what_only_looks_like_a_string_hides_no_mark) {
    static const char *const one[] = {
        MARKS,
        "int million = 1'000'000, c = '\"', d = '\\'';\n" MARKS,
        "const char *s = \"/*\", *t = \"\\\"//\";\n" MARKS,
        "#define MUCH(x) \\\n    f(x, \"(\")\n" MARKS,
        "#if A < B // less\nint a(int);\n#endif\n#include <a/b.h> // it's here\n" MARKS,
        "#error don't\n" MARKS,
        "/* it's */ int R; char r[] = R\"(\"/*)\";\n" MARKS,
        "f(1, (2));\n" MARKS "g(');');\n",
    };
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) CHECK_EQ(regions_of(one[i]).count, 1);
}

// What lets this reading differ from the compiler's: nothing is filled in.
TEST(unclear_text_has_no_regions) {
    static const char *const unclear[] = {
        "#define OPEN STRING(\n#define CLOSE )\nOPEN\n" MARKS "CLOSE\n",
        "%:define OPEN STRING(\n%:define CLOSE )\nOPEN\n" MARKS "CLOSE\n",
        "/**/ #define OPEN STRING(\n/**/ #define CLOSE )\nOPEN\n" MARKS "CLOSE\n",
        "#/**/define OPEN STRING(\n#/**/define CLOSE )\nOPEN\n" MARKS "CLOSE\n",
        "#def\\\nine OPEN STRING(\n#def\\\nine CLOSE )\nOPEN\n" MARKS "CLOSE\n",
        "const char *s = R\\\n\"(\n" MARKS ")\";\n",
        "/\\\n*\n" MARKS "*/\n",
        "#if __has_include(<x/*y>)\n#endif\nconst char *s = STRING(/**/\n" MARKS ");\n",
        "f(\n" MARKS,
        ")\n" MARKS "(\n",
        "#endif\n" MARKS "#if 1\n",
    };
    Regions regions;
    for (size_t i = 0; i < sizeof unclear / sizeof *unclear; i++)
        CHECK(!regions_find(&regions, two_todos(), unclear[i]) || regions.count == 0);
}

TEST(a_file_without_the_markers_cannot_be_filled) {
    Regions none = regions_of("int main;\n"), s = regions_of(solution);
    CHECK(!regions_match(&none, &s, 0));
    Regions twice = regions_of("// 4.1\n// end 4.1\n// 4.1\n// end 4.1\n// 4.10\n// end 4.10\n");
    CHECK(!regions_match(&twice, &s, 0));
}

CHECK_MAIN()
