// Events. A handle is the number that `device` gave.
#include <string.h>

#include "grader/runtime/runtime.h"

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    Request request = {.call = CALL_EVENT_CREATE, .arg = {flags}};
    if (!event) return record_error(cudaErrorInvalidValue);
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) *event = (cudaEvent_t)(uintptr_t)request.reply.value[0];
    return error;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    Request request = {.call = CALL_EVENT_DESTROY, .arg = {handle_of(event)}};
    return ask_device(&request);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    Request request = {.call = CALL_EVENT_RECORD, .arg = {handle_of(event)}, .stream = handle_of(stream)};
    if (flags & cudaEventRecordExternal) return submit(&request, stream, false); // in a graph, a node
    if (capture_event(event, stream)) return cudaSuccess;
    return submit(&request, stream, false);
}
ALSO_NAMED(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz)

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
ALSO_NAMED(cudaEventRecord, cudaEventRecord_ptsz)

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    Request request = {.call = CALL_EVENT_SYNCHRONIZE, .arg = {handle_of(event)}, .waits = true};
    if (capture_spoilt_by_event(event)) return record_error(cudaErrorCapturedEvent);
    return ask_device(&request);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    Request request = {.call = CALL_EVENT_QUERY, .arg = {handle_of(event)}};
    if (capture_spoilt_by_event(event)) return record_error(cudaErrorCapturedEvent);
    return answer_of_query(&request);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    Request request = {.call = CALL_EVENT_ELAPSED, .arg = {handle_of(start), handle_of(end)}};
    if (!milliseconds) return record_error(cudaErrorInvalidValue);
    cudaError_t error = answer_of_query(&request);
    uint32_t bits = (uint32_t)request.reply.value[0];
    if (error == cudaSuccess) memcpy(milliseconds, &bits, sizeof bits);
    return error;
}
