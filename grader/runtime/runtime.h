// Our libcudart: each entry point of the CUDA runtime becomes a message to `device`. It forwards; it computes
// nothing.
//
// This header is the table of contents of what the files here share. CUDA's own header is included with
// default visibility, so every function that it declares and we define is exported, and nothing else is (the
// Makefile compiles with -fvisibility=hidden).
#ifndef WARPBOOK_RUNTIME_H
#define WARPBOOK_RUNTIME_H

#pragma GCC visibility push(default)
#include <cuda_runtime_api.h>
#include <cuda_profiler_api.h>
#pragma GCC visibility pop

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/contract/protocol.h"

#define EXPORT __attribute__((visibility("default")))

// Programs compiled with --default-stream per-thread import name_ptds or name_ptsz. `device` keeps all
// streams in the order of the calls, so the plain function serves them too.
#define ALSO_NAMED(function, name) extern __typeof__(function) name EXPORT __attribute__((alias(#function)));

// host_block.c: memory of this process that a message carries.

// `rows` rows of `width` bytes, each `pitch` bytes after the one before.
typedef struct {
    char *start;
    size_t width, rows, pitch;
} HostBlock;

HostBlock host_bytes(const void *start, size_t size);
HostBlock host_rows(const void *start, size_t width, size_t rows, size_t pitch);
size_t host_block_size(const HostBlock *block);
void touch_for_reading(const HostBlock *block);
void touch_for_writing(const HostBlock *block);

struct iovec;
int host_block_parts(const HostBlock *block, size_t done, struct iovec *parts, int room);

// connection.c: the conversation with `device`.

typedef struct {
    uint32_t call;              // one of MessageCall
    uint64_t arg[MESSAGE_ARGS]; // as protocol.h lists them
    HostBlock payload;          // follows the request
    HostBlock answer;           // where the reply's payload goes
    const void *function;       // of a launch: the kernel's stand-in, for the graph that records it
    const uint64_t *caller;     // where it was asked for, MESSAGE_CALLERS addresses; NULL: by our caller
    uint64_t stream;            // as in MessageHead
    bool waits;                 // likewise
    ReplyHead reply;            // filled in
} Request;

cudaError_t
exchange_locked(Request *request);        // for host_watch.c, which is called with the conversation locked
cudaError_t exchange(Request *request);   // sends, waits for the reply; leaves the last error alone
cudaError_t ask_device(Request *request); // exchange, and an error becomes the last error
cudaError_t
ask_device_blocking(Request *request); // the same for calls that wait: prints what kernels printed
bool connection_is_possible(void);
bool connection_runs_program(void); // of the user's own: `device` may be told of further files
bool connection_shares_memory(void);
bool connection_try_send(
    const MessageHead *head); // for the fault handler: gives up when another thread is talking

// Locks the conversation for a thread that does not hold it; false where it does.
bool connection_lock(void);
void connection_unlock(void);

// host_watch.c: page-locked memory of copies that nobody has waited for. The first two with the conversation locked.
void watch_before(const Request *request);
void watch_after(const Request *request, cudaError_t error);
bool watch_covers(const HostBlock *block);
bool watch_fault(const void *address, bool writes, uintptr_t program_counter);
void watch_host_function(cudaStream_t stream, bool begins); // in this thread
void watch_release(const void *start, size_t bytes);        // the memory is given back
cudaError_t answer_of_query(Request *request);              // streams.c

// shared_watch.c: memory that kernels see too. With the conversation locked, but for the first two.
void shared_watch_add(uint64_t start, uint64_t bytes);
void shared_watch_remove(uint64_t first);
void shared_watch_after(bool worked, bool waited); // a request
bool shared_watch_covers(const void *start, size_t bytes);
void shared_watch_open(const void *start, size_t bytes);                  // for a request
bool shared_watch_fault(const void *address, bool writes, Request *told); // `told`: how `device` is told

// host_functions.c: functions of the host in streams.
typedef struct {
    cudaHostFn_t function; // one of the two
    cudaStreamCallback_t callback;
    void *data;
    cudaError_t error; // for the callback
} HostFunction;

void host_function_ask(cudaStream_t stream, const HostFunction *f,
                       bool now);                   // now: work behind it is waiting
void host_functions_before(const Request *request); // of each request
void host_functions_after(const Request *request);
void host_functions_run(void); // all that are put off
bool is_work(const Request *request);

// graph.c, capture.c: work in a stream, which a graph may record in place of `device`'s doing it.
cudaError_t submit(Request *request, cudaStream_t stream, bool blocking);
cudaError_t capture_node(cudaStream_t stream, enum cudaGraphNodeType type, struct CUgraphNode_st **node);
bool capture_event(cudaEvent_t event, cudaStream_t stream);
bool capture_wait(cudaStream_t stream, cudaEvent_t event);
bool is_capturing(cudaStream_t stream);
bool capture_spoilt_by_stream(cudaStream_t stream); // by waiting for it; false where it does not capture
bool capture_spoilt_by_event(cudaEvent_t event);
bool capture_spoilt_by_device(void);
cudaError_t capture_host_function(cudaStream_t stream, cudaHostFn_t function, void *data);

// callers.c: where in the student's file we are.
void set_student_file(const char *path);
void collect_callers(uint64_t caller[MESSAGE_CALLERS]);
uint64_t student_file_offset(uintptr_t address); // 0 where the address is not inside the student's file

// errors.c: the last error.
cudaError_t record_error(cudaError_t error);
cudaError_t note_unseen(cudaError_t error); // of a <<<...>>>, which returns nothing; returns it
void forget_errors(void);

// misuse.c: calls that are wrong or not simulated, told to `device` for the report.
cudaError_t report_misuse(cudaError_t error, const char *format, ...) __attribute__((format(printf, 2, 3)));
cudaError_t report_null_pointer(const char *format, ...) __attribute__((format(printf, 1, 2))); // the same
cudaError_t report_unsupported(const char *name);

// registration.c: kernels and variables of the student's file.

typedef struct Kernel {
    const void *host_function; // the stub's address, by which the host code names the kernel
    const char *name;          // as in the PTX
    void *module;
    bool resolved; // handle and layout are known
    uint64_t handle;
    KernelLayout *layout; // as much of it as there are parameters
    struct Kernel *next;
} Kernel;

typedef struct Variable {
    const void *host_variable; // the host's shadow of it, by which the host code names the variable
    const char *name;
    void *module;
    bool resolved;
    uint64_t address; // on the device
    uint64_t size;
    struct Variable *next;
} Variable;

cudaError_t find_kernel(const void *function, Kernel **kernel);
cudaError_t find_variable(const void *symbol, Variable **variable);
bool is_managed_variable(const void *pointer);
void forget_resolved(void);

// shared_memory.c: memory that kernels see too.
cudaError_t shared_allocate(size_t bytes, void **pointer);
cudaError_t shared_variable(uint64_t object, uint64_t module, const char *name, void **pointer);
void shared_unmap(void *pointer, size_t bytes);
cudaError_t shared_replace(void *start, size_t bytes, void **device_pointer);
void shared_restore(void *start, size_t bytes);

// host_memory.c: host memory that CUDA knows of.
bool is_shared_address(const void *pointer);
bool is_page_locked(const void *pointer);
bool page_locked_pages(const char *start, size_t bytes, char **first, char **end);
bool free_managed(void *pointer, cudaError_t *error); // false where it is no start of managed memory
cudaError_t check_managed(const void *pointer, size_t bytes);
void forget_regions(void);

// transfer.c: copies.

// A two-dimensional copy: `rows` rows of `width` bytes, whose starts are one pitch apart on either side.
typedef struct {
    void *to;
    const void *from;
    size_t to_pitch, from_pitch, width, rows;
} Rows;

cudaError_t copy_rows(const char *who, const Rows *r, enum cudaMemcpyKind kind, cudaStream_t stream,
                      bool blocking);
bool is_device_address(const void *pointer);
bool is_waited_for(const Request *request, bool blocking);
cudaError_t fill_elements(const struct cudaMemsetParams *p); // into a graph's node
cudaError_t copy_bytes(const char *who, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                       cudaStream_t stream, bool blocking);

// arrays.c

// Part of a CUDA array, for a copy. Widths are in bytes.
typedef struct {
    size_t x, y, z, width, rows, slices;
    bool runs_on; // a single row that may run on into the next ones
} ArrayBox;

typedef struct {
    char *start;  // on the device
    size_t pitch; // bytes from row to row
    size_t rows;  // of a slice
} ArrayPlace;

cudaError_t array_place(cudaArray_const_t array, const ArrayBox *box, ArrayPlace *place);
cudaError_t array_describe(cudaArray_const_t array, ArrayDescription *description);

// device.c
int current_device(void);
cudaError_t check_device(int device); // peers.c: is there such a one?
int device_of_memory(const void *pointer);
cudaError_t synchronize_stream(cudaStream_t stream);

static inline uint64_t handle_of(const void *pointer) {
    return (uint64_t)(uintptr_t)pointer;
}

#endif
