// Timelines of streams, events and the host, and work in them.
#include "grader/stream_order/stream_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    StreamName name;
    uint64_t now;   // moments of it so far, since all was known the last time
    Clock before;   // what has happened before its next work, itself aside
    uint32_t asked; // questions since its last work that were answered with "not yet"
} Line;

typedef struct {
    uint64_t handle;
    Clock recorded;
    uint32_t asked; // as in Line
} Event;

// Both lists only get shorter where the host knows all: nothing of before matters then.
struct StreamOrder {
    Line *lines;
    uint32_t line_count, line_room;
    Event *events;
    uint32_t event_count, event_room;
    Clock host;
    RecentWork recent;
    Work work;           // under way
    bool working, alone; // alone: all work before it is known to be over
    Footprint touched;
    uint64_t bytes_used; // by work so far
    bool lost;           // bytes that were used have been forgotten
    bool broken;         // what is ordered is not known any more: nothing is said from here on
};

StreamOrder *stream_order_new(void) {
    return calloc(1, sizeof(StreamOrder));
}

static void forget_all(StreamOrder *o) {
    for (uint32_t i = 0; i < o->line_count; i++) clock_clear(&o->lines[i].before);
    for (uint32_t i = 0; i < o->event_count; i++) clock_clear(&o->events[i].recorded);
    o->line_count = o->event_count = 0;
    clock_clear(&o->host);
    recent_work_clear(&o->recent);
}

void stream_order_free(StreamOrder *o) {
    if (!o) return;
    forget_all(o);
    footprint_clear(&o->touched);
    free(o->lines);
    free(o->events);
    free(o);
}

static void note_memory(StreamOrder *o, bool good) {
    o->broken |= !good;
}

// Room for one more element; false without memory.
static bool reserve(void **list, uint32_t count, uint32_t *room, size_t size) {
    if (count < *room) return true;
    const uint32_t more = 2 * *room + 8;
    void *grown = realloc(*list, more * size);
    if (!grown) return false;
    *list = grown;
    *room = more;
    return true;
}

static bool same_stream(const StreamName *a, const StreamName *b) {
    return a->handle == b->handle && a->device == b->device;
}

// The stream's timeline, which begins now where nothing is known of it. NULL without memory.
static Line *line_of(StreamOrder *o, const StreamName *stream) {
    for (uint32_t i = 0; i < o->line_count; i++)
        if (same_stream(&o->lines[i].name, stream)) return &o->lines[i];
    const bool good = reserve((void **)&o->lines, o->line_count, &o->line_room, sizeof *o->lines);
    note_memory(o, good);
    if (!good) return NULL;
    o->lines[o->line_count] = (Line){.name = *stream};
    return &o->lines[o->line_count++];
}

static uint32_t number_of(const StreamOrder *o, const Line *line) {
    return (uint32_t)(line - o->lines);
}

static Event *find_event(StreamOrder *o, uint64_t handle) {
    for (uint32_t i = 0; i < o->event_count; i++)
        if (o->events[i].handle == handle) return &o->events[i];
    return NULL;
}

// Does the default stream keep the two in the order of the calls?
static bool waits_by_itself(const StreamName *a, const StreamName *b) {
    return a->device == b->device && (a->kind == STREAM_LEGACY || b->kind == STREAM_LEGACY) &&
           a->kind != STREAM_NON_BLOCKING && b->kind != STREAM_NON_BLOCKING;
}

// `to` learns all that has happened on the timeline and before it.
static void learn_all_of(StreamOrder *o, Clock *to, const Line *line) {
    note_memory(o, clock_join(to, &line->before) && clock_learn(to, number_of(o, line), line->now));
}

// What happens before anything that the stream is asked for now.
static void bring_up_to_date(StreamOrder *o, Line *line) {
    note_memory(o, clock_join(&line->before, &o->host));
    for (uint32_t i = 0; i < o->line_count; i++)
        if (&o->lines[i] != line && waits_by_itself(&o->lines[i].name, &line->name))
            learn_all_of(o, &line->before, &o->lines[i]);
}

static bool knows_all_others(const StreamOrder *o, const Clock *c, const Line *but) {
    for (uint32_t i = 0; i < o->line_count; i++)
        if (&o->lines[i] != but && clock_time(c, i) < o->lines[i].now) return false;
    return true;
}

// The host has learnt something. Once it knows all, nothing of before can race with anything.
static void host_has_learnt(StreamOrder *o) {
    if (knows_all_others(o, &o->host, NULL)) forget_all(o);
}

void stream_work_begin(StreamOrder *o, const StreamName *stream, const uint64_t *caller, const char *what) {
    Line *line = line_of(o, stream);
    if (!line || o->broken) return;
    bring_up_to_date(o, line);
    o->alone = knows_all_others(o, &line->before, line);
    line->asked = 0;
    o->work =
        (Work){.line = number_of(o, line), .time = ++line->now, .in_default = stream->kind == STREAM_LEGACY};
    memcpy(o->work.caller, caller, sizeof o->work.caller);
    snprintf(o->work.what, sizeof o->work.what, "%s", what);
    o->working = true;
}

void stream_work_touch(StreamOrder *o, uint64_t address, uint64_t bytes, TouchKind kind) {
    if (o->working) footprint_add(&o->touched, address, bytes, kind);
}

Footprint *stream_work_footprint(StreamOrder *o) {
    return o->working ? &o->touched : NULL;
}

bool stream_work_end(StreamOrder *o, bool waited, Conflict *conflict) {
    bool races = false;
    if (!o->working) return false;
    o->working = false;
    o->bytes_used += footprint_bytes(&o->touched);
    Line *line = &o->lines[o->work.line];
    if (waited && o->alone) { // nothing is under way, and nothing will be
        footprint_clear(&o->touched);
    } else {
        Clock known = {0};
        note_memory(o, clock_join(&known, &line->before) && clock_learn(&known, o->work.line, line->now));
        races = recent_work_add(&o->recent, &o->work, &known, &o->touched, conflict, &o->lost);
        clock_clear(&known);
    }
    if (waited) {
        learn_all_of(o, &o->host, line);
        host_has_learnt(o);
    }
    return races && !o->broken;
}

void stream_record_event(StreamOrder *o, uint64_t handle, const StreamName *stream) {
    Line *line = line_of(o, stream);
    Event *event = find_event(o, handle);
    if (!event && reserve((void **)&o->events, o->event_count, &o->event_room, sizeof *o->events)) {
        event = &o->events[o->event_count++];
        *event = (Event){.handle = handle};
    }
    note_memory(o, event != NULL);
    if (!line || !event) return;
    bring_up_to_date(o, line);
    event->asked = 0;
    clock_clear(&event->recorded);
    learn_all_of(o, &event->recorded, line);
}

void stream_wait_event(StreamOrder *o, const StreamName *stream, uint64_t handle) {
    const Event *event = find_event(o, handle);
    Line *line = event ? line_of(o, stream) : NULL;
    if (line) note_memory(o, clock_join(&line->before, &event->recorded));
}

void stream_host_waits_event(StreamOrder *o, uint64_t handle) {
    const Event *event = find_event(o, handle);
    if (!event) return;
    note_memory(o, clock_join(&o->host, &event->recorded));
    host_has_learnt(o);
}

void stream_host_waits(StreamOrder *o, const StreamName *stream) {
    Line *line = line_of(o, stream);
    if (!line) return;
    bring_up_to_date(o, line);
    learn_all_of(o, &o->host, line);
    host_has_learnt(o);
}

// How often "not yet" is answered: from 2 to 1025 times, small numbers as often as large ones, without a pattern that a
// program could count on: work that used other bytes is asked about otherwise.
static bool is_patient(const StreamOrder *o, uint32_t *asked, uint64_t of) {
    const uint64_t drawn = ((of + 1) * 0x9e3779b97f4a7c15ull ^ o->bytes_used) * 0xbf58476d1ce4e5b9ull;
    const uint32_t power = (uint32_t)(drawn >> 32) % 10;
    return ++*asked > 2 + (1u << power) + (uint32_t)(drawn >> 40) % (1u << power);
}

bool stream_host_asks(StreamOrder *o, const StreamName *stream) {
    bool done = true;
    Line *line = line_of(o, stream);
    if (!line || o->broken) return true;
    for (uint32_t i = 0; i < o->line_count; i++) {
        const bool counts = &o->lines[i] == line ||
                            (stream->kind == STREAM_LEGACY && waits_by_itself(&o->lines[i].name, stream));
        done &= !counts || clock_time(&o->host, i) >= o->lines[i].now;
    }
    if (!done && !is_patient(o, &line->asked, number_of(o, line) + 31 * line->now)) return false;
    if (!done) stream_host_waits(o, stream);
    return true;
}

static bool knows(const Clock *c, const Clock *other) {
    for (uint32_t i = 0; i < other->count; i++)
        if (clock_time(c, other->at[i].line) < other->at[i].time) return false;
    return true;
}

bool stream_host_asks_event(StreamOrder *o, uint64_t handle) {
    Event *event = find_event(o, handle);
    if (!event || o->broken || knows(&o->host, &event->recorded)) return true;
    if (!is_patient(o, &event->asked, handle)) return false;
    stream_host_waits_event(o, handle);
    return true;
}

// A function is a moment of its stream, kept as an event that no program has.
static uint64_t event_of_function(uint64_t number) {
    return number | 1ull << 63;
}

bool stream_host_function(StreamOrder *o, const StreamName *stream, uint64_t number) {
    Line *line = line_of(o, stream);
    if (!line || o->broken) return false;
    bring_up_to_date(o, line);
    if (clock_time(&o->host, number_of(o, line)) >= line->now && knows(&o->host, &line->before)) return false;
    line->asked = 0;
    line->now++;
    stream_record_event(o, event_of_function(number), stream);
    return !o->broken;
}

bool stream_is_behind_function(StreamOrder *o, const StreamName *stream, uint64_t number) {
    Clock known = {0};
    Line *line = stream ? line_of(o, stream) : NULL;
    const Event *event = find_event(o, event_of_function(number));
    if (!event || o->broken || (stream && !line)) return true;
    note_memory(o, clock_join(&known, &o->host));
    if (line) {
        bring_up_to_date(o, line);
        learn_all_of(o, &known, line);
    }
    const bool behind = knows(&known, &event->recorded);
    clock_clear(&known);
    return behind;
}

void stream_host_waits_function(StreamOrder *o, uint64_t number) {
    stream_host_waits_event(o, event_of_function(number));
}

bool stream_host_touches(StreamOrder *o, const StreamName *stream, uint64_t address, uint64_t bytes,
                         TouchKind kind, Conflict *conflict) {
    Clock known = {0};
    Footprint touched = {0};
    Line *line = stream ? line_of(o, stream) : NULL;
    if (o->broken || (stream && !line)) return false;
    note_memory(o, clock_join(&known, &o->host));
    if (line) {
        bring_up_to_date(o, line);
        learn_all_of(o, &known, line);
    }
    footprint_add(&touched, address, bytes, kind);
    bool races = recent_work_find(&o->recent, &known, &touched, conflict);
    clock_clear(&known);
    if (races && !stream && kind == TOUCH_READ && conflict->earlier_kind == TOUCH_ATOMIC) {
        note_memory(o, clock_learn(&o->host, conflict->earlier.line, conflict->earlier.time));
        races = false;
    }
    return races && !o->broken;
}

bool stream_page_is_used(const StreamOrder *o, uint64_t from, uint64_t end, bool *written) {
    return !o->broken && recent_work_uses(&o->recent, &o->host, from, end, written);
}

void stream_host_waits_all(StreamOrder *o) {
    forget_all(o);
}

void stream_forget_memory(StreamOrder *o, uint64_t address, uint64_t bytes) {
    if (o->recent.count) recent_work_forget(&o->recent, address, bytes);
}

bool stream_order_lost(const StreamOrder *o) {
    return o->lost || o->broken;
}
