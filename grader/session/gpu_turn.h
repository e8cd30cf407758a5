// Whose turn it is on the GPU: the cases of several gradings may use it together, a time is measured alone.
//
// Two files in /tmp, named by the GPU, are locked with flock, shared or exclusive: they hold nothing, and the
// locks of a process that ends or is killed are gone with it. The gate keeps cases from coming again and
// again while somebody waits to be alone. A lock that cannot be had, for whatever reason, is done without.
#ifndef WARPBOOK_GPU_TURN_H
#define WARPBOOK_GPU_TURN_H

#include <stdbool.h>

#define GPU_TURN_FOLDER "/tmp"

typedef struct {
    int gate, gpu; // descriptors; -1: there is no lock
    bool quiet;
    double told_after, given_up_after; // seconds of waiting
    bool told;                         // on standard error, what is waited for
    bool given_up;                     // from now on nobody is waited for
    double waited;                     // seconds, all together
} GpuTurn;

// Finds or makes the files of that GPU, for the user and for others.
void gpu_turn_open(GpuTurn *turn, const char *folder, const char *gpu, bool quiet);

// Waits until nobody is alone on the GPU; until nobody else is there. What was had before is given up first:
// two that share it may both ask to be alone. They return the seconds that it took. NULL: nobody is waited
// for.
double gpu_turn_share(GpuTurn *turn);
double gpu_turn_alone(GpuTurn *turn);
void gpu_turn_end(GpuTurn *turn);

#endif
