// What `device` reported: findings, launches, kernels with their counters (the text of
// grader/contract/device_report.h).
#ifndef WARPBOOK_RECORDS_H
#define WARPBOOK_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/contract/device_report.h"
#include "grader/contract/counters.h"
#include "grader/contract/finding_facts.h"
#include "grader/session/modelled.h"
#include "grader/text/source_line.h"

enum {
    RECORD_FINDINGS = 64,
    RECORD_DEPARTURES = 8,
    RECORD_KERNELS = 4096,
    RECORD_CONFIGURATIONS = 1 << 16,
    RECORD_LAUNCHES = REPORT_LAUNCHES_MAX,
    RECORD_CONTRIBUTIONS = 512,
    RECORD_REFUSED = 16,
    RECORD_MOVES = 64,
    RECORD_LINES = 4096,
    SIGNATURE_SIZE = 400
};

// A thread of a kernel; `known` is false for what the host code did.
typedef struct {
    bool known;
    long block[3], thread[3];
} ThreadPlace;

typedef struct {
    char check[32];
    bool fatal;
    long count;
    char kernel[256];
    SourcePlace place;
    int call_line; // of the call that the place is inlined into; 0: there is none
    ThreadPlace who;
    SourcePlace other_place;
    ThreadPlace other_who;
    char
        other_what[512]; // a clause ("wrote it"), or a sentence with a capital letter; empty: no other access
    char message[REPORT_FIELD_MAX];
    char next[REPORT_FIELD_MAX];
    unsigned facts;         // what the message says: FOUND_... of grader/contract/finding_facts.h
    ThreadPlace absent;     // the thread that a barrier waits for in vain
    SourcePlace wait_place; // the wait that facts of an asynchronous copy speak of; line 0: none
    long wait_left,
        wait_most; // groups that it leaves open, and that it might leave open for the copy to be there
    long bytes;    // of the access; 0: not known
    long at, room; // where, of how many bytes of shared memory, or elements of an array; room 0: not known
} Finding;

// Has it all of these facts?
static inline bool tells(const Finding *f, unsigned facts) {
    return (f->facts & facts) == facts;
}

typedef struct {
    char kernel[256];
    long grid[3], block[3], shared, count;
    SourcePlace place;
} LaunchRecord;

// A kernel over all its launches. Instances of a template and overloads share the name, not the instance.
typedef struct {
    char name[256];
    char instance[SIGNATURE_SIZE]; // with arguments of templates and parameters
    char symbol[SIGNATURE_SIZE];   // mangled
    long shared_bytes_per_block;
    // Where the session asked for them and ptxas could say it:
    long registers_per_thread;            // -1: not known
    char registers_target[24];            // the GPU they were counted for: "sm_90"
    double theoretical_occupancy_percent; // NAN: not known; the smallest of the launches
    Counters counters;
    // Of these the ones on lines of headers in common/: all, and those of the line with most thread-instructions.
    Counters headers, busiest_header_line;
} KernelCounters;

// A kernel's launches with the same grid, block and dynamic shared memory.
typedef struct {
    int kernel;             // its index
    long grid[3], block[3]; // block 0: all launches for whose configurations there was no room
    long dynamic_shared_bytes, shared_bytes_per_block;
    double theoretical_occupancy_percent; // NAN: not known
    Counters counters;
} ConfigurationCounters;

// What a kernel counted on one source line, over all its launches.
typedef struct {
    char kernel[256];
    char instance[SIGNATURE_SIZE];
    SourcePlace place;
    Counters counters;
} LineCounters;

// Numbers as `device` writes them, checked to be nothing else, where nothing else is said: digits, minus signs, colons and blanks.
typedef struct {
    char *text; // NULL: none
    size_t size;
} NumberText;

// One memory instruction in one block, watched: see `access` in grader/contract/device_report.h.
typedef struct {
    char kernel[256], what[16], space[16], buffer[96];
    long launch, grid[3], shape[3], block[3];
    SourcePlace place;
    long element, buffer_bytes;
    NumberText visits; // "WARP:BASE:SHAPE:STEP:NUMBER ...", see grader/contract/device_report.h
} WatchedPlace;

// What an SM has of all that blocks take, and in which units; names as in JSON.
#define GPU_LIMITS(X)                                                                                        \
    X(major)                                                                                                 \
    X(warp_size)                                                                                             \
    X(threads_per_block)                                                                                     \
    X(threads_per_sm)                                                                                        \
    X(blocks_per_sm)                                                                                         \
    X(registers_per_sm)                                                                                      \
    X(registers_per_block)                                                                                   \
    X(registers_per_thread)                                                                                  \
    X(register_unit)                                                                                         \
    X(schedulers)                                                                                            \
    X(shared_per_sm)                                                                                         \
    X(shared_per_block)                                                                                      \
    X(shared_reserved_per_block)                                                                             \
    X(shared_unit)

#define GPU_LIMIT_FIELD(name) long name;
typedef struct {
    bool known;
    char name[256]; // of the GPU
    GPU_LIMITS(GPU_LIMIT_FIELD)
} GpuLimits;
#undef GPU_LIMIT_FIELD

// The way of one warp through a kernel: `path` in grader/contract/device_report.h.
typedef struct {
    char kernel[256];
    long launch, grid[3], shape[3], block[3], warp;
    bool cut;
    NumberText steps;
} WatchedPath;

// What a run was watched for, where the session asked for it.
typedef struct {
    WatchedPlace *places;
    int place_count;
    GpuLimits limits; // of the simulated GPU
    WatchedPath *paths;
    int path_count;
    SourcePlace *path_files; // by number; their lines are 0
    int path_file_count;
    NumberText shapes; // one a line: "LANE:COUNT:OFFSET:STEP ..."
    NumberText owners; // "OWNER:COUNT ..." from the first cell on
    bool cut;          // there was more
} Watched;

enum { WATCHED_PLACES = 1024, WATCHED_PATHS = 64, WATCHED_FILES = 16 };

// A launch that CUDA refuses.
typedef struct {
    long grid[3], block[3];
    bool seen; // the error was returned to the student's code
    SourcePlace place,
        seen_place; // of the call behind the launch that handed out its error; no line: it is not known, or the launch did
} RefusedLaunch;

// What the host code of a function that moves its data asked for: `move` in grader/contract/device_report.h.
typedef struct {
    char kind[16], holds[40];
    long at, bytes, room, error, times;
    SourcePlace place;
} MoveRecord;

// How often the steps of a played game were asked for.
typedef struct {
    long launches, waits, clock;
} PlayedRecord;

// Launches that stored to global memory, with the same blocks, and counted the same.
typedef struct {
    long block[3];
    Counters counters; // of each of them
    long shared_bytes_per_block;
    int kernel; // index in Records.kernels; -1: there was no room for it
} Contribution;

// What blocks all over a launch's grid do.
typedef struct {
    double stored_bytes, read_bytes; // of device memory, different ones, all blocks of the grid
    double stored_error, read_error; // standard errors of these
    long
        thread_bytes; // that each thread stores which stores at all; 0: not all are alike, or it is not known
    Counters counters; // of the blocks that have run
} SpreadBlocks;

// One launch by itself, where that was asked for.
typedef struct {
    char kernel[256];
    char instance[SIGNATURE_SIZE];
    long grid[3], block[3], shared; // bytes of a block, static and dynamic
    Counters counters;
    ModelledTime modelled;
    SpreadBlocks spread; // where `modelled` is known and samples alone ran
} ListedLaunch;

typedef struct {
    Finding *findings; // RECORD_FINDINGS at most; what is above is counted in findings_dropped
    int finding_count, findings_dropped;
    Finding *
        departures; // barriers that threads had left the kernel before, RECORD_DEPARTURES at most: no findings
    int departure_count;
    LaunchRecord *launches;
    int launch_count;
    KernelCounters *kernels;
    int kernel_count;
    long kernels_dropped;                  // for which there was no room; `sum` has them
    ConfigurationCounters *configurations; // in the order of the kernels
    int configuration_count;
    long configurations_dropped;
    ListedLaunch *listed;
    int listed_count;
    ModelledLine *modelled_lines; // of the listed launches, RECORD_LINES at most
    int modelled_line_count;
    LineCounters *lines; // a kernel after the other, in the order of files and lines; RECORD_LINES at most
    int line_count;
    long lines_dropped;
    Watched watched;
    Counters sum; // over all kernels, also those that found no room above, and of the case as a whole
    // Of these the ones on lines of headers in common/, where functions are that every submission calls: all, and
    // those of the line that threads spent most instructions on.
    Counters headers, busiest_header_line;
    Contribution *contributions;
    int contribution_count;
    bool more_contributions; // than are here
    RefusedLaunch refused[RECORD_REFUSED];
    int refused_count;
    MoveRecord *moves; // in their order
    int move_count;
    PlayedRecord *played; // a game each, in their order
    int played_count;
    long work_launches, work_copies, work_reads_back, work_returned, work_digest;
    long race_unchecked_launches, race_unchecked_bytes, order_unchecked;
    bool has_work; // a work record was there
    NumberText
        work; // where the session asked for it: the records step, buffer and ptx as they came, a line each
} Records;

// By which ways the values of points came: the witness's counts, see grader/witness/witness.h.
typedef struct {
    double points; // that were looked at; 0: not asked for, or not known
    double passed, crossing, alone, strayed, columns, again, line;
    int strayed_line;   // of the student's file, where the first of them is loaded; 0: not known
    bool cut_short;     // there was no room for all that was to be followed
    bool blocks_missed; // only samples ran, and they have used what other blocks were to store
    bool
        other_work; // the run that was followed did other work than the counted one: see grader/grading/same_work.h
} ValueWays;

// How fast the recorded work is.
typedef struct {
    bool known;
    double ms, copy_ms, percent_of_copy, spread_percent; // medians
    double low, high;                                    // percent_of_copy lies between these, almost surely
    double floor_ms;               // what the memory alone takes at its peak; 0: not known
    double bytes;                  // of the data
    double cold_start_ms, cold_ms; // once: starting the GPU and loading the kernels; the first launch then
    long runs;
    char why[300]; // why it is not known
    bool trouble;  // and that this is the machine's fault
} Times;

// Adds the records of `text` to `records` (zeroed before the first use). Every string is made printable. A
// finding that is there already is not added again. Lines that make no sense are left out.
void records_parse(Records *records, const char *text, size_t size);

// Reads a `time` record.
bool records_read_times(const char *text, size_t size, Times *times);

// The same thing found at the same place?
bool same_finding(const Finding *a, const Finding *b);

// Adds the findings of `other` that are not there yet.
void records_add_findings(Records *records, const Records *other);
void records_free(Records *records);

#endif
