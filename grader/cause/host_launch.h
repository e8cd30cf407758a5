// What a launch would be with one word of the host code changed: an interpreter computes its grid, its block and the numbers that
// it gives the kernel.
#ifndef WARPBOOK_HOST_LAUNCH_H
#define WARPBOOK_HOST_LAUNCH_H

#include "grader/contract/changed_launch.h"
#include "grader/lab/case_data.h"
#include "grader/session/records.h"
#include "grader/verdict/cause.h"

enum { HOST_LAUNCH_CASES = 6, HOST_LAUNCHES = 90 };

typedef struct HostLaunches HostLaunches;

// Reads a student's file and, for each of the cases of one function, what it launches; then every other launch that a change of
// one word gives. `data`: of each case; only its numbers are read, now. `launch`: its one launch as it was recorded; NULL: it is
// not known. NULL: the interpreter does not come to these launches, or there is no memory.
HostLaunches *host_launches_read(const char *path, const char *root, const CaseData *data,
                                 const LaunchRecord *const *launch, int count);
void host_launches_free(HostLaunches *h);

// How many others there are, and of those the ones that come first, with other numbers for the kernel; the rest have another
// grid or block alone, of no fewer threads.
int host_launches_count(const HostLaunches *h, int *with_numbers);

// Number `which` of them, as it is in a case.
ChangedLaunch host_launch_otherwise(const HostLaunches *h, int which, int number_of_case);

// The cause, given that number `which` makes everything right: the line and the word. `l`: the launch of the failure that is
// shown; `tried`: the failing cases that come right. False: the change is not found again.
bool say_host_launch(Cause *cause, HostLaunches *h, int which, const LaunchRecord *l, const char *tried);

// Of a function that launched nothing in the cases of which `should` says that it should have: blames the line of which a change of one
// word has it launch there, and in the other cases what it launched. `launch`: NULL where it launched nothing; `cause`: known, with
// the place where it returned. False: there is no such line.
bool say_started(Cause *cause, const char *path, const char *root, const CaseData *data,
                 const LaunchRecord *const *launch, const bool *should, int count);

#endif
