// The last error, and what CUDA calls each error.
#include <stdatomic.h>

#include "grader/runtime/runtime.h"

static _Thread_local cudaError_t last_error;
static _Thread_local cudaError_t unseen_error; // of a refused <<<...>>>, which returns nothing
static _Atomic cudaError_t
    sticky_error; // the device is lost: every later call fails with it until cudaDeviceReset

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
#define ERROR(code, name, text) {code, #name, text},
#include "grader/contract/error_names.h"
#undef ERROR
};

// Errors after which CUDA gives up the whole context.
static bool is_sticky(cudaError_t error) {
    switch (error) {
    case cudaErrorECCUncorrectable:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure: return true;
    default: return false;
    }
}

// Success leaves an earlier error standing.
cudaError_t record_error(cudaError_t error) {
    if (error == cudaSuccess) return error;
    last_error = error;
    if (is_sticky(error)) sticky_error = error;
    return error;
}

void forget_errors(void) {
    last_error = unseen_error = cudaSuccess;
    sticky_error = cudaSuccess;
}

cudaError_t note_unseen(cudaError_t error) {
    if (error != cudaSuccess) unseen_error = error;
    return error;
}

// `device` is told that the student's code gets the error of a refused launch now.
static void tell_seen(cudaError_t error) {
    if (error == cudaSuccess || error != unseen_error) return;
    Request request = {.call = CALL_ERROR_SEEN, .arg = {error}};
    unseen_error = cudaSuccess;
    exchange(&request);
}

cudaError_t cudaPeekAtLastError(void) {
    cudaError_t sticky = sticky_error;
    if (!connection_is_possible()) return cudaErrorInsufficientDriver;
    cudaError_t error = sticky != cudaSuccess ? sticky : last_error;
    tell_seen(error);
    return error;
}

cudaError_t cudaGetLastError(void) {
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == (int)error) return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == (int)error) return errors[i].text;
    return "unrecognized error code";
}
