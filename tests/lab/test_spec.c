// lab.spec: what is read, and how mistakes in it are answered.
#include "grader/lab/spec.h"
#include "tests/check.h"

static const char head[] =
    "lab lab9 \"A \\\"quoted\\\" title\" # comment\nsource x.cu\n"
    "todo 9.1 \"first\"\ntodo 9.2 \"second\"\n"
    "entry launch\n  input in float n*n uniform -1 1\n  output out double n*n grid x y\n"
    "  scalar n int n\n  values c float 7 distinct 0.1 1\n";

static LabSpec spec;
static char error[400];

static bool parse_with(const char *more) {
    char text[4000];
    snprintf(text, sizeof text, "%s%s", head, more);
    return spec_parse(&spec, text, "lab.spec", error, sizeof error);
}

TEST(reads_every_statement) {
    CHECK(
        parse_with("test 9.1 launch n=33 5\ntest 9.2 launch n=1 2.5\nbudget launch 300\n"
                   "counter 9.2 launch n=33 \"sectors a request\" global_load_sectors / global_load_requests "
                   "full 4.5 none 16 20\nhint 9.1 \"look\"\nhint 9.1 \"think\"\n"));
    CHECK_STR(spec.title, "A \"quoted\" title");
    CHECK_STR(spec.source, "x.cu");
    CHECK_EQ(spec.entry_count, 1);
    CHECK_EQ(spec.entries[0].param_count, 4);
    CHECK_EQ(spec.entries[0].output, 1);
    CHECK_EQ(spec.entries[0].params[1].axes, 2);
    CHECK_EQ(spec.entries[0].params[1].type, TYPE_DOUBLE);
    CHECK_EQ(product_value(&spec.entries[0].params[0].size, 5), 25);
    CHECK_EQ(product_value(&spec.entries[0].params[3].size, 5), 7);
    CHECK_EQ(spec.tests[0].n, 33);
    CHECK_STR(spec.targets[0].expression, "global_load_sectors / global_load_requests");
    CHECK(spec.targets[0].full == 4.5 && spec.targets[0].none == 16);
    CHECK(spec.entries[0].budget_per_cell == 300);
    CHECK(spec_points(&spec, -1) == 27.5);
    CHECK(spec_points(&spec, spec_find_todo(&spec, "9.2")) == 22.5);
    CHECK_EQ(spec.hint_count, 2);
}

TEST(names_file_and_line_of_a_mistake) {
    CHECK(!parse_with("tset 9.1 launch n=1 1\n"));
    CHECK_HAS(error, "lab.spec:10: unknown statement \"tset\"");
    CHECK(!parse_with("\n\ntest 9.3 launch n=1 1\n"));
    CHECK_HAS(error, "lab.spec:12: no \"todo 9.3\" line");
}

TEST(refuses_what_makes_no_sense) {
    struct {
        const char *text, *why;
    } bad[] = {
        {"test 9.1 lunch n=1 1\n", "no \"entry lunch\""},
        {"test 9.1 launch n=0 1\n", "n=NUMBER"},
        {"test 9.1 launch n=99999999999999999999 1\n", "n=NUMBER"},
        {"test 9.1 launch m=3 1\n", "n=NUMBER"},
        {"test 9.1 launch n=3 nan\n", "must be a number"},
        {"test 9.1 launch n=3 -1\n", "points must"},
        {"test 9.1 launch n=3\n", "is missing"},
        {"test 9.1 launch n=3 1 2\n", "one word too many"},
        {"test 9.1 launch n=3 1\ntest 9.1 launch n=3 2\n", "twice"},
        {"hint 9.1 unquoted\n", "double quotes"},
        {"hint 9.1 \"open\n", "not closed"},
        {"hint 9.1 \"a\"\nhint 9.1 \"b\"\nhint 9.1 \"c\"\nhint 9.1 \"d\"\n", "more than 3 hints"},
        {"entry two\n output a float n*0\n", "product"},
        {"entry two\n output a float n*n*n*n*n\n", "factors"},
        {"entry two\n output a half n\n", "element type"},
        {"entry two\n output a float n*n grid x\n", "2 factors but the grid names 1"},
        {"entry two\n output a float n grid y\n", "expected \"x\""},
        {"entry two\n output a float n\n output b float n\n", "two outputs"},
        {"entry two\n input a float n uniform 1 1\n", "below the highest"},
        {"entry two\n input a float n normal 0 1\n", "uniform or distinct"},
        {"counter 9.1 launch n=3 \"w\" no_such_counter full 1 none 2 5\n", "not a counter"},
        {"counter 9.1 launch n=3 \"w\" cells + n full 1 none 2 5\n", "joined by * and /"},
        {"counter 9.1 launch n=3 \"w\" cells / full 1 none 2 5\n", "joined by * and /"},
        {"counter 9.1 launch n=3 \"w\" cells full 1 none 1 5\n", "must differ"},
        {"", "no \"test\" line"},
        {"test 9.1 launch n=3 1\nentry two\n", "has no output"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(!parse_with(bad[i].text));
        CHECK_HAS(error, bad[i].why);
    }
}

TEST(a_missing_file_is_said) {
    CHECK(!spec_load(&spec, "/no/such/lab.spec", error, sizeof error));
    CHECK_HAS(error, "cannot be read");
}

CHECK_MAIN()
