// Inside the room: the functions of a student's file that one of its functions may come to.
#ifndef WARPBOOK_REACHED_H
#define WARPBOOK_REACHED_H

#include "grader/host_code/host_code.h"

enum { REACHED_FUNCTIONS = 40 };

typedef struct {
    const HostText *text;
    int begin[REACHED_FUNCTIONS], count; // the token { of each body
} Reached;

// `name` itself and all that are named in it, and in these. More than there is room for are left out.
void reach_functions(Reached *r, const HostText *text, const char *name);

#endif
