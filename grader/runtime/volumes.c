// Three-dimensional copies and fills: a two-dimensional one for each slice.
#include "grader/runtime/runtime.h"

typedef struct {
    char *start;
    size_t pitch, rows; // bytes from one row to the next; rows from one slice to the next
} Side;

static Side side_of(const struct cudaPitchedPtr *pointer, const struct cudaPos *at) {
    const size_t slice = pointer->pitch * pointer->ysize;
    return (Side){(char *)pointer->ptr + at->z * slice + at->y * pointer->pitch + at->x, pointer->pitch,
                  pointer->ysize};
}

// Where arrays take part, widths are in their elements: bytes of one.
static cudaError_t element_size(const struct cudaMemcpy3DParms *p, size_t *bytes) {
    const cudaArray_const_t arrays[] = {p->srcArray, p->dstArray};
    *bytes = 1;
    for (int i = 0; i < 2; i++) {
        ArrayDescription a = {0};
        if (!arrays[i]) continue;
        cudaError_t error = array_describe(arrays[i], &a);
        if (error != cudaSuccess) return error;
        const size_t size = (a.bits[0] + a.bits[1] + a.bits[2] + a.bits[3]) / 8;
        if (i == 1 && arrays[0] && size != *bytes)
            return report_misuse(cudaErrorInvalidValue,
                                 "A copy between CUDA arrays with elements of %zu and of %zu bytes.", *bytes,
                                 size);
        *bytes = size;
    }
    return cudaSuccess;
}

// `width` is in bytes; the position in an array in elements.
static cudaError_t array_side(cudaArray_const_t array, const struct cudaPos *at, size_t element, size_t width,
                              const struct cudaExtent *e, Side *side) {
    size_t x;
    ArrayPlace place;
    if (__builtin_mul_overflow(at->x, element, &x)) return record_error(cudaErrorInvalidValue);
    cudaError_t error =
        array_place(array, &(ArrayBox){x, at->y, at->z, width, e->height, e->depth, false}, &place);
    if (error == cudaSuccess) *side = (Side){place.start, place.pitch, place.rows};
    return error;
}

static cudaError_t copy_volume(const char *who, const struct cudaMemcpy3DParms *p, cudaStream_t stream,
                               bool blocking) {
    if (!p) return record_error(cudaErrorInvalidValue);
    Side to = side_of(&p->dstPtr, &p->dstPos), from = side_of(&p->srcPtr, &p->srcPos);
    const struct cudaExtent e = p->extent;
    if (e.width == 0 || e.height == 0 || e.depth == 0) return cudaSuccess;
    size_t element = 1, width = 0;
    cudaError_t error = element_size(p, &element);
    if (error == cudaSuccess && __builtin_mul_overflow(e.width, element, &width))
        error = record_error(cudaErrorInvalidValue);
    if (error == cudaSuccess && p->dstArray)
        error = array_side(p->dstArray, &p->dstPos, element, width, &e, &to);
    if (error == cudaSuccess && p->srcArray)
        error = array_side(p->srcArray, &p->srcPos, element, width, &e, &from);
    // Slices that follow each other without a gap are one long slice.
    const bool flat = to.rows == e.height && from.rows == e.height;
    const size_t rows = flat ? e.height * e.depth : e.height, slices = flat ? 1 : e.depth;
    for (size_t z = 0; z < slices && error == cudaSuccess; z++)
        error = copy_rows(who,
                          &(Rows){to.start + z * to.pitch * to.rows, from.start + z * from.pitch * from.rows,
                                  to.pitch, from.pitch, width, rows},
                          p->kind, stream, blocking);
    return error;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) {
    return copy_volume("cudaMemcpy3D", p, NULL, true);
}
ALSO_NAMED(cudaMemcpy3D, cudaMemcpy3D_ptds)

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
    return copy_volume("cudaMemcpy3DAsync", p, stream, false);
}
ALSO_NAMED(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz)

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
    const bool flat = pointer.ysize == extent.height;
    const size_t rows = flat ? extent.height * extent.depth : extent.height, slices = flat ? 1 : extent.depth;
    for (size_t z = 0; z < slices; z++) {
        char *start = (char *)pointer.ptr + z * pointer.pitch * pointer.ysize;
        cudaError_t error = cudaMemset2DAsync(start, pointer.pitch, value, extent.width, rows, stream);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}
ALSO_NAMED(cudaMemset3DAsync, cudaMemset3DAsync_ptsz)

cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent) {
    return cudaMemset3DAsync(pointer, value, extent, NULL);
}
ALSO_NAMED(cudaMemset3D, cudaMemset3D_ptds)

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream) {
    if (check_device(to_device) != cudaSuccess || check_device(from_device) != cudaSuccess)
        return cudaErrorInvalidDevice;
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, NULL);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream) {
    if (!p) return record_error(cudaErrorInvalidValue);
    if (check_device(p->srcDevice) != cudaSuccess || check_device(p->dstDevice) != cudaSuccess)
        return cudaErrorInvalidDevice;
    const struct cudaMemcpy3DParms same = {.srcArray = p->srcArray,
                                           .srcPos = p->srcPos,
                                           .srcPtr = p->srcPtr,
                                           .dstArray = p->dstArray,
                                           .dstPos = p->dstPos,
                                           .dstPtr = p->dstPtr,
                                           .extent = p->extent,
                                           .kind = cudaMemcpyDeviceToDevice};
    return cudaMemcpy3DAsync(&same, stream);
}
ALSO_NAMED(cudaMemcpy3DPeerAsync, cudaMemcpy3DPeerAsync_ptsz)

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p) {
    return cudaMemcpy3DPeerAsync(p, NULL);
}
ALSO_NAMED(cudaMemcpy3DPeer, cudaMemcpy3DPeer_ptds)
