// The word of host code that a lab names for a mistake, and where a student's file uses it.
#ifndef WARPBOOK_MENTIONED_H
#define WARPBOOK_MENTIONED_H

#include "grader/cause/explain.h"

// Of the mistake that the answers look like, e->mistake; NULL: they look like none, or the lab names no word for it.
const char *word_of_mistake(const Explained *e);

// The first line that has one of the words that the lab names for that mistake; 0: none has.
int line_of_mistake(const Explained *e);

// The first line that makes a value of that word, else the first one that has it; 0: none. A guess from the text.
int line_of_word(const char *path, const char *word);

#endif
