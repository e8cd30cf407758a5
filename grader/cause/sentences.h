// What is said about a cause.
#ifndef WARPBOOK_SENTENCES_H
#define WARPBOOK_SENTENCES_H

#include "grader/cause/study.h"

// Fills in the cause from a study whose main difference is chosen.
void say_cause(Cause *cause, const Study *s);

// unwritten.c: cells that were never written, and cells that should have been left alone.
void say_unwritten(Cause *cause, const Study *s);

// replaced.c: a value of a march that is right in the first plane and wrong in all others: blames how it is replaced, if that can
// be told.
void blame_replacement(Cause *cause, const Study *s);

// A value of an earlier step. True: the second line is where another one is replaced, which it is not.
bool say_stale(Cause *cause, const Study *s);

// stored.c: a wrong value of a function whose sums the lab has not named.
void say_value(Cause *cause, const Study *s);
void say_boundary(Cause *cause, const Study *s);

// "in the last plane, x = 6", as part of a sentence.
void say_points(Cause *cause, const Study *s);

const char *output_name(const Study *s);

#endif
