// The command line of `grade class`.
#ifndef WARPBOOK_CLASS_OPTIONS_H
#define WARPBOOK_CLASS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/class/collect.h"

typedef struct {
    const char *lab, *source, *out;
    const char *roster;       // CSV, or NULL
    const char *column;       // of the gradebook, or NULL: the one that names the lab
    bool drop_missing;        // most of those that had handed in before may be gone
    bool keep_marks;          // cells of the gradebook that hold a mark stay as they are
    const char *group_column; // of the roster, or NULL: the one that is called Group
    bool groups;              // students of one group hand in together
    const char *device;       // "sim" or "gpu"
    const char *gpu;          // "" for the default
    const char *slurm;        // options for sbatch, "" for none; NULL: on this machine
    Policy policy;
    int64_t before, due; // seconds since 1970; 0: not given
    int64_t seed;        // -1: not given
    int jobs;            // 0: as many as fit
    int chunk;           // submissions in one task of Slurm's; 0: as many as are good
    int timeout;         // seconds for one submission
    bool copies;         // also compare the submissions with each other
    bool one;            // SOURCE is the hand-in of one student
    bool trust;          // grade in a jail that does not keep strangers out
    bool help;
} ClassOptions;

// Reads the arguments behind `class`. On a mistake the command stops with one sentence.
void class_options(ClassOptions *options, int argc, char **argv);

void class_help(void);

#endif
