// The command line, read.
#ifndef WARPBOOK_OPTIONS_H
#define WARPBOOK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/report/report.h"

typedef enum {
    COMMAND_LIST,
    COMMAND_LAB,
    COMMAND_WATCH,
    COMMAND_HINT,
    COMMAND_RESET,
    COMMAND_DEMO,
    COMMAND_SEAL,
    COMMAND_CALIBRATE,
    COMMAND_RUN,
    COMMAND_DOCTOR,
    COMMAND_GPUS
} Command;
typedef enum { DEVICE_AUTO, DEVICE_SIM, DEVICE_GPU, DEVICE_BOTH } DeviceChoice;

typedef struct {
    Command command;
    bool help;
    const char *lab;  // "lab3"
    const char *file; // FILE.cu, NULL: what make built
    const char *todo; // --todo, or the argument of hint; NULL: all
    const char *gpu;  // NULL: the device's default
    const char *json; // file, or "-"; NULL: none
    DeviceChoice device;
    ColorChoice color;
    Detail detail;
    bool solution;
    bool answers; // reset: answers.txt too
    bool watch;
    bool ncu; // the hardware's counters beside the simulator's
    bool seed_given;
    uint64_t seed;
    int workers;    // 0: one a core
    int devices;    // of run: how many there are
    uint64_t limit; // of run: thread-instructions that one launch may take, 0: any number
    char **program; // of run: the program and its arguments, ended by NULL
} Options;

// Reads the arguments. On failure returns false with one sentence in `error`.
bool options_parse(Options *options, int argc, char **argv, char *error, size_t error_size);

// Threads of the simulator: as many as were asked for, else one for each processor that grade may use.
int option_workers(const Options *options);

#endif
