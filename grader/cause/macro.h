// Macros of the student's file that a line uses.
#ifndef WARPBOOK_MACRO_H
#define WARPBOOK_MACRO_H

#include <stdbool.h>

#include "grader/verdict/cause.h"

enum { MACRO_WORDS = 80 };

// A macro whose text has a parameter beside an operator, without parentheses of its own, and that is given a sum for it.
typedef struct {
    int line; // of its #define
    char name[MACRO_WORDS], parameter[MACRO_WORDS], argument[MACRO_WORDS];
} OpenMacro;

// Does line `line` of the file use such a macro? The first one in *found.
bool find_open_macro(const char *path, int line, OpenMacro *found);

// The #define of the first macro with parameters that the line uses; 0: it uses none.
int line_of_macro(const char *path, int line);

// Of a wrong index: is such a macro on the line `use` to blame? Then says so in place of what the cause said.
void blame_open_macro(Cause *cause, const char *path, const SourcePlace *use);

#endif
