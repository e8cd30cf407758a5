// Which devices there are and how they reach each other: one, and it has no peer.
#include <stdio.h>

#include "grader/runtime/runtime.h"

static cudaError_t check_device(int device) {
    Request request = {.call = CALL_SET_DEVICE, .arg = {(uint64_t)(int64_t)device}};
    return ask_device(&request);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    if (!can) return record_error(cudaErrorInvalidValue);
    cudaError_t error = check_device(device);
    if (error == cudaSuccess) error = check_device(peer);
    if (error == cudaSuccess) *can = 0; // not even itself, as CUDA has it
    return error;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    (void)flags;
    cudaError_t error = check_device(peer);
    return error == cudaSuccess ? record_error(cudaErrorInvalidDevice) : error; // the current one
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    cudaError_t error = check_device(peer);
    return error == cudaSuccess ? record_error(cudaErrorPeerAccessNotEnabled) : error;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to) {
    (void)attribute;
    if (!value || from == to)
        return record_error(from == to ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    cudaError_t error = check_device(from);
    return error == cudaSuccess ? check_device(to) : error;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    if (!device || !wanted) return record_error(cudaErrorInvalidValue);
    cudaError_t error = check_device(0);
    if (error == cudaSuccess) *device = 0;
    return error;
}

cudaError_t cudaSetValidDevices(int *devices, int count) {
    cudaError_t error = check_device(0);
    for (int i = 0; i < count && error == cudaSuccess; i++) error = check_device(devices[i]);
    return error;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    (void)device_flags;
    return flags ? record_error(cudaErrorInvalidValue) : check_device(device);
}

static const char bus_id[] = "0000:00:00.0"; // as the attributes have it: domain, bus and device 0

cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device) {
    cudaError_t error = text && size > 0 ? check_device(device) : record_error(cudaErrorInvalidValue);
    if (error != cudaSuccess) return error;
    return snprintf(text, (size_t)size, "%s", bus_id) < size ? cudaSuccess
                                                             : record_error(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
    unsigned domain = 0, bus, slot;
    if (!device || !text) return record_error(cudaErrorInvalidValue);
    const bool parsed = sscanf(text, "%x:%x:%x", &domain, &bus, &slot) == 3 ||
                        (domain = 0, sscanf(text, "%x:%x", &bus, &slot) == 2);
    if (!parsed || domain || bus || slot) return record_error(cudaErrorInvalidDevice);
    *device = 0;
    return check_device(0);
}

// The part of L2 that is set aside changes speed only.
cudaError_t cudaCtxResetPersistingL2Cache(void) {
    return record_error(connection_is_possible() ? cudaSuccess : cudaErrorInsufficientDriver);
}
