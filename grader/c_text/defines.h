// Macros, as the lines that define them write them.
#ifndef WARPBOOK_DEFINES_H
#define WARPBOOK_DEFINES_H

#include <stdbool.h>

#include "grader/c_text/spans.h"

enum { DEFINE_PARAMETERS = 8 };

typedef struct {
    Span name, body; // the body: what follows in the line, without blanks at its ends and a // comment
    bool has_list;   // of parameters, which may be empty
    char parameter[DEFINE_PARAMETERS][SOURCE_NAME];
    int parameters;
} Define;

// "#define NAME text" and "#define NAME(a, b) text". False for any other line, for one with more or longer parameters, and with "...".
bool read_define(const char *line, Define *d);

#endif
