// Serves the student's end: reads a request, finds who carries it out, answers. Everything that comes in is hostile.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

enum { INVALID_VALUE = 1, NOT_SUPPORTED = 801 };
#define MAX_PAYLOAD (8ull << 30)

static int unsupported(Device *d, Call *c) {
    HostFinding *f = note_host(d, "not-simulated", c->head->caller);
    if (f) {
        snprintf(f->message, sizeof f->message, "not simulated: %.*s.", (int)(c->head->size < 200 ? c->head->size : 200),
                 (const char *)c->payload);
        snprintf(f->next, sizeof f->next, "Write it without this call, or run it on a GPU.");
    }
    return NOT_SUPPORTED;
}

static int misuse(Device *d, Call *c) {
    HostFinding *f = note_host(d, "launch", c->head->caller);
    if (f) {
        snprintf(f->message, sizeof f->message, "%.*s", (int)(c->head->size < 390 ? c->head->size : 390),
                 (const char *)c->payload);
        snprintf(f->next, sizeof f->next, "Check the arguments of this call.");
    }
    return 0;
}

static int carry_out(Device *d, Call *c) {
    const uint32_t call = c->head->call;
    switch (call) {
    case CALL_HELLO: case CALL_DEVICE_COUNT: case CALL_PROPERTIES: case CALL_ATTRIBUTE: case CALL_SET_DEVICE:
        return call_information(d, c);
    case CALL_UNSUPPORTED: return unsupported(d, c);
    case CALL_MISUSE: return misuse(d, c);
    case CALL_RESET: d->sticky = 0; return 0; // what was allocated stays: a lab's buffers belong to the grader
    default: break;
    }
    if (d->sticky) return d->sticky; // after a failed kernel nothing works any more
    switch (call) {
    case CALL_MALLOC: case CALL_MALLOC_PITCH: case CALL_FREE: case CALL_MEM_INFO: case CALL_WRITE: case CALL_READ:
    case CALL_COPY: case CALL_WRITE_2D: case CALL_READ_2D: case CALL_COPY_2D: case CALL_FILL: case CALL_FILL_2D:
        return call_memory(d, c);
    case CALL_REGISTER_FUNCTION: case CALL_REGISTER_VARIABLE: case CALL_LAUNCH: case CALL_FUNCTION_INFO:
    case CALL_FUNCTION_SET: case CALL_OCCUPANCY:
        return call_launch(d, c);
    case CALL_SYNCHRONIZE: case CALL_STREAM_CREATE: case CALL_STREAM_DESTROY: case CALL_STREAM_SYNCHRONIZE:
    case CALL_STREAM_WAIT_EVENT: case CALL_EVENT_CREATE: case CALL_EVENT_DESTROY: case CALL_EVENT_RECORD:
    case CALL_EVENT_SYNCHRONIZE: case CALL_EVENT_ELAPSED:
        return call_streams(d, c);
    default: return -1;
    }
}

static Served state_of(WireState state) {
    return state == WIRE_LATE ? SERVED_LATE : SERVED_GONE;
}

// The host code loops (its place is known when the jail stopped it) or sleeps (then it is not).
static void note_endless_host(Device *d, const uint64_t *caller) {
    HostFinding *f = note_host(d, "timeout", caller);
    if (!f) return;
    f->fatal = true;
    snprintf(f->message, sizeof f->message, caller[0] ? "Host code used up its processor time here: it does not seem to end."
                                                      : "The launch function does not come back: its host code sleeps or waits.");
    snprintf(f->next, sizeof f->next, "Look for a loop or a wait on the host that does not end, or that does the kernel's work.");
}

static Served host_fault(Device *d, const MessageHead *head) {
    if (head->arg[1] == SIGXCPU) {
        note_endless_host(d, head->caller);
        return SERVED_LATE;
    }
    HostFinding *f = note_host(d, "host-dereference", head->caller);
    const uint64_t address = head->arg[0];
    if (!f) return SERVED_FAULT;
    f->fatal = true;
    if (address >= DEVICE_ADDRESS_BASE && address < DEVICE_ADDRESS_END) {
        snprintf(f->message, sizeof f->message,
                 "Host code touches device memory (address 0x%" PRIx64 "): a device pointer can only be used in a kernel "
                 "or passed to CUDA calls.",
                 address);
        snprintf(f->next, sizeof f->next, "Do this work in a kernel.");
    } else {
        snprintf(f->message, sizeof f->message, "Host code crashes (signal %d) at address 0x%" PRIx64 ".", (int)head->arg[1],
                 address);
        snprintf(f->next, sizeof f->next, "Look at the pointers that this line uses.");
    }
    return SERVED_FAULT;
}

Served serve_student(Device *d, int limit_ms) {
    MessageHead head;
    WireState state = wire_read(d->student_fd, &head, sizeof head, limit_ms);
    if (state == WIRE_LATE) note_endless_host(d, (const uint64_t[CALLERS]){0});
    if (state != WIRE_OK) return state_of(state);
    if (head.call == CALL_RETURNED) return head.size ? SERVED_NONSENSE : SERVED_RETURN;
    if (head.call == CALL_HOST_FAULT) return head.size ? SERVED_NONSENSE : host_fault(d, &head);
    if (head.call == 0 || head.call >= STUDENT_CALL || head.size > MAX_PAYLOAD) return SERVED_NONSENSE;
    uint8_t *payload = malloc(head.size + 1);
    if (!payload) {
        state = wire_skip(d->student_fd, head.size, limit_ms);
        const ReplyHead refusal = {.error = 2};
        return state == WIRE_OK && wire_reply(d->student_fd, &refusal, NULL) == WIRE_OK ? SERVED : SERVED_GONE;
    }
    state = wire_read(d->student_fd, payload, head.size, limit_ms);
    payload[head.size] = 0;
    if (state != WIRE_OK) {
        free(payload);
        return state_of(state);
    }
    ReplyHead reply = {0};
    Call c = {.head = &head, .payload = payload, .reply = &reply};
    const int error = carry_out(d, &c);
    free(payload);
    if (error < 0) return SERVED_NONSENSE;
    if (error) reply.size = 0;
    reply.error = (uint32_t)error;
    reply.value[3] = head.call == CALL_EVENT_ELAPSED ? 0 : d->sim->printed_size;
    state = wire_reply(d->student_fd, &reply, c.answer);
    free(c.answer);
    return state == WIRE_OK ? SERVED : SERVED_GONE;
}
