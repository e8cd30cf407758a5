// Host memory that CUDA knows of: page-locked, registered, managed.
//
// For a submission page-locking is bookkeeping only, so that wrong pointers are refused as CUDA refuses them:
// kernels reach none of it. For a program of the user's own, all that is allocated here is shared with
// kernels.
#include <pthread.h>
#include <stdlib.h>

#include "grader/runtime/runtime.h"

enum { PAGE = 4096 };

typedef enum { REGION_PINNED, REGION_REGISTERED, REGION_MANAGED } RegionKind;

typedef struct Region {
    char *start;
    size_t size;
    unsigned flags;
    RegionKind kind;
    bool shared;  // kernels see the same bytes (shared_memory.c)
    void *device; // by this address, where they do
    struct Region *next;
} Region;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Region *regions;

static cudaError_t add_region(Region new) {
    Region *region = malloc(sizeof *region);
    if (!region) return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&lock);
    *region = new;
    region->next = regions;
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

// Takes the region of that kind that starts at the address off the list and copies it to *removed.
static bool remove_region(const void *start, RegionKind kind, Region *removed) {
    Region *found = NULL;
    pthread_mutex_lock(&lock);
    for (Region **link = &regions; *link && !found;) {
        if ((*link)->start == start && (*link)->kind == kind) {
            found = *link;
            *link = found->next;
        } else {
            link = &(*link)->next;
        }
    }
    pthread_mutex_unlock(&lock);
    if (found) *removed = *found;
    free(found);
    return found != NULL;
}

bool is_shared_address(const void *pointer) {
    Region region;
    return is_device_address(pointer) && find_region(pointer, &region) && region.shared;
}

bool is_page_locked(const void *pointer) {
    Region region;
    return find_region(pointer, &region);
}

// The pages that hold these bytes of page-locked memory, and nothing but such memory: what was allocated page-locked has
// whole pages, what was registered may begin and end amid other data.
bool page_locked_pages(const char *start, size_t bytes, char **first, char **end) {
    Region region;
    if (!find_region(start, &region)) return false;
    const uint64_t more = region.kind == REGION_REGISTERED ? 0 : PAGE - 1;
    *first = (char *)((handle_of(start) + PAGE - 1 - more) / PAGE * PAGE);
    *end = (char *)((handle_of(start) + bytes + more) / PAGE * PAGE);
    return *first < *end;
}

// Shared memory where `device` offers it; NULL where it does not.
static cudaError_t allocate_region(Region *region) {
    region->start = NULL;
    if (!connection_shares_memory()) {
        if (region->size > SIZE_MAX - PAGE) return cudaErrorMemoryAllocation;
        region->start = aligned_alloc(PAGE, (region->size + PAGE - 1) / PAGE * PAGE);
        return region->start ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    cudaError_t error = shared_allocate(region->size, (void **)&region->start);
    region->shared = error == cudaSuccess;
    region->device = region->start;
    return error;
}

static void release_memory(const Region *region) {
    if (!region->shared) {
        if (region->kind != REGION_REGISTERED) free(region->start);
        return;
    }
    if (region->kind == REGION_REGISTERED)
        shared_restore(region->start, region->size);
    else
        shared_unmap(region->start, region->size);
}

static cudaError_t release_region(const Region *region) {
    host_functions_run(); // they may use it
    watch_release(region->start, region->size);
    release_memory(region);
    if (!region->shared) return cudaSuccess;
    Request request = {.call = CALL_FREE, .arg = {handle_of(region->device)}, .waits = true};
    return ask_device(&request);
}

// cudaDeviceReset gives all of it back; `device` has done its part.
void forget_regions(void) {
    pthread_mutex_lock(&lock);
    for (Region **link = &regions; *link;) {
        Region *region = *link;
        if (!region->shared) {
            link = &region->next;
            continue;
        }
        *link = region->next;
        release_memory(region);
        free(region);
    }
    pthread_mutex_unlock(&lock);
}

static cudaError_t allocate(void **pointer, size_t bytes, unsigned flags, RegionKind kind) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!pointer) return record_error(cudaErrorInvalidValue);
    *pointer = NULL;
    if (bytes == 0) return kind == REGION_MANAGED ? record_error(cudaErrorInvalidValue) : cudaSuccess;
    Region region = {.size = bytes, .flags = flags, .kind = kind};
    cudaError_t error = allocate_region(&region);
    if (error != cudaSuccess) return record_error(error);
    error = add_region(region);
    if (error != cudaSuccess) {
        release_region(&region);
        return record_error(error);
    }
    *pointer = region.start;
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return allocate(pointer, bytes, cudaHostAllocDefault, REGION_PINNED);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
    if (flags & cudaHostAllocMapped && !connection_shares_memory())
        return report_unsupported("cudaHostAlloc with cudaHostAllocMapped, in a lab");
    return allocate(pointer, bytes, flags, REGION_PINNED);
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return record_error(cudaErrorInvalidValue);
    if (!connection_shares_memory()) return report_unsupported("cudaMallocManaged, in a lab");
    return allocate(pointer, bytes, flags, REGION_MANAGED);
}

bool free_managed(void *pointer, cudaError_t *error) {
    Region region;
    if (!is_device_address(pointer) || !remove_region(pointer, REGION_MANAGED, &region)) return false;
    *error = release_region(&region);
    return true;
}

cudaError_t cudaFreeHost(void *pointer) {
    Region region;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!pointer) return cudaSuccess;
    if (!remove_region(pointer, REGION_PINNED, &region))
        return report_misuse(
            cudaErrorInvalidValue,
            "cudaFreeHost was given %p, which is not the start of memory from cudaMallocHost or "
            "cudaHostAlloc, or was freed before.",
            pointer);
    return release_region(&region);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
    Region known;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (flags & cudaHostRegisterMapped && !connection_shares_memory())
        return report_unsupported("cudaHostRegister with cudaHostRegisterMapped, in a lab");
    if (!pointer || bytes == 0) return record_error(cudaErrorInvalidValue);
    if (find_region(pointer, &known)) return record_error(cudaErrorHostMemoryAlreadyRegistered);
    return record_error(
        add_region((Region){.start = pointer, .size = bytes, .flags = flags, .kind = REGION_REGISTERED}));
}

cudaError_t cudaHostUnregister(void *pointer) {
    Region region;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!pointer) return record_error(cudaErrorInvalidValue);
    if (!remove_region(pointer, REGION_REGISTERED, &region))
        return record_error(cudaErrorHostMemoryNotRegistered);
    return release_region(&region);
}

// Registered memory is shared only now: most programs register it for the speed of copies alone.
static cudaError_t share_registered(Region *region) {
    cudaError_t error = shared_replace(region->start, region->size, &region->device);
    if (error == cudaErrorNotSupported)
        return report_unsupported("cudaHostGetDevicePointer of memory on the stack");
    if (error != cudaSuccess) return record_error(error);
    region->shared = true;
    pthread_mutex_lock(&lock);
    for (Region *r = regions; r; r = r->next)
        if (r->start == region->start && r->kind == REGION_REGISTERED) {
            r->shared = true;
            r->device = region->device;
        }
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    Region region;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!connection_shares_memory()) return report_unsupported("cudaHostGetDevicePointer, in a lab");
    if (!device || flags != 0 || !find_region(host, &region)) return record_error(cudaErrorInvalidValue);
    if (!region.shared) {
        cudaError_t error = share_registered(&region);
        if (error != cudaSuccess) return error;
    }
    *device = (char *)region.device + ((char *)host - region.start);
    return cudaSuccess;
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
    const bool known = find_region(pointer, &region), on_device = !known && is_device_address(pointer);
    *attributes = (struct cudaPointerAttributes){0};
    attributes->type = on_device                       ? cudaMemoryTypeDevice
                       : !known                        ? cudaMemoryTypeUnregistered
                       : region.kind == REGION_MANAGED ? cudaMemoryTypeManaged
                                                       : cudaMemoryTypeHost;
    attributes->device = on_device ? device_of_memory(pointer)
                         : known   ? current_device()
                                   : cudaInvalidDeviceId;
    attributes->hostPointer = known ? (void *)pointer : NULL;
    if (on_device) attributes->devicePointer = (void *)pointer;
    if (known && region.shared)
        attributes->devicePointer = (char *)region.device + ((const char *)pointer - region.start);
    return cudaSuccess;
}

// Where managed memory lies at a moment is CUDA's business: here it is always everywhere.
cudaError_t check_managed(const void *pointer, size_t bytes) {
    Region region;
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    const bool known = find_region(pointer, &region) || is_managed_variable(pointer);
    return bytes == 0 || known ? cudaSuccess : record_error(cudaErrorInvalidValue);
}
