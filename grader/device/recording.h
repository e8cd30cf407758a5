// What a launch function asked for, in order, so that it can be carried out again without its host code.
#ifndef WARPBOOK_RECORDING_H
#define WARPBOOK_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/device/read_index.h"
#include "grader/warpsim/warpsim.h"

typedef struct {
    const char *kernel; // mangled name; the program owns it
    const WarpsimKernel *function;
    uint32_t grid[3], block[3];
    uint64_t dynamic_shared;
    bool cooperative;
    uint32_t cluster[3]; // 0: as the kernel has it
    uint8_t *params;
    size_t param_size;
    uint64_t caller[6];
    uint64_t repeated; // how many the same follow it
} RecordedLaunch;

typedef enum {
    RECORD_ALLOCATE,
    RECORD_FREE,
    RECORD_WRITE,
    RECORD_READ,
    RECORD_COPY,
    RECORD_FILL,
    RECORD_LAUNCH
} RecordKind;

typedef struct {
    RecordKind kind;
    uint64_t address, from, size; // FREE, ALLOCATE: address; COPY: address, from, size; FILL: value in `from`
    uint8_t *bytes;               // WRITE: the data, `size` bytes
    uint64_t read_before;         // READ, WRITE: bytes that the host had read before it
    RecordedLaunch launch;
} Record;

typedef struct {
    Record *list;
    int count, room;
    uint64_t bytes;      // of all data kept
    uint64_t reads_back; // bytes read from the device to the host
    uint8_t *read;       // the first of them, READS_KEPT at most
    size_t read_size;
    ReadIndex index;   // of `read`
    uint64_t returned; // bytes written to the grader's buffers that had been read from the device before
    int copies, launches;
    bool overflow;      // too much to keep: cannot be repeated
    bool launches_only; // nothing will be repeated: only the latest launches are kept, for the report
} Recording;

// Appends an entry and returns it, or NULL when memory or the limit is reached (then `overflow` is set).
Record *recording_add(Recording *r, RecordKind kind, uint64_t address, uint64_t from, uint64_t size);

// The same for a launch, whose params it takes over. Where only launches are kept, one that differs from the
// one before in nothing but its data is counted with it.
void recording_add_launch(Recording *r, const RecordedLaunch *launch);

// Keeps a copy of data for an entry.
void recording_keep(Recording *r, Record *entry, const void *bytes, size_t size);

// The student's process read these bytes at `address`. `recording_returns`: it writes some to a buffer of the grader's; counted
// where they stand, in one piece, among those that it has read.
void recording_read(Recording *r, uint64_t address, const void *bytes, size_t size);
void recording_returns(Recording *r, const void *bytes, size_t size);

// A number that two recordings share, but for a rare accident, only where the same was asked for: the same launches with the same
// arguments, and the same data. What was read is not looked at. 0: not all was kept.
uint64_t recording_digest(const Recording *r);

void recording_clear(Recording *r);

#endif
