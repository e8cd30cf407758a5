// The grader's end of the device process.
#ifndef WARPBOOK_SERVE_GRADER_H
#define WARPBOOK_SERVE_GRADER_H

#include "grader/contract/changed_launch.h"
#include "grader/device/device.h"

// Carries out one request of the grader. False when it asked to quit or is gone.
bool serve_grader(Device *d);

// schedules.c: what device memory holds, without constants and memory that the host sees too.
typedef struct {
    uint64_t base, size, at; // at: in Snapshot.bytes
} SnapshotPart;
typedef struct {
    SnapshotPart *part;
    int count;
    uint8_t *bytes; // NULL: it is too much
} Snapshot;

void snapshot_take(const Device *d, Snapshot *shot); // where there is no room, it has no bytes
void snapshot_free(Snapshot *shot);

// The recorded work has been done once, from `start` on, in `spent` thread-instructions: does it again in other
// orders, notes a result that differs, and leaves memory as it was.
void compare_schedules(Device *d, const Snapshot *start);

// Is it too much to be done three times more? `spent`: the thread-instructions that it takes.
bool too_much_for_schedules(const Device *d, uint64_t spent);

// other_code.c: the recorded work once more, with the kernels of another PTX text. Memory stays as that leaves it. False: the text
// cannot be used, or the work not be repeated; else *outcome is OUTCOME_RETURNED where it went well and nothing was found.
bool try_other_code(Device *d, const char *ptx, size_t size, bool one_block, uint64_t budget,
                    CallOutcome *outcome, TriedWork *work);

// The same with the file's own kernels, launched otherwise. NULL: as they were. A launch that cannot be so is none that went well.
bool try_other_launch(Device *d, const ChangedLaunch *change, uint64_t budget, CallOutcome *outcome,
                      TriedWork *work);

#endif
