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
        "question f \"speed?\" number 0.1 TB/s see \"S\"\n";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    return &spec.questions[index];
}

static AnswerVerdict held_against(int index, const char *right, const char *answer) {
    return answer_check(question(index), answer, right);
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
        {3, "16", "0x10", ANSWER_NO_NUMBER},
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

TEST(words_have_many_forms) {
    static const char *const same[][2] = {
        {"select", "selp"},
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
