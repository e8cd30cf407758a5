// The CUDA runtime inside kernels. Errors are kept for each thread, as CUDA keeps them.
#include "grader/warpsim/families/launches/device_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/families/launches/children.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/reading.h"
#include "grader/warpsim/core/special.h"

enum { TAIL_LAUNCH = 3, FIRE_AND_FORGET = 4 }; // streams with a name; 0 to 2 are the default stream

// One lane's call.
typedef struct {
    Warp *w;
    const Op *op;
    const RuntimeCall *call;
    u32 lane;
    Warpsim *s;
    Launch *launch;
} Caller;

static u64 argument_at(const Caller *c, u32 at, u32 byte, u32 size) {
    const u32 *row = (const u32 *)lanes_of(c->w, c->call->argument[at]) + byte / 4 * LANES + c->lane;
    return size == 4 ? *row : *row | (u64)row[LANES] << 32;
}

static u64 wide(const Caller *c, u32 at) {
    return argument_at(c, at, 0, 8);
}

static u32 word(const Caller *c, u32 at) {
    return (u32)argument_at(c, at, 0, 4);
}

static bool give(const Caller *c, u32 at, u64 value, u32 size) {
    return write_generic(c->w, c->lane, wide(c, at), &value, size);
}

static int give_word(const Caller *c, u32 at, u32 value) {
    return give(c, at, value, 4) ? cudaSuccess : cudaErrorInvalidValue;
}

// --- Errors

static const struct {
    u32 code;
    const char *name, *text;
} errors[] = {
#define ERROR(code, name, text) {code, #name, text},
#include "grader/contract/error_names.h"
#undef ERROR
};
enum { ERRORS = sizeof errors / sizeof *errors };

// A text in device memory: all of them lie there one after the other.
static u64 error_text(Warpsim *s, u32 code, bool name) {
    u64 size = 0, at = 0, unknown = 0;
    for (u32 i = 0; i < ERRORS; i++) {
        if (errors[i].code == code) at = size + (name ? 0 : strlen(errors[i].name) + 1);
        if (errors[i].code == 999) unknown = size + (name ? 0 : strlen(errors[i].name) + 1);
        size += strlen(errors[i].name) + strlen(errors[i].text) + 2;
    }
    if (!launch_state(s)->error_texts) {
        Allocation *a = launch_state(s)->error_texts = arena_allocate(s->arena, size);
        if (!a) return 0;
        a->initialised = a->constant = true;
        snprintf(a->name, sizeof a->name, "the texts of errors");
        char *to = (char *)arena_at(s->arena, a->base);
        for (u32 i = 0; i < ERRORS; i++)
            to += sprintf(to, "%s", errors[i].name) + 1, to += sprintf(to, "%s", errors[i].text) + 1;
    }
    return launch_state(s)->error_texts->base + (at || code == errors[0].code ? at : unknown);
}

static Finding *note_refusal(const Caller *c, const char *what, int error) {
    Finding *f = note_lane(c->w, c->op, CHECK_LAUNCH, c->lane);
    if (!f) return NULL;
    snprintf(f->message, sizeof f->message, "%.140s fails with %s: ", what, cuda_error_name(error));
    return f;
}

#define SAY(f, ...)                                                                                          \
    snprintf((f)->message + strlen((f)->message), sizeof(f)->message - strlen((f)->message), __VA_ARGS__)

// --- Launches

static int note_launch(const Caller *c, const Function *kernel, int error, u32 facts, const char *why,
                       const char *next) {
    char what[160];
    snprintf(what, sizeof what, "The launch of %.100s", kernel ? kernel->display_name : "a kernel");
    Finding *f = note_refusal(c, what, error);
    if (!f) return error;
    f->facts = facts;
    SAY(f, "%s", why);
    snprintf(f->next, sizeof f->next, "%s", next);
    return error;
}

static int note_too_many(const Caller *c, const Function *kernel) {
    char why[160];
    snprintf(why, sizeof why, "this grid has already launched %llu grids that have not begun.",
             (unsigned long long)c->s->runtime->pending_limit);
    return note_launch(c, kernel, cudaErrorLaunchPendingCountExceeded, FOUND_REFUSED, why,
                       "Launch fewer, larger grids, or raise the limit before the first launch: "
                       "cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n).");
}

static const Function *kernel_at(const Caller *c, u64 address) {
    const Program *p = c->launch->program;
    const u64 number = (address - CODE_WINDOW) / 16 - 1;
    if (address % 16 || number >= p->function_count || !p->functions[number].ptx->is_entry) return NULL;
    return &p->functions[number];
}

// The error with which the launch is refused, and a finding; 0: it is not. As an H200 answers: what does not fit into
// shared memory is an invalid configuration, too.
static int check_child(const Caller *c, const WarpsimLaunch *request) {
    char why[300], next[240];
    u32 facts;
    WarpsimLaunch r = *request;
    r.shared_max = c->s->gpu->device.shared_per_block;
    if (!r.function)
        return note_launch(c, NULL, cudaErrorInvalidDeviceFunction, FOUND_REFUSED,
                           "there is no kernel at this address.",
                           "Launch a __global__ function of this program.");
    const u64 threads = (u64)r.block[0] * r.block[1] * r.block[2];
    r.registers = c->s->runtime->registers(c->s->runtime->context, r.function, threads ? threads : 1);
    int error = warpsim_check_launch(c->s, &r, why, next, &facts);
    if (!error) return cudaSuccess;
    if (error == cudaErrorInvalidValue) error = cudaErrorInvalidConfiguration;
    return note_launch(c, r.function, error, facts, why, next);
}

static bool too_many(const Caller *c) {
    const Grid *g = c->launch->grid_state;
    return g->work.count + g->tail.count >= c->s->runtime->pending_limit;
}

static void read_shape(const Caller *c, u32 at, u32 *shape) {
    for (u32 i = 0; i < 3; i++) shape[i] = (u32)argument_at(c, at, 4 * i, 4);
}

static u64 get_parameter_buffer(const Caller *c, u32 *error) {
    WarpsimLaunch r = {0};
    if (c->call->function == RT_GET_PARAMETER_BUFFER) {
        r.param_size = wide(c, 1);
    } else {
        r.function = kernel_at(c, wide(c, 0));
        read_shape(c, 1, r.grid);
        read_shape(c, 2, r.block);
        r.dynamic_shared = word(c, 3);
        if (r.function) r.param_size = r.function->ptx->param_size;
        *error = (u32)check_child(c, &r);
        if (!*error && too_many(c)) *error = (u32)note_too_many(c, r.function);
    }
    const ParameterBuffer *b = *error ? NULL : children_parameters(c->s, &r);
    if (!b && !*error) *error = cudaErrorMemoryAllocation;
    return b ? b->memory->base : 0;
}

static u8 *handle_at(const Caller *c, u64 handle) {
    const Grid *g = c->launch->grid_state;
    return handle >= FIRST_HANDLE && handle < FIRST_HANDLE + (u64)g->handle_count
               ? &g->handles[handle - FIRST_HANDLE]
               : NULL;
}

// A stream or an event that this grid did not make, or has destroyed.
static int bad_handle(const Caller *c) {
    Finding *f = note_refusal(c, c->call->name, cudaErrorInvalidResourceHandle);
    if (f) {
        SAY(f, "this grid has no such stream or event.");
        snprintf(
            f->next, sizeof f->next,
            "Streams and events are used in the grid that creates them, until they are destroyed there.");
    }
    return cudaErrorInvalidResourceHandle;
}

static bool is_alive(const Caller *c, u64 handle, u8 kind) {
    const u8 *h = handle_at(c, handle);
    return h && *h == kind;
}

static bool is_stream(const Caller *c, u64 stream) {
    return stream <= FIRE_AND_FORGET || is_alive(c, stream, HANDLE_STREAM);
}

static WorkPlace place_of(const Caller *c) {
    WorkPlace place = {.kernel = c->launch->kernel,
                       .function = c->w->function,
                       .instruction = c->op->instruction,
                       .thread = c->w->index * LANES + c->lane,
                       .launch = c->launch->launch_number,
                       .block = c->w->thread_block->linear};
    memcpy(place.grid, c->launch->grid, sizeof place.grid);
    memcpy(place.shape, c->launch->block, sizeof place.shape);
    return place;
}

static int add_work(const Caller *c, u64 stream, Work *work) {
    if (!is_stream(c, stream)) return bad_handle(c);
    if (too_many(c)) return cudaErrorLaunchPendingCountExceeded;
    work->place = place_of(c);
    return children_add(c->launch->grid_state, stream == TAIL_LAUNCH, work) ? cudaSuccess
                                                                            : cudaErrorMemoryAllocation;
}

static int launch_child(const Caller *c) {
    const bool first = c->call->function == RT_LAUNCH;
    ParameterBuffer *b = children_buffer_at(c->s, wide(c, first ? 1 : 0));
    WarpsimLaunch r = b ? b->request : (WarpsimLaunch){0};
    if (first) {
        r.function = kernel_at(c, wide(c, 0));
        read_shape(c, 2, r.grid);
        read_shape(c, 3, r.block);
        r.dynamic_shared = word(c, 4);
        r.param_size = r.function ? r.function->ptx->param_size : 0;
        const int error = check_child(c, &r);
        if (error) return error;
        if (!b && r.param_size) return cudaErrorInvalidValue;
    } else if (!r.function) { // no buffer, or one that was asked for without a kernel
        return cudaErrorInvalidValue;
    }
    if (b && r.param_size > b->room) return cudaErrorInvalidValue;
    r.kernel = r.function->ptx->name;
    if (b) r.params = arena_at(c->s->arena, b->memory->base);
    Work work = {.is_grid = true, .request = r};
    const int error = add_work(c, wide(c, first ? 5 : 1), &work);
    if (b) b->taken = false;
    return error == cudaErrorLaunchPendingCountExceeded ? note_too_many(c, r.function) : error;
}

// --- Streams and events: their order is that of the calls, so all that counts is which of them exist.

static int create_handle(const Caller *c, u8 kind, u32 flags) {
    Grid *g = c->launch->grid_state;
    // Streams have the flag that no other stream waits for them, events are without time.
    if (kind == HANDLE_STREAM ? flags > 1 : flags != 2) return cudaErrorInvalidValue;
    if (g->handle_count == MOST_HANDLES) return cudaErrorMemoryAllocation;
    u8 *handles = realloc(g->handles, g->handle_count + 1);
    if (!handles) return cudaErrorMemoryAllocation;
    g->handles = handles;
    handles[g->handle_count] = kind;
    return give(c, 0, FIRST_HANDLE + (u64)g->handle_count++, 8) ? cudaSuccess : cudaErrorInvalidValue;
}

static int destroy_handle(const Caller *c, u8 kind) {
    if (!is_alive(c, wide(c, 0), kind)) return bad_handle(c);
    *handle_at(c, wide(c, 0)) = HANDLE_DEAD;
    return cudaSuccess;
}

static int event_and_stream(const Caller *c, u64 event, u64 stream) {
    return is_alive(c, event, HANDLE_EVENT) && is_stream(c, stream) ? cudaSuccess : bad_handle(c);
}

// --- Memory

static int allocate(const Caller *c) {
    const u64 size = wide(c, 1);
    Allocation *a = arena_allocate_in_heap(c->s->arena, size ? size : 1);
    if (!a) return cudaErrorMemoryAllocation;
    a->tracked = true;
    return give(c, 0, a->base, 8) ? cudaSuccess : cudaErrorInvalidValue;
}

// Kernels copy between places of device memory. Shared and local memory have ended with the grid.
static int add_box(const Caller *c, u64 stream, Box box) {
    const u64 window = box.copies ? box.from >> 40 : DEVICE_ADDRESS_BASE >> 40;
    if (box.width == 0 || box.height == 0 || box.depth == 0) return cudaSuccess;
    if (box.to >> 40 != DEVICE_ADDRESS_BASE >> 40 || window != DEVICE_ADDRESS_BASE >> 40) {
        Finding *f = note_refusal(c, c->call->name, cudaErrorInvalidValue);
        if (f) {
            SAY(f, "one of its addresses is in local or shared memory, or in no device memory at all.");
            snprintf(f->next, sizeof f->next,
                     "Copy in the kernel itself, or keep the data in global memory.");
        }
        return cudaErrorInvalidValue;
    }
    return add_work(c, stream, &(Work){.box = box});
}

// cudaMemcpy3DParms in words of 64 bits: source array, position, pointer, pitch, width, height; the same of
// the destination; extent.
static int copy_3d(const Caller *c) {
    u64 p[20];
    if (!read_generic(c->w, c->lane, wide(c, 0), p, sizeof p - 8)) return cudaErrorInvalidValue;
    if (p[0] || p[8]) return cudaErrorInvalidValue; // arrays
    const u64 *from = p + 1, *to = p + 9;
    return add_box(c, wide(c, 1),
                   (Box){.to = to[3] + to[0] + to[1] * to[4] + to[2] * to[4] * to[6],
                         .to_pitch = to[4],
                         .to_plane = to[4] * to[6],
                         .copies = true,
                         .from = from[3] + from[0] + from[1] * from[4] + from[2] * from[4] * from[6],
                         .from_pitch = from[4],
                         .from_plane = from[4] * from[6],
                         .width = p[16],
                         .height = p[17],
                         .depth = p[18]});
}

static int move_memory(const Caller *c) {
    switch (c->call->function) {
    case RT_COPY:
        return add_box(c, wide(c, 4), (Box){wide(c, 0), 0, 0, true, wide(c, 1), 0, 0, wide(c, 2), 1, 1, 0});
    case RT_COPY_2D:
        return add_box(
            c, wide(c, 7),
            (Box){wide(c, 0), wide(c, 1), 0, true, wide(c, 2), wide(c, 3), 0, wide(c, 4), wide(c, 5), 1, 0});
    case RT_COPY_3D: return copy_3d(c);
    case RT_FILL:
        return add_box(
            c, wide(c, 3),
            (Box){.to = wide(c, 0), .value = (u8)word(c, 1), .width = wide(c, 2), .height = 1, .depth = 1});
    case RT_FILL_2D:
        return add_box(c, wide(c, 5),
                       (Box){.to = wide(c, 0),
                             .to_pitch = wide(c, 1),
                             .value = (u8)word(c, 2),
                             .width = wide(c, 3),
                             .height = wide(c, 4),
                             .depth = 1});
    default: // RT_FILL_3D: a cudaPitchedPtr and a cudaExtent by value
        return add_box(c, wide(c, 3),
                       (Box){.to = wide(c, 0),
                             .to_pitch = argument_at(c, 0, 8, 8),
                             .to_plane = argument_at(c, 0, 8, 8) * argument_at(c, 0, 24, 8),
                             .value = (u8)word(c, 1),
                             .width = wide(c, 2),
                             .height = argument_at(c, 2, 8, 8),
                             .depth = argument_at(c, 2, 16, 8)});
    }
}

// --- What there is

static int attribute(const Caller *c) {
    s64 value = 0;
    if (word(c, 2) >= c->s->device_count) return cudaErrorInvalidDevice;
    const int error = c->s->runtime->attribute(c->s->runtime->context, word(c, 1), &value);
    return error ? error : give_word(c, 0, (u32)value);
}

static int limit(const Caller *c) {
    enum { STACK, PRINTF, HEAP, SYNC_DEPTH, PENDING }; // cudaLimit
    const u64 values[] = {1024, 1 << 20, c->s->arena->heap_limit, 2, c->s->runtime->pending_limit};
    if (word(c, 1) > PENDING) return cudaErrorUnsupportedLimit;
    return give(c, 0, values[word(c, 1)], 8) ? cudaSuccess : cudaErrorInvalidValue;
}

// The start of cudaFuncAttributes.
static int function_attributes(const Caller *c) {
    const Function *k = kernel_at(c, wide(c, 1));
    if (!k) return cudaErrorInvalidDeviceFunction;
    const DeviceDescription *g = &c->s->gpu->device;
    const struct {
        u64 shared, constant, local;
        u32 threads, registers, ptx, binary, cache, dynamic_shared;
    } a = {k->static_shared_bytes,
           0,
           k->local_bytes,
           g->threads_per_block_max,
           c->s->runtime->registers(c->s->runtime->context, k, 0),
           (u32)k->program->ptx->target,
           g->major * 10 + g->minor,
           0,
           (u32)(g->shared_per_block - k->static_shared_bytes)};
    return write_generic(c->w, c->lane, wide(c, 0), &a, sizeof a) ? cudaSuccess : cudaErrorInvalidValue;
}

static int occupancy(const Caller *c) {
    const Function *k = kernel_at(c, wide(c, 1));
    if (!k) return cudaErrorInvalidDeviceFunction;
    if (word(c, 2) == 0) return cudaErrorInvalidValue;
    const Occupancy o =
        gpu_occupancy(c->s->gpu, word(c, 2), c->s->runtime->registers(c->s->runtime->context, k, 0),
                      k->static_shared_bytes + wide(c, 3));
    return give_word(c, 0, o.blocks_per_sm);
}

// The value of a conditional node of a graph is a word of device memory, and its handle that word's address.
static int set_conditional(const Caller *c) {
    Allocation *a = arena_find(c->s->arena, wide(c, 0));
    const u32 value = word(c, 1);
    if (a && a->base == wide(c, 0) && a->size == sizeof value) {
        memcpy(arena_at(c->s->arena, a->base), &value, sizeof value);
        return cudaSuccess;
    }
    Finding *f = note_refusal(c, "cudaGraphSetConditional", cudaErrorInvalidValue);
    if (!f) return cudaErrorInvalidValue;
    SAY(f, "0x%llx is not a handle of a conditional node.", (unsigned long long)wide(c, 0));
    snprintf(f->next, sizeof f->next,
             "Pass what cudaGraphConditionalHandleCreate() gave to the kernel by value.");
    return cudaErrorInvalidValue;
}

// --- A call

static int carry_out(const Caller *c) {
    switch (c->call->function) {
    case RT_LAUNCH:
    case RT_LAUNCH_V2: return launch_child(c);
    case RT_STREAM_CREATE: return create_handle(c, HANDLE_STREAM, word(c, 1));
    case RT_STREAM_DESTROY: return destroy_handle(c, HANDLE_STREAM);
    case RT_STREAM_WAIT_EVENT: return event_and_stream(c, wide(c, 1), wide(c, 0));
    case RT_EVENT_CREATE: return create_handle(c, HANDLE_EVENT, word(c, 1));
    case RT_EVENT_RECORD: return event_and_stream(c, wide(c, 0), wide(c, 1));
    case RT_EVENT_DESTROY: return destroy_handle(c, HANDLE_EVENT);
    case RT_MALLOC: return allocate(c);
    case RT_FREE: return heap_release(c->w, c->op, c->lane, wide(c, 0)) ? cudaSuccess : cudaErrorInvalidValue;
    case RT_DEVICE: return give_word(c, 0, c->s->device);
    case RT_DEVICE_COUNT: return give_word(c, 0, c->s->device_count);
    case RT_ATTRIBUTE: return attribute(c);
    case RT_LIMIT: return limit(c);
    case RT_CACHE_CONFIG: return give_word(c, 0, 0); // no preference
    case RT_FUNCTION: return function_attributes(c);
    case RT_OCCUPANCY: return occupancy(c);
    case RT_VERSION: return give_word(c, 0, c->s->runtime->version);
    case RT_SET_CONDITIONAL: return set_conditional(c);
    default: return move_memory(c);
    }
}

static u64 result_of(const Caller *c) {
    u32 *last = &launch_warp(c->w)->last_error[c->lane], error = 0;
    u64 result;
    switch (c->call->function) {
    case RT_GET_LAST_ERROR:
        result = *last;
        *last = 0;
        return result;
    case RT_PEEK_AT_LAST_ERROR: return *last;
    case RT_ERROR_STRING:
    case RT_ERROR_NAME: return error_text(c->s, word(c, 0), c->call->function == RT_ERROR_NAME);
    case RT_GET_PARAMETER_BUFFER:
    case RT_GET_PARAMETER_BUFFER_V2: result = get_parameter_buffer(c, &error); break;
    default: result = error = (u32)carry_out(c); break;
    }
    if (error) *last = error;
    return result;
}

static void refuse(Warp *w, const Op *op, const RuntimeCall *call) {
    Finding *f = note_lane(w, op, CHECK_NOT_SIMULATED, (u32)__builtin_ctz(w->mask));
    if (f) {
        f->fatal = true;
        snprintf(
            f->message, sizeof f->message,
            "not simulated: %s in a kernel. Kernels launch no kernels, and call nothing else of the CUDA "
            "runtime, in a lab.",
            call->name);
        snprintf(f->next, sizeof f->next, "Launch from host code. ./grade run runs programs that do this.");
    }
    stop_block(w);
}

void run_runtime_call(Warp *w, const Op *op) {
    const RuntimeCall *call = (const RuntimeCall *)(intptr_t)op->imm;
    Launch *launch = w->worker->launch;
    if (!w->mask) return;
    if (!launch->simulator->runtime) {
        refuse(w, op, call);
        return;
    }
    u32 *row = call->result_bytes ? lanes_of(w, call->result) : NULL;
    EACH_LANE_OF(w->mask, i) {
        const Caller c = {w, op, call, i, launch->simulator, launch};
        const u64 result = result_of(&c);
        if (row) row[i] = (u32)result;
        if (call->result_bytes == 8) row[LANES + i] = (u32)(result >> 32);
        if (w->worker->stop) return;
    }
}
