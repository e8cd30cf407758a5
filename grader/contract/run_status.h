// What `grade run` shows of a running program: a page that it shares with `device`, which writes it.
#ifndef WARPBOOK_RUN_STATUS_H
#define WARPBOOK_RUN_STATUS_H

#include <stdint.h>

enum { EXIT_OUT_OF_MEMORY = 3 }; // status of `device` where the machine has no memory left

typedef struct {
    uint64_t launches;
    int64_t launch_started; // ms on CLOCK_MONOTONIC; 0: no kernel is running
    char kernel[120];       // which may be read while it is written: only ever shown
} RunStatus;

#endif
