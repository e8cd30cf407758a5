// Judges the answers to the quiz. A wrong one is told where to read, never what is right.
#include <math.h>
#include <stdio.h>

#include "grader/lab/answers.h"
#include "grader/text/append.h"
#include "grader/verdict/verdict.h"

#define SAY(question, ...) append((question)->message, sizeof(question)->message, __VA_ARGS__)

typedef struct {
    char text[80];
} Shown;

// A value in the question's unit: "37.5 %".
static Shown shown(const LabQuestion *question, double value) {
    char number[40];
    Shown shown;
    snprintf(shown.text, sizeof shown.text, "%s%s%s", number_text(number, value, 6),
             question->unit[0] ? " " : "", question->unit);
    return shown;
}

// The student's own run answers: predicted is held against counted, once the run is right.
static void judge_counted(QuestionResult *q, const LabResult *result, const LabQuestion *question,
                          const AnswerNumber *number) {
    const CaseResult *c = &result->cases[q->case_index];
    char text[40], counted_text[40];
    if (!c->passed) {
        SAY(q, "not compared yet: the run at %s is not right.", c->sizes);
        return;
    }
    const double counted = counted_value(result->spec, c, question->expression);
    const double predicted = answer_value(question, number, counted);
    q->right = fabs(predicted - counted) <= question->tolerance;
    if (q->right)
        SAY(q, "predicted %s, counted %s.", number_text(text, predicted, 6),
            number_text(counted_text, counted, 4));
    else
        SAY(q,
            "you predicted %s; your run counts something else. Read \"%s\", look at the counters, and "
            "predict again.",
            shown(question, predicted).text, question->section);
}

// Why an answer is not of the form that was asked for, and how to write it: that tells nothing of what is right.
static void say_form(QuestionResult *q, const LabQuestion *question, const char *answer, AnswerVerdict form,
                     const AnswerNumber *number) {
    char text[40];
    if (form == ANSWER_NO_NUMBER)
        SAY(q, "\"%s\" is not a number; a number is asked for, as in %s.", answer,
            shown(question, 12.5).text);
    else if (question->unit[0] && !number->hexadecimal)
        SAY(q, "\"%s\": the answer is asked for in %s.", answer, question->unit);
    else
        SAY(q, "\"%s\": a plain number is asked for. Write %s.", answer,
            number_text(text, number->value, 15));
}

static void judge_known(QuestionResult *q, const LabQuestion *question, const char *answer,
                        const char *right) {
    double value = 0;
    const AnswerVerdict verdict = answer_check(question, answer, right, &value);
    q->right = verdict == ANSWER_RIGHT;
    q->open = verdict == ANSWER_NOT_KNOWN;
    if (verdict != ANSWER_WRONG) return;
    if (question->kind == ANSWER_NUMBER) SAY(q, "%s is ", shown(question, value).text);
    SAY(q, "not right yet: read \"%s\" in the handout.", question->section);
}

static void judge_question(QuestionResult *q, const LabResult *result, const LabQuestion *question,
                           const char *answer, const char *right) {
    AnswerNumber number;
    const AnswerVerdict form =
        question->kind == ANSWER_WORD ? ANSWER_NOT_KNOWN : answer_read(question, answer, &number);
    if (form != ANSWER_NOT_KNOWN)
        say_form(q, question, answer, form, &number);
    else if (question->kind == ANSWER_COUNTED)
        judge_counted(q, result, question, &number);
    else
        judge_known(q, question, answer, right);
}

void judge_quiz(LabResult *result, const Answers *answers, const Answers *right) {
    for (int i = 0; result->with_quiz && i < result->spec->question_count; i++) {
        QuestionResult *q = &result->questions[i];
        q->answered = answers->text[i][0] != 0;
        if (q->answered)
            judge_question(q, result, &result->spec->questions[i], answers->text[i], right->text[i]);
    }
}
