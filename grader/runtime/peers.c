// Which devices there are, all of them equal, and how they reach each other.
#include <stdio.h>

#include "grader/runtime/runtime.h"

cudaError_t check_device(int device) {
    Request request = {.call = CALL_SET_DEVICE, .arg = {(uint64_t)(int64_t)device}};
    return ask_device(&request);
}

int device_of_memory(const void *pointer) {
    Request request = {.call = CALL_OWNER, .arg = {handle_of(pointer)}};
    return exchange(&request) == cudaSuccess ? (int)request.reply.value[0] : current_device();
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    if (!can) return record_error(cudaErrorInvalidValue);
    cudaError_t error = check_device(device);
    if (error == cudaSuccess) error = check_device(peer);
    if (error == cudaSuccess) *can = device != peer; // not even itself, as CUDA has it
    return error;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    Request request = {.call = CALL_PEER, .arg = {(uint64_t)(int64_t)peer, 1}};
    return flags ? record_error(cudaErrorInvalidValue) : ask_device(&request);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    Request request = {.call = CALL_PEER, .arg = {(uint64_t)(int64_t)peer}};
    return ask_device(&request);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to) {
    if (!value || from == to)
        return record_error(from == to ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    cudaError_t error = check_device(from);
    if (error == cudaSuccess) error = check_device(to);
    if (error != cudaSuccess) return error;
    // All pairs are as fast as each other; there are no CUDA arrays to reach.
    *value = attribute == cudaDevP2PAttrAccessSupported || attribute == cudaDevP2PAttrNativeAtomicSupported;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    if (!device || !wanted) return record_error(cudaErrorInvalidValue);
    cudaError_t error = check_device(0);
    if (error == cudaSuccess) *device = 0;
    return error;
}

cudaError_t cudaSetValidDevices(int *devices, int count) {
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < count && error == cudaSuccess; i++) error = check_device(devices[i]);
    return error;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    (void)device_flags;
    return flags ? record_error(cudaErrorInvalidValue) : check_device(device);
}

// As the attributes have it: the bus is the number of the device, all else is 0.
cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device) {
    cudaError_t error = text && size > 0 ? check_device(device) : record_error(cudaErrorInvalidValue);
    if (error != cudaSuccess) return error;
    return snprintf(text, (size_t)size, "0000:%02x:00.0", device) < size
               ? cudaSuccess
               : record_error(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
    unsigned domain = 0, bus, slot;
    if (!device || !text) return record_error(cudaErrorInvalidValue);
    const bool parsed = sscanf(text, "%x:%x:%x", &domain, &bus, &slot) == 3 ||
                        (domain = 0, sscanf(text, "%x:%x", &bus, &slot) == 2);
    if (!parsed || domain || slot || check_device((int)bus) != cudaSuccess)
        return record_error(cudaErrorInvalidDevice);
    *device = (int)bus;
    return cudaSuccess;
}

// The part of L2 that is set aside changes speed only.
cudaError_t cudaCtxResetPersistingL2Cache(void) {
    return record_error(connection_is_possible() ? cudaSuccess : cudaErrorInsufficientDriver);
}
