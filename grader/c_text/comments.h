// Lines of a file without what a compiler passes over.
#ifndef WARPBOOK_COMMENTS_H
#define WARPBOOK_COMMENTS_H

#include <stdbool.h>

// Puts blanks in the place of comments, so that columns stay. *inside: in a comment of several lines, false before the first
// line. The marks of TODOs stay.
void blank_comments(char *line, bool *inside);

// A copy of a whole text without them, of the same length; the caller's, or NULL without memory. The marks of TODOs stay.
char *without_comments(const char *text);

// The same without the marks, and with blanks for what stands between quotes.
char *code_alone(const char *text);

#endif
