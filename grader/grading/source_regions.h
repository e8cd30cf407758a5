// A lab's source file as text, and the regions of its TODOs.
#ifndef WARPBOOK_SOURCE_REGIONS_H
#define WARPBOOK_SOURCE_REGIONS_H

#include "grader/grading/project.h"
#include "grader/lab/regions.h"

typedef struct {
    char *text; // malloc'ed; NULL: there is none, or it is unreadable
    Regions regions;
} SourceRegions;

// False where it cannot be read, or its marks make no sense. free() the text either way.
bool source_regions_read(SourceRegions *source, const LabSpec *spec, const char *path);

// Is this TODO still as the skeleton has it?
bool todo_untouched(const SourceRegions *file, const SourceRegions *skeleton, int todo);

// Those of the TODOs that an entry's tests belong to which are as the skeleton has them, in the file that students edit. How
// many the entry has in all; 0 where that cannot be said.
int find_untouched(const Project *project, const char *lab_folder, const LabSpec *spec, int entry,
                   bool untouched[SPEC_TODOS]);

#endif
