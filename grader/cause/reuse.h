// Inside the room: what is loaded or kept although it need not be.
#ifndef WARPBOOK_REUSE_H
#define WARPBOOK_REUSE_H

#include "grader/cause/explain.h"
#include "grader/cause/witnessed.h"

// Elements of the input that a thread loads more than once: the line that does so, and the one that did before. False: hardly any.
bool say_loaded_again(Cause *cause, const Witnessed *w);

// Elements that a thread reads from shared memory more than once: the line that does so, and the one that did before. False: none.
bool say_taken_again(Cause *cause, const Witnessed *w);

// Elements of shared memory that several threads of a block fill with the same value: the loop that does so, or the line. False:
// most are filled once or twice.
bool say_filled_again(Cause *cause, const Witnessed *w, const char *path);

// Shared arrays with more than one element for each thread: where the largest is declared. False: there are none.
bool say_shared_bytes(Cause *cause, const Explained *e, const Witnessed *w);

#endif
