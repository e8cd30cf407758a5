// The quiz: what is said of right, wrong and missing answers, and of predictions.
#include "grader/verdict/verdict.h"
#include "tests/check.h"

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n output out float n\ntest 1 f n=9 15\n"
    "question a \"share?\" number 1 % see \"The idea\"\n"
    "question b \"loads?\" counted f n=16 global_load_requests / n tolerance 0.5 see \"Counting\"\n"
    "question c \"which?\" word see \"Names\"\n"
    "question d \"share?\" counted f n=16 100 * global_load_requests / 168 tolerance 0.5 % see \"Shares\"\n"
    "question e \"how many threads?\" number 1 see \"Names\"\n";

static LabSpec spec;
static LabResult result;

static void answer(const char *answers_text, bool passed) {
    char error[300] = "", line[] = "kernel\tname=k\tglobal_load_requests=112\n";
    Answers answers, right;
    lab_result_free(&result);
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    answers_parse(&right, &spec, "a = 58 %\ne = 24\n");
    answers_parse(&answers, &spec, answers_text);
    CHECK(plan_cases(&result, &spec, -1));
    plan_quiz(&result, &answers);
    for (int i = 0; i < result.case_count; i++) {
        result.cases[i].judged = true;
        result.cases[i].passed = passed;
        records_parse(&result.cases[i].records, line, strlen(line));
    }
    judge_quiz(&result, &answers, &right);
}

TEST(an_unanswered_question_runs_nothing) {
    answer("", true);
    CHECK(result.with_quiz);
    CHECK_EQ(result.case_count, 1);
    for (int i = 0; i < 5; i++) CHECK(!result.questions[i].answered && !result.questions[i].right);
}

TEST(right_answers_are_right) {
    answer("a = 58.2 %\nb = 7.4\n", true);
    CHECK(result.questions[0].right && result.questions[1].right);
    CHECK_STR(result.questions[0].message, "");
    CHECK_HAS(result.questions[1].message, "counted 7");
    CHECK_EQ(result.case_count, 2);
    CHECK_EQ(result.graded_count, 1);
}

TEST(a_wrong_answer_names_the_section_and_not_the_answer) {
    answer("a = 12\nb = 5\n", true);
    CHECK(!result.questions[0].right && !result.questions[1].right);
    CHECK_HAS(result.questions[0].message, "The idea");
    CHECK(!strstr(result.questions[0].message, "58"));
    CHECK_HAS(result.questions[1].message, "Counting");
    CHECK(!strstr(result.questions[1].message, "7"));
}

// 112 of 168 are 66.7 %.
TEST(a_predicted_share_is_a_percentage) {
    answer("d = 2/3\n", true);
    CHECK(result.questions[3].right);
    CHECK_HAS(result.questions[3].message, "predicted 66.6667, counted 66.67");
    answer("d = 66.7 percent\n", true);
    CHECK(result.questions[3].right);
    answer("a = 3/8\nd = 0.5\n", true);
    CHECK(!result.questions[0].right && !result.questions[3].right);
    CHECK_HAS(result.questions[0].message, "37.5 % is not right yet");
    CHECK_HAS(result.questions[3].message, "you predicted 50 %;");
}

TEST(whole_numbers_are_printed_in_full) {
    answer("b = 1264928\n", true);
    CHECK_HAS(result.questions[1].message, "you predicted 1264928;");
}

TEST(an_answer_in_another_form_is_told_how_to_be_written) {
    answer("e = 50 bananas\n", true);
    CHECK_HAS(result.questions[4].message, "Write 50.");
    answer("b = 7 bananas\ne = 0x10\n", true);
    CHECK_HAS(result.questions[4].message, "Write 16.");
    CHECK_HAS(result.questions[1].message, "Write 7.");
    answer("e = 4*6\n", true);
    CHECK(result.questions[4].right);
}

TEST(what_cannot_be_judged_is_said) {
    answer("a = much\nb = 7\nc = registers\n", false);
    CHECK_HAS(result.questions[0].message, "is not a number");
    CHECK_HAS(result.questions[1].message, "not compared yet");
    CHECK(result.questions[2].open && !result.questions[2].right);
    CHECK_STR(result.questions[2].message, "");
    answer("a = 58 KiB\nb = many\n", true);
    CHECK_HAS(result.questions[0].message, "in %");
    CHECK_HAS(result.questions[1].message, "is not a number");
}

CHECK_MAIN()
