// Three-dimensional copies and fills: a two-dimensional one for each slice.
#include "grader/runtime/runtime.h"

typedef struct {
    char *start;
    size_t pitch, slice; // bytes from one row, one slice to the next
} Side;

static Side side_of(const struct cudaPitchedPtr *pointer, const struct cudaPos *at) {
    const size_t slice = pointer->pitch * pointer->ysize;
    return (Side){(char *)pointer->ptr + at->z * slice + at->y * pointer->pitch + at->x, pointer->pitch,
                  slice};
}

static cudaError_t copy_volume(const char *who, const struct cudaMemcpy3DParms *p, cudaStream_t stream,
                               bool blocking) {
    if (!p) return record_error(cudaErrorInvalidValue);
    if (p->srcArray || p->dstArray) return report_unsupported("copies of CUDA arrays");
    const Side to = side_of(&p->dstPtr, &p->dstPos), from = side_of(&p->srcPtr, &p->srcPos);
    const struct cudaExtent e = p->extent;
    if (e.width == 0 || e.height == 0 || e.depth == 0) return cudaSuccess;
    // Slices that follow each other without a gap are one long slice.
    const bool flat = p->dstPtr.ysize == e.height && p->srcPtr.ysize == e.height;
    const size_t rows = flat ? e.height * e.depth : e.height, slices = flat ? 1 : e.depth;
    for (size_t z = 0; z < slices; z++) {
        cudaError_t error = copy_rows(who,
                                      &(Rows){to.start + z * to.slice, from.start + z * from.slice, to.pitch,
                                              from.pitch, e.width, rows},
                                      p->kind, stream, blocking);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
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
