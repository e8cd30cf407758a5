// A launch that makes everything right once one thing in it is another one: could it be what is wrong by its text, and the sentence.
#ifndef WARPBOOK_LAUNCH_CHANGE_H
#define WARPBOOK_LAUNCH_CHANGE_H

#include "grader/contract/changed_launch.h"
#include "grader/lab/spec.h"
#include "grader/session/records.h"
#include "grader/verdict/cause.h"

// The student's file: its text and its path.
typedef struct {
    const char *text, *path;
} LaunchSource;

// How many arguments the kernel is given by the launch of that line; 0: none can be read.
int count_launch_arguments(const LaunchSource *source, int line);

// Does the text of the launch at that line, and of what sets its grid, leave room for this mistake? What the launch function was
// given and passes on by its name is no wrong number, nor are the axes of a grid exchanged where each names its own.
bool launch_change_fits(const LaunchSource *source, int line, const ChangedLaunch *change,
                        const LabEntrySpec *entry);

// Are arguments `a` and `b`, by their names, two numbers of the launch function, an int and a float? Exchanged by mistake, each is
// converted to the other's type, and what it was is lost. `meant`: the function's parameters that belong at a and at b.
bool numbers_may_be_exchanged(const LaunchSource *source, int line, const LabEntrySpec *entry, int a, int b,
                              int meant[2]);

// `l`: the launch; `tried`: the failing cases that come right, "n=7, n=34".
void say_launch_change(Cause *cause, const LaunchSource *source, const ChangedLaunch *change,
                       const LaunchRecord *l, const char *tried);

#endif
