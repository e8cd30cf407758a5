// One case, run: a fresh `device`, a fresh jailed student, the data in, the call, the data out.
//
// Nothing that the student's side does can make session_run hang, crash or believe anything: it reads only
// what `device` says, under a deadline, and the student's output as bytes to show.
#ifndef WARPBOOK_SESSION_H
#define WARPBOOK_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/contract/changed_launch.h"
#include "grader/contract/followed_blocks.h"
#include "grader/lab/case_data.h"
#include "grader/session/gpu_turn.h"
#include "grader/session/link.h"
#include "grader/session/modelled.h"
#include "grader/session/records.h"

// A `device` on the GPU that has done a case well and waits for the next one.
typedef struct {
    int pid; // 0: none
    int fd;  // the link to it
    char submission[4096];
} KeptDevice;

struct Session;

typedef struct {
    const char *device_program;  // build/bin/device
    const char *student_program; // build/bin/student
    const char *library_folder;  // build/lib, where libcudart is
    const char *submission;      // the student's shared object
    const char *ptx;             // the device code to run in place of the submission's own; NULL: that one
    const char *call_library;    // the lab's call.so
    int counts_fd; // open for reading and appending: where each `device` leaves what ptxas has told it, for the next one; 0: none
    const char *gpu;  // name for --gpu; NULL: the device's default
    bool on_gpu;      // on the GPU that is here, not on a simulated one
    KeptDevice *kept; // on the GPU: `device` is taken from here, and left here; NULL: one for this case alone
    int workers;
    double wall_seconds; // for the whole case, both processes are killed after it; waiting for a turn is no
                         // part of it
    int idle_ms;         // host time without a request
    int cpu_seconds;     // host time on the processor
    const char
        *ncu; // Nsight Compute: `device` runs under it, and the case once, without its repetition; NULL: no
    GpuTurn *turn; // on the GPU: shared while `device` is there, had alone for what is timed or under ncu,
                   // which finds no turn taken; NULL: no other is there
    bool modelled; // have the launches modelled, and nothing else: see GRADER_MODEL
    uint64_t draw; // its arg0
    Supposition supposed; // launches are other than they were asked for
    bool timed;           // have the recorded work timed too, on the GPU
    double required;      // percent of the copy's speed: near it more runs are taken; 0: none
    bool details;         // with one worker: both sides of a race are kept for the report, which takes longer
    bool thorough;        // compare the result in several orders of warps and blocks, however much work it is
    // Asked after the first round: is the work to be repeated on other data? NULL: it is.
    bool (*worth_repeating)(void *context, const CaseData *data, const Records *records);
    void *repeating_context;
    // Chooses elements of the output that the witness is asked about, WITNESS_CELLS_MAX at most, when the first
    // round is over; there is no second one. NULL: no witness. With one worker, on the simulator.
    size_t (*witnessed)(void *context, const CaseData *data, uint64_t *elements);
    void *witnessed_context;
    uint64_t
        witness_focus; // 0, or 1 + the number of a thread of the last launch that the witness is asked about
    uint32_t
        ways; // not 0: have the ways of the output's values counted, of so many times fewer threads than usual; there is
    // no second round. With one worker, on the simulator
    uint64_t ways_salt; // chooses these threads
    FollowedBlocks ways_blocks;
    int ways_terms; // of how many terms a point is the sum; 0: not known
    // Called when the first round is over, and read: may do the work again with other device code, by session_try. There is no
    // second round. NULL: nothing is tried. On the simulator, for functions that are given buffers of the device.
    void (*trying)(void *context, struct Session *session, CaseData *data);
    void *trying_context;
    bool watched;   // have the call watched: records.watched. There is no second round. With one worker,
                    // on the simulator.
    bool work_told; // records.work
    bool stores; // have it kept which points of the output are written in the first round; on the simulator
    bool forgoes_races;     // races in global memory are not looked for, and memory for that is not needed
    uint64_t watched_block; // 0, or 1 + the number of a block that is among those whose accesses are reported
    CaseData *
        earlier; // the function is called with this first, of the same entry, then with the case's own data, which
                 // alone is judged; there is no second round. NULL: it is called once
    CaseData *between; // and with this behind that, which may be another entry's; NULL: it is not
    bool renews; // the third of these calls gets another array for its results, the fourth for its inputs
    // After a call that follows `earlier`, once its round of the data is read: is it to be called once more, with the data of the
    // other round? NULL: no.
    bool (*called_again)(void *context, const CaseData *data, int round);
    void *again_context;
    bool occupancy; // ask for registers and occupancy too: a run of ptxas, which is not counted as wall time
} SessionSetup;

typedef enum {
    SESSION_RAN,         // the call was made; `outcome` says how it ended
    SESSION_REFUSED,     // `device` cannot use the submission's file; `reason` says why
    SESSION_DEVICE_LOST, // `device` ended, stopped answering or answered nonsense
    SESSION_BUSY,        // others did not leave the GPU in time: nothing was started; `reason` says so
    SESSION_TROUBLE,     // this machine: a program could not be started; `reason` says why
} SessionState;

typedef struct {
    SessionState state;
    char reason[1024];
    CallOutcome outcome;   // of the call
    bool earlier_returned; // the call before it, where there was one
    bool memory_kept;      // it was not made: calls before it have left no device memory for its data
    bool replayed;         // GRADER_REPLAY was answered
    CallOutcome replay_outcome;
    bool reordered;  // it was in another order of warps and blocks
    int rounds_read; // rounds whose outputs and inputs are in CaseArg.after
    Records records;
    Records repeated;             // what the repetition counted
    bool ended;                   // the student's process ended by itself, with this status:
    int exit_status, exit_signal; // one of them; the signal is 0 where it exited
    bool output_limit;            // it was killed for its output
    bool late;                    // the wall deadline passed
    int host_ms;                  // time that the host code took in its calls
    Times times;                  // where they were asked for
    char device_name[256];
    DeviceDescription
        gpu; // facts of the GPU, simulated or not, 0 where one is not known; all 0 before SESSION_RAN
    const char *jail;
    void *
        sampled; // of a modelled case: the payload of GRADER_VALUES, see grader/contract/sampled_values.h; NULL: none
    size_t sampled_size;
    uint64_t sampled_address[SPEC_PARAMS]; // of the buffers; 0: passed by value
    uint8_t *stored; // a bit for each element of the output: was it written? NULL: not known
    size_t stored_size;
    char *witness; // what the witness says (grader/contract/witness_report.h); NULL: nothing
    size_t witness_size;
    ValueWays ways; // where they were asked for
    bool ways_lost; // there was no memory for them
    char *profile;  // what Nsight Compute printed; NULL without it
    size_t profile_size;
    char *output; // what it printed, not cleaned
    size_t output_size;
} SessionResult;

// Runs a case; `data` gets the contents after each round. Descriptor STUDENT_SOCKET_FD must be free for its
// use (see session_reserve_descriptor).
void session_run(const SessionSetup *setup, CaseData *data, SessionResult *result);
// For `trying`: the recorded work on the first round's data, with the kernels of `ptx`, in `budget` thread-instructions at most.
typedef enum {
    TRIED,         // all went well, nothing was found: what came of it is in CaseArg.after[0]
    TRIED_IN_VAIN, // it failed, or something was found
    TRIED_NOT,     // this text cannot be used
    TRY_LOST       // `device` is lost
} Tried;
// *work: what it took.
Tried session_try(struct Session *s, const char *ptx, size_t size, uint64_t budget, TriedWork *work);

// The same, with a grid of one block: of a text in which all that depends on its place in the grid is fixed (edits/ptx_kernels.h).
Tried session_try_block(struct Session *s, const char *ptx, size_t size, uint64_t budget, TriedWork *work);

// The same with the submission's own kernels, launched otherwise. LAUNCH_ADDRESS: `value` is the number of an argument of the call
// whose buffer is meant.
Tried session_try_launch(struct Session *s, const ChangedLaunch *change, uint64_t budget, TriedWork *work);

// Ends the one that is kept, and its turn on the GPU.
void session_end_kept(KeptDevice *kept, GpuTurn *turn);

void session_result_free(SessionResult *result);

// Call once at the start of the program, before anything else opens a file: keeps STUDENT_SOCKET_FD for
// sessions.
void session_reserve_descriptor(void);

#endif
