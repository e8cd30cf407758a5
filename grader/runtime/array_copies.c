// Copies to, from and between CUDA arrays: `device` says where in its memory the array's rows lie, and the
// rest is a copy like any other. Three-dimensional ones are in volumes.c.
#include "grader/runtime/runtime.h"

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch,
                                     size_t width, size_t rows, enum cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    ArrayPlace place;
    cudaError_t error = array_place(to, &(ArrayBox){x, y, 0, width, rows, 1, false}, &place);
    if (error != cudaSuccess) return error;
    return copy_rows("cudaMemcpy2DToArray", &(Rows){place.start, from, place.pitch, from_pitch, width, rows},
                     kind, stream, false);
}
ALSO_NAMED(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz)

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch,
                                size_t width, size_t rows, enum cudaMemcpyKind kind) {
    return cudaMemcpy2DToArrayAsync(to, x, y, from, from_pitch, width, rows, kind, NULL);
}
ALSO_NAMED(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds)

static cudaError_t copy_rows_from(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t rows, enum cudaMemcpyKind kind, cudaStream_t stream,
                                  bool blocking) {
    ArrayPlace place;
    cudaError_t error = array_place(from, &(ArrayBox){x, y, 0, width, rows, 1, false}, &place);
    if (error != cudaSuccess) return error;
    return copy_rows("cudaMemcpy2DFromArray", &(Rows){to, place.start, to_pitch, place.pitch, width, rows},
                     kind, stream, blocking);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t rows, enum cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    return copy_rows_from(to, to_pitch, from, x, y, width, rows, kind, stream, false);
}
ALSO_NAMED(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz)

cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t rows, enum cudaMemcpyKind kind) {
    return copy_rows_from(to, to_pitch, from, x, y, width, rows, kind, NULL, true);
}
ALSO_NAMED(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds)

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t from_x, size_t from_y, size_t width, size_t rows,
                                     enum cudaMemcpyKind kind) {
    ArrayPlace place;
    cudaError_t error = array_place(to, &(ArrayBox){to_x, to_y, 0, width, rows, 1, false}, &place);
    if (error != cudaSuccess) return error;
    return copy_rows_from(place.start, place.pitch, from, from_x, from_y, width, rows, kind, NULL, false);
}
ALSO_NAMED(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray_ptds)

// Copies of bytes that run on from row to row: deprecated, and in use all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static cudaError_t place_of_bytes(cudaArray_const_t array, size_t x, size_t y, size_t bytes,
                                  ArrayPlace *place) {
    return array_place(array, &(ArrayBox){x, y, 0, bytes, 1, 1, true}, place);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream) {
    ArrayPlace place;
    cudaError_t error = place_of_bytes(to, x, y, bytes, &place);
    if (error != cudaSuccess) return error;
    return copy_bytes("cudaMemcpyToArray", place.start, from, bytes, kind, stream, false);
}
ALSO_NAMED(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz)

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
    return cudaMemcpyToArrayAsync(to, x, y, from, bytes, kind, NULL);
}
ALSO_NAMED(cudaMemcpyToArray, cudaMemcpyToArray_ptds)

static cudaError_t copy_bytes_from(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream, bool blocking) {
    ArrayPlace place;
    cudaError_t error = place_of_bytes(from, x, y, bytes, &place);
    if (error != cudaSuccess) return error;
    return copy_bytes("cudaMemcpyFromArray", to, place.start, bytes, kind, stream, blocking);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_bytes_from(to, from, x, y, bytes, kind, stream, false);
}
ALSO_NAMED(cudaMemcpyFromArrayAsync, cudaMemcpyFromArrayAsync_ptsz)

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
    return copy_bytes_from(to, from, x, y, bytes, kind, NULL, true);
}
ALSO_NAMED(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds)

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes, enum cudaMemcpyKind kind) {
    ArrayPlace place;
    cudaError_t error = place_of_bytes(to, to_x, to_y, bytes, &place);
    if (error != cudaSuccess) return error;
    return copy_bytes_from(place.start, from, from_x, from_y, bytes, kind, NULL, false);
}
ALSO_NAMED(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray_ptds)
