// A launch that CUDA refuses: the line that sets its block or its grid, and sizes at which nothing is to be launched.
#include "grader/grading/refused_launch.h"

#include <stdio.h>
#include <string.h>

#include "grader/cause/launch_line.h"

void say_refused_launch(CaseResult *c, const char *source_path) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    if (!f || strcmp(f->check, "launch") || !in_student_file(&f->place, source_path)) return;
    const char *grid = strstr(f->message, "the grid has size "), *axis = grid ? strstr(grid, " in ") : NULL;
    const bool block = strstr(f->message, "a block of ") || strstr(f->message, "the block has size ");
    if (!block && !grid) return;
    Cause *cause = &c->cause;
    if (!cause->known) {
        const int line = block ? line_of_block_size(source_path, f->place.line)
                               : line_of_launch_size(source_path, f->place.line, axis ? axis[4] - 'x' : -1);
        cause->known = true;
        cause->place = f->place;
        if (line && line != f->place.line) cause->place.line = line, cause->place.column = 0;
        snprintf(cause->what, sizeof cause->what, "The size of the %s is set here.",
                 block ? "block" : "grid");
    }
    if (grid && c->trivial && !strncmp(grid + 18, "0 ", 2))
        snprintf(cause->next, sizeof cause->next,
                 "There is nothing to compute at this size: return before the launch, or launch one block.");
}
