// Where host code decides how often it launches.
#ifndef WARPBOOK_HOW_OFTEN_H
#define WARPBOOK_HOW_OFTEN_H

#include <stdbool.h>

#include "grader/c_text/spans.h"

typedef struct {
    int line; // that decides; 0: not known
    bool
        called; // it calls the helper that holds the loop with another number than was asked for; else it is a loop
    int set;                // the line where a number that it uses gets its value; 0: none
    char name[SOURCE_NAME]; // of that number
} HowOften;

// `launch`: a line of the student's file that launches, again and again, between the readings of the clock in the lines `first` and
// `last`. `function`: the lab's, whose last parameter says how often. Not known where no loop, or more than its head, decides.
HowOften find_how_often(const char *path, int launch, int first, int last, const char *function);

#endif
