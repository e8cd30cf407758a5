// From passages to pairs of submissions, without the idioms that much of the class has.
#ifndef WARPBOOK_CLASS_COPIES_PAIRS_H
#define WARPBOOK_CLASS_COPIES_PAIRS_H

#include "grader/class/copies.h"

enum {
    PAIR_TOKENS = 40, // less than this in common is no pair
    // A passage of so many tokens is a dozen lines, as much as the body of a kernel: many come to an idiom by themselves, such as the index
    // and its guard, which has 20 to 60, but not to a whole body. It is shown, however many have it.
    LONG_TOKENS = 100,
    FEW_STUDENTS = 4 // in a class of any size
};

// Fills pairs, equals and left_out, from files and passages and the journal's table `compared`.
void copies_pair(Copies *copies, Journal *journal);

#endif
