// Tells `device` about a call that cannot be carried out, so that the report can say it with the source line.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/runtime/libraries.h"
#include "grader/runtime/runtime.h"

static cudaError_t report(cudaError_t error, bool null_pointer, const char *format, va_list values) {
    char sentence[512];
    vsnprintf(sentence, sizeof sentence, format, values);
    Request request = {
        .call = CALL_MISUSE, .arg = {error, null_pointer}, .payload = host_bytes(sentence, strlen(sentence))};
    cudaError_t answer = exchange(&request);
    return record_error(answer == cudaSuccess ? error : answer);
}

// A call whose arguments are wrong in a way that only this side sees. The sentence is for the student.
// Returns (and records) `error`, which is what the call then returns.
cudaError_t report_misuse(cudaError_t error, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const cudaError_t answer = report(error, false, format, values);
    va_end(values);
    return answer;
}

cudaError_t report_null_pointer(const char *format, ...) {
    va_list values;
    va_start(values, format);
    const cudaError_t answer = report(cudaErrorInvalidValue, true, format, values);
    va_end(values);
    return answer;
}

// A runtime call, or an option of one, that Warpbook does not simulate.
EXPORT void runtime_library_call(const char *name) {
    Request request = {.call = CALL_UNSUPPORTED, .arg = {1}, .payload = host_bytes(name, strlen(name))};
    exchange(&request);
}

cudaError_t report_unsupported(const char *name) {
    Request request = {.call = CALL_UNSUPPORTED, .payload = host_bytes(name, strlen(name))};
    cudaError_t answer = exchange(&request);
    return record_error(answer == cudaSuccess ? cudaErrorNotSupported : answer);
}
