// The student's requests about streams and events. Work is done in the order in which it is asked for, so a
// stream has no state; an event holds a time on the modelled clock.
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

enum { OUT_OF_MEMORY = 2, INVALID_HANDLE = 400, NOT_READY = 600, FIRST_HANDLE = 16, LEGACY_STREAMS = 3 };

// The index of a handle that was given back; the table's size where all exist.
static uint32_t free_handle(HandleTable *t) {
    for (uint32_t looked = 0; looked < t->count; looked++) {
        const uint32_t at = t->next;
        t->next = at + 1 == t->count ? 0 : at + 1;
        if (!t->live[at]) return at;
    }
    return t->count;
}

// New handles as long as there are any, so that the use of one that was given back is noticed.
static int new_handle(HandleTable *t, uint64_t *handle) {
    uint32_t at = t->count;
    if (t->count == MAX_HANDLES) {
        at = free_handle(t);
        if (at == t->count) return OUT_OF_MEMORY;
    } else {
        uint8_t *grown = realloc(t->live, t->count + 1);
        if (!grown) return OUT_OF_MEMORY;
        t->live = grown;
        t->count++;
    }
    t->live[at] = 1;
    *handle = FIRST_HANDLE + at;
    return 0;
}

static bool exists(const HandleTable *t, uint64_t handle) {
    return handle >= FIRST_HANDLE && handle - FIRST_HANDLE < t->count && t->live[handle - FIRST_HANDLE];
}

static bool is_stream(const Device *d, uint64_t handle) {
    return handle < LEGACY_STREAMS || exists(&d->streams, handle); // 0, 1 and 2: the default streams
}

static bool is_event(const Device *d, uint64_t handle) {
    return exists(&d->events, handle);
}

static int create_event(Device *d, Call *c) {
    uint64_t *times = realloc(d->event_times, (d->events.count + 1) * sizeof *times), handle;
    if (!times) return OUT_OF_MEMORY;
    d->event_times = times;
    const int error = new_handle(&d->events, &handle);
    if (error) return error;
    times[handle - FIRST_HANDLE] = 0;
    c->reply->value[0] = handle;
    return 0;
}

// Text that kernels have printed goes with the answer of whatever waits for them.
static void give_text(Device *d, Call *c) {
    c->answer = d->sim->printed;
    c->reply->size = d->sim->printed_size;
    d->sim->printed = NULL;
    d->sim->printed_size = 0;
}

int call_streams(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    switch (c->head->call) {
    case CALL_SYNCHRONIZE: give_text(d, c); return 0;
    case CALL_STREAM_CREATE: return new_handle(&d->streams, &c->reply->value[0]);
    case CALL_STREAM_DESTROY:
        if (!exists(&d->streams, a[0])) return INVALID_HANDLE;
        d->streams.live[a[0] - FIRST_HANDLE] = 0;
        return 0;
    case CALL_STREAM_SYNCHRONIZE:
        if (!is_stream(d, a[0])) return INVALID_HANDLE;
        give_text(d, c);
        return 0;
    case CALL_STREAM_WAIT_EVENT: return is_stream(d, a[0]) && is_event(d, a[1]) ? 0 : INVALID_HANDLE;
    case CALL_EVENT_CREATE: return create_event(d, c);
    case CALL_EVENT_DESTROY:
        if (!is_event(d, a[0])) return INVALID_HANDLE;
        d->events.live[a[0] - FIRST_HANDLE] = 0;
        return 0;
    case CALL_EVENT_RECORD:
        if (!is_event(d, a[0]) || !is_stream(d, a[1])) return INVALID_HANDLE;
        d->event_times[a[0] - FIRST_HANDLE] = event_time(d);
        return 0;
    case CALL_EVENT_SYNCHRONIZE:
        if (!is_event(d, a[0])) return INVALID_HANDLE;
        give_text(d, c);
        return 0;
    default: { // CALL_EVENT_ELAPSED
        if (!is_event(d, a[0]) || !is_event(d, a[1])) return INVALID_HANDLE;
        const uint64_t start = d->event_times[a[0] - FIRST_HANDLE], end = d->event_times[a[1] - FIRST_HANDLE];
        if (!start || !end) return INVALID_HANDLE; // not recorded yet
        const float ms = (float)((double)((int64_t)(end - start)) / 1e6);
        memcpy(&c->reply->value[0], &ms, sizeof ms);
        return 0;
    }
    }
}
