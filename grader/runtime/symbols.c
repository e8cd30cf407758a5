// __device__ and __constant__ variables, reached through their host-side names.
#include "grader/runtime/runtime.h"

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    Variable *variable;
    if (!pointer) return record_error(cudaErrorInvalidValue);
    cudaError_t error = find_variable(symbol, &variable);
    if (error == cudaSuccess) *pointer = (void *)(uintptr_t)variable->address;
    return error;
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
    Variable *variable;
    if (!size) return record_error(cudaErrorInvalidValue);
    cudaError_t error = find_variable(symbol, &variable);
    if (error == cudaSuccess) *size = variable->size;
    return error;
}

// Finds where `bytes` bytes at `offset` inside the variable lie on the device.
static cudaError_t find_place(const char *who, const void *symbol, size_t offset, size_t bytes,
                              void **place) {
    Variable *variable;
    cudaError_t error = find_variable(symbol, &variable);
    if (error == cudaErrorInvalidSymbol)
        return report_misuse(
            error,
            "%s was given something that is not a __device__ or __constant__ variable. Pass the "
            "variable itself: not a pointer to it, not its name in quotes.",
            who);
    if (error != cudaSuccess) return error;
    if (offset > variable->size || bytes > variable->size - offset)
        return report_misuse(
            cudaErrorInvalidValue,
            "%s copies %zu bytes at offset %zu, but %s has %zu bytes. Check the size and the offset.", who,
            bytes, offset, variable->name, (size_t)variable->size);
    *place = (void *)(uintptr_t)(variable->address + offset);
    return cudaSuccess;
}

static cudaError_t copy_to_symbol(const char *who, const void *symbol, const void *from, size_t bytes,
                                  size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream,
                                  bool blocking) {
    void *place = NULL;
    cudaError_t error = find_place(who, symbol, offset, bytes, &place);
    return error == cudaSuccess ? copy_bytes(who, place, from, bytes, kind, stream, blocking) : error;
}

static cudaError_t copy_from_symbol(const char *who, void *to, const void *symbol, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream,
                                    bool blocking) {
    void *place = NULL;
    cudaError_t error = find_place(who, symbol, offset, bytes, &place);
    return error == cudaSuccess ? copy_bytes(who, to, place, bytes, kind, stream, blocking) : error;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
    return copy_to_symbol("cudaMemcpyToSymbol", symbol, from, bytes, offset, kind, NULL, true);
}
ALSO_NAMED(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds)

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_to_symbol("cudaMemcpyToSymbolAsync", symbol, from, bytes, offset, kind, stream, false);
}
ALSO_NAMED(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz)

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
    return copy_from_symbol("cudaMemcpyFromSymbol", to, symbol, bytes, offset, kind, NULL, true);
}
ALSO_NAMED(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds)

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_from_symbol("cudaMemcpyFromSymbolAsync", to, symbol, bytes, offset, kind, stream, false);
}
ALSO_NAMED(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz)
