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
    CHECK_EQ(product_value(&spec.entries[0].params[0].size, (int[SPEC_SIZES]){5}), 25);
    CHECK_EQ(product_value(&spec.entries[0].params[3].size, (int[SPEC_SIZES]){5}), 7);
    CHECK_EQ(spec.tests[0].key.size[0], 33);
    CHECK_STR(spec.targets[0].expression, "global_load_sectors / global_load_requests");
    CHECK(spec.targets[0].full == 4.5 && spec.targets[0].none == 16);
    CHECK(spec.entries[0].budget_per_cell == 300);
    CHECK(spec_points(&spec, -1) == 27.5);
    CHECK(spec_points(&spec, spec_find_todo(&spec, "9.2")) == 22.5);
    CHECK_EQ(spec.hint_count, 2);
}

TEST(sizes_may_be_drawn_from_a_range) {
    CHECK(parse_with(
        "test 9.1 launch n=40..70 5\ncounter 9.2 launch n=62 \"loads\" each(read_bytes) full 1 none "
        "2 also launch n=40..70/3 full 2 none 4 where right launch n=90..99 full 3 none 5 10\n"));
    const SizeRange range = spec.tests[0].key.range[0], also = spec.targets[0].also_key.range[0];
    CHECK(range.first == 40 && range.last == 70 && range.step == 1 && also.step == 3);
    CHECK(spec.targets[0].also && spec.targets[0].also_full == 2 && spec.targets[0].also_none == 4);
    char words[60];
    case_range_words(&spec, &spec.targets[0].also_key, words, sizeof words);
    CHECK_STR(words, "n=40..70/3");
    spec_draw(&spec, 7);
    const int drawn = spec.targets[0].also_key.size[0];
    CHECK(drawn >= 40 && drawn <= 70 && drawn % 3 == 1);
    case_range_words(&spec, &spec.targets[0].also_key, words, sizeof words);
    CHECK_STR(words, "n=40..70/3");
    CHECK(spec.targets[0].key.size[0] == 62);
    CHECK(spec.targets[0].where_rights == 1 && spec.targets[0].where_right[0].none == 5);
    CHECK(spec.targets[0].where_right[0].key.size[0] >= 90 &&
          spec.targets[0].where_right[0].key.size[0] <= 99);
}

TEST(launches_may_be_asked_for) {
    CHECK(parse_with("entry sum\n sizes nx bx by\n block bx by\n output c float nx grid x once\n"
                     "test 9.1 sum nx=9 bx=4 by=2 1\ntest 9.1 sum nx=9 bx=1..8 by=2 gpu=drawn 1\n"));
    const LabEntrySpec *entry = &spec.entries[1];
    CHECK(entry->block_asked && entry->once && !spec.entries[0].once);
    CHECK(entry->block[0] == 2 && entry->block[1] == 3 && entry->block[2] == 0);
    char words[100];
    spec_draw(&spec, 1);
    CHECK_HAS(spec.tests[1].key.gpu, "invented-");
    case_range_words(&spec, &spec.tests[1].key, words, sizeof words);
    CHECK_STR(words, "nx=9,bx=1..8,by=2,gpu=drawn");
}

TEST(reads_what_a_time_must_reach) {
    CHECK(parse_with("test 9.1 launch n=33 5\ntime launch n=512\n"
                     "time launch n=64 require 42.5 9.1 5 \"read rows\"\n"));
    CHECK_EQ(spec.timed_count, 2);
    CHECK(spec.timed[0].required == 0 && spec.timed[0].points == 0);
    CHECK(spec.timed[1].required == 42.5 && spec.timed[1].points == 5);
    CHECK_EQ(spec.timed[1].todo, spec_find_todo(&spec, "9.1"));
    CHECK_STR(spec.timed[1].advice, "read rows");
    CHECK(spec_points(&spec, -1) == 5); // they are no further points
}

TEST(reads_what_is_looked_at_beyond_the_tests) {
    CHECK(parse_with(
        "test 9.1 launch n=33 5\nbeyond launch n=580..640/4 9.1 2 counted\nbeyond launch n=700 9.1 1\n"));
    CHECK_EQ(spec.timed_count, 2);
    CHECK(spec.timed[0].beyond && spec.timed[0].counted && spec.timed[0].points == 2);
    CHECK(spec.timed[1].beyond && !spec.timed[1].counted && spec.timed[1].key.size[0] == 700);
    spec_draw(&spec, 7);
    const int n = spec.timed[0].key.size[0];
    CHECK(n >= 580 && n <= 640 && n % 4 == 0);
    CHECK(spec_points(&spec, -1) == 5); // they are no further points
    CHECK(!parse_with("test 9.1 launch n=33 5\nbeyond launch n=700 9.1 6\n"));
    CHECK_HAS(error, "so 6 cannot be held back");
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
        {"test 9.1 launch n=9..9 1\n", "n=FIRST..LAST"},
        {"test 9.1 launch n=3..9/0 1\n", "n=FIRST..LAST"},
        {"test 9.1 launch n=3..9/2x 1\n", "n=FIRST..LAST"},
        {"time launch n=3..9\n", "only a test and a counter"},
        {"test 9.1 launch n=3 0\n", "between 0.1 and 1000"},
        {"counter 9.1 launch n=3 \"a\" barriers full 1 none 2 also launch n=3 full 3 none 2 5\n",
         "same order"},
        {"counter 9.1 launch n=3 \"a\" barriers full 1 none 2 where right launch n=3 full 3 none 2 5\n",
         "same order"},
        {"test 9.1 launch n=3 nan\n", "must be a number"},
        {"test 9.1 launch n=3 -1\n", "points must"},
        {"test 9.1 launch n=3\n", "is missing"},
        {"test 9.1 launch n=3 5\ntime launch n=9 require 0 9.1 5\n", "above 0"},
        {"test 9.1 launch n=3 5\ntime launch n=9 require 101 9.1 5\n", "100 at most"},
        {"test 9.1 launch n=3 5\ntime launch n=9 require 40 9.1 6\n", "6 cannot be held back"},
        {"test 9.1 launch n=3 5\ntime launch n=9 require 40 9.4 5\n", "no \"todo 9.4\""},
        {"todo 9.3 \"third\" does launch jump\n", "jump is none of launch, load,"},
        {"todo 9.3 \"third\" is launch\n", "does"},
        {"test 9.1 launch n=3 5\ntime launch n=9 require 40 9.1\n", "is missing"},
        {"test 9.1 launch n=3 1 2\n", "one word too many"},
        {"test 9.1 launch n=3 1\ntest 9.1 launch n=3 2\n", "twice"},
        {"hint 9.1 unquoted\n", "double quotes"},
        {"hint 9.1 \"open\n", "not closed"},
        {"hint 9.1 \"a\"\nhint 9.1 \"b\"\nhint 9.1 \"c\"\nhint 9.1 \"d\"\n", "more than 3 hints"},
        {"entry two\n block m\n", "no size \"m\""},
        {"entry two\n block n\n block n\n", "twice"},
        {"entry two\n output a float n twice\n", "expected"},
        {"entry two\n output a float n*0\n", "product"},
        {"entry two\n output a float n*n*n*n*n\n", "factors"},
        {"entry two\n output a half n\n", "element type"},
        {"entry two\n output a float n*n grid x\n", "2 factors but the grid names 1"},
        {"entry two\n output a float n grid y\n", "expected \"x\""},
        {"entry two\n output a float n\n output b float n\n", "two outputs"},
        {"entry two\n input a float n uniform 1 1\n", "below the highest"},
        {"entry two\n input a float n normal 0 1\n", "uniform, distinct or integers"},
        {"counter 9.1 launch n=3 \"w\" no_such_counter full 1 none 2 5\n",
         "is not a counter, a total or a size"},
        {"counter 9.1 launch n=3 \"w\" cells & n full 1 none 2 5\n", "joined by"},
        {"counter 9.1 launch n=3 \"w\" cells / full 1 none 2 5\n", "joined by"},
        {"counter 9.1 launch n=3 \"w\" ( cells full 1 none 2 5\n", "joined by"},
        {"counter 9.1 launch n=3 \"w\" cells best t full 1 none 2 5\n", "no \"table t\""},
        {"test 9.1 launch n=3 block=2 1\n", "must be a number"},
        {"test 9.1 launch n=3 gpu= 1\n", "gpu=NAME"},
        {"entry two\n sizes n n\n", "twice"},
        {"entry two\n sizes gpu\n", "small letters"},
        {"entry two\n output a float m\n", "numbers and sizes"},
        {"entry two of ../x.cu\n", "of the lab's folder"},
        {"row \"r\" launch n=3\n", "must stand above"},
        {"table t \"t\"\n column \"c\" cells\ntest 9.1 launch n=3 1\n", "a column and a row"},
        {"table t \"t\" needs time\n", "expected \"solutions\""},
        {"table t \"t\"\n column \"c\" no_such\n", "is not a counter, a total or a size"},
        {"table t \"t\"\n column \"c\" cells\n row \"r\" launch n=3 timed\n", "is missing"},
        {"table t \"t\"\n column \"c\" cells\n row \"r\" launch n=3 timed launch n=9 published 0\n",
         "above 0"},
        {"leaderboard\ntest 9.1 launch n=3 1\n", "needs a \"time\" line"},
        {"leaderboard now\n", "expected \"counted\""},
        {"leaderboard counted now\n", "one word too many"},
        {"entry two\n moves house\n", "expected \"data\""},
        {"entry two\n input a float n*n picture\n", "of type int"},
        {"entry two\n input a int n picture\n", "its height times its width"},
        {"picture launch n=3 \"t\"\n", "grid of ints with axes x y"},
        {"question q \"w?\" number 0 see \"s\"\n", "above 0"},
        {"question q \"w?\" poem see \"s\"\n", "a number, a word or counted"},
        {"question q \"w?\" word see \"s\"\nquestion q \"w?\" word see \"s\"\n", "twice"},
        {"counter 9.1 launch n=3 \"w\" cells full 1 none 1 5\n", "must differ"},
        {"", "no \"test\" line"},
        {"test 9.1 launch n=3 1\nentry two\n", "has no output"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(!parse_with(bad[i].text));
        CHECK_HAS(error, bad[i].why);
    }
}

TEST(an_entry_may_have_several_sizes) {
    CHECK(parse_with(
        "entry two of demo.cu\n sizes n block\n values v int 4*block integers 0 9\n output o int n*block\n"
        " scalar block int block\n allow launch\ntest 9.2 two n=1000 block=96 gpu=t4 3\n"
        "test 9.2 two n=1000 block=96 3\n"));
    const LabEntrySpec *two = &spec.entries[1];
    CHECK_STR(two->file, "demo.cu");
    CHECK_EQ(two->size_count, 2);
    CHECK(two->allow_launch && !spec.entries[0].allow_launch);
    CHECK_EQ(product_value(&two->params[0].size, (int[SPEC_SIZES]){7, 5}), 20);
    CHECK_EQ(product_value(&two->params[1].size, (int[SPEC_SIZES]){7, 5}), 35);
    CHECK_EQ(product_value(&(Product){4, {0, 0, 0, 4}}, (int[SPEC_SIZES]){SPEC_SIZE_MAX}), PRODUCT_MAX);
    CHECK_EQ(two->params[0].distribution, FILL_INTEGERS);
    char words[100];
    case_words(&spec, &spec.tests[0].key, "=", ",", words, sizeof words);
    CHECK_STR(words, "n=1000,block=96,gpu=t4");
    case_words(&spec, &spec.tests[1].key, " = ", ", ", words, sizeof words);
    CHECK_STR(words, "n = 1000, block = 96");
    CHECK(!same_case(&spec.tests[0].key, &spec.tests[1].key));
}

TEST(a_picture_is_made_and_drawn) {
    CHECK(
        parse_with("entry paint\n sizes h w\n moves data\n values in int h*w picture\n"
                   " output out int h*w grid x y\ntest 9.2 paint h=3 w=4 1\npicture paint h=3 w=4 \"It\"\n"));
    CHECK(spec.entries[1].moves_data && !spec.entries[0].moves_data);
    CHECK_EQ(spec.entries[1].params[0].distribution, FILL_PICTURE);
    CHECK(spec.picture.drawn && spec.picture.key.size[1] == 4);
    CHECK_STR(spec.picture.title, "It");
}

#define GAMES                                                                                                \
    " kept first double n uniform 20 200\n kept later double n uniform 1 2\n values often int n integers 2 9\n"

TEST(games_may_be_played) {
    CHECK(parse_with("entry timed\n output ms double n\n kept noise int n integers 0 9\n" GAMES
                     " plays first later noise often\ntest 9.2 timed n=3 1\n"));
    CHECK_EQ(spec.entries[1].params[1].kind, PARAM_KEPT);
    CHECK_EQ(spec.entries[1].plays[0], 3);
    CHECK_EQ(spec.entries[1].plays[3], 5);
    CHECK_EQ(spec.entries[0].plays[0], 0);
    CHECK(!parse_with("entry timed\n output ms double n\n values noise int n integers 0 9\n" GAMES
                      " plays first later noise often\n"));
    CHECK(!parse_with("entry timed\n output ms double n\n kept noise int 3 integers 0 9\n" GAMES
                      " plays first later noise often\n"));
    CHECK(!parse_with("entry timed\n output ms double n\n" GAMES " plays first later missing often\n"));
}

TEST(reads_tables_and_questions) {
    CHECK(parse_with(
        "table t \"Title\"\n column \"loads\" global_load_bytes / 4 / ((n-2) * cells)\n"
        " row \"one\" launch n=4\n row \"two\" launch n=5 gpu=t4\n text \"Below.\"\n"
        "counter 9.1 launch n=5 \"w\" cells best t while \"n and one\" n + 1 below 7 full 95 none 50 10 \"Do that.\"\n"
        "question 9.a \"How many?\" number 0.5 KiB see \"S\"\n"
        "question 9.b \"Which?\" word see \"S\"\n"
        "question 9.c \"Count\" counted launch n=4 branches + 1 tolerance 2 see \"S\"\n"
        "test 9.1 launch n=3 1\n"));
    CHECK_EQ(spec.table_count, 1);
    CHECK_EQ(spec.tables[0].row_count, 2);
    CHECK_STR(spec.tables[0].rows[1].key.gpu, "t4");
    CHECK_STR(spec.tables[0].notes[0], "Below.");
    CHECK_EQ(spec.targets[0].best_of, 0);
    CHECK_STR(spec.targets[0].limited[0], "n + 1");
    CHECK_STR(spec.targets[0].limited_what[0], "n and one");
    CHECK(spec.targets[0].limit[0] == 7);
    CHECK_STR(spec.targets[0].advice, "Do that.");
    CHECK_EQ(spec.question_count, 3);
    CHECK_STR(spec.questions[0].unit, "KiB");
    CHECK(spec.questions[0].kind == ANSWER_NUMBER && spec.questions[1].kind == ANSWER_WORD);
    CHECK(spec.questions[2].tolerance == 2);
    CHECK_STR(spec.questions[2].expression, "branches + 1");
}

TEST(rows_may_be_timed) {
    CHECK(parse_with(
        "table t \"t\"\n column \"c\" cells\n row \"a\" launch n=4\n row \"b\" launch n=4 timed launch n=9\n"
        " row \"c\" launch n=4 timed launch n=8 published 0.25\ntime launch n=9\nleaderboard counted\n"
        "test 9.1 launch n=3 1\n"));
    const LabTable *t = &spec.tables[0];
    CHECK(!t->rows[0].timed && t->rows[1].timed && t->rows[2].timed);
    CHECK(spec.leaderboard && spec.leaderboard_counted);
    CHECK_EQ(t->rows[1].timed_key.size[0], 9);
    CHECK(t->rows[1].published == 0 && t->rows[2].published == 0.25);
}

TEST(a_missing_file_is_said) {
    CHECK(!spec_load(&spec, "/no/such/lab.spec", error, sizeof error));
    CHECK_HAS(error, "cannot be read");
}

CHECK_MAIN()
