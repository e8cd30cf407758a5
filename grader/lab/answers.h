// A student's answers to the quiz: answers.txt, and the seals that they are held against.
//
// answers.txt has one answer a line, "4.a = 58 %"; # starts a comment, and an answer may be missing. What is
// right stands in lab.spec as a seal: a hash of the lab, the question and the answer in its normal form, so
// that nobody reads the answer by accident. It is no secret from somebody who sets out to compute it.
#ifndef WARPBOOK_ANSWERS_H
#define WARPBOOK_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/lab/spec.h"

typedef struct {
    char text[SPEC_QUESTIONS][80]; // in the order of the spec's questions; empty: not answered
    char complaint[300]; // the first line that makes no sense, and what is wrong with it; else empty
} Answers;

// Reads the file. False, with one sentence in `error`, when it cannot be read.
bool answers_load(Answers *answers, const LabSpec *spec, const char *path, char *error, size_t error_size);

// The same from text in memory.
void answers_parse(Answers *answers, const LabSpec *spec, const char *text);

// Takes the number off the front of an answer: "58 %" is 58 with unit "%". False where there is none.
bool answer_number(const char *answer, double *value, char unit[24]);

typedef enum { ANSWER_RIGHT, ANSWER_WRONG, ANSWER_NO_NUMBER, ANSWER_OTHER_UNIT } AnswerVerdict;

// Holds an answer against the seal of a number or word question.
AnswerVerdict answer_check(const LabSpec *spec, const LabQuestion *question, const char *answer);

// The seal of a right answer. False where the answer is not of the question's kind.
bool answer_seal(const LabSpec *spec, const LabQuestion *question, const char *answer, uint64_t *seal);

#endif
