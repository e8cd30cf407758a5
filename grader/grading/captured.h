// Runs something in a process of its own and keeps what it prints.
#ifndef WARPBOOK_CAPTURED_H
#define WARPBOOK_CAPTURED_H

#include <signal.h>
#include <stddef.h>

typedef struct {
    char *text; // standard output and standard error, in order; to be freed
    size_t size;
    int status; // exit status; 128 and the signal where one ended it; -1 where it could not be started
} Captured;

// Calls body(argument) in a child whose exit status it returns. Signals that `mask` lets through may set
// *stopped: then the child is ended, and all that it has started.
Captured run_captured(int (*body)(const void *), const void *argument, const sigset_t *mask,
                      const volatile sig_atomic_t *stopped);

#endif
