// The clothes that a right answer may come in: 37.5, 37,5, 3/8 of a percentage; "the registers" for "register".
#ifndef WARPBOOK_ANSWER_FORMS_H
#define WARPBOOK_ANSWER_FORMS_H

#include <stdbool.h>
#include <stddef.h>

enum { ANSWER_UNIT_SIZE = 48, ANSWER_WORD_SIZE = 80 };

// The number at the front of an answer: decimal, with a point or a comma, arithmetic of such numbers (64*40*33, 1 - 6^3/8^3),
// or a word (none, three). "84,480" is 84480: a comma before exactly three digits groups them, unless a 0 stands alone before
// it. "inf" and "nan" are none. What follows it is the unit, without blanks at its ends.
typedef struct {
    double value;
    bool arithmetic;  // it was computed
    bool word;        // none, three
    bool hexadecimal; // 0x10: understood, and nothing that was asked for
    char unit[ANSWER_UNIT_SIZE];
} AnswerNumber;

// False where there is no number, or one that is not finite, or a unit that is too long.
bool read_answer_number(const char *answer, AnswerNumber *number);

// How many of the unit `asked` is one of the unit `answered`: 1024 of KiB and B, 1 where it is left out or spelled out; 0
// where it is another unit. `asked` is "" where things are counted: then any thing of a lab may be named (24 threads),
// or what the question names. So may what it is for each of: 156 bytes a cycle.
double unit_factor(const char *answered, const char *asked, const char *question);

// Lower case, one blank where there were several, and without what says nothing: "the", "a", "index" in front, "()", ".", ";"
// and "condition" behind, and the s of a plural.
void normal_word(const char *answer, char normal[ANSWER_WORD_SIZE]);

#endif
