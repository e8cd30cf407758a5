// What a call that is judged behind other calls in one process came to, in words.
#ifndef WARPBOOK_LATER_CALL_H
#define WARPBOOK_LATER_CALL_H

#include "grader/session/session.h"
#include "grader/verdict/compare.h"

typedef struct {
    char text[200];
    const char *advice; // what to do about it; NULL: it depends on what was called before
} LaterCallWords;

// A clause about the call that the session made last: "3 elements of its result are wrong". `result`: of its comparison.
LaterCallWords later_call_words(const SessionResult *session, const Comparison *result);

// It came back, and its result was read.
bool later_call_returned(const SessionResult *session);

#endif
