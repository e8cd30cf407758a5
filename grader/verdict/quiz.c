// Judges the answers to the quiz. A wrong one is told where to read, never what is right.
#include <math.h>
#include <stdio.h>

#include "grader/lab/answer_forms.h"
#include "grader/text/append.h"
#include "grader/verdict/verdict.h"

#define SAY(question, ...) append((question)->message, sizeof(question)->message, __VA_ARGS__)

// The student's own run answers: predicted is held against counted, once the run is right.
static void judge_counted(QuestionResult *q, const LabResult *result, const LabQuestion *question,
                          double predicted) {
    const CaseResult *c = &result->cases[q->case_index];
    if (!c->passed) {
        SAY(q, "not compared yet: the run at %s is not right.", c->sizes);
        return;
    }
    double counted = counted_value(result->spec, c, question->expression);
    q->right = fabs(predicted - counted) <= question->tolerance;
    if (q->right)
        SAY(q, "predicted %g, counted %.4g.", predicted, counted);
    else
        SAY(q,
            "you predicted %g; your run counts something else. Read \"%s\", look at the counters, and "
            "predict again.",
            predicted, question->section);
}

static void judge_answer(QuestionResult *q, const LabQuestion *question, const char *answer,
                         const char *right) {
    switch (answer_check(question, answer, right)) {
    case ANSWER_RIGHT: q->right = true; break;
    case ANSWER_NOT_KNOWN: q->open = true; break;
    case ANSWER_NO_NUMBER:
        SAY(q, "\"%s\" is not a number; a number is asked for, as in 12.5 %s", answer, question->unit);
        break;
    case ANSWER_OTHER_UNIT:
        SAY(q, "the answer is asked for in %s.", question->unit[0] ? question->unit : "no unit");
        break;
    case ANSWER_WRONG: SAY(q, "not right yet: read \"%s\" in the handout.", question->section); break;
    }
}

void judge_quiz(LabResult *result, const Answers *answers, const Answers *right) {
    for (int i = 0; result->with_quiz && i < result->spec->question_count; i++) {
        const LabQuestion *question = &result->spec->questions[i];
        QuestionResult *q = &result->questions[i];
        AnswerNumber number;
        q->answered = answers->text[i][0] != 0;
        if (!q->answered) continue;
        if (question->kind != ANSWER_COUNTED)
            judge_answer(q, question, answers->text[i], right->text[i]);
        else if (!read_answer_number(answers->text[i], &number))
            SAY(q, "\"%s\" is not a number; a number is asked for.", answers->text[i]);
        else if (!answer_unit_fits(question, number.unit))
            SAY(q, "a number is asked for, without \"%s\".", number.unit);
        else
            judge_counted(q, result, question, number.value);
    }
}
