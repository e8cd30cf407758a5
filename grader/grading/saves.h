// Tells when a file that somebody edits was saved.
#ifndef WARPBOOK_SAVES_H
#define WARPBOOK_SAVES_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *path; // the file, absolute; headers and answers.txt beside it count too
    int inotify;      // -1 where there is none: then the file is looked at three times a second
} Saves;

void saves_open(Saves *saves, const char *path);
void saves_close(Saves *saves);

// What the files are like now: another number after each save. 0 while the file is not there, as in the
// middle of a save that renames.
uint64_t saves_state(const Saves *saves);

// Waits until the files are no longer like `before` and have been at rest for a moment. Signals that `mask`
// lets through end it: it returns once *stopped is set.
void saves_wait(const Saves *saves, uint64_t before, const sigset_t *mask,
                const volatile sig_atomic_t *stopped);

#endif
