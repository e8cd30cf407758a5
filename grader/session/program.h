// One program of the user's own on the simulated GPU: `device`, the program, and what was found at its end.
//
// The program is not locked up: it has the terminal, the environment and the files that it always has. Only
// its CUDA runtime library is ours.
#ifndef WARPBOOK_PROGRAM_RUN_H
#define WARPBOOK_PROGRAM_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/session/records.h"

typedef struct {
    const char *device_program; // build/bin/device
    const char *library_folder; // build/lib, where libcudart.so.MAJOR is
    int cuda_major;
    const char *file;  // the program, a path with a slash in it
    char *const *argv; // its arguments, argv[0] first, ended by NULL
    const char *gpu;   // name for --gpu; NULL: the device's default
    int workers, devices;
    uint64_t launch_limit; // thread-instructions that one launch may take; 0: any number
    bool launches, model, cold,
        samples_only;   // list each launch; model its time; with caches that hold nothing; run
                        // only the blocks that the model looks at
    bool show_progress; // say on standard error, a terminal, which kernel takes long
} ProgramSetup;

typedef enum {
    PROGRAM_RAN,
    PROGRAM_REFUSED,     // it cannot be run here; `reason` says why and what to do
    PROGRAM_DEVICE_LOST, // it ran, but `device` ended before it
    PROGRAM_TROUBLE,     // this machine: something could not be started; `reason` says what
} ProgramState;

typedef struct {
    ProgramState state;
    char reason[1024];
    int status; // as a shell has it: exit status, or 128 + signal
    int signal; // that ended it; 0: it has exited, with whatever status
    bool interrupted;
    Records records;
    char device_name[256];
    double seconds; // from start to end
} ProgramResult;

// Descriptor STUDENT_SOCKET_FD must be free for its use (see session_reserve_descriptor).
void program_run(const ProgramSetup *setup, ProgramResult *result);
void program_result_free(ProgramResult *result);

#endif
