// What a call that is judged behind other calls in one process came to, in words.
#include "grader/grading/later_call.h"

#include <stdio.h>

#include "grader/text/append.h"

bool later_call_returned(const SessionResult *session) {
    return session->outcome == OUTCOME_RETURNED && session->rounds_read;
}

LaterCallWords later_call_words(const SessionResult *session, const Comparison *result) {
    LaterCallWords words = {.advice = NULL};
    if (session->memory_kept) {
        snprintf(words.text, sizeof words.text,
                 "there is no device memory left for its data: earlier calls have kept what they allocated");
        words.advice =
            "Give back with cudaFree() what a call allocates, or keep it and use it again in the next call.";
    } else if (!later_call_returned(session)) {
        snprintf(words.text, sizeof words.text, "it does not return");
    } else if (!session->records.launch_count) {
        snprintf(words.text, sizeof words.text, "it launches nothing");
    } else {
        snprintf(words.text, sizeof words.text, "%s of its result %s wrong",
                 several((double)result->wrong_count, "element").text,
                 result->wrong_count == 1 ? "is" : "are");
    }
    return words;
}
