// The regions of a lab's source file: the text that belongs to each TODO.
//
// A region lies between a comment line that opens it, "// TODO 4.1: ..." in what students edit and "// 4.1:
// ..." in a solution, and the comment line "// end 4.1". A TODO may have several; they count by their order
// in the file. A mark is a comment as C++ sees it, and no part of a macro, of a macro's arguments or of a
// conditional: there the solution's text could become a string.
#ifndef WARPBOOK_REGIONS_H
#define WARPBOOK_REGIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/lab/spec.h"

enum { REGIONS_MAX = 64 };

typedef struct {
    int todo;          // index into the spec
    size_t begin, end; // bytes [begin, end) of the text, both markers left out
} Region;

typedef struct {
    Region list[REGIONS_MAX];
    int count;
} Regions;

// Finds the regions of `text`. False where the marks do not make sense (one is not closed, or lies in another)
// or may be none to the compiler (see cpp_comments.h): then nothing can be filled in.
bool regions_find(Regions *regions, const LabSpec *spec, const char *text);

// Has the file the regions of the solution: the same number for each TODO, at least one for `todo`?
bool regions_match(const Regions *file, const Regions *solution, int todo);

// Do the regions of a TODO differ from those of the skeleton in more than comments and blanks?
bool regions_touched(const Regions *file, const char *text, const Regions *skeleton,
                     const char *skeleton_text, int todo);

// The file's text with the regions of those TODOs, one for each of the lab's, from another file. The caller frees it; NULL without
// memory.
char *regions_fill_some(const Regions *file, const char *text, const Regions *others, const char *other_text,
                        const bool *todos);

enum { FILL_ALL = -1 };

// The file's text with the regions of all TODOs but `todo` taken from the solution. malloc'ed; NULL without
// memory. The regions must match.
char *regions_fill(const Regions *file, const char *text, const Regions *solution, const char *solution_text,
                   int todo);

// The file's text with the regions of the TODOs behind `todo` taken from the skeleton: as it was before they were begun.
// malloc'ed; NULL without memory. The regions must match.
char *regions_undo_after(const Regions *file, const char *text, const Regions *skeleton,
                         const char *skeleton_text, int todo);

#endif
