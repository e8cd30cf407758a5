// The quiz: answers.txt is read, and answers are held against the right ones.
#include "grader/lab/answers.h"
#include "tests/check.h"

static LabSpec spec;
static Answers answers;

static const LabQuestion *question(int index) {
    char error[300] = "";
    const char *text =
        "lab l \"t\"\nsource x.cu\ntodo 1 \"t\"\nentry f\n output out float n\ntest 1 f n=9 1\n"
        "question a \"share?\" number 1 % see \"S\"\n"
        "question b \"which?\" word see \"S\"\n"
        "question c \"ratio?\" number 0.01 see \"S\"\n"
        "question d \"How many threads?\" number 1 see \"S\"\n"
        "question e \"shared memory?\" number 1 KiB see \"S\"\n"
        "question f \"speed?\" number 0.1 TB/s see \"S\"\n"
        "question g \"share?\" number 0.1 % see \"S\"\n"
        "question h \"How many bytes a cycle?\" number 1 B see \"S\"\n"
        "question i \"how many?\" number 1 blocks see \"S\"\n"
        "question j \"intensity?\" number 0.01 OP/B see \"S\"\n"
        "question k \"T = 8: what is the largest n at which it works?\" number 1 see \"S\"\n";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    return &spec.questions[index];
}

static AnswerVerdict held_against(int index, const char *right, const char *answer) {
    return answer_check(question(index), answer, right, NULL);
}

TEST(a_number_is_right_within_half_a_resolution) {
    static const char *const right[] = {"58", "58 %", "58%", "57.8", "57.5", "58.5", "5.8e1", "58.0 %"};
    static const char *const wrong[] = {"57.4", "59", "-58", "580", "0", "1e300"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        CHECK_EQ(held_against(0, "57.81 %", right[i]), ANSWER_RIGHT);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_EQ(held_against(0, "57.81 %", wrong[i]), ANSWER_WRONG);
    CHECK_EQ(held_against(2, "2.37", "2.372"), ANSWER_RIGHT);
    CHECK_EQ(held_against(2, "2.37", "2.38"), ANSWER_WRONG);
}

TEST(what_is_no_number_or_in_another_unit_is_said) {
    CHECK_EQ(held_against(0, "58", "many"), ANSWER_NO_NUMBER);
    CHECK_EQ(held_against(0, "58", "nan"), ANSWER_NO_NUMBER);
    CHECK_EQ(held_against(0, "58", "58 KiB"), ANSWER_OTHER_UNIT);
    CHECK_EQ(held_against(2, "2.37", "2.37 %"), ANSWER_OTHER_UNIT);
}

// The right number in other clothes.
TEST(numbers_have_many_forms) {
    static const struct {
        int question;
        const char *right, *answer;
        AnswerVerdict verdict;
    } forms[] = {
        {0, "37.5 %", "37,5", ANSWER_RIGHT},
        {0, "37.5 %", "37.5 percent", ANSWER_RIGHT},
        {0, "37.5 %", "3/8", ANSWER_RIGHT},
        {0, "37.5 %", "12/32", ANSWER_RIGHT},
        {0, "37.5 %", "5/8", ANSWER_WRONG},
        {0, "66 %", "66,7", ANSWER_WRONG},
        {0, "67 %", "66,7", ANSWER_RIGHT},
        {2, "0.29", "2/7", ANSWER_RIGHT},
        {2, "0.29", "0,29", ANSWER_RIGHT},
        {2, "0.29", "8 / 28", ANSWER_RIGHT},
        {3, "84480", "64*40*33", ANSWER_RIGHT},
        {3, "84480", "64 x 40 x 33", ANSWER_RIGHT},
        {3, "84480", "84,480", ANSWER_RIGHT},
        {3, "84480", "84480 threads", ANSWER_RIGHT},
        {3, "1048576", "1,048,576", ANSWER_RIGHT},
        {3, "50", "50 bananas", ANSWER_OTHER_UNIT},
        {3, "16", "0x10", ANSWER_OTHER_UNIT},
        {3, "4", "4.5", ANSWER_WRONG},
        {3, "4", "3.5", ANSWER_WRONG},
        {3, "4", "4.0", ANSWER_RIGHT},
        {4, "128 KiB", "128 kibibytes", ANSWER_RIGHT},
        {4, "128 KiB", "128 percent", ANSWER_OTHER_UNIT},
        {5, "18.6 TB/s", "18.6 terabytes per second", ANSWER_RIGHT},
        {3, "4", "4/0", ANSWER_NO_NUMBER},
        {3, "4", "-4", ANSWER_WRONG},
        {3, "4", "1e999", ANSWER_NO_NUMBER},
        {3, "400", "4e2", ANSWER_RIGHT},
        {3, "4", "4 , I think", ANSWER_OTHER_UNIT},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        CHECK_EQ(held_against(forms[i].question, forms[i].right, forms[i].answer), forms[i].verdict);
}

TEST(a_number_may_be_arithmetic) {
    static const struct {
        int question;
        const char *right, *answer;
    } sums[] = {
        {3, "24", "4*256-1000"},
        {3, "389", "3*128+5"},
        {3, "14", "8+6"},
        {3, "20", "27-7"},
        {3, "9", "5+4"},
        {3, "29791", "31^3"},
        {3, "29791", "31**3"},
        {3, "29791", "31\u00b3"},
        {3, "84480", "64x40x33"},
        {3, "84480", "64 \u00d7 40 \u00d7 33 threads"},
        {2, "1.39", "256*32/(196*30)"},
        {2, "5.13", "4+18/16"},
        {0, "58 %", "1 - 6^3/8^3"},
        {0, "58 %", "100*(1-(6/8)^3) %"},
        {3, "2", "-(3 - 5)"},
        {3, "9", "5 + 4 = 9"},
        {3, "24", "1,024 - 1000"},
        {3, "512", "2^3^2"},
        {2, "0.25", "2^-2"},
        {4, "128 KiB", "4*32^3/1024 KiB"},
    };
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        CHECK_EQ(held_against(sums[i].question, sums[i].right, sums[i].answer), ANSWER_RIGHT);
    CHECK_EQ(held_against(3, "24", "4*256-100"), ANSWER_WRONG);
    CHECK_EQ(held_against(3, "24", "(24"), ANSWER_NO_NUMBER);
    CHECK_EQ(held_against(3, "24", "24 - I think"), ANSWER_OTHER_UNIT);
    CHECK_EQ(held_against(3, "24", "more = 24"), ANSWER_NO_NUMBER);
}

// One rule for all questions that ask for percent.
TEST(a_share_is_the_percentage_that_it_is) {
    static const char *const half[] = {"1/2", "0.5", "32/64", "0,5", "50", "1 - 0.5", "50 %", "50 percent"};
    for (size_t i = 0; i < sizeof half / sizeof *half; i++) {
        CHECK_EQ(held_against(0, "50 %", half[i]), ANSWER_RIGHT);
        CHECK_EQ(held_against(0, "51 %", half[i]), ANSWER_WRONG);
    }
    CHECK_EQ(held_against(0, "100 %", "1/1"), ANSWER_RIGHT);
    CHECK_EQ(held_against(0, "100 %", "1"), ANSWER_WRONG);
    CHECK_EQ(held_against(0, "50 %", "0.5 %"), ANSWER_WRONG);
    CHECK_EQ(held_against(0, "1 %", "1"), ANSWER_RIGHT);
    CHECK_EQ(held_against(0, "1 %", "0.01"), ANSWER_WRONG);
    CHECK_EQ(held_against(0, "1 %", "100"), ANSWER_WRONG);
    CHECK_EQ(held_against(6, "0.5 %", "0.5"), ANSWER_RIGHT);
    CHECK_EQ(held_against(6, "0.5 %", "1/2"), ANSWER_RIGHT);
    CHECK_EQ(held_against(6, "0.5 %", "50"), ANSWER_WRONG);
    CHECK_EQ(held_against(6, "50 %", "1/2"), ANSWER_RIGHT);
    CHECK_EQ(held_against(2, "50", "1/2"), ANSWER_WRONG);
}

TEST(units_may_be_spelled_out_and_converted) {
    static const struct {
        int question;
        const char *right, *answer;
        AnswerVerdict verdict;
    } units[] = {
        {3, "29791", "29791 points", ANSWER_RIGHT},
        {3, "16", "16 threads", ANSWER_RIGHT},
        {3, "2", "2 floats", ANSWER_RIGHT},
        {3, "4", "4 loads", ANSWER_RIGHT},
        {3, "9", "9 flops", ANSWER_RIGHT},
        {3, "14", "14 interior points", ANSWER_RIGHT},
        {3, "868", "868 load requests", ANSWER_RIGHT},
        {3, "5", "5 values of the grid", ANSWER_RIGHT},
        {3, "50", "50 bananas", ANSWER_OTHER_UNIT},
        {3, "50", "50 bytes", ANSWER_OTHER_UNIT},
        {3, "50", "50 threads a second", ANSWER_OTHER_UNIT},
        {2, "1.39", "1.39 loads/thread", ANSWER_OTHER_UNIT},
        {7, "156 B", "156 B/cycle", ANSWER_RIGHT},
        {7, "156 B", "156 bytes a cycle", ANSWER_RIGHT},
        {7, "156 B", "156 bytes per cycle", ANSWER_RIGHT},
        {7, "156 B", "156 B/s", ANSWER_OTHER_UNIT},
        {7, "4096 B", "4 KiB", ANSWER_RIGHT},
        {7, "4096 B", "4 KB", ANSWER_RIGHT},
        {7, "4096 B", "4 MB", ANSWER_WRONG},
        {4, "128 KiB", "131072 bytes", ANSWER_RIGHT},
        {4, "128 KiB", "128 MB", ANSWER_WRONG},
        {4, "128 KiB", "128 bytes", ANSWER_WRONG},
        {4, "128 KiB", "128 threads", ANSWER_OTHER_UNIT},
        {5, "18.6 TB/s", "18.6 terabytes", ANSWER_RIGHT},
        {5, "18.6 TB/s", "18600 GB/s", ANSWER_RIGHT},
        {5, "18.6 TB/s", "18.6 GB/s", ANSWER_WRONG},
        {8, "289 blocks", "289 thread blocks", ANSWER_RIGHT},
        {8, "289 blocks", "289 warps", ANSWER_OTHER_UNIT},
        {9, "0.29 OP/B", "0.29 flops per byte", ANSWER_RIGHT},
        {9, "0.29 OP/B", "0.29 operations a second", ANSWER_OTHER_UNIT},
        {0, "58 %", "58 % of the points", ANSWER_RIGHT},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        CHECK_EQ(held_against(units[i].question, units[i].right, units[i].answer), units[i].verdict);
}

TEST(a_number_may_be_a_word_or_have_the_name_that_is_asked_for) {
    static const char *const none[] = {"none", "zero", "no", "0", "None.", "no threads"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK_EQ(held_against(3, "0", none[i]), ANSWER_RIGHT);
    CHECK_EQ(held_against(3, "3", "three"), ANSWER_RIGHT);
    CHECK_EQ(held_against(3, "0", "no idea"), ANSWER_NO_NUMBER);
    CHECK_EQ(held_against(10, "9", "n = 9"), ANSWER_RIGHT);
    CHECK_EQ(held_against(10, "9", "n = 5 + 4 = 9"), ANSWER_RIGHT);
    CHECK_EQ(held_against(10, "9", "T = 9"), ANSWER_NO_NUMBER);
    CHECK_EQ(held_against(10, "9", "n < 9"), ANSWER_NO_NUMBER);
}

TEST(words_have_many_forms) {
    static const char *const same[][2] = {
        {"select", "selp"},
        {"select", "selp.b32"},
        {"select", "SEL"},
        {"cudaDeviceSynchronize", "cudaDeviceSynchronize();"},
        {"registers", "register"},
        {"registers", "the registers"},
        {"race", "race condition"},
        {"race", "a race."},
        {"k", "the index k"},
        {"k", "`k`"},
        {"current", "the current plane"},
        {"current", "\"current\""},
        {"cudaDeviceSynchronize", "cudaDeviceSynchronize()"},
        {"less", "Less."},
    };
    static const char *const other[][2] = {
        {"less", "more"}, {"k", "kk"}, {"race", "trace"}, {"current", "less or current"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        CHECK_EQ(held_against(1, same[i][0], same[i][1]), ANSWER_RIGHT);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        CHECK_EQ(held_against(1, other[i][0], other[i][1]), ANSWER_WRONG);
}

TEST(a_word_is_compared_without_its_case) {
    CHECK_EQ(held_against(1, "registers", "  Registers. "), ANSWER_RIGHT);
    CHECK_EQ(held_against(1, "shared memory", "Shared   memory"), ANSWER_RIGHT);
    CHECK_EQ(held_against(1, "registers", "shared"), ANSWER_WRONG);
    CHECK_EQ(held_against(1, "less", "les"), ANSWER_WRONG);
}

TEST(without_the_right_answer_only_the_form_is_judged) {
    CHECK_EQ(held_against(0, "", "58"), ANSWER_NOT_KNOWN);
    CHECK_EQ(held_against(0, "", "many"), ANSWER_NO_NUMBER);
    CHECK_EQ(held_against(0, "", "58 KiB"), ANSWER_OTHER_UNIT);
    CHECK_EQ(held_against(0, "many", "58"), ANSWER_NOT_KNOWN);
    CHECK_EQ(held_against(1, "", "registers"), ANSWER_NOT_KNOWN);
}

TEST(reads_answers_and_complains_of_what_makes_no_sense) {
    question(0);
    answers_parse(&answers, &spec, "# the share?\na = 58 % # about\n\n b=Registers\nc =\n");
    CHECK_STR(answers.text[0], "58 %");
    CHECK_STR(answers.text[1], "Registers");
    CHECK_STR(answers.text[2], "");
    CHECK_STR(answers.complaint, "");
    answers_parse(&answers, &spec, "a = 1\nwhat\nz = 2\n");
    CHECK_STR(answers.text[0], "1");
    CHECK_HAS(answers.complaint, "answers.txt:2");
    answers_parse(&answers, &spec, "z = 2");
    CHECK_HAS(answers.complaint, "no such question");
    char error[200];
    CHECK(!answers_load(&answers, &spec, "/no/such/file", error, sizeof error));
    CHECK_HAS(error, "cannot be read");
}

CHECK_MAIN()
