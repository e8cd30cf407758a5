// Serves the student's end: reads a request, finds who carries it out, answers. Everything that comes in is
// hostile.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

enum { MAX_SMALL_PAYLOAD = 1 << 20 }; // the name of a kernel of templates may be long
#define MAX_PAYLOAD (4ull << 30)      // the student's process has no more memory than this

static int unsupported(Device *d, Call *c) {
    HostFinding *f = note_host(d, "not-simulated", c->head->caller);
    if (f) {
        snprintf(f->message, sizeof f->message, "not simulated: %.*s.",
                 (int)(c->head->size < 200 ? c->head->size : 200), (const char *)c->payload);
        snprintf(f->next, sizeof f->next, "%s",
                 c->head->arg[0]
                     ? "Write this step as a kernel of your own, or run the program on a GPU: libraries hold "
                       "machine code, and only kernels with PTX are simulated."
                     : "Write it without this call, or run it on a GPU.");
    }
    return cudaErrorNotSupported;
}

static int misuse(Device *d, Call *c) {
    HostFinding *f = note_host(d, "launch", c->head->caller);
    if (f) {
        f->facts = c->head->arg[1] == 1 ? FOUND_NULL_POINTER : 0;
        snprintf(f->message, sizeof f->message, "%.*s", (int)(c->head->size < 390 ? c->head->size : 390),
                 (const char *)c->payload);
        snprintf(f->next, sizeof f->next, "Check the arguments of this call.");
    }
    return 0;
}

// As a played fault has it.
static bool copy_fails(const Device *d, uint32_t call) {
    return d->fault == FAULT_COPY_TO     ? call == CALL_WRITE || call == CALL_WRITE_2D
           : d->fault == FAULT_COPY_BACK ? call == CALL_READ || call == CALL_READ_2D
                                         : false;
}

static int carry_out_alone(Device *d, Call *c) {
    const uint32_t call = c->head->call;
    if (c->head->device >= warpsim_devices(d->sim, NULL)) return cudaErrorInvalidDevice;
    if (!warpsim_use_device(d->sim, c->head->device)) return cudaErrorMemoryAllocation;
    switch (call) {
    case CALL_HELLO:
    case CALL_DEVICE_COUNT:
    case CALL_PROPERTIES:
    case CALL_ATTRIBUTE:
    case CALL_SET_DEVICE: return call_information(d, c);
    case CALL_UNSUPPORTED: return unsupported(d, c);
    case CALL_MISUSE: return misuse(d, c);
    case CALL_LOAD: return load_another(d, c);
    case CALL_RESET: d->sticky = 0; return d->program ? reset_program(d) : reset_in_lab(d, c);
    case CALL_ERROR_SEEN: return call_launch(d, c);
    case CALL_PLAY:
        if (c->head->arg[0] == PLAY_FAULT) {
            d->fault = c->head->arg[1] <= FAULT_COPY_BACK ? (PlayedFault)c->head->arg[1] : FAULT_NONE;
            d->copy_failed = false;
            return 0;
        }
        return play_step(&d->play, c->head->arg[0], c->head->arg[1], &c->reply->value[0]) ? 0 : -1;
    case CALL_HOST_ACCESS: return call_host_access(d, c);
    case CALL_HOST_FUNCTION: return call_host_function(d, c);
    case CALL_SET_HEAP: warpsim_set_heap(d->sim, c->head->arg[0]); return 0;
    case CALL_SET_PENDING: d->runtime.pending_limit = c->head->arg[0]; return 0;
    default: break;
    }
    if (d->sticky) return d->sticky; // after a failed kernel nothing works any more
    d->copy_failed |= copy_fails(d, call);
    if (d->copy_failed)
        return cudaErrorECCUncorrectable; // nor after such an error: a later wait returns it, too
    switch (call) {
    case CALL_MALLOC:
    case CALL_MALLOC_PITCH:
    case CALL_FREE:
    case CALL_MEM_INFO:
    case CALL_WRITE:
    case CALL_READ:
    case CALL_COPY:
    case CALL_WRITE_2D:
    case CALL_READ_2D:
    case CALL_COPY_2D:
    case CALL_FILL:
    case CALL_FILL_2D:
    case CALL_ALLOCATE_SHARED:
    case CALL_SHARE_VARIABLE: return call_memory(d, c);
    case CALL_REGISTER_FUNCTION:
    case CALL_REGISTER_VARIABLE:
    case CALL_LAUNCH:
    case CALL_CLUSTERS:
    case CALL_FUNCTION_INFO:
    case CALL_FUNCTION_SET:
    case CALL_OCCUPANCY: return call_launch(d, c);
    case CALL_PEER:
    case CALL_OWNER: return call_peers(d, c);
    case CALL_SYNCHRONIZE:
    case CALL_STREAM_CREATE:
    case CALL_STREAM_DESTROY:
    case CALL_STREAM_SYNCHRONIZE:
    case CALL_STREAM_WAIT_EVENT:
    case CALL_EVENT_CREATE:
    case CALL_EVENT_DESTROY:
    case CALL_EVENT_RECORD:
    case CALL_EVENT_SYNCHRONIZE:
    case CALL_STREAM_QUERY:
    case CALL_EVENT_QUERY:
    case CALL_EVENT_ELAPSED: return call_streams(d, c);
    case CALL_ARRAY_CREATE:
    case CALL_ARRAY_FREE:
    case CALL_ARRAY_LEVEL:
    case CALL_ARRAY_INFO:
    case CALL_ARRAY_PLACE: return call_arrays(d, c);
    case CALL_TEXTURE_CREATE:
    case CALL_TEXTURE_DESTROY: return call_textures(d, c);
    default: return -1;
    }
}

static int carry_out(Device *d, Call *c) {
    order_before(d, c);
    const int error = carry_out_alone(d, c);
    order_after(d, c, error);
    host_moves_note(&d->moves, d->sim, c->head, c->reply, c->payload, error);
    return error;
}

static Served state_of(WireState state) {
    return state == WIRE_LATE ? SERVED_LATE : SERVED_GONE;
}

// The host code loops (its place is known when the jail stopped it), or it sleeps. On a machine with much to do a loop, too, may
// reach the end of its time by the clock before that of its processor time: then no place is known either.
static void note_endless_host(Device *d, const uint64_t *caller) {
    HostFinding *f = note_host(d, "timeout", caller);
    if (!f) return;
    f->fatal = true;
    snprintf(f->message, sizeof f->message,
             caller[0]
                 ? "Host code used up its processor time here: it does not seem to end."
                 : "The launch function does not return: its host code waits, sleeps or loops without end.");
    snprintf(f->next, sizeof f->next,
             "Look for a loop or a wait on the host that does not end, or that does the kernel's work.");
}

static bool allocates(uint32_t call) {
    return call == CALL_MALLOC || call == CALL_MALLOC_PITCH || call == CALL_ALLOCATE_SHARED ||
           call == CALL_ARRAY_CREATE;
}

// One request more. False, with a finding at its line: there have been too many.
static bool may_go_on(Device *d, const MessageHead *head) {
    if (d->program) return true;
    d->requests++;
    d->allocations += allocates(head->call);
    const bool memory = d->allocations > MOST_ALLOCATIONS;
    if (!memory && d->requests <= MOST_REQUESTS) return true;
    HostFinding *f = note_host(d, "timeout", head->caller);
    if (!f) return false;
    f->fatal = true;
    snprintf(f->message, sizeof f->message,
             "One call of your function has made more than %d %s by now: it was ended here.",
             memory ? MOST_ALLOCATIONS : MOST_REQUESTS, memory ? "allocations" : "calls of CUDA");
    snprintf(
        f->next, sizeof f->next, "%s",
        memory
            ? "Allocate once, before the loop, as much as all its turns need together, and free it at the end."
            : "Does the loop around this line end? Let one launch, or one copy, do the work of many.");
    return false;
}

static bool is_device_address(uint64_t address) {
    return address >= DEVICE_ADDRESS_BASE && address < DEVICE_ADDRESS_END;
}

static void say_fault(HostFinding *f, int signal, uint64_t address, bool stack_is_full) {
    if (signal == SIGFPE) {
        snprintf(f->message, sizeof f->message,
                 "Host code divides an integer by zero, or the most negative integer (such as INT_MIN) by "
                 "-1 (signal %d).",
                 signal);
        snprintf(f->next, sizeof f->next, "Look at the divisors of / and %% in this line.");
    } else if (signal == SIGABRT) {
        snprintf(
            f->message, sizeof f->message,
            "Host code aborts here (signal %d): an exception that nothing catches, an assert() that fails, "
            "or a heap that was written past its arrays.",
            signal);
        snprintf(f->next, sizeof f->next, "What your code printed says which of them.");
    } else if (stack_is_full) {
        snprintf(
            f->message, sizeof f->message,
            "The stack of the host code has no room left (signal %d): a function calls itself without end, "
            "or a local array is very large.",
            signal);
        snprintf(f->next, sizeof f->next,
                 "Look for what ends the recursion; large arrays belong in malloc().");
    } else if (is_device_address(address)) {
        snprintf(f->message, sizeof f->message,
                 "Host code reads or writes device memory (address 0x%" PRIx64
                 "). A device pointer can only be used in a "
                 "kernel, or passed to CUDA calls.",
                 address);
        snprintf(f->next, sizeof f->next, "Do this work in the kernel.");
    } else {
        snprintf(f->message, sizeof f->message, "Host code crashes (signal %d) at address 0x%" PRIx64 ".",
                 signal, address);
        snprintf(f->next, sizeof f->next, "Look at the pointers that this line uses.");
    }
}

static Served host_fault(Device *d, const MessageHead *head) {
    const int signal = (int)head->arg[1];
    const bool stack_is_full = head->arg[2] == 1;
    if (signal == SIGXCPU) {
        note_endless_host(d, head->caller);
        return SERVED_LATE;
    }
    HostFinding *f = note_host(d,
                               signal == SIGFPE                     ? "host-arithmetic"
                               : signal == SIGABRT || stack_is_full ? "host-crash"
                                                                    : "host-dereference",
                               head->caller);
    if (!f) return SERVED_FAULT;
    f->fatal = true;
    say_fault(f, signal, head->arg[0], stack_is_full);
    return SERVED_FAULT;
}

// What the student's end says next. `payload` is NULL where it is larger than any that can be right: it is
// thrown away.
typedef struct {
    MessageHead head;
    uint8_t *payload;
    bool in_place; // `payload` is the device memory that it is for
} Request;

// The largest payload that a request may have.
static uint64_t payload_limit(const Device *d, uint32_t call) {
    return call == CALL_WRITE || call == CALL_WRITE_2D ? warpsim_memory(d->sim, WARPSIM_USED)
                                                       : MAX_SMALL_PAYLOAD;
}

static Served read_request(Device *d, Request *r, int limit_ms) {
    const MessageHead *head = &r->head;
    WireState state = wire_read(d->student_fd, &r->head, sizeof r->head, limit_ms);
    if (state != WIRE_OK) return state_of(state);
    if (head->call == CALL_RETURNED) return head->size ? SERVED_NONSENSE : SERVED_RETURN;
    if (head->call == CALL_HOST_FAULT) return head->size ? SERVED_NONSENSE : SERVED_FAULT;
    if (head->call == 0 || head->call >= STUDENT_CALL || (head->size > MAX_PAYLOAD && !d->program))
        return SERVED_NONSENSE;
    if (d->program && head->call == CALL_WRITE && warpsim_contains(d->sim, head->arg[0], head->size)) {
        r->payload = warpsim_bytes(d->sim, head->arg[0]);
        r->in_place = true;
    } else if (head->size <= payload_limit(d, head->call)) {
        r->payload = malloc(head->size + 1);
    }
    if (r->payload)
        state = wire_read(d->student_fd, r->payload, head->size, limit_ms);
    else
        state = wire_skip(d->student_fd, head->size, limit_ms);
    return state == WIRE_OK ? SERVED : state_of(state);
}

static int carry_out_or_refuse(Device *d, Call *c) {
    if (c->payload) return carry_out(d, c);
    // A copy of more bytes than there are gets its finding: nothing looks at bytes that do not fit.
    const bool too_large = c->head->size > payload_limit(d, c->head->call);
    if (too_large && c->head->call == CALL_WRITE) return carry_out(d, c);
    return too_large ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
}

// How long the student's end may still take for something that starts now.
static int limit_now(int limit_ms, int left_ms) {
    return left_ms >= 0 && left_ms < limit_ms ? left_ms : limit_ms;
}

static void subtract_since(int64_t start, int *left_ms) {
    const int64_t waited = wire_clock_ms() - start;
    if (*left_ms >= 0) *left_ms = waited < *left_ms ? *left_ms - (int)waited : 0;
}

static bool waits_for_kernels(uint32_t call) {
    return call == CALL_SYNCHRONIZE || call == CALL_STREAM_SYNCHRONIZE || call == CALL_EVENT_SYNCHRONIZE;
}

// What a kernel printed before it failed is told with the error.
static Served answer_request(Device *d, const Request *r, int limit_ms, int *left_ms) {
    ReplyHead reply = {0};
    Call c = {.head = &r->head, .payload = r->payload, .reply = &reply};
    const int error = carry_out_or_refuse(d, &c);
    if (error < 0) return SERVED_NONSENSE;
    if (error) reply.size = 0;
    if (error && error == d->sticky && waits_for_kernels(r->head.call)) give_text(d, &c);
    reply.error = (uint32_t)error;
    reply.value[3] = r->head.call == CALL_EVENT_ELAPSED ? 0 : warpsim_text_size(d->sim);
    const int64_t start = wire_clock_ms();
    const WireState state =
        wire_reply(d->student_fd, &reply, c.borrowed ? c.borrowed : c.answer, limit_now(limit_ms, *left_ms));
    subtract_since(start, left_ms);
    free(c.answer);
    return state == WIRE_OK ? SERVED : state_of(state);
}

Served serve_student(Device *d, int limit_ms, int *left_ms) {
    Request r = {0};
    const int64_t start = wire_clock_ms();
    Served served = read_request(d, &r, limit_now(limit_ms, *left_ms));
    subtract_since(start, left_ms);
    if (served == SERVED_FAULT) {
        served = host_fault(d, &r.head);
    } else {
        if (served == SERVED && !may_go_on(d, &r.head))
            served = SERVED_LATE;
        else if (served == SERVED)
            served = answer_request(d, &r, limit_ms, left_ms);
        if (served == SERVED_LATE && d->requests <= MOST_REQUESTS && d->allocations <= MOST_ALLOCATIONS)
            note_endless_host(d, (const uint64_t[CALLERS]){0});
    }
    if (!r.in_place) free(r.payload);
    return served;
}
