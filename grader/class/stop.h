// Ends the command where it cannot go on. The journal keeps what is done: the same command goes on from there.
#ifndef WARPBOOK_CLASS_STOP_H
#define WARPBOOK_CLASS_STOP_H

#include <stddef.h>

enum { EXIT_ALL_GRADED = 0, EXIT_SOME_MISSING = 1, EXIT_STOPPED = 2 };

// Says on standard error why, and exits with EXIT_STOPPED.
__attribute__((format(printf, 1, 2))) _Noreturn void stop(const char *format, ...);

// Zeroed memory, and printed text, that the caller frees; without memory the command stops.
void *take_memory(size_t count, size_t size);
void *more_memory(void *memory, size_t count, size_t size);
__attribute__((format(printf, 1, 2))) char *new_text(const char *format, ...);

#endif
