// cuSPARSE and cuSOLVER: handles and settings.
#include "grader/libraries/libraries.h"

#include "grader/libraries/settings.h"

enum { POINTER_MODE, DETERMINISTIC_MODE };

#if __has_include(<cusparse.h>)
#include <cusparse.h>

int cusparse_not_simulated(const char *name) {
    library_not_simulated(name);
    return CUSPARSE_STATUS_NOT_SUPPORTED;
}

static LibraryHandle *sparse(cusparseHandle_t handle) {
    return handle_find(handle, HANDLE_CUSPARSE);
}

MAKE(cusparseStatus_t, CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED,
     HANDLE_CUSPARSE, cusparseHandle_t, cusparseCreate, cusparseDestroy)
STREAM(cusparseStatus_t, CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, sparse, cusparseHandle_t,
       cusparseSetStream, cusparseGetStream)
SETTING(cusparseStatus_t, CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, sparse, cusparseHandle_t,
        POINTER_MODE, cusparsePointerMode_t, cusparseSetPointerMode, cusparseGetPointerMode)

EXPORT cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version) {
    if (!sparse(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (!version) return CUSPARSE_STATUS_INVALID_VALUE;
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}
#endif

#if __has_include(<cusolverDn.h>)
#include <cusolverDn.h>

int cusolver_not_simulated(const char *name) {
    library_not_simulated(name);
    return CUSOLVER_STATUS_NOT_SUPPORTED;
}

static LibraryHandle *solver(const void *handle) {
    return handle_find(handle, HANDLE_CUSOLVER);
}

#define SOLVER(handle_type, create, destroy)                                                                 \
    MAKE(cusolverStatus_t, CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED,                         \
         CUSOLVER_STATUS_ALLOC_FAILED, HANDLE_CUSOLVER, handle_type, create, destroy)
#define SOLVER_STREAM(handle_type, set, get)                                                                 \
    STREAM(cusolverStatus_t, CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, solver, handle_type,  \
           set, get)

SOLVER(cusolverDnHandle_t, cusolverDnCreate, cusolverDnDestroy)
SOLVER_STREAM(cusolverDnHandle_t, cusolverDnSetStream, cusolverDnGetStream)
#if CUSOLVER_VERSION >= 11500
SETTING(cusolverStatus_t, CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, solver,
        cusolverDnHandle_t, DETERMINISTIC_MODE, cusolverDeterministicMode_t, cusolverDnSetDeterministicMode,
        cusolverDnGetDeterministicMode)
#endif
#if __has_include(<cusolverSp.h>)
#include <cusolverSp.h>
SOLVER(cusolverSpHandle_t, cusolverSpCreate, cusolverSpDestroy)
SOLVER_STREAM(cusolverSpHandle_t, cusolverSpSetStream, cusolverSpGetStream)
#endif
#if __has_include(<cusolverRf.h>)
#include <cusolverRf.h>
SOLVER(cusolverRfHandle_t, cusolverRfCreate, cusolverRfDestroy)
#endif
#if __has_include(<cusolverMg.h>)
#include <cusolverMg.h>
SOLVER(cusolverMgHandle_t, cusolverMgCreate, cusolverMgDestroy)

EXPORT cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle, int count, int device[]) {
    if (!solver(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
    return count > 0 && device ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}
#endif
#endif
