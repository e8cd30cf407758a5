// What was handed in by a whole class: a folder or an archive, and all archives inside it.
#ifndef WARPBOOK_CLASS_SOURCE_H
#define WARPBOOK_CLASS_SOURCE_H

#include "grader/class/entry.h"

// Lists every file of SOURCE, in order of the paths; clutter is left out. Archives inside are unpacked, each
// within limits of its own, and never stop the others. Where SOURCE itself cannot be read the command stops. The folder `out`,
// where results go, is left out: it may lie in SOURCE.
void source_read(Entries *entries, const char *source, const char *out);

// Stops the command where all that a folder holds is one archive that cannot be unpacked: no student's, but the export of the class.
void refuse_broken_export(const Entries *entries, const char *source);

#endif
