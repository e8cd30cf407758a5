// A student's answers to the quiz, answers.txt, and what is right.
//
// answers.txt has one answer a line, "4.a = 58 %"; # starts a comment, and an answer may be missing. The right
// answers are such a file too, in solutions/, and nothing that students get tells them: not by a hash either,
// for there are so few possible answers that any hash of them is searched through.
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

// May the answer be in this unit? That of the question, abbreviated or spelled out, none, or, where it asks for none, a word
// of the question: "24 threads".
bool answer_unit_fits(const LabQuestion *question, const char *unit);

typedef enum {
    ANSWER_RIGHT,
    ANSWER_WRONG,
    ANSWER_NOT_KNOWN, // its form is good, and what is right is not known here
    ANSWER_NO_NUMBER,
    ANSWER_OTHER_UNIT
} AnswerVerdict;

// Holds an answer to a number or word question against the right one; "": that is not known, or not of the
// question's kind.
AnswerVerdict answer_check(const LabQuestion *question, const char *answer, const char *right);

#endif
