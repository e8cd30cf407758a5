// What the files share that run cases: run_cases.c, case_sizes.c and time_cases.c.
#ifndef WARPBOOK_CASE_RUN_H
#define WARPBOOK_CASE_RUN_H

#include "grader/grading/run_cases.h"

// What is known of an entry's second call in a process, see called_again.h.
typedef enum { SECOND_CALLS_UNKNOWN, SECOND_CALLS_RIGHT, SECOND_CALLS_WRONG } SecondCalls;

typedef struct {
    const RunPlan *plan;
    LabResult *result;
    bool kept_failure;
    bool use_gpu;                   // still
    bool hung_on_gpu[SPEC_ENTRIES]; // a comparison has seen enough of it
    KeptDevice kept;
    SecondCalls second_calls[SPEC_ENTRIES];
    SecondCalls special[SPEC_ENTRIES]; // with numbers that are never drawn
    SecondCalls smaller[SPEC_ENTRIES]; // behind a call of a larger size
    // The same where the first call has another size: a bit for each n % 4 at which it was right; or it was wrong at one.
    unsigned sizes_right[SPEC_ENTRIES];
    bool sizes_wrong[SPEC_ENTRIES];
    // A bit for each other entry whose calls, and those of this one, leave each other right: see other_calls.h.
    uint32_t called_between[SPEC_ENTRIES];
    // A bit for each n % 4 at which it was called on a GPU that holds few blocks at a time; with much to do.
    unsigned few_sms[SPEC_ENTRIES], few_sms_at_large[SPEC_ENTRIES];
    size_t boundary_written; // by the case that was run last: 1 + a point that it must leave alone; 0: none
    char *error;
    size_t error_size;
} Run;

// A line on the terminal that the next one takes the place of: what is run now, which one it is of how many.
void show_progress(const Run *run, const char *what, int index, int count, int entry, const char *sizes);

// How long a session may take for a case of so many cells, where that of a small one may take `seconds`.
double wall_seconds_for(double seconds, size_t cells);

// Kernels for rows that begin where a float4 may are chosen by n % 4: a bit for that.
unsigned remainder_bit(const CaseResult *c);

// The session of a case, whose entry may have a file of the lab's own; its path goes to `other`.
SessionSetup setup_of(const Run *run, const CaseData *data, char other[PATH_SIZE]);

// Runs the session of a case; once more where something outside the grading ended `device` or the student's process.
void run_session(const SessionSetup *setup, CaseData *data, SessionResult *session);

// What keeps a session from being used, in run->error; true: nothing does.
bool session_usable(const Run *run, const SessionResult *session);

// Both, of a session that looks once more at a case that has passed: the deadline is then no verdict either. The session is to be
// freed in any case.
bool run_usable_session(const Run *run, const SessionSetup *setup, CaseData *data, SessionResult *session);

// Makes it a case that has not been run.
void reset_case(CaseResult *c);

// Runs a case at its size, and judges it. False: trouble of this machine, said in run->error.
bool simulate_case(Run *run, CaseResult *c);

// There is not enough memory for a case: says so in run->error, and is false.
bool trouble_with_memory(Run *run, const CaseResult *c);

// time_cases.c: times and models what the lab has timed.
void time_entries(Run *run);

#endif
