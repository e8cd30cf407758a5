// Streams. A handle is the number that `device` gave; 0 (NULL), 1 (cudaStreamLegacy) and 2
// (cudaStreamPerThread) are CUDA's own.
#include <string.h>

#include "grader/runtime/runtime.h"

static const int lowest_priority = 0,
                 highest_priority = -5; // the range of every GPU since compute capability 7.0

// What a program may ask back about a stream that it has made.
enum { STREAMS_KEPT = 1 << 12 };

static struct {
    unsigned flags;
    int priority;
} made[STREAMS_KEPT]; // by the handle's last bits

static void remember(cudaStream_t stream, unsigned flags, int priority) {
    made[handle_of(stream) % STREAMS_KEPT].flags = flags;
    made[handle_of(stream) % STREAMS_KEPT].priority = priority < highest_priority  ? highest_priority
                                                      : priority > lowest_priority ? lowest_priority
                                                                                   : priority;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    if (!stream) return record_error(cudaErrorInvalidValue);
    if (flags & ~(unsigned)cudaStreamNonBlocking) return record_error(cudaErrorInvalidValue);
    Request request = {.call = CALL_STREAM_CREATE, .arg = {flags, (uint64_t)(int64_t)priority}};
    cudaError_t error = ask_device(&request);
    if (error != cudaSuccess) return error;
    *stream = (cudaStream_t)(uintptr_t)request.reply.value[0];
    remember(*stream, flags, priority);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, lowest_priority);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, lowest_priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    Request request = {.call = CALL_STREAM_DESTROY, .arg = {handle_of(stream)}};
    return ask_device(&request);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    Request request = {.call = CALL_STREAM_SYNCHRONIZE, .stream = handle_of(stream), .waits = true};
    if (capture_spoilt_by_stream(stream)) return record_error(cudaErrorStreamCaptureUnsupported);
    return ask_device(&request);
}
ALSO_NAMED(cudaStreamSynchronize, cudaStreamSynchronize_ptsz)

// "Not ready" is an answer, and no error that cudaGetLastError would return.
cudaError_t answer_of_query(Request *request) {
    cudaError_t error = exchange(request);
    return error == cudaErrorNotReady ? error : record_error(error);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    Request request = {.call = CALL_STREAM_QUERY, .stream = handle_of(stream)};
    if (capture_spoilt_by_stream(stream)) return record_error(cudaErrorStreamCaptureUnsupported);
    return answer_of_query(&request);
}
ALSO_NAMED(cudaStreamQuery, cudaStreamQuery_ptsz)

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    (void)flags;
    Request request = {
        .call = CALL_STREAM_WAIT_EVENT, .arg = {handle_of(event)}, .stream = handle_of(stream)};
    if (capture_wait(stream, event)) return cudaSuccess;
    return ask_device(&request);
}
ALSO_NAMED(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz)

// Is there such a stream? What kernels have printed comes with the answer.
static cudaError_t ask_stream(cudaStream_t stream) {
    Request request = {.call = CALL_STREAM_SYNCHRONIZE, .stream = handle_of(stream)};
    return ask_device(&request);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    if (!function) return record_error(cudaErrorInvalidValue);
    if (is_capturing(stream)) return capture_host_function(stream, function, data);
    cudaError_t error = ask_stream(stream);
    const HostFunction asked = {.function = function, .data = data};
    if (error == cudaSuccess) host_function_ask(stream, &asked, false);
    return error;
}
ALSO_NAMED(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz)

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags) {
    if (!callback || flags != 0) return record_error(cudaErrorInvalidValue);
    cudaError_t error = ask_stream(stream);
    if (error == cudaErrorInsufficientDriver || error == cudaErrorInvalidResourceHandle) return error;
    const HostFunction asked = {.callback = callback, .data = data, .error = error};
    host_function_ask(stream, &asked, false);
    return cudaSuccess;
}
ALSO_NAMED(cudaStreamAddCallback, cudaStreamAddCallback_ptsz)

cudaError_t cudaDeviceGetStreamPriorityRange(int *lowest, int *highest) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (lowest) *lowest = lowest_priority;
    if (highest) *highest = highest_priority;
    return cudaSuccess;
}

static cudaError_t check_stream(cudaStream_t stream, const void *result) {
    return result ? ask_stream(stream) : record_error(cudaErrorInvalidValue);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    cudaError_t error = check_stream(stream, flags);
    if (error == cudaSuccess) *flags = made[handle_of(stream) % STREAMS_KEPT].flags;
    return error;
}
ALSO_NAMED(cudaStreamGetFlags, cudaStreamGetFlags_ptsz)

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    cudaError_t error = check_stream(stream, priority);
    if (error == cudaSuccess) *priority = made[handle_of(stream) % STREAMS_KEPT].priority;
    return error;
}
ALSO_NAMED(cudaStreamGetPriority, cudaStreamGetPriority_ptsz)

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    cudaError_t error = check_stream(stream, id);
    if (error == cudaSuccess) *id = handle_of(stream);
    return error;
}
ALSO_NAMED(cudaStreamGetId, cudaStreamGetId_ptsz)

#if CUDART_VERSION >= 12080
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    cudaError_t error = check_stream(stream, device);
    Request request = {.call = CALL_OWNER, .arg = {handle_of(stream), 1}};
    if (error == cudaSuccess) error = ask_device(&request);
    if (error == cudaSuccess) *device = (int)request.reply.value[0];
    return error;
}
ALSO_NAMED(cudaStreamGetDevice, cudaStreamGetDevice_ptsz)
#endif

// Attributes of a stream (which part of L2 it may keep, how its work is spread) change speed only.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value) {
    (void)attribute;
    return check_stream(stream, value);
}
ALSO_NAMED(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz)

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value) {
    (void)attribute;
    cudaError_t error = check_stream(stream, value);
    if (error == cudaSuccess) memset(value, 0, sizeof *value);
    return error;
}
ALSO_NAMED(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz)

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    cudaError_t error = check_stream(from, from ? (const void *)from : "");
    return error == cudaSuccess ? check_stream(to, "") : error;
}
ALSO_NAMED(cudaStreamCopyAttributes, cudaStreamCopyAttributes_ptsz)
