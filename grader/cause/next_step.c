// What to do about a difference that nothing else says it of.
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

static const char *advice(const Study *s) {
    switch (s->main.kind) {
    case DIFFERS_ELEMENT:
        if (exchanged_with(s) >= 0)
            return "Which coefficient belongs to which neighbour? Compare both terms with the order that the lab gives.";
        return "Compute by hand, for one thread, which element this value is, and compare it with the one that the term "
               "asks for.";
    case DIFFERS_FACTOR: return "Look up which factor belongs to this neighbour.";
    case DIFFERS_NUMBER:
        return "Write the sum down, each term once and with its sign, and compare it with this one.";
    case DIFFERS_EXTRA:
        return "Begin the sum with its first product, and store it once, with = and not with +=.";
    case DIFFERS_MISSING: return "Which line is to add this term, and what keeps it from the result?";
    default: return "Work out by hand what this line does for one thread, and what it should do.";
    }
}

void say_next_step(Cause *cause, const Study *s) {
    if (cause->known && !cause->next[0]) append(cause->next, sizeof cause->next, "%s", advice(s));
}
