// cuDNN and NCCL: handles, and communicators of GPUs that do not communicate.
#include "grader/libraries/libraries.h"

#include "grader/libraries/settings.h"

#if __has_include(<cudnn.h>)
#include <cudnn.h>

int cudnn_not_simulated(const char *name) {
    library_not_simulated(name);
    return CUDNN_STATUS_NOT_SUPPORTED;
}

static LibraryHandle *network(cudnnHandle_t handle) {
    return handle_find(handle, HANDLE_CUDNN);
}

MAKE(cudnnStatus_t, CUDNN_STATUS_SUCCESS, CUDNN_STATUS_BAD_PARAM, CUDNN_STATUS_ALLOC_FAILED, HANDLE_CUDNN,
     cudnnHandle_t, cudnnCreate, cudnnDestroy)
STREAM(cudnnStatus_t, CUDNN_STATUS_SUCCESS, CUDNN_STATUS_BAD_PARAM, network, cudnnHandle_t, cudnnSetStream,
       cudnnGetStream)
#endif

#if __has_include(<nccl.h>)
#include <cuda_runtime_api.h>
#include <nccl.h>
#include <string.h>

enum { RANK, RANKS, DEVICE };

int nccl_not_simulated(const char *name) {
    library_not_simulated(name);
    return ncclInvalidUsage;
}

static LibraryHandle *communicator(ncclComm_t comm) {
    return handle_find(comm, HANDLE_NCCL);
}

static ncclResult_t new_communicator(ncclComm_t *comm, int ranks, int rank, int device) {
    LibraryHandle *h = handle_new(HANDLE_NCCL);
    *comm = (ncclComm_t)(void *)h;
    if (!h) return ncclSystemError;
    h->setting[RANK] = rank;
    h->setting[RANKS] = ranks;
    h->setting[DEVICE] = device;
    return ncclSuccess;
}

EXPORT ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
    if (!id) return ncclInvalidArgument;
    memset(id, 1, sizeof *id); // all ranks are in one process
    return ncclSuccess;
}

EXPORT ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) {
    int device = 0;
    (void)id;
    if (!comm || ranks < 1 || rank < 0 || rank >= ranks) return ncclInvalidArgument;
    if (cudaGetDevice(&device) != cudaSuccess) return ncclUnhandledCudaError;
    return new_communicator(comm, ranks, rank, device);
}

EXPORT ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank,
                                           ncclConfig_t *config) {
    (void)config;
    return ncclCommInitRank(comm, ranks, id, rank);
}

EXPORT ncclResult_t ncclCommInitAll(ncclComm_t *comm, int count, const int *devices) {
    int there = 0;
    ncclResult_t result = ncclSuccess;
    if (!comm || count < 1) return ncclInvalidArgument;
    if (cudaGetDeviceCount(&there) != cudaSuccess) return ncclUnhandledCudaError;
    for (int i = 0; i < count && result == ncclSuccess; i++) {
        const int device = devices ? devices[i] : i;
        result = device < 0 || device >= there ? ncclInvalidArgument
                                               : new_communicator(&comm[i], count, i, device);
    }
    return result;
}

static ncclResult_t ended(ncclComm_t comm) {
    return handle_destroy(comm, HANDLE_NCCL) ? ncclSuccess : ncclInvalidArgument;
}

EXPORT ncclResult_t ncclCommDestroy(ncclComm_t comm) {
    return ended(comm);
}

EXPORT ncclResult_t ncclCommAbort(ncclComm_t comm) {
    return ended(comm);
}

EXPORT ncclResult_t ncclCommFinalize(ncclComm_t comm) {
    return communicator(comm) ? ncclSuccess : ncclInvalidArgument;
}

static ncclResult_t setting_of(ncclComm_t comm, int which, int *value) {
    const LibraryHandle *h = communicator(comm);
    if (!h || !value) return ncclInvalidArgument;
    *value = (int)h->setting[which];
    return ncclSuccess;
}

EXPORT ncclResult_t ncclCommCount(ncclComm_t comm, int *count) {
    return setting_of(comm, RANKS, count);
}

EXPORT ncclResult_t ncclCommUserRank(ncclComm_t comm, int *rank) {
    return setting_of(comm, RANK, rank);
}

EXPORT ncclResult_t ncclCommCuDevice(ncclComm_t comm, int *device) {
    return setting_of(comm, DEVICE, device);
}

EXPORT ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
    if (!communicator(comm) || !error) return ncclInvalidArgument;
    *error = ncclSuccess;
    return ncclSuccess;
}

EXPORT ncclResult_t ncclGroupStart(void) {
    return ncclSuccess;
}

EXPORT ncclResult_t ncclGroupEnd(void) {
    return ncclSuccess;
}
#endif
