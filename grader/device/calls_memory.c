// The student's requests about memory: allocation, copies, fills.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

enum { BYTES_AN_INSTRUCTION = 4, INSTRUCTIONS_A_ROW = 32 }; // what copies and fills cost
enum { LARGE_COPY = 16 << 20 };

static void given_back(const Device *d, HostFinding *f, uint64_t base, const char *what, uint64_t size) {
    f->facts |= FOUND_FREED;
    snprintf(f->message, sizeof f->message,
             "%s of %" PRIu64 " bytes in memory that was given back by cudaFree.", what, size);
    const uint64_t *caller = host_moves_freed(&d->moves, base);
    if (!caller) return;
    memcpy(f->other_caller, caller, sizeof f->other_caller);
    snprintf(f->other_what, sizeof f->other_what, "gave it back");
}

static void not_device(HostFinding *f, uint64_t address, const char *what, uint64_t size) {
    f->facts |= address ? FOUND_NOT_DEVICE : FOUND_NOT_DEVICE | FOUND_NULL_POINTER;
    snprintf(f->message, sizeof f->message,
             "%s of %" PRIu64 " bytes at 0x%" PRIx64 ", which is not device memory.", what, size, address);
}

static int note_bad_range(Device *d, const Call *c, const char *what, uint64_t address, uint64_t size) {
    HostFinding *f = note_host(d, "out-of-bounds", c->head->caller);
    if (!f) return cudaErrorInvalidValue;
    const WarpsimAllocation *a = warpsim_nearest(d->sim, address);
    f->facts = FOUND_GLOBAL;
    if (address < DEVICE_ADDRESS_BASE || address >= DEVICE_ADDRESS_END || !a)
        not_device(f, address, what, size);
    else if (!a->live)
        given_back(d, f, a->base, what, size);
    else
        snprintf(f->message, sizeof f->message,
                 "%s of %" PRIu64 " bytes does not fit: it starts at byte %" PRId64
                 " of an allocation of %" PRIu64 " bytes.",
                 what, size, (int64_t)(address - a->base), a->size);
    snprintf(f->next, sizeof f->next, "Check the pointer and the size in bytes (elements times sizeof).");
    return cudaErrorInvalidValue;
}

// `what`: "copy". What is put back later is written all the same.
static void look_for_input(Device *d, const Call *c, const char *what, uint64_t address) {
    const WarpsimAllocation *a = warpsim_find(d->sim, address);
    HostFinding *f = a && a->input ? note_host(d, "input-written", c->head->caller) : NULL;
    if (!f) return;
    snprintf(f->message, sizeof f->message,
             "This %s writes `%s` from element %" PRIu64
             " on, but `%s` is an input: it is the caller's, and only to be read.",
             what, a->parameter, (address - a->base) / (a->element ? a->element : 1), a->parameter);
    snprintf(
        f->next, sizeof f->next,
        "Work in memory of your own (cudaMalloc), or in the output: other work may read the input meanwhile.");
}

static int allocate(Device *d, Call *c, uint64_t size, uint64_t *address) {
    if (size == 0) {
        *address = 0;
        return 0;
    }
    if (d->fault == FAULT_MEMORY || d->cancel == WARPSIM_STOP_MEMORY)
        return cudaErrorMemoryAllocation; // the machine has none left
    WarpsimAllocation *a = allocate_memory(d, size);
    if (!a) return cudaErrorMemoryAllocation;
    memcpy(a->caller, c->head->caller, sizeof a->caller);
    *address = a->base;
    order_touch(d, a->base, a->size, TOUCH_WRITE);
    recording_add(&d->recording, RECORD_ALLOCATE, a->base, d->fault, size);
    return 0;
}

// Memory whose bytes the host sees too. A lab's grader repeats recorded work, in which the host's loads and
// stores would be missing, so it offers none.
static int allocate_shared(Device *d, Call *c) {
    if (c->head->arg[0] == 0) return cudaErrorInvalidValue;
    WarpsimAllocation *a = warpsim_allocate_shared(d->sim, c->head->arg[0], c->head->arg[1]);
    if (!a) return cudaErrorMemoryAllocation;
    memcpy(a->caller, c->head->caller, sizeof a->caller);
    c->reply->value[0] = a->base;
    return 0;
}

static int share_variable(Device *d, Call *c) {
    if (c->head->size == 0) return cudaErrorInvalidValue;
    WarpsimAllocation *a = named_variable(d, c);
    if (!a) return cudaErrorInvalidValue;
    if (!warpsim_share(d->sim, a)) return cudaErrorMemoryAllocation;
    c->reply->value[0] = a->base;
    c->reply->value[1] = a->size;
    return 0;
}

static int release(Device *d, Call *c) {
    const uint64_t address = c->head->arg[0];
    if (address == 0) return 0;
    WarpsimAllocation *a = warpsim_find(d->sim, address);
    if (!a || a->base != address || a->graders || a->heap || a->array || a->name[0]) {
        HostFinding *f = note_host(d, "launch", c->head->caller);
        const WarpsimAllocation *near = warpsim_nearest(d->sim, address);
        if (f) {
            if (a && a->graders && a->base == address)
                snprintf(f->message, sizeof f->message, "cudaFree of a buffer that the caller owns.");
            else if (a && a->heap && a->base == address)
                snprintf(f->message, sizeof f->message,
                         "cudaFree() was called on memory that a kernel allocated with malloc().");
            else if (near && !near->live && near->base == address)
                snprintf(f->message, sizeof f->message, "cudaFree of memory that was already given back.");
            else
                snprintf(f->message, sizeof f->message,
                         "cudaFree of 0x%" PRIx64 ", which cudaMalloc did not return.", address);
            snprintf(f->next, sizeof f->next, "Free each pointer from cudaMalloc once, and no other.");
        }
        return cudaErrorInvalidValue;
    }
    order_touch(d, a->base, a->size, TOUCH_WRITE);
    if (!d->witness) release_memory(d, address); // what it held is still to be explained
    recording_add(&d->recording, RECORD_FREE, address, 0, 0);
    return 0;
}

int reset_in_lab(Device *d, Call *c) {
    const WarpsimAllocation *a;
    for (int i = 0; (a = warpsim_allocation_at(d->sim, i)); i++) {
        if (!a->live || a->graders || a->heap || a->array || a->name[0]) continue;
        const uint64_t address = a->base;
        order_touch(d, address, a->size, TOUCH_WRITE);
        release_memory(d, address);
        recording_add(&d->recording, RECORD_FREE, address, 0, 0);
    }
    HostFinding *f = d->has_inputs ? note_host(d, "launch", c->head->caller) : NULL;
    if (f) {
        snprintf(f->message, sizeof f->message,
                 "cudaDeviceReset() frees all memory of the device, including the arrays that were passed "
                 "to this function.");
        snprintf(f->next, sizeof f->next,
                 "Leave it out; give back with cudaFree what this function allocates.");
    }
    return 0;
}

// Host bytes into device memory.
static int write_bytes(Device *d, Call *c, uint64_t address, const uint8_t *bytes, uint64_t size) {
    if (size == 0) return 0;
    if (!warpsim_contains(d->sim, address, size))
        return note_bad_range(d, c, "A copy to the device", address, size);
    const int error = write_memory(d, address, bytes, size);
    if (error) return error;
    order_touch(d, address, size, TOUCH_WRITE);
    look_for_input(d, c, "copy", address);
    Record *r = recording_add(&d->recording, RECORD_WRITE, address, 0, size);
    recording_keep(&d->recording, r, bytes, size);
    if (warpsim_find(d->sim, address)->graders) recording_returns(&d->recording, bytes, size);
    return 0;
}

static int read_bytes(Device *d, Call *c, uint64_t address, uint64_t size, uint8_t *to) {
    if (!warpsim_contains(d->sim, address, size))
        return note_bad_range(d, c, "A copy from the device", address, size);
    order_touch(d, address, size, TOUCH_READ);
    const int error = read_memory(d, to, address, size);
    if (!error) recording_read(&d->recording, address, to, size);
    return error;
}

// Work of the device's own comes off the budget that its kernels have, as if each thread of a warp moved a
// float.
static int spend(Device *d, Call *c, uint64_t bytes) {
    const uint64_t instructions = INSTRUCTIONS_A_ROW + bytes / BYTES_AN_INSTRUCTION;
    if (!d->budget_limited || instructions < d->budget) {
        d->budget -= d->budget_limited ? instructions : 0;
        return 0;
    }
    HostFinding *f = note_host(d, "timeout", c->head->caller);
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message,
                 "The launch function was stopped: what it asked the device to copy and set, in all, does "
                 "not seem to end.");
        snprintf(f->next, sizeof f->next,
                 "Look for a cudaMemcpy or cudaMemset in a loop, or with too large a size.");
    }
    d->budget = 0;
    return d->sticky = cudaErrorLaunchTimeout;
}

// Where samples of the launches alone run, what large copies and fills would leave is looked at by nobody, see sampled.c: they take no
// memory of this machine. Flags and other small things, which a kernel may wait for, are there.
static bool is_left_undone(const Device *d, uint64_t size) {
    return d->modelling.samples_only && size > LARGE_COPY;
}

static int copy_bytes(Device *d, Call *c, uint64_t to, uint64_t from, uint64_t size) {
    if (size == 0) return 0;
    if (!warpsim_contains(d->sim, to, size)) return note_bad_range(d, c, "A copy on the device", to, size);
    if (!warpsim_contains(d->sim, from, size))
        return note_bad_range(d, c, "A copy on the device", from, size);
    if (spend(d, c, size)) return d->sticky;
    order_touch(d, to, size, TOUCH_WRITE);
    look_for_input(d, c, "copy", to);
    order_touch(d, from, size, TOUCH_READ);
    recording_add(&d->recording, RECORD_COPY, to, from, size);
    return is_left_undone(d, size) ? 0 : copy_memory(d, to, from, size);
}

static int fill_bytes(Device *d, Call *c, uint64_t address, uint64_t value, uint64_t size) {
    if (size == 0) return 0;
    if (!warpsim_contains(d->sim, address, size)) return note_bad_range(d, c, "cudaMemset", address, size);
    if (spend(d, c, size)) return d->sticky;
    order_touch(d, address, size, TOUCH_WRITE);
    look_for_input(d, c, "cudaMemset", address);
    recording_add(&d->recording, RECORD_FILL, address, value & 0xff, size);
    return is_left_undone(d, size) ? 0 : fill_memory(d, address, (int)(value & 0xff), size);
}

// `width` bytes of each of `height` rows, `pitch` apart; false when that cannot be.
static bool valid_rows(uint64_t pitch, uint64_t width, uint64_t height) {
    return width <= pitch && height < 1ull << 32 && (height == 0 || pitch <= (1ull << 40) / height);
}

static int read_call(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    const uint64_t size = a[1];
    if (size == 0) return 0;
    if (!warpsim_contains(d->sim, a[0], size))
        return note_bad_range(d, c, "A copy from the device", a[0], size);
    c->reply->size = size;
    if (d->program) { // it waits for the answer: nothing changes these bytes before they are sent
        c->borrowed = warpsim_bytes(d->sim, a[0]);
        order_touch(d, a[0], size, TOUCH_READ);
        d->recording.reads_back += size;
        d->recording.copies++;
        return 0;
    }
    c->answer = malloc(size);
    if (!c->answer) return cudaErrorMemoryAllocation;
    return read_bytes(d, c, a[0], size, c->answer);
}

// Elements of more than a byte: as if rows of them had come from the host.
static int fill_elements(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    const uint32_t value = (uint32_t)a[2];
    if (a[6] > sizeof value || a[3] % a[6] || a[3] > warpsim_memory(d->sim, WARPSIM_USED))
        return cudaErrorInvalidValue;
    uint8_t *row = malloc(a[3] + 1);
    if (!row) return cudaErrorMemoryAllocation;
    for (uint64_t i = 0; i < a[3]; i += a[6]) memcpy(row + i, &value, a[6]);
    int error = 0;
    for (uint64_t y = 0; y < a[4] && a[3] && !error; y++) {
        error = spend(d, c, a[3]);
        if (!error) error = write_bytes(d, c, a[0] + y * a[1], row, a[3]);
    }
    free(row);
    return error;
}

static int rows_call(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    int error = 0;
    switch (c->head->call) {
    case CALL_WRITE_2D:
        if (!valid_rows(a[1], a[2], a[3]) || c->head->size != a[2] * a[3]) return cudaErrorInvalidValue;
        for (uint64_t y = 0; y < a[3] && a[2] && !error; y++)
            error = write_bytes(d, c, a[0] + y * a[1], c->payload + y * a[2], a[2]);
        return error;
    case CALL_READ_2D:
        if (!valid_rows(a[1], a[2], a[3]) || a[2] * a[3] > warpsim_memory(d->sim, WARPSIM_USED))
            return cudaErrorInvalidValue;
        c->answer = calloc(1, a[2] * a[3] + 1);
        if (!c->answer) return cudaErrorMemoryAllocation;
        c->reply->size = a[2] * a[3];
        for (uint64_t y = 0; y < a[3] && a[2] && !error; y++)
            error = read_bytes(d, c, a[0] + y * a[1], a[2], (uint8_t *)c->answer + y * a[2]);
        return error;
    case CALL_COPY_2D:
        if (!valid_rows(a[1], a[4], a[5]) || !valid_rows(a[3], a[4], a[5])) return cudaErrorInvalidValue;
        for (uint64_t y = 0; y < a[5] && a[4] && !error; y++)
            error = copy_bytes(d, c, a[0] + y * a[1], a[2] + y * a[3], a[4]);
        return error;
    default:
        if (!valid_rows(a[1], a[3], a[4])) return cudaErrorInvalidValue;
        if (a[6] > 1) return fill_elements(d, c);
        for (uint64_t y = 0; y < a[4] && a[3] && !error; y++)
            error = fill_bytes(d, c, a[0] + y * a[1], a[2], a[3]);
        return error;
    }
}

int call_memory(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    switch (c->head->call) {
    case CALL_MALLOC: return allocate(d, c, a[0], &c->reply->value[0]);
    case CALL_MALLOC_PITCH: {
        if (a[0] > 1ull << 40 || a[1] > 1ull << 32) return cudaErrorMemoryAllocation;
        const uint64_t pitch = (a[0] + 511) / 512 * 512;
        if (a[1] && pitch > (1ull << 40) / a[1]) return cudaErrorMemoryAllocation;
        c->reply->value[1] = pitch;
        return allocate(d, c, pitch * a[1], &c->reply->value[0]);
    }
    case CALL_ALLOCATE_SHARED: return allocate_shared(d, c);
    case CALL_SHARE_VARIABLE: return share_variable(d, c);
    case CALL_FREE: return release(d, c);
    case CALL_MEM_INFO:
        c->reply->value[0] =
            warpsim_memory(d->sim, WARPSIM_LIMIT) - warpsim_memory(d->sim, WARPSIM_USED_HERE);
        c->reply->value[1] = warpsim_memory(d->sim, WARPSIM_LIMIT);
        return 0;
    case CALL_WRITE: return write_bytes(d, c, a[0], c->payload, c->head->size);
    case CALL_READ: return read_call(d, c);
    case CALL_COPY: return copy_bytes(d, c, a[0], a[1], a[2]);
    case CALL_FILL: return fill_bytes(d, c, a[0], a[1], a[2]);
    default: return rows_call(d, c);
    }
}
