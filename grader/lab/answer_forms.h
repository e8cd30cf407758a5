// The clothes that a right answer may come in: 37.5, 37,5, 3/8 of a percentage; "the registers" for "register".
#ifndef WARPBOOK_ANSWER_FORMS_H
#define WARPBOOK_ANSWER_FORMS_H

#include <stdbool.h>
#include <stddef.h>

enum { ANSWER_UNIT_SIZE = 48, ANSWER_WORD_SIZE = 80 };

// The number at the front of an answer: decimal, with a point or a comma, or a product or quotient of such numbers
// (64*40*33, 2/7). "84,480" is 84480: a comma before exactly three digits groups them, unless a 0 stands alone before it.
// Hexadecimal numbers, "inf" and "nan" are none. What follows it is the unit, without blanks at its ends.
typedef struct {
    double value;
    bool quotient; // it has a / in it
    char unit[ANSWER_UNIT_SIZE];
} AnswerNumber;

// False where there is no number, or one that is not finite, or a unit that is too long.
bool read_answer_number(const char *answer, AnswerNumber *number);

// Are these the same unit, abbreviated or spelled out? An answer may leave its unit out.
bool same_unit(const char *answered, const char *asked);

// Does a text name this unit, abbreviated or spelled out?
bool names_unit(const char *text, const char *unit);

// Lower case, one blank where there were several, and without what says nothing: "the", "a", "index" in front, "()", "." and
// "condition" behind, and the s of a plural.
void normal_word(const char *answer, char normal[ANSWER_WORD_SIZE]);

#endif
