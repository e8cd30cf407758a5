// C++ text without what a compiler passes over.
#ifndef WARPBOOK_BARE_TEXT_H
#define WARPBOOK_BARE_TEXT_H

// The text without // comments, blanks at the ends of its lines, and empty lines: where two files have the same bare text, they
// are the same program, but for their line numbers. malloc'ed; NULL without memory, or where a // may be no comment to a compiler.
char *bare_text(const char *text);

#endif
