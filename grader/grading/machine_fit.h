// Does this shell leave a grading what it needs? A limit that is too tight would look like a fault of the file.
#ifndef WARPBOOK_MACHINE_FIT_H
#define WARPBOOK_MACHINE_FIT_H

#include <stdbool.h>
#include <stddef.h>

// False, with the limit and the command that mends it in `error`, where a resource limit of this process is
// below what the jail gives to a submission or its compiler: it then would be hit first.
bool machine_fit(char *error, size_t error_size);

#endif
