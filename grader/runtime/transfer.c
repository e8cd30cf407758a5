// Copies and fills, one- and two-dimensional, between this process's memory and the device's.
#include <string.h>

#include "grader/runtime/runtime.h"

bool is_device_address(const void *pointer) {
    uint64_t address = handle_of(pointer);
    return address >= DEVICE_ADDRESS_BASE && address < DEVICE_ADDRESS_END;
}

// Host code can read and write it.
static bool is_host_address(const void *pointer) {
    return !is_device_address(pointer) || is_shared_address(pointer);
}

static const char *kind_name(enum cudaMemcpyKind kind) {
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    return names[kind];
}

// The direction in which the two addresses lie, whatever the caller says.
static enum cudaMemcpyKind direction_of(const void *to, const void *from) {
    if (is_device_address(to))
        return is_device_address(from) ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
    return is_device_address(from) ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
}

// Replaces cudaMemcpyDefault by what it means, and refuses pointers that this process cannot read or write.
// What lies on the device, `device` itself checks.
static cudaError_t settle_direction(const char *who, const void *to, const void *from,
                                    enum cudaMemcpyKind *kind) {
    if ((int)*kind < cudaMemcpyHostToHost || *kind > cudaMemcpyDefault)
        return report_misuse(cudaErrorInvalidMemcpyDirection,
                             "%s was given %d as its direction. Use %s here.", who, (int)*kind,
                             kind_name(direction_of(to, from)));
    if (*kind == cudaMemcpyDefault) *kind = direction_of(to, from);
    bool host_to = *kind == cudaMemcpyHostToHost || *kind == cudaMemcpyDeviceToHost;
    bool host_from = *kind == cudaMemcpyHostToHost || *kind == cudaMemcpyHostToDevice;
    if ((host_to && !is_host_address(to)) || (host_from && !is_host_address(from)))
        return report_misuse(
            cudaErrorInvalidValue,
            "%s was given %s, but its destination is %s memory and its source is %s memory. Give "
            "it %s, or swap the pointers if they are the wrong way round (destination first).",
            who, kind_name(*kind), is_device_address(to) ? "device" : "host",
            is_device_address(from) ? "device" : "host", kind_name(direction_of(to, from)));
    if ((host_to && !to) || (host_from && !from))
        return report_null_pointer(
            "%s was given a null pointer as its host %s. Allocate the host memory, and check the "
            "allocation, before this line.",
            who, host_to && !to ? "destination" : "source");
    // What both sides see is at hand for `device`: it need not be sent.
    const bool device_to = !host_to || is_device_address(to),
               device_from = !host_from || is_device_address(from);
    *kind = device_to ? (device_from ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice)
                      : (device_from ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost);
    return cudaSuccess;
}

static bool is_shared(uint64_t address) {
    return is_shared_address((const void *)(uintptr_t)address);
}

// Does the host go on only when the work is done? A copy to memory that is not page-locked is always waited for, one
// inside the device and a fill never, unless the host sees the memory, too (CUDA Runtime API, "API synchronization behavior").
bool is_waited_for(const Request *request, bool blocking) {
    switch (request->call) {
    case CALL_READ:
    case CALL_READ_2D: return blocking || !is_page_locked(request->answer.start);
    case CALL_COPY: return blocking && (is_shared(request->arg[0]) || is_shared(request->arg[1]));
    case CALL_COPY_2D: return blocking && (is_shared(request->arg[0]) || is_shared(request->arg[2]));
    case CALL_FILL:
    case CALL_FILL_2D: return blocking && is_shared(request->arg[0]);
    default: return blocking;
    }
}

// Host to host is the only work that is done here: neither end is the device's.
static cudaError_t copy_on_host(void *to, const void *from, size_t bytes) {
    memmove(to, from, bytes);
    return cudaSuccess;
}

// The host's end of a copy as requests name it: 0 where it is not page-locked.
static uint64_t page_locked(const void *pointer) {
    return is_page_locked(pointer) ? handle_of(pointer) : 0;
}

cudaError_t copy_bytes(const char *who, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                       cudaStream_t stream, bool blocking) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (bytes == 0) return cudaSuccess;
    cudaError_t error = settle_direction(who, to, from, &kind);
    if (error != cudaSuccess) return error;
    if (kind == cudaMemcpyHostToHost) return copy_on_host(to, from, bytes);

    Request request = {0};
    if (kind == cudaMemcpyHostToDevice) {
        request = (Request){.call = CALL_WRITE, .arg = {handle_of(to), page_locked(from)}};
        request.payload = host_bytes(from, bytes);
        touch_for_reading(&request.payload);
    } else if (kind == cudaMemcpyDeviceToHost) {
        request = (Request){.call = CALL_READ, .arg = {handle_of(from), bytes, page_locked(to)}};
        request.answer = host_bytes(to, bytes);
        touch_for_writing(&request.answer);
    } else {
        request = (Request){.call = CALL_COPY, .arg = {handle_of(to), handle_of(from), bytes}};
    }
    return submit(&request, stream, blocking);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return copy_bytes("cudaMemcpy", to, from, bytes, kind, NULL, true);
}
ALSO_NAMED(cudaMemcpy, cudaMemcpy_ptds)

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return copy_bytes("cudaMemcpyAsync", to, from, bytes, kind, stream, false);
}
ALSO_NAMED(cudaMemcpyAsync, cudaMemcpyAsync_ptsz)

static cudaError_t copy_rows_on_host(const Rows *r) {
    for (size_t row = 0; row < r->rows; row++)
        memmove((char *)r->to + row * r->to_pitch, (const char *)r->from + row * r->from_pitch, r->width);
    return cudaSuccess;
}

static bool overflows(size_t pitch, size_t rows) {
    size_t product;
    return __builtin_mul_overflow(pitch, rows, &product);
}

cudaError_t copy_rows(const char *who, const Rows *r, enum cudaMemcpyKind kind, cudaStream_t stream,
                      bool blocking) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (r->width == 0 || r->rows == 0) return cudaSuccess;
    if (r->to_pitch < r->width || r->from_pitch < r->width)
        return report_misuse(
            cudaErrorInvalidPitchValue,
            "%s copies rows of %zu bytes, but the pitch is %zu bytes at the destination and %zu at "
            "the source. A pitch is a row's length in bytes, padding included.",
            who, r->width, r->to_pitch, r->from_pitch);
    if (overflows(r->to_pitch, r->rows) || overflows(r->from_pitch, r->rows))
        return report_misuse(cudaErrorInvalidValue, "%s was given %zu rows. Check its height argument.", who,
                             r->rows);
    cudaError_t error = settle_direction(who, r->to, r->from, &kind);
    if (error != cudaSuccess) return error;
    if (kind == cudaMemcpyHostToHost) return copy_rows_on_host(r);

    const uint64_t to = handle_of(r->to), from = handle_of(r->from);
    Request request = {0};
    if (kind == cudaMemcpyHostToDevice) {
        request = (Request){.call = CALL_WRITE_2D,
                            .arg = {to, r->to_pitch, r->width, r->rows, page_locked(r->from), r->from_pitch}};
        request.payload = host_rows(r->from, r->width, r->rows, r->from_pitch);
        touch_for_reading(&request.payload);
    } else if (kind == cudaMemcpyDeviceToHost) {
        request = (Request){.call = CALL_READ_2D,
                            .arg = {from, r->from_pitch, r->width, r->rows, page_locked(r->to), r->to_pitch}};
        request.answer = host_rows(r->to, r->width, r->rows, r->to_pitch);
        touch_for_writing(&request.answer);
    } else {
        request =
            (Request){.call = CALL_COPY_2D, .arg = {to, r->to_pitch, from, r->from_pitch, r->width, r->rows}};
    }
    return submit(&request, stream, blocking);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t rows, enum cudaMemcpyKind kind) {
    return copy_rows("cudaMemcpy2D", &(Rows){to, from, to_pitch, from_pitch, width, rows}, kind, NULL, true);
}
ALSO_NAMED(cudaMemcpy2D, cudaMemcpy2D_ptds)

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t rows, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows("cudaMemcpy2DAsync", &(Rows){to, from, to_pitch, from_pitch, width, rows}, kind, stream,
                     false);
}
ALSO_NAMED(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz)

static cudaError_t fill(void *start, int value, size_t bytes, cudaStream_t stream, bool blocking) {
    Request request = {.call = CALL_FILL, .arg = {handle_of(start), (unsigned char)value, bytes}};
    return submit(&request, stream, blocking);
}

cudaError_t cudaMemsetAsync(void *start, int value, size_t bytes, cudaStream_t stream) {
    return fill(start, value, bytes, stream, false);
}
ALSO_NAMED(cudaMemsetAsync, cudaMemsetAsync_ptsz)

cudaError_t cudaMemset(void *start, int value, size_t bytes) {
    return fill(start, value, bytes, NULL, is_shared_address(start));
}
ALSO_NAMED(cudaMemset, cudaMemset_ptds)

static cudaError_t fill_rows(void *start, size_t pitch, int value, size_t width, size_t rows,
                             cudaStream_t stream, bool blocking) {
    Request request = {
        .call = CALL_FILL_2D,
        .arg = {handle_of(start), pitch, (unsigned char)value, width, rows},
    };
    return submit(&request, stream, blocking);
}

cudaError_t cudaMemset2DAsync(void *start, size_t pitch, int value, size_t width, size_t rows,
                              cudaStream_t stream) {
    return fill_rows(start, pitch, value, width, rows, stream, false);
}
ALSO_NAMED(cudaMemset2DAsync, cudaMemset2DAsync_ptsz)

cudaError_t cudaMemset2D(void *start, size_t pitch, int value, size_t width, size_t rows) {
    return fill_rows(start, pitch, value, width, rows, NULL, is_shared_address(start));
}
ALSO_NAMED(cudaMemset2D, cudaMemset2D_ptds)

cudaError_t fill_elements(const struct cudaMemsetParams *p) {
    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
        return record_error(cudaErrorInvalidValue);
    const size_t width = p->width * p->elementSize, pitch = p->height > 1 ? p->pitch : width;
    Request request = {
        .call = CALL_FILL_2D,
        .arg = {handle_of(p->dst), pitch, p->value, width, p->height, 0, p->elementSize},
    };
    return submit(&request, NULL, false);
}
