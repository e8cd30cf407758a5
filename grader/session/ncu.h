// Nsight Compute: where it is, what it is asked for, what it answers.
#ifndef WARPBOOK_NCU_H
#define WARPBOOK_NCU_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/contract/counters.h"

enum { NCU_METRICS = 8, NCU_KERNELS = 16, NCU_ARGUMENTS = 24 };

// One number of the hardware's, and the simulator's beside it.
typedef struct {
    const char *key;    // in JSON
    const char *words;  // for a person
    const char *metric; // as ncu names it
    bool summed;        // over launches; else their mean
    bool same;          // the simulator counts the same thing
} NcuMetric;

extern const NcuMetric ncu_metrics[NCU_METRICS];

typedef struct {
    char name[256]; // of the kernel, without namespace, template arguments and parameters
    int launches;
    double value[NCU_METRICS]; // NAN: not reported
} NcuKernel;

typedef struct {
    NcuKernel kernel[NCU_KERNELS];
    int count;
    char why[300]; // why there is none; a sentence
} NcuCounts;

// The simulator's value of a metric.
double ncu_simulated(int metric, const Counters *counters);

// The bare name that both sides are compared by.
void ncu_bare_name(const char *name, char *bare, size_t size);

// Looks for the program in PATH and where CUDA's installers put it. False: it is not installed.
bool ncu_find(char *path, size_t size);

// The words that stand before the command to be profiled. `joined` is room for one of them. Returns how many.
int ncu_command(const char *path, const char *argv[NCU_ARGUMENTS], char *joined, size_t size);

// Reads what ncu printed. False: no kernel was counted, and `why` is set.
bool ncu_read(const char *text, size_t size, NcuCounts *counts);

#endif
