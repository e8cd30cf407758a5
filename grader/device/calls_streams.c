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
        if (!t->owner[at]) return at;
    }
    return t->count;
}

// `list`, with room for one element more than the `count` that it has: the room doubles. NULL without memory.
static void *with_room(void *list, uint32_t count, size_t element) {
    const bool full = !(count & (count - 1)); // 0 or a power of two
    return full ? realloc(list, (count ? 2 * (size_t)count : 1) * element) : list;
}

// New handles as long as there are any, so that the use of one that was given back is noticed.
static int new_handle(HandleTable *t, uint32_t device, uint64_t *handle) {
    uint32_t at = t->count;
    if (t->count == MAX_HANDLES) {
        at = free_handle(t);
        if (at == t->count) return OUT_OF_MEMORY;
    } else {
        uint8_t *grown = with_room(t->owner, t->count, sizeof *grown);
        if (!grown) return OUT_OF_MEMORY;
        t->owner = grown;
        t->count++;
    }
    t->owner[at] = (uint8_t)(1 + device);
    *handle = FIRST_HANDLE + at;
    return 0;
}

static bool exists(const HandleTable *t, uint64_t handle) {
    return handle >= FIRST_HANDLE && handle - FIRST_HANDLE < t->count && t->owner[handle - FIRST_HANDLE];
}

static bool is_stream(const Device *d, uint64_t handle) {
    return handle < LEGACY_STREAMS || exists(&d->streams, handle); // 0, 1 and 2: the default streams
}

static bool is_event(const Device *d, uint64_t handle) {
    return exists(&d->events, handle);
}

// The default streams are those of the device in use.
static uint32_t device_of_stream(const Device *d, uint64_t stream) {
    return stream < LEGACY_STREAMS ? d->sim->device : d->streams.owner[stream - FIRST_HANDLE] - 1u;
}

static uint32_t device_of_event(const Device *d, uint64_t event) {
    return d->events.owner[event - FIRST_HANDLE] - 1u;
}

bool stream_is_elsewhere(const Device *d, uint64_t stream) {
    return is_stream(d, stream) && device_of_stream(d, stream) != d->sim->device;
}

static int create_event(Device *d, Call *c) {
    uint64_t *times = d->event_times, handle;
    if (d->events.count < MAX_HANDLES) times = with_room(times, d->events.count, sizeof *times);
    if (!times) return OUT_OF_MEMORY;
    d->event_times = times;
    const int error = new_handle(&d->events, d->sim->device, &handle);
    if (error) return error;
    times[handle - FIRST_HANDLE] = 0;
    c->reply->value[0] = handle;
    return 0;
}

// Text that kernels have printed goes with the answer of whatever waits for them.
void give_text(Device *d, Call *c) {
    c->answer = d->sim->printed;
    c->reply->size = d->sim->printed_size;
    d->sim->printed = NULL;
    d->sim->printed_size = 0;
}

int call_streams(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    switch (c->head->call) {
    case CALL_SYNCHRONIZE: give_text(d, c); return 0;
    case CALL_STREAM_CREATE: return new_handle(&d->streams, d->sim->device, &c->reply->value[0]);
    case CALL_STREAM_DESTROY:
        if (!exists(&d->streams, a[0])) return INVALID_HANDLE;
        d->streams.owner[a[0] - FIRST_HANDLE] = 0;
        return 0;
    case CALL_STREAM_SYNCHRONIZE:
        if (!is_stream(d, a[0])) return INVALID_HANDLE;
        give_text(d, c);
        return 0;
    case CALL_STREAM_WAIT_EVENT: return is_stream(d, a[0]) && is_event(d, a[1]) ? 0 : INVALID_HANDLE;
    case CALL_EVENT_CREATE: return create_event(d, c);
    case CALL_EVENT_DESTROY:
        if (!is_event(d, a[0])) return INVALID_HANDLE;
        d->events.owner[a[0] - FIRST_HANDLE] = 0;
        return 0;
    case CALL_EVENT_RECORD:
        if (!is_event(d, a[0]) || !is_stream(d, a[1])) return INVALID_HANDLE;
        if (device_of_event(d, a[0]) != device_of_stream(d, a[1])) return INVALID_HANDLE;
        d->event_times[a[0] - FIRST_HANDLE] = event_time(d);
        return 0;
    case CALL_EVENT_SYNCHRONIZE:
        if (!is_event(d, a[0])) return INVALID_HANDLE;
        give_text(d, c);
        return 0;
    default: { // CALL_EVENT_ELAPSED
        if (!is_event(d, a[0]) || !is_event(d, a[1])) return INVALID_HANDLE;
        if (device_of_event(d, a[0]) != device_of_event(d, a[1])) return INVALID_HANDLE;
        const uint64_t start = d->event_times[a[0] - FIRST_HANDLE], end = d->event_times[a[1] - FIRST_HANDLE];
        if (!start || !end) return INVALID_HANDLE; // not recorded yet
        const float ms = (float)((double)((int64_t)(end - start)) / 1e6);
        memcpy(&c->reply->value[0], &ms, sizeof ms);
        return 0;
    }
    }
}

int call_peers(Device *d, Call *c) {
    enum { INVALID_VALUE = 1, INVALID_DEVICE = 101, ALREADY_ENABLED = 704, NOT_ENABLED = 705 };
    const uint64_t *a = c->head->arg;
    if (c->head->call == CALL_OWNER && a[1]) {
        if (!is_stream(d, a[0])) return INVALID_HANDLE;
        c->reply->value[0] = device_of_stream(d, a[0]);
        return 0;
    }
    if (c->head->call == CALL_OWNER) {
        const Allocation *memory = arena_find(d->sim->arena, a[0]);
        if (!memory) return INVALID_VALUE;
        c->reply->value[0] = memory->name[0] ? d->sim->device : memory->device;
        return 0;
    }
    if (a[0] >= d->sim->device_count || a[0] == d->sim->device) return INVALID_DEVICE;
    uint32_t *peers = &d->sim->devices[d->sim->device].peers, bit = 1u << a[0];
    const bool enabled = *peers & bit;
    if (enabled == (a[1] == 1)) return enabled ? ALREADY_ENABLED : NOT_ENABLED;
    *peers ^= bit;
    return 0;
}
