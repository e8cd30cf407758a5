// Memory of the GPU at the addresses of the map.
//
// The range of device addresses is reserved once. An allocation gets whole pages of the GPU's memory around
// it; what of them belongs to no allocation is poison, and a changed byte there is a write outside of every allocation. What has no
// page at all stops the kernel that touches it.
#ifndef WARPBOOK_GPU_MEMORY_H
#define WARPBOOK_GPU_MEMORY_H

#include "grader/backend/backend.h"
#include "grader/gpu_driver/driver.h"

typedef struct {
    const Driver *driver;
    const Warpsim *sim; // the map
    uint64_t page;      // bytes of the GPU's pages
    uint16_t *users;    // of each page: allocations that need it
    uint64_t page_count;
    uint8_t *piece; // room for what is looked at
} GpuMemory;

// No number: NaN as a float and as a double, and a large negative whole number.
#define POISON 0xfff7a5c3u

bool gpu_memory_open(GpuMemory *m, const Driver *driver, const Warpsim *sim, char *error, size_t error_size);

// Gives all pages back; from now on it is the memory of another map, of the same capacity.
void gpu_memory_clear(GpuMemory *m, const Warpsim *sim);

// The pages of an allocation, its bytes and all around them poison. False: the GPU has no room.
bool gpu_memory_back(GpuMemory *m, const WarpsimAllocation *a);
void gpu_memory_unback(GpuMemory *m, const WarpsimAllocation *a);

// Its bytes are poison once more. Returns a cudaError_t.
int gpu_memory_forget(const GpuMemory *m, const WarpsimAllocation *a);

// Finds what was changed around allocations, and mends it.
int gpu_memory_outside_writes(GpuMemory *m, OutsideWrite *list, int most);

#endif
