// The device process: all its state, and what its files offer each other.
//
// It holds device memory and runs kernels; it serves the student's process and obeys the grader. See
// protocol.h.
#ifndef WARPBOOK_DEVICE_H
#define WARPBOOK_DEVICE_H

#include "grader/backend/backend.h"
#include "grader/contract/cuda_errors.h"
#include "grader/contract/finding_facts.h"
#include "grader/contract/protocol.h"
#include "grader/device/host_moves.h"
#include "grader/device/modelling.h"
#include "grader/device/other_inputs.h"
#include "grader/device/play.h"
#include "grader/device/watching.h"
#include "grader/device/recording.h"
#include "grader/device/stored.h"
#include "grader/device/registers.h"
#include "grader/contract/run_status.h"
#include "grader/device/wire.h"
#include "grader/gpus/gpu.h"
#include "grader/objects/objects.h"
#include "grader/stream_order/stream_order.h"
#include "grader/warpsim/warpsim.h"
#include "grader/witness/witness.h"

enum { CALLERS = MESSAGE_CALLERS };

// What the host code did wrong, as far as the device sees it.
typedef struct {
    const char *check; // "launch", "host-dereference", "leak"
    bool fatal;
    uint64_t caller[CALLERS];       // where
    uint64_t other_caller[CALLERS]; // and the other access, where there is one, with what it did
    char other_what[160];
    char message[400], next[240];
    uint32_t facts; // FOUND_...
} HostFinding;

enum { MAX_HOST_FINDINGS = 64, MAX_REFUSED = 16, MAX_HANDLES = 1 << 20 };

// A launch that CUDA refuses.
typedef struct {
    uint32_t grid[3], block[3];
    uint64_t caller[CALLERS];
    int error;
    bool seen;                 // the student's code was handed the error
    uint64_t seen_by[CALLERS]; // by a later call, this one; 0: by the launch
} Refused;

// Streams, or events.
typedef struct {
    uint8_t *owner;       // by handle: 1 + the device that it belongs to, 0 when it is gone
    uint32_t count, next; // handles given out so far; where to look for one that was given back
} HandleTable;

typedef struct Timing Timing;       // timing.c
typedef struct CudaArray CudaArray; // arrays.c

struct Device {
    GpuDescription gpu;
    FileImage image; // the student's file
    FileImage ptx;   // the PTX to run in place of the file's own
    PtxTexts texts;
    Warpsim *sim;            // the simulator, and one of the two backends
    Backend *backend;        // where memory is and kernels run
    DeviceDescription other; // with `has_other`: of number 0, and `gpu` is number 1; nothing runs on it
    bool has_other;
    GpuDescription limited; // as `gpu`, with as much memory as a submission may have
    Witness *witness;       // of a simulated case that is to be explained; NULL: none
    const char *path;       // of the student's file
    const char *ptx_path;   // NULL: its own PTX
    bool on_gpu, details, witnessed;
    bool samples_run; // of the launch that runs, only these: see followed.c
    uint32_t workers;
    int grader_fd, student_fd;
    char load_error[700]; // why the file cannot be used; "" when it can

    const WarpsimKernel **kernels; // by handle - 1
    uint64_t
        *dynamic_shared; // what each may have of dynamic shared memory (cudaFuncSetAttribute), 0: as at first
    bool *wide_clusters; // each may have clusters of more than 8 blocks (cudaFuncSetAttribute)
    uint32_t kernel_count;
    int objects; // files loaded beside the first
    HandleTable streams, events;
    uint64_t *event_times;                  // ns on the modelled clock, by event handle
    bool *non_blocking;                     // by stream handle: made with cudaStreamNonBlocking
    StreamOrder *order;                     // NULL: no work so far
    bool order_matters;                     // what work uses is compared: it is not all in one order
    bool makes_streams, per_thread_streams; // what the file's calls say, see objects.h
    CudaArray *arrays;                      // by the number in their handle
    uint32_t array_count;

    int program; // serves a program of the user's own, for this CUDA version (see program.c); 0: a submission
    bool greeted;          // CALL_HELLO has come
    bool has_inputs;       // the submission is given device memory of the grader's
    RunStatus *status;     // NULL: not wanted
    uint64_t launch_limit; // thread-instructions that one of its launches may take, 0: any number
    volatile int cancel;   // the run is to end

    WarpsimRuntime runtime; // of its kernels

    int sticky;      // cudaError_t after a kernel has failed: every later call returns it
    uint64_t budget; // thread-instructions left for this call's kernels, 0: no limit
    bool budget_limited;
    uint64_t call_budget; // of the call, for its repetition
    uint64_t call_spent;  // thread-instructions that it took, where it had a budget
    RegisterCache registers;
    int host_ms;               // the running or last call: time in which `device` waited for the host code
    PlayedFault fault;         // that the running call is played
    bool copy_failed;          // by it
    int requests, allocations; // that the running call of the student's function has asked for
    Recording recording;
    Timing *timing;               // NULL: nothing is to be timed
    Refused refused[MAX_REFUSED]; // the first ones
    int refused_count;
    HostMoves moves;     // of a function that moves its data: what its host code asked for
    Play play;           // games for the student's code to time
    OtherInputs *inputs; // of a function that moves its data, for GRADER_REPLAY; NULL: none
    HostFinding host_findings[MAX_HOST_FINDINGS];
    int host_finding_count;
    uint64_t findings_left_out; // host findings that found no room
    Modelling modelling;
    Watching *watching; // NULL: nobody will look
    Stored stored;
};

// serve_student.c: carries out one request and answers it. The student's end gets `limit_ms` for the request
// and for taking the answer, and what it takes is subtracted from *left_ms, which is a limit too; negative:
// no limit.
// What one call of the student's function may ask for, so that nobody spends the grader's time on requests: a launch for each
// row of the largest grid of a lab is 68,644 of them. Programs of `grade run` may ask for any number.
enum { MOST_REQUESTS = 100000, MOST_ALLOCATIONS = 10000 };

typedef enum { SERVED, SERVED_RETURN, SERVED_FAULT, SERVED_GONE, SERVED_LATE, SERVED_NONSENSE } Served;
Served serve_student(Device *d, int limit_ms, int *left_ms);

// host_findings.c
HostFinding *note_host(Device *d, const char *check, const uint64_t *caller);
// The first of the addresses that lies in the user's own code. False where none has a line.
bool host_place(const Device *d, const uint64_t *caller, HostLine *line);

// calls_*.c: one request each. `payload` has head->size bytes. They return the cudaError_t and fill reply.
typedef struct {
    const MessageHead *head;
    const uint8_t *payload;
    ReplyHead *reply;
    void *answer;         // reply payload, freed by the caller; its size is in reply->size
    const void *borrowed; // the same where it is not to be freed
} Call;
int call_memory(Device *d, Call *c);
// cudaDeviceReset of a submission: its memory is given back. The grader's buffers stay; where there are any, the call is
// a finding.
int reset_in_lab(Device *d, Call *c);

// What the request asks for by name, in the module that it names. NULL where there is none.
const WarpsimKernel *named_kernel(const Device *d, const Call *c);
WarpsimAllocation *named_variable(const Device *d, const Call *c);
int call_launch(Device *d, Call *c);
int call_information(Device *d, Call *c);
// cudaDeviceAttr `number` of the GPU of this description; a cudaError_t.
int device_attribute(const Device *d, const DeviceDescription *g, uint64_t number, int64_t *value);
int call_streams(Device *d, Call *c);
void give_text(Device *d, Call *c); // what kernels have printed, as the answer
int call_arrays(Device *d, Call *c);
int call_textures(Device *d, Call *c);
int call_peers(Device *d, Call *c);

uint32_t device_in_use(const Device *d);

// Does the stream belong to another device than the one in use? The default streams belong to each.
bool stream_is_elsewhere(const Device *d, uint64_t stream);
void free_streams(Device *d); // with the events, and the order of their work
bool stream_is_non_blocking(const Device *d, uint64_t stream);

// calls_order.c: races between streams. Around each request; and what it uses of device memory, meanwhile.
void order_before(Device *d, const Call *c);
void order_after(Device *d, const Call *c, int error);
void order_fetch_results(
    Device *d); // the function has returned: its caller copies them, in the default stream
void order_touch(Device *d, uint64_t address, uint64_t size, TouchKind kind);
bool order_is_done(Device *d, const MessageHead *head); // what the query, or cudaEventElapsedTime, asks about
int call_host_access(Device *d, Call *c);
int call_host_function(Device *d, Call *c);

// followed.c: around a launch of which only samples are to run, see witness_samples(); else nothing.
void followed_before(Device *d, WarpsimLaunch *request);
void followed_after(Device *d, WarpsimLaunch *request);

// Runs one launch, recorded or repeated. Returns the cudaError_t of the launch itself; a failing kernel sets
// `sticky`.
int run_launch(Device *d, const RecordedLaunch *launch);

// serve_grader.c: carries one recorded thing out again. Returns the cudaError_t.
int repeat_record(Device *d, const Record *record);

// The same for all that was recorded, with other inputs where there are some.
void repeat_all(Device *d);

// kernel_faults.c: what went wrong with kernels where the backend does not explain it.
void note_kernel_fault(Device *d, const RecordedLaunch *launch, int error);
void note_outside_writes(Device *d); // call where a call or its repetition has ended

// device_memory.c: the map and the bytes behind it. Ranges lie in one live allocation; int is a cudaError_t.
WarpsimAllocation *allocate_memory(Device *d, uint64_t size); // NULL: no room
void release_memory(Device *d, uint64_t address);
bool renew_memory(Device *d, uint64_t address); // as if new, where it was; false: no room
int write_memory(Device *d, uint64_t to, const void *from, uint64_t size);
int read_memory(Device *d, void *to, uint64_t from, uint64_t size);
int copy_memory(Device *d, uint64_t to, uint64_t from, uint64_t size);
int fill_memory(Device *d, uint64_t to, int byte, uint64_t size);

// unchecked.c: makes findings of work that was not looked at for races, by the submission's own fault. True: all launches
// that were not looked at are among it.
bool note_unchecked(Device *d);

// occupancy.c: what ptxas says of a kernel, NULL where that is not known; its registers a thread, 0 likewise.
const KernelUsage *usage_of(Device *d, const WarpsimKernel *kernel);
uint32_t registers_of(Device *d, const WarpsimKernel *kernel);
// Those that limit how many blocks fit an SM: 0 where ptxas cannot count for this GPU.
uint32_t registers_that_limit(Device *d, const WarpsimKernel *kernel);
// Those that a launch in blocks of so many threads must be checked with: 0 where it cannot take too many, where the GPU
// itself checks it, and where ptxas cannot count for this GPU.
uint32_t registers_to_check(Device *d, const WarpsimKernel *kernel, uint64_t threads);
// Warps that an SM holds at a time, in percent of those that it has room for, with that many registers a
// thread: the smallest of the kernel's launches. Negative: not known.
double occupancy_of(const Device *d, int kernel, uint32_t registers); // kernel: see warpsim_counts
double occupancy_with(Device *d, const WarpsimKernel *k, const uint32_t block[3], uint32_t dynamic_shared);

// report.c: the text of grader/contract/device_report.h; malloc'ed, NUL-terminated, NULL without memory for it. Occupancy takes a run of
// ptxas. `work`: with plan_of_work.h.
char *report_text(Device *d, bool occupancy, bool work, size_t *size);
// cases.c: the simulator for a case, with `memory` bytes at most (0: as much as there is); the next case in place
// of this one, false where that cannot be; its student's socket, which comes right after the answer to
// GRADER_NEXT.
bool make_simulator(Device *d, uint64_t memory);
bool next_case(Device *d, uint64_t memory);
bool take_student(Device *d);

// timing.c
void timing_free(Device *d);

// program.c: running a program of the user's own.

void load_file(Device *d, const char *path); // the file named at the start; says why not in load_error
int load_another(Device *d, Call *c);
void prepare_program(Device *d, int memory_fd, int status_fd);
CallOutcome run_program(Device *d);
int reset_program(Device *d);                    // the device in use
int forget_program(Device *d);                   // all of them: another process begins
void show_launch(Device *d, const char *kernel); // NULL: it has ended
uint64_t event_time(Device *d);                  // ns, never twice the same

#endif
