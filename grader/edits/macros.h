// Inside the room: a macro of the text.
#ifndef WARPBOOK_EDITS_MACROS_H
#define WARPBOOK_EDITS_MACROS_H

#include <stdbool.h>

enum { MACRO_PARAMETERS = 8, MACRO_WORD = 48 };

typedef struct {
    const char *name, *body, *end;
    int name_length;
    char parameter[MACRO_PARAMETERS][MACRO_WORD];
    int parameters;
} Macro;

// "#define NAME(a, b) text" in one line, of an expression alone. False for any other line.
bool read_macro(const char *line, Macro *m);

#endif
