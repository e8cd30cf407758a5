// Numbers that no drawing gives: coefficients that are 0, equal or hardly changed since the last call, inputs full of zeros, or of what
// the submission itself names.
#ifndef WARPBOOK_SPECIAL_NUMBERS_H
#define WARPBOOK_SPECIAL_NUMBERS_H

#include <stdbool.h>

#include "grader/grading/named_values.h"
#include "grader/lab/case_data.h"

typedef struct {
    CaseData *data;
    int weights, input;         // parameters; `input` -1: there is none
    void *drawn, *others;       // two drawings of the weights
    double named[NAMED_VALUES]; // numbers that the submission's text names
    int named_count;
} SpecialNumbers;

// Has the entry a parameter that is weights? Else there is nothing special about its numbers.
bool special_numbers_fit(const LabEntrySpec *entry);

// For such an entry: gives `earlier`, the data of the call before, the weights of `data`. Both stay the caller's. `source_path`: the
// submission, whose text may name numbers. False: there is no memory; then there is nothing to end.
bool special_begin(SpecialNumbers *s, CaseData *data, CaseData *earlier, const char *source_path);
void special_end(SpecialNumbers *s);

// How many calls there are: more, where there are more weights.
int special_count(const SpecialNumbers *s);

// Sets the numbers of the call `number`, from 0 on, which has the data of that round. In this order, for what one leaves the next may
// use.
void special_set(const SpecialNumbers *s, int number, int round);

// Does the call differ from the one before it in a part of the weights alone?
bool special_is_small_change(const SpecialNumbers *s, int number);

// "When all of `c` are 0"; what to do about it; and the same as a sentence that goes on from a name and tells nothing of the text.
void special_words(const SpecialNumbers *s, int number, char *words, unsigned size);
const char *special_advice(const SpecialNumbers *s, int number);
const char *special_fault(const SpecialNumbers *s, int number);

#endif
