// Blanks of all kinds, as programs write them between words.
#ifndef WARPBOOK_CLASS_BLANKS_H
#define WARPBOOK_CLASS_BLANKS_H

// UTF-8 text with a plain blank in place of each run of blanks, tabs, ends of lines, and blanks that are no-break, narrow or wide; without
// those at both ends and without signs that have no width. The caller frees it.
char *plain_blanks(const char *text);

#endif
