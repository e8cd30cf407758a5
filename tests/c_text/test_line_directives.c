// Directives that give lines other numbers are blank before a text is compiled; all that only looks like one stays.
#include <string.h>

#include "grader/c_text/line_directives.h"
#include "tests/check.h"

static void check_text(const char *text, const char *expected) {
    char *copy = strdup(text);
    blank_line_directives(copy, strlen(copy));
    CHECK_STR(copy, expected);
    free(copy);
}

static void check_stays(const char *text) {
    check_text(text, text);
}

TEST(directives_are_blank_and_lines_stay) {
    check_text("a;\n#line 10 \"x.h\"\nb;\n", "a;\n              \nb;\n");
    check_text("# 10 \"x\"\nb;", "        \nb;");
    check_text("  # \t line 7\n%:line 7\n%: 8\n", "            \n        \n    \n");
    check_text("\xEF\xBB\xBF#line 7\n", "\xEF\xBB\xBF       \n");
    check_text("/* a\n*/ #line 7\n", "/* a\n*/        \n");
    check_text("#/* a\n*/line 7 // b\nc;\n", "     \n             \nc;\n");
    check_text("#\\\nli\\ \nne 7\nc;\n", "  \n    \n    \nc;\n");
    check_text("%\\\n:line 7 \"a/*b\"\nc; /* */", "  \n              \nc; /* */");
    check_text("#line 7 /* a\nb */ \\\nc\nd;\n", "            \n      \n \nd;\n");
    check_text("#if 0\nit's\n#line 7\n#endif\n", "#if 0\nit's\n       \n#endif\n");
    check_text("F(\n#line 7\n)", "F(\n       \n)");
}

TEST(what_is_no_directive_stays) {
    check_stays("// #line 7\n// a \\\n#line 7\n/* \n#line 7\n*/\n");
    check_stays("s = \"\\\n#line 7\"; t = R\"x(\n#line 7\n)\"\n# 8\n)x\";\n");
    check_stays(
        "#define F(x) #x a##b\n#pragma unroll\n#if A\n#include \"line\"\n#error \"line\"\n#\n#lines 7\n");
    check_stays("n = 1'000 % 3; c = '\"'; d = a ? b : c;\n");
}

TEST(strings_end_where_they_do) {
    check_text("a = 1'0;\n#line 7\n'", "a = 1'0;\n       \n'");
    check_text("a = \"\\\\\";\n#line 7\n\"", "a = \"\\\\\";\n       \n\"");
    check_text("1.R\"x(\"\n#line 7\n)x\"", "1.R\"x(\"\n       \n)x\"");
    check_text("1e+R\"x(\"\n#line 7\n", "1e+R\"x(\"\n       \n");
    check_text("R\"(a)\";\n#line 7\n", "R\"(a)\";\n       \n");
    check_text("#define S R\"x(\n#line 7\n)x\"", "#define S R\"x(\n       \n)x\"");
    check_text("#if __has_include(<a/*b>)\n#line 7\n/**/", "#if __has_include(<a/*b>)\n       \n/**/");
    check_text("#include \"a\" \"b\\\" /* \"\n#line 7 */\n7;",
               "#include \"a\" \"b\\\" /* \"\n#line 7 */\n7;");
}

TEST(a_hash_that_a_macro_would_bring_is_blank) {
    check_text("#define H #\nH 10 \"x\"\n", "#define H  \nH 10 \"x\"\n");
    check_text("#define H %: /* */ 10\n", "#define H    /* */ 10\n");
    check_text("#define H (x) #x a##b\n", "#define H (x)  x a##b\n");
    check_text("F(#) 10\nF(%:) 10\n", "F( ) 10\nF(  ) 10\n");
    check_text("E # 10 \"x\"\n", "E   10 \"x\"\n");
}

TEST(a_text_ends_anywhere) {
    static const char text[] = "#\\\nline 7 /* */ \"a\\\n\" R\"x( )x\" %:define A # '\\'' <a>";
    for (size_t size = 0; size < sizeof text; size++) {
        char *copy = malloc(size + 1);
        memcpy(copy, text, size);
        blank_line_directives(copy, size);
        free(copy);
    }
}

CHECK_MAIN()
