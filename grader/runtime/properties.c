// cudaGetDeviceProperties: the device's description, and its attributes for the fields that it does not
// describe.
#include <string.h>

#include "grader/runtime/runtime.h"

// Fields of cudaDeviceProp, all of type int, that hold the value of an attribute.
static const struct {
    size_t offset;
    enum cudaDeviceAttr attribute;
} attribute_fields[] = {
#define FIELD(field, attribute) {offsetof(struct cudaDeviceProp, field), cudaDevAttr##attribute},
    // clang-format off
    FIELD(integrated, Integrated)
    FIELD(canMapHostMemory, CanMapHostMemory)
    FIELD(maxTexture1D, MaxTexture1DWidth)
    FIELD(maxTexture2D[0], MaxTexture2DWidth)
    FIELD(maxTexture2D[1], MaxTexture2DHeight)
    FIELD(maxTexture3D[0], MaxTexture3DWidth)
    FIELD(maxTexture3D[1], MaxTexture3DHeight)
    FIELD(maxTexture3D[2], MaxTexture3DDepth)
    FIELD(maxTexture1DLayered[0], MaxTexture1DLayeredWidth)
    FIELD(maxTexture1DLayered[1], MaxTexture1DLayeredLayers)
    FIELD(maxTexture2DLayered[0], MaxTexture2DLayeredWidth)
    FIELD(maxTexture2DLayered[1], MaxTexture2DLayeredHeight)
    FIELD(maxTexture2DLayered[2], MaxTexture2DLayeredLayers)
    FIELD(concurrentKernels, ConcurrentKernels)
    FIELD(ECCEnabled, EccEnabled)
    FIELD(pciBusID, PciBusId)
    FIELD(pciDeviceID, PciDeviceId)
    FIELD(pciDomainID, PciDomainId)
    FIELD(tccDriver, TccDriver)
    FIELD(asyncEngineCount, AsyncEngineCount)
    FIELD(unifiedAddressing, UnifiedAddressing)
    FIELD(persistingL2CacheMaxSize, MaxPersistingL2CacheSize)
    FIELD(streamPrioritiesSupported, StreamPrioritiesSupported)
    FIELD(globalL1CacheSupported, GlobalL1CacheSupported)
    FIELD(localL1CacheSupported, LocalL1CacheSupported)
    FIELD(managedMemory, ManagedMemory)
    FIELD(isMultiGpuBoard, IsMultiGpuBoard)
    FIELD(multiGpuBoardGroupID, MultiGpuBoardGroupID)
    FIELD(hostNativeAtomicSupported, HostNativeAtomicSupported)
    FIELD(pageableMemoryAccess, PageableMemoryAccess)
    FIELD(concurrentManagedAccess, ConcurrentManagedAccess)
    FIELD(computePreemptionSupported, ComputePreemptionSupported)
    FIELD(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem)
    FIELD(cooperativeLaunch, CooperativeLaunch)
    FIELD(pageableMemoryAccessUsesHostPageTables, PageableMemoryAccessUsesHostPageTables)
    FIELD(directManagedMemAccessFromHost, DirectManagedMemAccessFromHost)
    FIELD(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize)
    FIELD(hostRegisterSupported, HostRegisterSupported)
    FIELD(memoryPoolsSupported, MemoryPoolsSupported)
    FIELD(clusterLaunch, ClusterLaunch)
#if CUDART_VERSION < 13000
    FIELD(deviceOverlap, GpuOverlap)
    FIELD(kernelExecTimeoutEnabled, KernelExecTimeout)
    FIELD(computeMode, ComputeMode)
    FIELD(singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio)
#endif
// clang-format on
#undef FIELD
};

static void fill_from_description(struct cudaDeviceProp *to, const DeviceDescription *from) {
    memcpy(to->name, from->name, sizeof to->name);
    to->name[sizeof to->name - 1] = '\0';
    to->totalGlobalMem = from->total_global_memory;
    to->totalConstMem = from->total_constant_memory;
    to->sharedMemPerBlock = from->shared_per_block;
    to->sharedMemPerBlockOptin = from->shared_per_block_optin;
    to->sharedMemPerMultiprocessor = from->shared_per_sm;
    to->reservedSharedMemPerBlock = from->shared_reserved_per_block;
    to->l2CacheSize = (int)from->l2_bytes;
    to->memPitch = from->memory_pitch_max;
    to->textureAlignment = from->texture_alignment;
    to->regsPerBlock = (int)from->registers_per_block;
    to->regsPerMultiprocessor = (int)from->registers_per_sm;
    to->warpSize = (int)from->warp_size;
    to->maxThreadsPerBlock = (int)from->threads_per_block_max;
    to->maxThreadsPerMultiProcessor = (int)from->threads_per_sm;
    to->maxBlocksPerMultiProcessor = (int)from->blocks_per_sm;
    for (int axis = 0; axis < 3; axis++) {
        to->maxThreadsDim[axis] = (int)from->block_max[axis];
        to->maxGridSize[axis] = (int)from->grid_max[axis];
    }
    to->major = (int)from->major;
    to->minor = (int)from->minor;
    to->multiProcessorCount = (int)from->sm_count;
    to->memoryBusWidth = (int)from->memory_bus_bits;
#if CUDART_VERSION < 13000
    to->clockRate = (int)from->clock_khz;
    to->memoryClockRate = (int)from->memory_clock_khz;
#endif
}

// An attribute that the device does not know stays 0.
static int ask_attribute(enum cudaDeviceAttr attribute, int device) {
    Request request = {.call = CALL_ATTRIBUTE, .arg = {attribute, (uint64_t)(int64_t)device}};
    return exchange(&request) == cudaSuccess ? (int)request.reply.value[0] : 0;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    DeviceDescription description = {0};
    Request request = {.call = CALL_PROPERTIES,
                       .arg = {(uint64_t)(int64_t)device},
                       .answer = host_bytes(&description, sizeof description)};
    if (!properties) return record_error(cudaErrorInvalidValue);
    cudaError_t error = ask_device(&request);
    if (error != cudaSuccess) return error;
    *properties = (struct cudaDeviceProp){0};
    fill_from_description(properties, &description);
    properties->texturePitchAlignment = (size_t)ask_attribute(cudaDevAttrTexturePitchAlignment, device);
    properties->surfaceAlignment = (size_t)ask_attribute(cudaDevAttrSurfaceAlignment, device);
    for (size_t i = 0; i < sizeof attribute_fields / sizeof *attribute_fields; i++) {
        int value = ask_attribute(attribute_fields[i].attribute, device);
        memcpy((char *)properties + attribute_fields[i].offset, &value, sizeof value);
    }
    return cudaSuccess;
}
