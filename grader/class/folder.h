// The folder after --out: what lies where in it.
#ifndef WARPBOOK_CLASS_FOLDER_H
#define WARPBOOK_CLASS_FOLDER_H

#include <stddef.h>

// Makes OUT with its folders files, results and work, and holds it for this command alone until the process
// ends. `absolute` gets its path. What an earlier command that was killed left in work/ is removed. The command
// stops where another one is at work there, and where files lie that are no class's.
void folder_open(const char *out, char *absolute, size_t size);

// A folder OUT/NAME, made where it is not there.
char *folder_make(const char *out, const char *name);

// Removes a folder and all that is in it; links are not followed.
void remove_folder(const char *path);

#endif
