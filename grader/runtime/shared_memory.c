// Memory whose bytes host code and kernels both see: page-locked, mapped and managed memory, and __managed__
// variables, of a program that `grade run` has started.
//
// Its address is a device address, and the same pages of SHARED_MEMORY_FD are mapped there in this process,
// so that one pointer serves both sides. `device` checks what kernels do with it; of what the host does,
// shared_watch.c sees a part.
#define _GNU_SOURCE // mremap
#include <string.h>
#include <sys/mman.h>

#include "grader/runtime/runtime.h"

enum { PAGE = 4096 };

static uint64_t page_of(uint64_t address) {
    return address / PAGE * PAGE;
}

static uint64_t pages_behind(uint64_t address, size_t bytes) {
    return page_of(address + bytes + PAGE - 1) - page_of(address);
}

// Maps the pages of the shared address at `to`.
static bool map_pages(uint64_t address, size_t bytes, uint64_t to) {
    void *at =
        mmap((void *)(uintptr_t)page_of(to), pages_behind(address, bytes), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, SHARED_MEMORY_FD, (off_t)(page_of(address) - DEVICE_ADDRESS_BASE));
    return at != MAP_FAILED;
}

static bool map_watched(uint64_t address, size_t bytes) {
    if (!map_pages(address, bytes, address)) return false;
    shared_watch_add(address, bytes);
    return true;
}

static cudaError_t ask_for_pages(size_t bytes, uint64_t page_offset, uint64_t *address) {
    Request request = {.call = CALL_ALLOCATE_SHARED, .arg = {bytes, page_offset}};
    cudaError_t error = exchange(&request);
    *address = request.reply.value[0];
    return error;
}

cudaError_t shared_allocate(size_t bytes, void **pointer) {
    uint64_t address;
    cudaError_t error = ask_for_pages(bytes, 0, &address);
    if (error != cudaSuccess) return error;
    *pointer = (void *)(uintptr_t)address;
    if (map_watched(address, bytes)) return cudaSuccess;
    Request give_back = {.call = CALL_FREE, .arg = {address}, .waits = true};
    exchange(&give_back);
    return cudaErrorMemoryAllocation;
}

cudaError_t shared_variable(uint64_t object, uint64_t module, const char *name, void **pointer) {
    Request request = {
        .call = CALL_SHARE_VARIABLE, .arg = {object, module}, .payload = host_bytes(name, strlen(name))};
    cudaError_t error = exchange(&request);
    if (error != cudaSuccess) return error;
    const uint64_t address = request.reply.value[0];
    *pointer = (void *)(uintptr_t)address;
    return map_watched(address, request.reply.value[1]) ? cudaSuccess : cudaErrorMemoryAllocation;
}

void shared_unmap(void *pointer, size_t bytes) {
    const uint64_t address = handle_of(pointer);
    shared_watch_remove(page_of(address));
    munmap((void *)(uintptr_t)page_of(address), pages_behind(address, bytes));
}

// Replaces whole pages of ordinary memory by shared ones with the same contents, where they are. Pages of
// this thread's stack change while they are copied: they cannot be shared.
cudaError_t shared_replace(void *start, size_t bytes, void **device_pointer) {
    const uint64_t here = page_of(handle_of(__builtin_frame_address(0)));
    const uint64_t first = page_of(handle_of(start)), size = pages_behind(handle_of(start), bytes);
    if (here + 16 * PAGE >= first && here < first + size + 16 * PAGE) return cudaErrorNotSupported;
    uint64_t address;
    cudaError_t error = ask_for_pages(bytes, handle_of(start) % PAGE, &address);
    if (error != cudaSuccess) return error;
    void *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, SHARED_MEMORY_FD,
                      (off_t)(page_of(address) - DEVICE_ADDRESS_BASE));
    if (copy == MAP_FAILED) return cudaErrorMemoryAllocation;
    memcpy(copy, (const void *)(uintptr_t)first, size);
    if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)(uintptr_t)first) == MAP_FAILED) {
        munmap(copy, size);
        return cudaErrorMemoryAllocation;
    }
    *device_pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

// The way back: ordinary pages again, with the contents that they have now.
void shared_restore(void *start, size_t bytes) {
    const uint64_t first = page_of(handle_of(start)), size = pages_behind(handle_of(start), bytes);
    void *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED) return; // they stay shared, which only their device pointer's users could tell
    memcpy(copy, (const void *)(uintptr_t)first, size);
    mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)(uintptr_t)first);
}
