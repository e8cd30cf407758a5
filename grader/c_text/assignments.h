// Where a text of C gives something a value.
#ifndef WARPBOOK_ASSIGNMENTS_H
#define WARPBOOK_ASSIGNMENTS_H

// The = of the first assignment, of += and the like too, or of a declaration with a value; a comparison has none. NULL: there is none.
const char *find_assignment(const char *text);

#endif
