// Inside the room: conditions that compare the remainder of a number and not the number itself.
#ifndef WARPBOOK_REMAINDER_H
#define WARPBOOK_REMAINDER_H

#include "grader/cause/explain.h"
#include "grader/cause/witnessed.h"

// Does its line take a remainder? What is compared is then no place along an axis. `path`: of the student's file; NULL: not known.
bool compares_remainder(const Witnessed *w, const WGuard *g, const char *path);

// A thread past the end of the grid that such a condition has let through, since remainders begin again behind it. False: it is not so.
bool say_remainder(Cause *cause, const Explained *e, const Finding *f, const Witnessed *w);

#endif
