// How long the recorded work takes, measured on a GPU.
//
// No code of the student's host side runs in between: `device` repeats what was recorded. Before each run it
// puts one of two sets of inputs into the grader's buffers, which one nobody can know, and poison into the
// outputs; after it the buffers must hold, byte for byte, what the judged call and its repetition left there:
// fingerprints say so, which are computed on the GPU under keys that no submission knows (fingerprint.h).
// Variables of the submission, and memory that it allocates, hold before each run what they held before the
// call (kept_state.h), and nothing that the grader keeps on the GPU may have changed after it.
// A copy on the device of half of all these bytes to the other half (it reads or writes each) is timed before
// each run, in the same memory and after the same preparation.
#ifndef WARPBOOK_TIMING_H
#define WARPBOOK_TIMING_H

#include "grader/device/device.h"

// Remembers the contents of the grader's buffers before a round, or their fingerprints after it: call it then
// before any other launch, of the very bytes that are judged. The first call, before the student's function
// can take memory, takes all that is needed. False with one sentence in `error`: the machine's fault.
bool timing_keep(Device *d, int round, bool after, char *error, size_t error_size);

// Measures: until the spread of the runs is small, and, where a percentage of the copy's speed is required
// (not 0), until the speed is clearly on one side of it. May be called again. malloc'ed text of one `time`
// record (see report.h), or NULL with one sentence in `error`; *trouble: that is no fault of the work's.
char *timing_measure(Device *d, double required, bool *trouble, char *error, size_t error_size);

#endif
