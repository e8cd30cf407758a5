// The student's requests as work in streams: what comes before what, and the finding where two race.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

enum { PER_THREAD = 2 }; // cudaStreamPerThread; 0 and cudaStreamLegacy, 1, are the default stream

// What the work is called in messages; NULL where the request is no work in a stream.
static const char *work_name(const Device *d, const Call *c, char *room, size_t size) {
    switch (c->head->call) {
    case CALL_LAUNCH:
        if (c->head->arg[0] < 1 || c->head->arg[0] > d->kernel_count) return NULL;
        snprintf(room, size, "kernel %.100s",
                 warpsim_kernel_facts(d->kernels[c->head->arg[0] - 1]).display_name);
        return room;
    case CALL_WRITE:
    case CALL_WRITE_2D: return "a copy to the device";
    case CALL_READ:
    case CALL_READ_2D: return "a copy from the device";
    case CALL_COPY:
    case CALL_COPY_2D: return "a copy";
    case CALL_FILL:
    case CALL_FILL_2D: return "cudaMemset";
    case CALL_MALLOC: return c->head->waits ? NULL : "cudaMallocAsync";
    case CALL_FREE: return c->head->waits ? NULL : "cudaFreeAsync";
    default: return NULL;
    }
}

static StreamName stream_of(const Device *d, const MessageHead *head) {
    const bool own = head->stream == PER_THREAD || (head->stream == 0 && d->per_thread_streams);
    if (own)
        return (StreamName){PER_THREAD | (uint64_t)head->thread << 32, device_in_use(d), STREAM_BLOCKING};
    if (head->stream < PER_THREAD) return (StreamName){0, device_in_use(d), STREAM_LEGACY};
    return (StreamName){head->stream, device_in_use(d),
                        stream_is_non_blocking(d, head->stream) ? STREAM_NON_BLOCKING : STREAM_BLOCKING};
}

// Is it a copy that the host does not wait for, from or to page-locked memory?
static bool is_asynchronous_copy(const MessageHead *head) {
    if (head->waits) return false;
    switch (head->call) {
    case CALL_WRITE: return head->arg[1];
    case CALL_READ: return head->arg[2];
    case CALL_WRITE_2D:
    case CALL_READ_2D: return head->arg[4];
    default: return false;
    }
}

// Streams other than the default one are coming into use, or copies that go on beside the host: from now on it
// matters which bytes work uses. Timelines are kept from the first work on, for whoever asks whether it is done.
static void look_at_order(Device *d, const MessageHead *head) {
    if (d->on_gpu) return; // nobody sees what kernels use there
    if (!d->order) d->order = stream_order_new();
    d->order_matters |= head->call == CALL_STREAM_CREATE || head->stream >= PER_THREAD ||
                        d->per_thread_streams || d->makes_streams || is_asynchronous_copy(head) ||
                        head->call == CALL_ALLOCATE_SHARED || head->call == CALL_SHARE_VARIABLE;
}

void order_before(Device *d, const Call *c) {
    char room[120];
    look_at_order(d, c->head);
    const char *what = d->order ? work_name(d, c, room, sizeof room) : NULL;
    if (!what) return;
    const StreamName stream = stream_of(d, c->head);
    stream_work_begin(d->order, &stream, c->head->caller, what);
}

void order_touch(Device *d, uint64_t address, uint64_t size, TouchKind kind) {
    if (kind == TOUCH_WRITE) stored_add(&d->stored, address, size);
    if (d->order && d->order_matters) stream_work_touch(d->order, address, size, kind);
}

// The host's end of a copy, where it is page-locked: `rows` rows, `pitch` apart.
static void touch_host(Device *d, uint64_t address, uint64_t pitch, uint64_t width, uint64_t rows,
                       TouchKind kind) {
    uint64_t end;
    if (!address || !width || !rows || __builtin_mul_overflow(pitch, rows, &end) ||
        __builtin_add_overflow(end, address, &end) ||
        (end > DEVICE_ADDRESS_BASE && address < DEVICE_ADDRESS_END))
        return;
    for (uint64_t y = 0; y < rows; y++) order_touch(d, address + y * pitch, width, kind);
}

static void touch_host_end(Device *d, const MessageHead *head) {
    const uint64_t *a = head->arg;
    switch (head->call) {
    case CALL_WRITE: touch_host(d, a[1], head->size, head->size, 1, TOUCH_READ); break;
    case CALL_READ: touch_host(d, a[2], a[1], a[1], 1, TOUCH_WRITE); break;
    case CALL_WRITE_2D: touch_host(d, a[4], a[5], a[2], a[3], TOUCH_READ); break;
    case CALL_READ_2D: touch_host(d, a[4], a[5], a[2], a[3], TOUCH_WRITE); break;
    default: break;
    }
}

static const char *does(TouchKind kind) {
    return kind == TOUCH_READ ? "reads" : kind == TOUCH_WRITE ? "writes" : "changes atomically";
}

// "`out[3]`", "byte 12 of an allocation of 400 bytes"
static void name_memory(const Device *d, uint64_t address, char *text, size_t size) {
    const bool hosts = address < DEVICE_ADDRESS_BASE || address >= DEVICE_ADDRESS_END;
    const WarpsimAllocation *a = hosts ? NULL : warpsim_nearest(d->sim, address);
    const uint64_t byte = a ? address - a->base : 0;
    if (!a)
        snprintf(text, size, hosts ? "page-locked memory of the host" : "device memory");
    else if (a->parameter[0] && a->element)
        snprintf(text, size, "`%s[%" PRIu64 "]`", a->parameter, byte / a->element);
    else if (a->name[0])
        snprintf(text, size, "byte %" PRIu64 " of the variable %s", byte, a->name);
    else
        snprintf(text, size, "byte %" PRIu64 " of an allocation of %" PRIu64 " bytes", byte, a->size);
}

static const char *advice(const StreamName *stream, bool earlier_in_default) {
    const bool with_default = stream->kind == STREAM_LEGACY || earlier_in_default;
    return with_default
               ? "A stream created with cudaStreamNonBlocking is not synchronised with the default stream: "
                 "call cudaStreamSynchronize() on the stream of the first operation, or create the stream "
                 "with cudaStreamCreate()."
               : "Put both operations into one stream, or record an event after the first one "
                 "(cudaEventRecord) and make the other stream wait for it (cudaStreamWaitEvent).";
}

static void note_conflict(Device *d, const Call *c, const char *what, const Conflict *conflict) {
    HostFinding *f = note_host(d, "race", c->head->caller);
    if (!f) return;
    char memory[200];
    const Work *earlier = &conflict->earlier;
    const StreamName stream = stream_of(d, c->head);
    name_memory(d, conflict->address, memory, sizeof memory);
    snprintf(
        f->message, sizeof f->message,
        "A race between two streams: %.80s %s %.90s, which %.80s, in %s stream, %s. Nothing orders them: "
        "either may come first.",
        what, does(conflict->later_kind), memory, earlier->what,
        earlier->in_default ? "the default" : "another", does(conflict->earlier_kind));
    snprintf(f->next, sizeof f->next, "%s", advice(&stream, earlier->in_default));
    memcpy(f->other_caller, earlier->caller, sizeof f->other_caller);
    snprintf(f->other_what, sizeof f->other_what, "asked for %s", earlier->what);
}

static void synchronize(Device *d, const MessageHead *head) {
    const StreamName stream = stream_of(d, head);
    switch (head->call) {
    case CALL_EVENT_RECORD: stream_record_event(d->order, head->arg[0], &stream); break;
    case CALL_STREAM_WAIT_EVENT: stream_wait_event(d->order, &stream, head->arg[0]); break;
    case CALL_EVENT_SYNCHRONIZE: stream_host_waits_event(d->order, head->arg[0]); break;
    case CALL_STREAM_SYNCHRONIZE:
        if (head->waits) stream_host_waits(d->order, &stream);
        break;
    case CALL_SYNCHRONIZE:
    case CALL_FREE: // it waits for the whole device
        if (head->waits) stream_host_waits_all(d->order);
        break;
    case CALL_ARRAY_FREE:
    case CALL_RESET: stream_host_waits_all(d->order); break;
    default: break;
    }
}

void order_after(Device *d, const Call *c, int error) {
    char room[120];
    Conflict conflict;
    if (!d->order) return;
    const char *what = work_name(d, c, room, sizeof room);
    if (what) {
        if (!error) touch_host_end(d, c->head);
        const bool races = stream_work_end(d->order, c->head->waits, &conflict);
        if (races && !error) note_conflict(d, c, what, &conflict);
    } else if (!error) {
        synchronize(d, c->head);
    }
    if (c->head->call == CALL_MALLOC && c->head->waits && !error)
        stream_forget_memory(d->order, c->reply->value[0], c->head->arg[0]);
}

static void note_unfinished(Device *d, const Conflict *conflict) {
    char memory[200];
    HostFinding *f = note_host(d, "race", conflict->earlier.caller);
    if (!f) return;
    name_memory(d, conflict->address, memory, sizeof memory);
    snprintf(
        f->message, sizeof f->message,
        "The function returns while %.80s, in a stream that was made with cudaStreamNonBlocking, may still have to "
        "write %.90s. Its caller copies the result by cudaMemcpy(), which does not wait for such a stream.",
        conflict->earlier.what, memory);
    snprintf(
        f->next, sizeof f->next,
        "Call cudaStreamSynchronize() on the stream before the function returns, or use the default stream, or one "
        "made with cudaStreamCreate().");
}

void order_fetch_results(Device *d) {
    const StreamName stream = {0, device_in_use(d), STREAM_LEGACY};
    const uint64_t nowhere[CALLERS] = {0};
    WarpsimAllocation *a;
    Conflict conflict;
    if (!d->order || !d->order_matters) return;
    for (int i = 0; (a = warpsim_allocation_at(d->sim, i)); i++) {
        if (!a->live || !a->graders || a->input) continue;
        stream_work_begin(d->order, &stream, nowhere, "the caller's copy of the result");
        stream_work_touch(d->order, a->base, a->size, TOUCH_READ);
        if (stream_work_end(d->order, true, &conflict)) note_unfinished(d, &conflict);
    }
}

bool order_is_done(Device *d, const MessageHead *head) {
    const StreamName stream = stream_of(d, head);
    if (!d->order) return true;
    switch (head->call) {
    case CALL_STREAM_QUERY: return stream_host_asks(d->order, &stream);
    case CALL_EVENT_QUERY: return stream_host_asks_event(d->order, head->arg[0]);
    default: // cudaEventElapsedTime
        return stream_host_asks_event(d->order, head->arg[0]) &&
               stream_host_asks_event(d->order, head->arg[1]);
    }
}

static void note_host_race(Device *d, const Call *c, const Conflict *conflict) {
    HostFinding *f = note_host(d, "race", c->head->caller);
    if (!f) return;
    const bool writes = c->head->arg[2], shared = c->head->arg[0] >= DEVICE_ADDRESS_BASE;
    const char *rest = conflict->earlier_kind == TOUCH_READ ? "read" : "write";
    snprintf(f->message, sizeof f->message,
             "A race between the host and the device: host code %s %s memory here, which "
             "%.80s may still have to %s. The host has not waited for that work to finish.",
             writes ? "writes" : "reads", shared ? "managed or page-locked" : "page-locked",
             conflict->earlier.what, rest);
    snprintf(f->next, sizeof f->next,
             "%s: wait before this line (%scudaStreamSynchronize, cudaEventSynchronize), or use other "
             "memory meanwhile.",
             shared
                 ? "A launch, and a call whose name ends in Async, returns before its work is done"
                 : "With page-locked memory, a call whose name ends in Async returns before its work is done",
             shared ? "cudaDeviceSynchronize, " : "");
    memcpy(f->other_caller, conflict->earlier.caller, sizeof f->other_caller);
    snprintf(f->other_what, sizeof f->other_what, "asked for %s", conflict->earlier.what);
}

static int list_used_pages(Device *d, Call *c) {
    UsedPages *pieces = malloc(USED_PAGES_MOST * sizeof *pieces);
    if (!pieces) return 0; // they go unwatched
    const uint64_t from = c->head->arg[0], end = from + c->head->arg[1];
    uint64_t count = 0;
    for (uint64_t page = from / FOOTPRINT_PAGE; page * FOOTPRINT_PAGE < end; page++) {
        bool written;
        const uint64_t start = page * FOOTPRINT_PAGE, next = start + FOOTPRINT_PAGE;
        if (!stream_page_is_used(d->order, start < from ? from : start, next < end ? next : end, &written))
            continue;
        UsedPages *last = count ? &pieces[count - 1] : NULL;
        if (last && last->first + last->pages * (uint64_t)FOOTPRINT_PAGE == page * FOOTPRINT_PAGE &&
            last->written == written)
            last->pages++;
        else if (count < USED_PAGES_MOST)
            pieces[count++] = (UsedPages){page * FOOTPRINT_PAGE, 1, written};
    }
    c->reply->value[0] = count;
    c->reply->size = count * sizeof *pieces;
    c->answer = pieces;
    return 0;
}

int call_host_access(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    Conflict conflict;
    if (a[1] > HOST_ACCESS_MOST || a[0] > UINT64_MAX - a[1] || c->head->size) return -1;
    if (!d->order || !d->order_matters || !a[1]) return 0;
    if (a[3] == HOST_RELEASES) {
        stream_forget_memory(d->order, a[0], a[1]);
        return 0;
    }
    if (a[3] == HOST_LISTS) return list_used_pages(d, c);
    const StreamName stream = stream_of(d, c->head);
    const bool races = stream_host_touches(d->order, a[4] ? &stream : NULL, a[0], a[1],
                                           a[2] ? TOUCH_WRITE : TOUCH_READ, &conflict);
    if (races && a[3] == HOST_TOUCHES) note_host_race(d, c, &conflict);
    c->reply->value[0] = races;
    return 0;
}

static uint64_t functions_behind(Device *d, const StreamName *stream, uint64_t places) {
    uint64_t behind = 0;
    for (uint64_t i = 0; i < HOST_FUNCTIONS_MOST; i++)
        if (places >> i & 1 && stream_is_behind_function(d->order, stream, i)) behind |= 1ull << i;
    return behind;
}

int call_host_function(Device *d, Call *c) {
    const uint64_t step = c->head->arg[0], place = c->head->arg[1];
    const bool one = step == HOST_FUNCTION_ASKED || step == HOST_FUNCTION_AWAITED;
    if (step > HOST_FUNCTION_AWAITED || (one && place >= HOST_FUNCTIONS_MOST) || c->head->size) return -1;
    const StreamName stream = stream_of(d, c->head);
    uint64_t *value = &c->reply->value[0];
    if (!d->order || !d->order_matters) {
        if (!one) *value = place;
        return 0;
    }
    switch (step) {
    case HOST_FUNCTION_ASKED: *value = stream_host_function(d->order, &stream, place); break;
    case HOST_FUNCTION_BEFORE: *value = functions_behind(d, &stream, place); break;
    case HOST_FUNCTION_KNOWN: *value = functions_behind(d, NULL, place); break;
    default: stream_host_waits_function(d->order, place); break;
    }
    return 0;
}
