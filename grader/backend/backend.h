// What holds device memory and runs kernels: the simulator, or a GPU through its driver.
//
// Both work on the same state, which the simulator keeps: the modules with their kernels and variables, the
// map of allocations, the text that kernels printed. A backend adds the bytes behind the map and runs the
// launches. All addresses are those of the map, checked by the caller: each range lies in one live
// allocation.
#ifndef WARPBOOK_BACKEND_H
#define WARPBOOK_BACKEND_H

#include "grader/contract/cuda_errors.h"
#include "grader/objects/objects.h"
#include "grader/warpsim/warpsim.h"

// What became of a launch.
typedef struct {
    bool started;   // false: it was refused, with `error`
    int error;      // a cudaError_t; 0: it ran to its end
    uint64_t spent; // thread-instructions; 0 where nobody counts them
} Launched;

// Bytes beside an allocation that a kernel has changed.
typedef struct {
    const WarpsimAllocation *beside; // the nearest one
    int64_t offset;                  // of the first of them, from its start
    uint64_t bytes;                  // up to the last of them
} OutsideWrite;

typedef struct Backend Backend;
struct Backend {
    const char *kind; // "sim", "gpu"
    bool explains;    // it writes findings of its own for kernels that fail
    double start_ms;  // a GPU: from nothing to kernels that can be launched, by this machine's clock
    double first_ms;  // and the first launch, until it has ended; 0 before it

    // Takes over a module that the simulator has just loaded. False with one sentence in `error`.
    bool (*load)(Backend *b, int module, const PtxText *text, char *error, size_t error_size);

    // Gives an allocation its bytes, unwritten ones; takes them back, before the map forgets it.
    bool (*back)(Backend *b, const WarpsimAllocation *a);
    void (*unback)(Backend *b, const WarpsimAllocation *a);

    // They return a cudaError_t.
    int (*write)(Backend *b, uint64_t to, const void *from, uint64_t size);
    int (*read)(Backend *b, void *to, uint64_t from, uint64_t size);
    int (*copy)(Backend *b, uint64_t to, uint64_t from, uint64_t size);
    int (*fill)(Backend *b, uint64_t to, int byte, uint64_t size);

    // Makes the bytes of an allocation what they were when it got them. NULL where nothing is timed.
    int (*forget)(Backend *b, const WarpsimAllocation *a);

    // Runs a kernel to its end.
    Launched (*launch)(Backend *b, const WarpsimLaunch *request);

    // A clock of the GPU's own around work that is then not waited for, each launch by itself, but at the
    // end. NULL where time is not real.
    int (*start_clock)(Backend *b);
    int (*stop_clock)(Backend *b, float *ms);

    // Two sums of the bytes that nobody foresees who does not know this process's keys: equal for equal
    // bytes, and for others with a chance of one in 2^66. NULL where time is not real.
    int (*fingerprint)(Backend *b, uint64_t at, uint64_t size, uint64_t sums[2]);

    // Forgets the simulator that it worked on, memory and modules too, and works on a new one.
    // False: it cannot. NULL where nothing is gained by it.
    bool (*restart)(Backend *b, Warpsim *sim);

    // What kernels have changed outside every allocation since the last time, where launch() does not see it.
    int (*outside_writes)(Backend *b, OutsideWrite *list, int most);
};

// simulated.c
Backend *simulated_backend(Warpsim *sim);

#endif
