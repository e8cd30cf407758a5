// Judges the answers to the quiz. A wrong one is told where to read, never what is right.
#include <math.h>
#include <stdio.h>

#include "grader/verdict/append.h"
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
    double counted = counted_value(result->spec, c, &c->records.sum, question->expression);
    q->right = fabs(predicted - counted) <= question->tolerance;
    if (q->right)
        SAY(q, "predicted %g, counted %.4g.", predicted, counted);
    else
        SAY(q,
            "you predicted %g; your run counts something else. Read \"%s\", look at the counters, and "
            "predict again.",
            predicted, question->section);
}

static void judge_sealed(QuestionResult *q, const LabSpec *spec, const LabQuestion *question,
                         const char *answer) {
    if (!question->sealed) {
        SAY(q, "not checked: lab.spec has no seal for it. An instructor makes it: ./grade seal %s",
            spec->name);
        return;
    }
    switch (answer_check(spec, question, answer)) {
    case ANSWER_RIGHT: q->right = true; break;
    case ANSWER_NO_NUMBER:
        SAY(q, "\"%s\" is no number; a number is asked for, as in 12.5 %s", answer, question->unit);
        break;
    case ANSWER_OTHER_UNIT:
        SAY(q, "the answer is asked for in %s.", question->unit[0] ? question->unit : "no unit");
        break;
    case ANSWER_WRONG: SAY(q, "not right yet: read \"%s\" in the handout.", question->section); break;
    }
}

void judge_quiz(LabResult *result, const Answers *answers) {
    for (int i = 0; result->with_quiz && i < result->spec->question_count; i++) {
        const LabQuestion *question = &result->spec->questions[i];
        QuestionResult *q = &result->questions[i];
        double number;
        char unit[24];
        q->answered = answers->text[i][0] != 0;
        if (!q->answered) continue;
        if (question->kind != ANSWER_COUNTED)
            judge_sealed(q, result->spec, question, answers->text[i]);
        else if (answer_number(answers->text[i], &number, unit))
            judge_counted(q, result, question, number);
        else
            SAY(q, "\"%s\" is no number; a number is asked for.", answers->text[i]);
    }
}
