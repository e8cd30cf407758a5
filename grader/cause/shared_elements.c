// Reads the line that sets how much shared memory a launch asks for.
#include "grader/cause/shared_elements.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/bytes_asked.h"
#include "grader/cause/launch_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Does the line multiply by the size of an element: sizeof, or 4 or 8 by itself? True too where it cannot be read.
static bool has_element_size(const char *path, int wanted) {
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    bool has = !f;
    for (int number = 1; f && getline(&line, &room, f) >= 0 && number <= wanted; number++) {
        if (number < wanted) continue;
        has = strstr(line, "sizeof") || strstr(line, "<<<");
        for (const char *at = line; *at && !has; at++)
            has = (*at == '4' || *at == '8') && at > line && !isalnum((unsigned char)at[-1]) &&
                  at[-1] != '_' && !isalnum((unsigned char)at[1]);
    }
    free(line);
    if (f) fclose(f);
    return has;
}

bool explain_shared_elements(Cause *cause, const Explained *e, const Finding *f) {
    const long size = f->bytes, has = f->room;
    if (strcmp(f->check, "out-of-bounds") || !e->source_path || !e->records->launch_count ||
        !tells(f, FOUND_SHARED | FOUND_PAST_END))
        return false;
    const LaunchRecord *launch = &e->records->launches[e->records->launch_count - 1];
    const int line = line_of_shared_size(e->source_path, launch->place.line);
    const long element = size == 8 ? 8 : 4;
    const bool counts = line == launch->place.line ? launch_counts_elements(e->source_path, line)
                                                   : !has_element_size(e->source_path, line);
    if (f->at + size > element * has || !counts) return false;
    *cause = (Cause){.known = true, .sure = true, .todo = -1, .example = -1, .place = launch->place};
    cause->place.line = line;
    cause->place.column = 0;
    if (line != launch->place.line) {
        cause->other = launch->place;
        SAY(other_what, "It is launched here");
    }
    SAY(what, "The launch asks for %ld bytes of shared memory; %ld elements of %ld bytes would be enough.",
        has, has, element);
    SAY(next,
        "The third number of a launch counts bytes: multiply the number of elements by the size of one, sizeof(float) or sizeof(double).");
    return true;
}
