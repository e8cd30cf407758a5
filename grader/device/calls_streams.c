// The student's requests about streams and events. Work is done in the order in which it is asked for, so a
// stream has no state; an event holds a time on the modelled clock.
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

enum { FIRST_HANDLE = 16, LEGACY_STREAMS = 3 };

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
        if (at == t->count) return cudaErrorMemoryAllocation;
    } else {
        uint8_t *grown = with_room(t->owner, t->count, sizeof *grown);
        if (!grown) return cudaErrorMemoryAllocation;
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

uint32_t device_in_use(const Device *d) {
    uint32_t device;
    warpsim_devices(d->sim, &device);
    return device;
}

// The default streams are those of the device in use.
static uint32_t device_of_stream(const Device *d, uint64_t stream) {
    return stream < LEGACY_STREAMS ? device_in_use(d) : d->streams.owner[stream - FIRST_HANDLE] - 1u;
}

static uint32_t device_of_event(const Device *d, uint64_t event) {
    return d->events.owner[event - FIRST_HANDLE] - 1u;
}

bool stream_is_elsewhere(const Device *d, uint64_t stream) {
    return is_stream(d, stream) && device_of_stream(d, stream) != device_in_use(d);
}

bool stream_is_non_blocking(const Device *d, uint64_t stream) {
    return exists(&d->streams, stream) && d->non_blocking[stream - FIRST_HANDLE];
}

static int create_stream(Device *d, Call *c) {
    enum { NON_BLOCKING = 1 }; // cudaStreamNonBlocking
    bool *non_blocking = d->non_blocking;
    uint64_t handle;
    if (d->streams.count < MAX_HANDLES)
        non_blocking = with_room(non_blocking, d->streams.count, sizeof *non_blocking);
    if (!non_blocking) return cudaErrorMemoryAllocation;
    d->non_blocking = non_blocking;
    const int error = new_handle(&d->streams, device_in_use(d), &handle);
    if (error) return error;
    non_blocking[handle - FIRST_HANDLE] = c->head->arg[0] & NON_BLOCKING;
    c->reply->value[0] = handle;
    return 0;
}

void free_streams(Device *d) {
    free(d->streams.owner);
    free(d->events.owner);
    free(d->event_times);
    free(d->non_blocking);
    stream_order_free(d->order);
}

static int create_event(Device *d, Call *c) {
    uint64_t *times = d->event_times, handle;
    if (d->events.count < MAX_HANDLES) times = with_room(times, d->events.count, sizeof *times);
    if (!times) return cudaErrorMemoryAllocation;
    d->event_times = times;
    const int error = new_handle(&d->events, device_in_use(d), &handle);
    if (error) return error;
    times[handle - FIRST_HANDLE] = 0;
    c->reply->value[0] = handle;
    return 0;
}

// Text that kernels have printed goes with the answer of whatever waits for them.
void give_text(Device *d, Call *c) {
    size_t size;
    c->answer = warpsim_take_text(d->sim, &size);
    c->reply->size = size;
}

int call_streams(Device *d, Call *c) {
    const uint64_t *a = c->head->arg, stream = c->head->stream;
    switch (c->head->call) {
    case CALL_SYNCHRONIZE: give_text(d, c); return 0;
    case CALL_STREAM_CREATE: return create_stream(d, c);
    case CALL_STREAM_DESTROY:
        if (!exists(&d->streams, a[0])) return cudaErrorInvalidResourceHandle;
        d->streams.owner[a[0] - FIRST_HANDLE] = 0;
        return 0;
    case CALL_STREAM_SYNCHRONIZE:
        if (!is_stream(d, stream)) return cudaErrorInvalidResourceHandle;
        give_text(d, c);
        return 0;
    case CALL_STREAM_QUERY:
        if (!is_stream(d, stream)) return cudaErrorInvalidResourceHandle;
        if (!order_is_done(d, c->head)) return cudaErrorNotReady;
        give_text(d, c);
        return 0;
    case CALL_EVENT_QUERY:
        if (!is_event(d, a[0])) return cudaErrorInvalidResourceHandle;
        if (!order_is_done(d, c->head)) return cudaErrorNotReady;
        give_text(d, c);
        return 0;
    case CALL_STREAM_WAIT_EVENT:
        return is_stream(d, stream) && is_event(d, a[0]) ? 0 : cudaErrorInvalidResourceHandle;
    case CALL_EVENT_CREATE: return create_event(d, c);
    case CALL_EVENT_DESTROY:
        if (!is_event(d, a[0])) return cudaErrorInvalidResourceHandle;
        d->events.owner[a[0] - FIRST_HANDLE] = 0;
        return 0;
    case CALL_EVENT_RECORD:
        if (!is_event(d, a[0]) || !is_stream(d, stream)) return cudaErrorInvalidResourceHandle;
        if (device_of_event(d, a[0]) != device_of_stream(d, stream)) return cudaErrorInvalidResourceHandle;
        d->event_times[a[0] - FIRST_HANDLE] = event_time(d);
        return 0;
    case CALL_EVENT_SYNCHRONIZE:
        if (!is_event(d, a[0])) return cudaErrorInvalidResourceHandle;
        give_text(d, c);
        return 0;
    default: { // CALL_EVENT_ELAPSED
        if (!is_event(d, a[0]) || !is_event(d, a[1])) return cudaErrorInvalidResourceHandle;
        if (device_of_event(d, a[0]) != device_of_event(d, a[1])) return cudaErrorInvalidResourceHandle;
        const uint64_t start = d->event_times[a[0] - FIRST_HANDLE], end = d->event_times[a[1] - FIRST_HANDLE];
        if (!start || !end) return cudaErrorInvalidResourceHandle; // not recorded yet
        if (!order_is_done(d, c->head)) return cudaErrorNotReady;
        const float ms = (float)((double)((int64_t)(end - start)) / 1e6);
        memcpy(&c->reply->value[0], &ms, sizeof ms);
        return 0;
    }
    }
}

int call_peers(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    if (c->head->call == CALL_OWNER && a[1]) {
        if (!is_stream(d, a[0])) return cudaErrorInvalidResourceHandle;
        c->reply->value[0] = device_of_stream(d, a[0]);
        return 0;
    }
    if (c->head->call == CALL_OWNER) {
        const WarpsimAllocation *memory = warpsim_find(d->sim, a[0]);
        if (!memory) return cudaErrorInvalidValue;
        c->reply->value[0] = memory->name[0] ? device_in_use(d) : memory->device;
        return 0;
    }
    if (a[0] >= warpsim_devices(d->sim, NULL) || a[0] == device_in_use(d)) return cudaErrorInvalidDevice;
    const bool enabled = warpsim_peer(d->sim, (uint32_t)a[0], false);
    if (enabled == (a[1] == 1))
        return enabled ? cudaErrorPeerAccessAlreadyEnabled : cudaErrorPeerAccessNotEnabled;
    warpsim_peer(d->sim, (uint32_t)a[0], true);
    return 0;
}
