// Memory pools. All memory comes from the device's one arena, so a pool keeps attributes and nothing else.
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/runtime.h"

enum { ATTRIBUTES = cudaMemPoolAttrUsedMemHigh + 1 };

struct CUmemPoolHandle_st {
    uint64_t attribute[ATTRIBUTES];
};

static struct CUmemPoolHandle_st default_pool = {
    .attribute = {[cudaMemPoolReuseFollowEventDependencies] = 1,
                  [cudaMemPoolReuseAllowOpportunistic] = 1,
                  [cudaMemPoolReuseAllowInternalDependencies] = 1}};
static cudaMemPool_t current_pool = &default_pool;

static cudaError_t give_pool(cudaMemPool_t *out, cudaMemPool_t pool, int device) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!out) return record_error(cudaErrorInvalidValue);
    if (check_device(device) != cudaSuccess) return record_error(cudaErrorInvalidDevice);
    *out = pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    return give_pool(pool, &default_pool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    return give_pool(pool, current_pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    cudaMemPool_t ignored;
    if (!pool) return record_error(cudaErrorInvalidValue);
    cudaError_t error = give_pool(&ignored, pool, device);
    if (error == cudaSuccess) current_pool = pool;
    return error;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!pool || !properties) return record_error(cudaErrorInvalidValue);
    if (properties->handleTypes != cudaMemHandleTypeNone)
        return report_unsupported("cudaMemPoolCreate for other processes");
    *pool = malloc(sizeof **pool);
    if (!*pool) return record_error(cudaErrorMemoryAllocation);
    **pool = default_pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    if (!pool || pool == &default_pool) return record_error(cudaErrorInvalidValue);
    if (current_pool == pool) current_pool = &default_pool;
    free(pool);
    return cudaSuccess;
}

static bool is_number(enum cudaMemPoolAttr attribute) {
    return attribute >= cudaMemPoolAttrReleaseThreshold;
}

static bool is_attribute(enum cudaMemPoolAttr attribute) {
    return (int)attribute > 0 && (int)attribute < ATTRIBUTES;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    int flag;
    if (!pool || !value || !is_attribute(attribute)) return record_error(cudaErrorInvalidValue);
    if (is_number(attribute)) {
        memcpy(&pool->attribute[attribute], value, sizeof *pool->attribute);
    } else {
        memcpy(&flag, value, sizeof flag);
        pool->attribute[attribute] = flag != 0;
    }
    return cudaSuccess;
}

// What is in use is what the whole device has in use.
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    size_t left = 0, total = 0;
    if (!pool || !value || !is_attribute(attribute)) return record_error(cudaErrorInvalidValue);
    uint64_t number = pool->attribute[attribute];
    if (attribute > cudaMemPoolAttrReleaseThreshold) {
        cudaError_t error = cudaMemGetInfo(&left, &total);
        if (error != cudaSuccess) return error;
        number = total - left;
    }
    const int flag = number != 0;
    if (is_number(attribute))
        memcpy(value, &number, sizeof number);
    else
        memcpy(value, &flag, sizeof flag);
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count) {
    return pool && (list || count == 0) ? cudaSuccess : record_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location) {
    if (!flags || !pool || !location) return record_error(cudaErrorInvalidValue);
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t kept) {
    (void)kept;
    return pool ? cudaSuccess : record_error(cudaErrorInvalidValue);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return pool ? cudaMallocAsync(pointer, bytes, stream) : record_error(cudaErrorInvalidValue);
}
ALSO_NAMED(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz)
