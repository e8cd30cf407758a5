// Whose turn it is on the GPU: the cases of several gradings may use it together, a time is measured alone.
//
// A process disturbs a time by being there: the driver stops for it when it starts, and clears the memory
// that it held when it ends. So a turn covers its whole life: it is taken before the process is started, and
// ended when the process has been reaped.
//
// Two files in /tmp, named by the GPU, are locked with flock, shared or exclusive: they hold nothing, and the
// locks of processes that are killed are gone with them. A lock that cannot be had, for whatever reason, is
// done without; nobody may claim then to have been alone.
#ifndef WARPBOOK_GPU_TURN_H
#define WARPBOOK_GPU_TURN_H

#include <stdbool.h>

#define GPU_TURN_FOLDER "/tmp"

typedef struct {
    int gate, gpu;  // descriptors; -1: no lock
    char path[300]; // of both files, without ".gate" and ".lock"
    bool quiet;
    bool taken;                        // shared or alone
    double told_after, given_up_after; // seconds of waiting
    bool told;                         // on standard error, what is waited for
    bool given_up;                     // from now on no one is waited for
    double waited;                     // seconds, all together
} GpuTurn;

// Finds or makes the files of that GPU, for the user and for others. The environment may say how long others
// are waited for: WARPBOOK_GPU_MINUTES.
void gpu_turn_open(GpuTurn *turn, const char *folder, const char *gpu, bool quiet);

// Waits until no process has the GPU to itself; until no other process uses it. False: others did not leave it in time,
// and this one must stay off it. Who shares it already goes on to do so; who has a turn must end it before it
// asks to be alone, for two that waited so would wait for each other. NULL: no one is waited for.
bool gpu_turn_share(GpuTurn *turn);
bool gpu_turn_alone(GpuTurn *turn);
void gpu_turn_end(GpuTurn *turn);

// In a child that is about to become the process on the GPU: the turn lasts until that has ended too, though
// this one be killed.
void gpu_turn_pass_on(const GpuTurn *turn);

#endif
