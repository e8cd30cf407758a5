// Host memory that CUDA knows of: allocated with cudaMallocHost and cudaHostAlloc, or registered.
//
// Page-locking changes only the speed of copies, which is the device's business: here it is bookkeeping, so
// that wrong pointers are refused as CUDA refuses them.
#include <pthread.h>
#include <stdlib.h>

#include "grader/runtime/runtime.h"

enum { PAGE = 4096 };

typedef struct Region {
    char *start;
    size_t size;
    unsigned flags;
    bool registered; // by cudaHostRegister; otherwise allocated here
    struct Region *next;
} Region;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Region *regions;

static cudaError_t add_region(void *start, size_t size, unsigned flags, bool registered) {
    Region *region = malloc(sizeof *region);
    if (!region) return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&lock);
    *region = (Region){start, size, flags, registered, regions};
    regions = region;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

// Copies the region that holds the address to *found.
static bool find_region(const void *pointer, Region *found) {
    pthread_mutex_lock(&lock);
    Region *region = regions;
    while (region && handle_of(pointer) - handle_of(region->start) >= region->size) region = region->next;
    if (region) *found = *region;
    pthread_mutex_unlock(&lock);
    return region != NULL;
}

// Forgets the region that starts at the address.
static bool remove_region(const void *start, bool registered) {
    Region *removed = NULL;
    pthread_mutex_lock(&lock);
    for (Region **link = &regions; *link && !removed;) {
        if ((*link)->start == start && (*link)->registered == registered) {
            removed = *link;
            *link = removed->next;
        } else {
            link = &(*link)->next;
        }
    }
    pthread_mutex_unlock(&lock);
    free(removed);
    return removed != NULL;
}

static cudaError_t allocate(void **pointer, size_t bytes, unsigned flags) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!pointer) return record_error(cudaErrorInvalidValue);
    *pointer = NULL;
    if (bytes == 0) return cudaSuccess;
    if (bytes > SIZE_MAX - PAGE) return record_error(cudaErrorMemoryAllocation);
    char *start = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
    if (!start) return record_error(cudaErrorMemoryAllocation);
    cudaError_t error = add_region(start, bytes, flags, false);
    if (error != cudaSuccess) {
        free(start);
        return record_error(error);
    }
    *pointer = start;
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return allocate(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
    if (flags & cudaHostAllocMapped) return report_unsupported("cudaHostAlloc with cudaHostAllocMapped");
    return allocate(pointer, bytes, flags);
}

cudaError_t cudaFreeHost(void *pointer) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!pointer) return cudaSuccess;
    if (!remove_region(pointer, false))
        return report_misuse(
            cudaErrorInvalidValue,
            "cudaFreeHost was given %p, which is not the start of memory from cudaMallocHost or "
            "cudaHostAlloc, or was freed before.",
            pointer);
    free(pointer);
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
    Region known;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (flags & cudaHostRegisterMapped)
        return report_unsupported("cudaHostRegister with cudaHostRegisterMapped");
    if (!pointer || bytes == 0) return record_error(cudaErrorInvalidValue);
    if (find_region(pointer, &known)) return record_error(cudaErrorHostMemoryAlreadyRegistered);
    return record_error(add_region(pointer, bytes, flags, true));
}

cudaError_t cudaHostUnregister(void *pointer) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!pointer) return record_error(cudaErrorInvalidValue);
    return remove_region(pointer, true) ? cudaSuccess : record_error(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer) {
    Region region;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!flags || !find_region(pointer, &region)) return record_error(cudaErrorInvalidValue);
    *flags = region.flags;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer) {
    Region region;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!attributes) return record_error(cudaErrorInvalidValue);
    bool on_device = is_device_address(pointer), pinned = !on_device && find_region(pointer, &region);
    *attributes = (struct cudaPointerAttributes){0};
    attributes->type = on_device ? cudaMemoryTypeDevice
                       : pinned  ? cudaMemoryTypeHost
                                 : cudaMemoryTypeUnregistered;
    attributes->device = on_device || pinned ? current_device() : cudaInvalidDeviceId;
    attributes->devicePointer = on_device ? (void *)pointer : NULL;
    attributes->hostPointer = pinned ? (void *)pointer : NULL;
    return cudaSuccess;
}
