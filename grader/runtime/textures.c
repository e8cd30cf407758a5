// Texture and surface objects.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/runtime.h"

// What each object is made of, for programs that ask.
typedef struct Object {
    uint64_t handle;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc sampler;
    struct Object *next;
} Object;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Object *objects;

static void keep(uint64_t handle, const struct cudaResourceDesc *resource,
                 const struct cudaTextureDesc *sampler) {
    Object *o = calloc(1, sizeof *o);
    if (!o) return;
    o->handle = handle;
    o->resource = *resource;
    if (sampler) o->sampler = *sampler;
    pthread_mutex_lock(&lock);
    o->next = objects;
    objects = o;
    pthread_mutex_unlock(&lock);
}

static void forget(uint64_t handle) {
    pthread_mutex_lock(&lock);
    for (Object **link = &objects; *link; link = &(*link)->next) {
        Object *o = *link;
        if (o->handle != handle) continue;
        *link = o->next;
        free(o);
        break;
    }
    pthread_mutex_unlock(&lock);
}

static bool find(uint64_t handle, Object *found) {
    pthread_mutex_lock(&lock);
    const Object *o = objects;
    while (o && o->handle != handle) o = o->next;
    if (o) *found = *o;
    pthread_mutex_unlock(&lock);
    return o != NULL;
}

static void describe_format(const struct cudaChannelFormatDesc *format, TextureDescription *t) {
    const int bits[] = {format->x, format->y, format->z, format->w};
    for (int c = 0; c < 4; c++) t->bits[c] = (unsigned)bits[c];
    t->kind = (unsigned)format->f;
}

static bool describe_resource(const struct cudaResourceDesc *r, TextureDescription *t) {
    t->type = (unsigned)r->resType;
    switch (r->resType) {
    case cudaResourceTypeArray: t->resource = handle_of(r->res.array.array); return true;
    case cudaResourceTypeMipmappedArray: t->resource = handle_of(r->res.mipmap.mipmap); return true;
    case cudaResourceTypeLinear:
        t->resource = handle_of(r->res.linear.devPtr);
        t->width = r->res.linear.sizeInBytes;
        describe_format(&r->res.linear.desc, t);
        return true;
    case cudaResourceTypePitch2D:
        t->resource = handle_of(r->res.pitch2D.devPtr);
        t->width = r->res.pitch2D.width;
        t->height = r->res.pitch2D.height;
        t->pitch = r->res.pitch2D.pitchInBytes;
        describe_format(&r->res.pitch2D.desc, t);
        return true;
    default: return false;
    }
}

static void describe_sampler(const struct cudaTextureDesc *s, TextureDescription *t) {
    for (int axis = 0; axis < 3; axis++) t->address_mode[axis] = (unsigned)s->addressMode[axis];
    t->filter_linear = s->filterMode == cudaFilterModeLinear;
    t->levels_linear = s->mipmapFilterMode == cudaFilterModeLinear;
    t->normalized_values = s->readMode == cudaReadModeNormalizedFloat;
    t->normalized_coordinates = s->normalizedCoords != 0;
    t->srgb = s->sRGB != 0;
    memcpy(t->border, s->borderColor, sizeof t->border);
    t->level_bias = s->mipmapLevelBias;
    t->level_min = s->minMipmapLevelClamp;
    t->level_max = s->maxMipmapLevelClamp;
}

static cudaError_t create(const struct cudaResourceDesc *resource, const struct cudaTextureDesc *sampler,
                          unsigned long long *object) {
    TextureDescription t = {.surface = !sampler};
    if (!object || !resource || !describe_resource(resource, &t)) return record_error(cudaErrorInvalidValue);
    if (sampler) describe_sampler(sampler, &t);
    Request request = {.call = CALL_TEXTURE_CREATE, .payload = host_bytes(&t, sizeof t)};
    cudaError_t error = ask_device(&request);
    if (error != cudaSuccess) return error;
    *object = request.reply.value[0];
    keep(*object, resource, sampler);
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *sampler,
                                    const struct cudaResourceViewDesc *view) {
    if (!sampler) return record_error(cudaErrorInvalidValue);
    if (view) return report_unsupported("a texture object with a cudaResourceViewDesc");
    return create(resource, sampler, object);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource) {
    return create(resource, NULL, object);
}

static cudaError_t destroy(uint64_t handle, bool surface) {
    Request request = {.call = CALL_TEXTURE_DESTROY, .arg = {handle, surface}};
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) forget(handle);
    return error;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    return destroy(object, false);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
    return destroy(object, true);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t object) {
    Object found;
    if (!resource || !find(object, &found)) return record_error(cudaErrorInvalidValue);
    *resource = found.resource;
    return cudaSuccess;
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource, cudaSurfaceObject_t object) {
    return cudaGetTextureObjectResourceDesc(resource, object);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *sampler, cudaTextureObject_t object) {
    Object found;
    if (!sampler || !find(object, &found)) return record_error(cudaErrorInvalidValue);
    *sampler = found.sampler;
    return cudaSuccess;
}
