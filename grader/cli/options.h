// The command line, read.
#ifndef WARPBOOK_OPTIONS_H
#define WARPBOOK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/grading/choices.h"
#include "grader/report/report.h"

typedef enum {
    COMMAND_LIST,
    COMMAND_LAB,
    COMMAND_WATCH,
    COMMAND_EXPLAIN,
    COMMAND_HINT,
    COMMAND_RESET,
    COMMAND_DEMO,
    COMMAND_QUIZ,
    COMMAND_CALIBRATE,
    COMMAND_MODEL,
    COMMAND_RUN,
    COMMAND_DOCTOR,
    COMMAND_GPUS
} Command;

typedef struct {
    Command command;
    bool help, version;
    const char *lab;     // "lab3"
    const char *file;    // FILE.cu, NULL: what make built
    const char *todo;    // --todo, or the argument of hint; NULL: all
    const char *gpu;     // NULL: the device's default
    const char *json;    // file, or "-"; NULL: none
    const char *page;    // file of --page; NULL: none
    const char *against; // "last", "solution" or a file of --json; NULL: none
    DeviceChoice device;
    ColorChoice color;
    Detail detail;
    bool solution;
    const char *blocks; // of model: the shapes to try, as written; NULL: the usual ones
    bool answers;       // reset: answers.txt too
    bool watch;
    bool alive; // with --page: the simulator in the page
    bool point_given;
    long point[3];    // of explain: x, y and z
    bool strangers;   // refuse where the jail is not fit for strangers' files
    bool jails;       // of doctor: what holds in which jail
    const char *jail; // the kind of jail; NULL: the best one
    bool ncu;         // the hardware's counters beside the simulator's
    bool seed_given;
    uint64_t seed;
    int workers;        // 0: one a core
    int devices;        // of run: how many there are
    int error_exitcode; // of run: its status where the program succeeds and something was found; 0: the program's
    uint64_t limit;     // of run: thread-instructions that one launch may take, 0: any number
    bool launches, model, cold, samples_only; // of run: see ProgramSetup
    char **program;                           // of run: the program and its arguments, ended by NULL
    char lab_name[64]; // what `lab` points to where the user wrote "3", "Lab3" or only a TODO
} Options;

// Reads the arguments. On failure returns false with one sentence in `error`.
bool options_parse(Options *options, int argc, char **argv, char *error, size_t error_size);

// Threads of the simulator: as many as were asked for, else one for each processor that grade may use.
int option_workers(const Options *options);

// How cases are to be run.
RunChoices option_choices(const Options *options);

#endif
