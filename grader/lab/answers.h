// A student's answers to the quiz, answers.txt, and what is right.
//
// answers.txt has one answer a line, "4.a = 58 %"; # starts a comment, and an answer may be missing. The right
// answers are such a file too, in solutions/, and nothing that students get tells them: not by a hash either,
// for there are so few possible answers that any hash of them is searched through.
#ifndef WARPBOOK_ANSWERS_H
#define WARPBOOK_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/lab/answer_forms.h"
#include "grader/lab/spec.h"

typedef struct {
    char text[SPEC_QUESTIONS][80]; // in the order of the spec's questions; empty: not answered
    char complaint[300]; // the first line that makes no sense, and what is wrong with it; else empty
} Answers;

// Reads the file. False, with one sentence in `error`, when it cannot be read.
bool answers_load(Answers *answers, const LabSpec *spec, const char *path, char *error, size_t error_size);

// The same from text in memory.
void answers_parse(Answers *answers, const LabSpec *spec, const char *text);

typedef enum {
    ANSWER_RIGHT,
    ANSWER_WRONG,
    ANSWER_NOT_KNOWN, // its form is good, and what is right is not known here
    ANSWER_NO_NUMBER,
    ANSWER_OTHER_UNIT // or in hexadecimal: the number is known, and in this form it is not the one that was asked for
} AnswerVerdict;

// Reads the answer to a question that asks for a number: ANSWER_NOT_KNOWN, and then its value is in the question's unit,
// or what is wrong with its form. "n = 9" is 9 where the question asks for an n, "5 + 4 = 9" everywhere.
AnswerVerdict answer_read(const LabQuestion *question, const char *answer, AnswerNumber *number);

// The value of an answer that was read. Where percent are asked for, a number below 1 without a unit, or a fraction up to
// 1/1, is a share of 1, 3/8 is 37.5, unless the right answer is itself no more than 1 %.
double answer_value(const LabQuestion *question, const AnswerNumber *number, double right);

// Holds an answer to a number or word question against the right one; "": that is not known, or not of the
// question's kind. Where a number is right or wrong, `value` becomes answer_value(); it may be NULL.
AnswerVerdict answer_check(const LabQuestion *question, const char *answer, const char *right, double *value);

#endif
