// The order that CUDA promises between work in streams, and the work that races because nothing promises one.
//
// The simulator carries out each call before the next. A GPU promises only (CUDA C++ Programming Guide,
// "Streams"): work of one stream in the order of its calls; what an event was recorded behind, before what
// waits for the event; what the host has waited for, before all that it asks for later; and work of the legacy
// default stream before and after that of all other streams of its device but those that were made with
// cudaStreamNonBlocking. Each stream is a timeline here; a clock says what has happened before its next work.
// Two pieces of work that use the same byte, one of them to write it, with neither before the other, race.
//
// The host learns that work is done by waiting for it, or by a query that says so. Whoever asks before is told a
// few times that it is not: how often differs, so that a query whose answer nobody looks at orders nothing, and a
// loop that asks until it is done ends.
//
// Lenient where programs cannot tell: waiting for the default stream counts as waiting for all streams that it
// waits for.
#ifndef WARPBOOK_STREAM_ORDER_H
#define WARPBOOK_STREAM_ORDER_H

#include "grader/stream_order/recent_work.h"

typedef struct StreamOrder StreamOrder;

typedef enum {
    STREAM_LEGACY,      // the default stream: one for each device
    STREAM_BLOCKING,    // waits for it, and it for them
    STREAM_NON_BLOCKING // does not
} StreamKind;

// A stream: its handle, unique among those of its device. Per-thread default streams have numbers of the
// caller's.
typedef struct {
    uint64_t handle;
    uint32_t device;
    StreamKind kind;
} StreamName;

// NULL without memory.
StreamOrder *stream_order_new(void);
void stream_order_free(StreamOrder *o);

// Work in the stream begins, asked for at `caller`: `what` is its name. It ends before the next one begins.
void stream_work_begin(StreamOrder *o, const StreamName *stream, const uint64_t *caller, const char *what);

// What it uses; ignored between works. A launch adds to the footprint itself (NULL between works).
void stream_work_touch(StreamOrder *o, uint64_t address, uint64_t bytes, TouchKind kind);
Footprint *stream_work_footprint(StreamOrder *o);

// It ends; `waited`: the host goes on when it is done. True where it races with earlier work: *conflict says
// with which.
bool stream_work_end(StreamOrder *o, bool waited, Conflict *conflict);

// An event, by its handle, is recorded; a stream waits for it. One that was never recorded does not matter.
void stream_record_event(StreamOrder *o, uint64_t event, const StreamName *stream);
void stream_wait_event(StreamOrder *o, const StreamName *stream, uint64_t event);

// The host waits: for an event, for a stream, for all.
void stream_host_waits_event(StreamOrder *o, uint64_t event);
void stream_host_waits(StreamOrder *o, const StreamName *stream);
void stream_host_waits_all(StreamOrder *o);

// Is the stream's work done, or what the event was recorded behind, as far as the host may know? Where it has not
// waited, some questions are answered with false; with true it has waited.
bool stream_host_asks(StreamOrder *o, const StreamName *stream);
bool stream_host_asks_event(StreamOrder *o, uint64_t event);

// A host function in the stream, by a number of the caller's. False where the host knows that all work before it is done.
bool stream_host_function(StreamOrder *o, const StreamName *stream, uint64_t number);

// Does the stream's next work come behind the function? NULL: does the host know that it has run?
bool stream_is_behind_function(StreamOrder *o, const StreamName *stream, uint64_t number);

// The host waits for the function.
void stream_host_waits_function(StreamOrder *o, uint64_t number);

// The host uses bytes that work in streams may use, too: itself, or in a host function in the stream (NULL: itself).
// True where nothing orders that behind work under way, and *conflict says which. A host that reads what a kernel
// changes atomically, or by volatile stores, waits for it by that: it counts as having waited for that kernel.
bool stream_host_touches(StreamOrder *o, const StreamName *stream, uint64_t address, uint64_t bytes,
                         TouchKind kind, Conflict *conflict);

// Does work that the host does not know to be done use bytes [from, end) of one page of memory, from the first few to the last
// few? *written: to write them.
bool stream_page_is_used(const StreamOrder *o, uint64_t from, uint64_t end, bool *written);

// New memory: what was there before does not matter.
void stream_forget_memory(StreamOrder *o, uint64_t address, uint64_t bytes);

// Did memory run out, so that races may have been missed?
bool stream_order_lost(const StreamOrder *o);

#endif
