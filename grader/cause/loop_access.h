// Inside the room: an access in a loop that leaves its memory only in the last rounds.
#ifndef WARPBOOK_LOOP_ACCESS_H
#define WARPBOOK_LOOP_ACCESS_H

#include "grader/cause/explain.h"
#include "grader/cause/witnessed.h"

// Was the access of the finding inside in earlier rounds of its loop, and does each round move it on by a neighbour, so that the last
// ones come past the end? In a loop of a single round its condition tells that this is the last one.
bool is_past_in_last_rounds(const Explained *e, const Finding *f, const Witnessed *w);

// An access of the first round of a do ... while, which nothing keeps from being done: says so, and true.
bool say_first_round(Cause *cause, const Explained *e, const Finding *f, const Witnessed *w);

// Says so, and blames the access, or the line in the loop that calls the function which it stands in.
void say_last_rounds(Cause *cause, const Explained *e, const Finding *f, const Witnessed *w);

#endif
