// Streams. A handle is the number that `device` gave; 0 (NULL), 1 (cudaStreamLegacy) and 2
// (cudaStreamPerThread) are CUDA's own.
#include "grader/runtime/runtime.h"

static const int lowest_priority = 0,
                 highest_priority = -5; // the range of every GPU since compute capability 7.0

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    if (!stream) return record_error(cudaErrorInvalidValue);
    if (flags & ~(unsigned)cudaStreamNonBlocking) return record_error(cudaErrorInvalidValue);
    Request request = {.call = CALL_STREAM_CREATE, .arg = {flags, (uint64_t)(int64_t)priority}};
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) *stream = (cudaStream_t)(uintptr_t)request.reply.value[0];
    return error;
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
    Request request = {.call = CALL_STREAM_SYNCHRONIZE, .arg = {handle_of(stream)}};
    return ask_device(&request);
}
ALSO_NAMED(cudaStreamSynchronize, cudaStreamSynchronize_ptsz)

// Whether a stream has finished may be answered at any moment after it has; waiting first is such a moment.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return cudaStreamSynchronize(stream);
}
ALSO_NAMED(cudaStreamQuery, cudaStreamQuery_ptsz)

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    (void)flags;
    Request request = {.call = CALL_STREAM_WAIT_EVENT, .arg = {handle_of(stream), handle_of(event)}};
    return ask_device(&request);
}
ALSO_NAMED(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz)

// Host functions run in the calling thread, once everything before them in the stream is done.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    if (!function) return record_error(cudaErrorInvalidValue);
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess) function(data);
    return error;
}
ALSO_NAMED(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz)

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags) {
    if (!callback || flags != 0) return record_error(cudaErrorInvalidValue);
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaErrorInsufficientDriver || error == cudaErrorInvalidResourceHandle) return error;
    callback(stream, error, data); // it is told about errors of the work before it
    return cudaSuccess;
}
ALSO_NAMED(cudaStreamAddCallback, cudaStreamAddCallback_ptsz)

cudaError_t cudaDeviceGetStreamPriorityRange(int *lowest, int *highest) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (lowest) *lowest = lowest_priority;
    if (highest) *highest = highest_priority;
    return cudaSuccess;
}

// Capturing is refused when it begins, so no stream ever captures.
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    (void)stream;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!status) return record_error(cudaErrorInvalidValue);
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
ALSO_NAMED(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz)
