// What a launch function asked for, as text for a page that does it again.
#ifndef WARPBOOK_PLAN_OF_WORK_H
#define WARPBOOK_PLAN_OF_WORK_H

typedef struct Device Device;

// The records `step`, `buffer` and `ptx` of grader/contract/device_report.h; malloc'ed. NULL: it is
// too much, or of a kind that a page cannot do, or there is no memory.
char *plan_of_work(const Device *device);

#endif
