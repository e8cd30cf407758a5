// Takes #line out of a text that is about to be compiled.
#ifndef WARPBOOK_LINE_DIRECTIVES_H
#define WARPBOOK_LINE_DIRECTIVES_H

#include <stddef.h>

// Puts blanks in the place of directives that give lines another number or another file's name, so that each instruction has the
// line where it stands: #line 10 "x.h", # 10 "x.h", %:line, in several lines too. All newlines stay. The same for a # that begins no
// directive, as a macro's text or an argument: the compiler takes what comes of it for one. What the preprocessor reads no directives
// in (comments, strings, raw strings) stays, and so does a # within #define NAME(...).
void blank_line_directives(char *text, size_t size);

#endif
