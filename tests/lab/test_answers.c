// The quiz: answers.txt is read, and answers are held against their seals.
#include "grader/lab/answers.h"
#include "tests/check.h"

static LabSpec spec;
static Answers answers;

static const LabQuestion *question(int index) {
    char error[300] = "";
    const char *text =
        "lab l \"t\"\nsource x.cu\ntodo 1 \"t\"\nentry f\n output out float n\ntest 1 f n=9 1\n"
        "question a \"share?\" number 1 % sealed ? see \"S\"\n"
        "question b \"which?\" word sealed ? see \"S\"\n"
        "question c \"ratio?\" number 0.01 sealed ? see \"S\"\n";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    return &spec.questions[index];
}

static AnswerVerdict held_against(int index, const char *right, const char *answer) {
    LabQuestion q = *question(index);
    CHECK(answer_seal(&spec, &q, right, &q.seal));
    return answer_check(&spec, &q, answer);
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

TEST(a_word_is_compared_without_its_case) {
    CHECK_EQ(held_against(1, "registers", "  Registers. "), ANSWER_RIGHT);
    CHECK_EQ(held_against(1, "shared memory", "Shared   memory"), ANSWER_RIGHT);
    CHECK_EQ(held_against(1, "registers", "register"), ANSWER_WRONG);
}

TEST(one_seal_opens_one_question) {
    uint64_t a, c;
    CHECK(answer_seal(&spec, question(0), "3", &a));
    CHECK(answer_seal(&spec, question(2), "0.03", &c));
    CHECK(a != c);
    CHECK(!answer_seal(&spec, question(0), "", &a));
    CHECK(!answer_seal(&spec, question(0), "no number", &a));
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
