// The student's requests for facts about the device.
#include <stdlib.h>
#include <string.h>

#include "grader/device/arrays.h"

enum { PCI_BUS = 33 }; // cudaDevAttrPciBusId

// What a GPU may have and the simulated one has not: most of the largest sizes of textures and surfaces,
// access to registered and pageable memory at the host's address, RDMA, memory and events for other
// processes, graphics; and what only the driver API offers, under numbers that the runtime reserves: waiting
// for words in memory, virtual memory management, compressible memory, tensor maps, multicast, decompression.
static bool is_absent(uint64_t number) {
    return (number >= 21 && number <= 30) || (number >= 42 && number <= 77) ||
           (number >= 92 && number <= 105) || number == 107 || number == 110 ||
           (number >= 112 && number <= 130) || number == 132 || number == 133 ||
           (number >= 135 && number <= 140) ||
           (number >= 142 && number <= 147 && number != 145 && number != 146);
}

// How many times as fast single precision is, from the throughput table of the CUDA Programming Guide.
static int64_t double_ratio(const DeviceDescription *g) {
    switch (g->major * 10 + g->minor) {
    case 60:
    case 70:
    case 80:
    case 90:
    case 100: return 2;
    case 61:
    case 62:
    case 75: return 32;
    default: return 64;
    }
}

// The attributes that say how large textures may be, 0 for any other: of those that programs look at.
static int64_t largest_texture(const Device *d, uint64_t number) {
    static const struct {
        uint8_t number, shape, axis;
    } sizes[] = {{21, WARPSIM_1D, 0},         {22, WARPSIM_2D, 0},         {23, WARPSIM_2D, 1},
                 {24, WARPSIM_3D, 0},         {25, WARPSIM_3D, 1},         {26, WARPSIM_3D, 2},
                 {27, WARPSIM_2D_LAYERED, 0}, {28, WARPSIM_2D_LAYERED, 1}, {29, WARPSIM_2D_LAYERED, 2},
                 {42, WARPSIM_1D_LAYERED, 0}, {43, WARPSIM_1D_LAYERED, 2}, {52, WARPSIM_CUBE, 0}};
    enum { SURFACE_ALIGNMENT = 30, PITCH_ALIGNMENT = 51 };
    if (!d->program) return 0; // labs have no textures
    if (number == SURFACE_ALIGNMENT) return (int64_t)d->gpu.device.texture_alignment;
    if (number == PITCH_ALIGNMENT) return TEXTURE_PITCH_ALIGNMENT;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].number == number) return (int64_t)largest_array(sizes[i].shape, sizes[i].axis);
    return 0;
}

// cudaDeviceAttr numbers, as in driver_types.h of CUDA 12 and 13. What is not listed is answered with
// cudaErrorInvalidValue, as CUDA does for a number that it does not know.
int device_attribute(const Device *d, const DeviceDescription *g, uint64_t number, int64_t *value) {
    const bool shares = warpsim_file(d->sim) >= 0;
    switch (number) {
    case 1: *value = g->threads_per_block_max; return 0;
    case 2:
    case 3:
    case 4: *value = g->block_max[number - 2]; return 0;
    case 5:
    case 6:
    case 7: *value = g->grid_max[number - 5]; return 0;
    case 8: *value = (int64_t)g->shared_per_block; return 0;
    case 9: *value = (int64_t)g->total_constant_memory; return 0;
    case 10: *value = g->warp_size; return 0;
    case 11: *value = (int64_t)g->memory_pitch_max; return 0;
    case 12: *value = g->registers_per_block; return 0;
    case 13: *value = g->clock_khz; return 0;
    case 14: *value = (int64_t)g->texture_alignment; return 0;
    case 15: *value = 1; return 0; // one copy engine overlaps
    case 16: *value = g->sm_count; return 0;
    case 17: *value = 0; return 0;      // no run time limit on kernels
    case 18: *value = 0; return 0;      // not integrated
    case 19: *value = shares; return 0; // host memory can be mapped
    case 20: *value = 0; return 0;      // compute mode: default
    case 31: *value = 1; return 0;      // concurrent kernels
    case 32: *value = 0; return 0;      // ECC
    case 33:
    case 34:
    case 50: *value = 0; return 0; // PCI bus, device, domain
    case 35: *value = 0; return 0; // not TCC
    case 36: *value = g->memory_clock_khz; return 0;
    case 37: *value = g->memory_bus_bits; return 0;
    case 38: *value = (int64_t)g->l2_bytes; return 0;
    case 39: *value = g->threads_per_sm; return 0;
    case 40: *value = 1; return 0; // asynchronous engines
    case 41: *value = 1; return 0; // unified addressing
    case 75: *value = g->major; return 0;
    case 76: *value = g->minor; return 0;
    case 78: *value = 1; return 0; // stream priorities
    case 79:
    case 80: *value = 1; return 0; // global and local memory cached in L1
    case 81: *value = (int64_t)g->shared_per_sm; return 0;
    case 82: *value = g->registers_per_sm; return 0;
    case 83: *value = shares; return 0; // managed memory
    case 84: *value = 0; return 0;      // multi-GPU board
    case 85: *value = 0; return 0;
    case 86: *value = 0; return 0; // host native atomics
    case 87: *value = double_ratio(g); return 0;
    case 88: *value = 0; return 0;      // pageable memory is not seen by kernels
    case 89: *value = shares; return 0; // managed memory is, by both at any time
    case 90: *value = 0; return 0;      // compute preemption
    case 91: *value = 0; return 0;
    case 95: *value = 1; return 0; // cooperative launch
    case 97: *value = (int64_t)g->shared_per_block_optin; return 0;
    case 99: *value = shares; return 0; // host memory can be registered
    case 106: *value = g->blocks_per_sm; return 0;
    case 108:
    case 109: *value = 0; return 0;
    case 120: *value = g->major >= 9; return 0; // clusters
    case 111: *value = (int64_t)g->shared_reserved_per_block; return 0;
    case 115: *value = 1; return 0; // memory pools
    case 131:
    case 134: *value = -1; return 0; // no NUMA node
    default:
        *value = largest_texture(d, number);
        return *value || is_absent(number) ? 0 : cudaErrorInvalidValue;
    }
}

static const DeviceDescription *description_of(const Device *d, uint64_t number) {
    return d->has_other && !number ? &d->other : &d->gpu.device;
}

int call_information(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    switch (c->head->call) {
    case CALL_HELLO:
        if (d->program) {
            if (d->greeted) d->sticky = forget_program(d); // another process of the program was here before
            d->greeted = true;
            d->runtime.version = (uint32_t)a[1];
            c->reply->value[0] = HELLO_PROGRAM;
        }
        if (warpsim_file(d->sim) >= 0) c->reply->value[0] |= HELLO_SHARES_MEMORY;
        return a[0] == PROTOCOL_VERSION ? 0 : cudaErrorInvalidValue;
    case CALL_DEVICE_COUNT: c->reply->value[0] = warpsim_devices(d->sim, NULL); return 0;
    case CALL_PROPERTIES:
        if (a[0] >= warpsim_devices(d->sim, NULL)) return cudaErrorInvalidDevice;
        c->answer = malloc(sizeof(DeviceDescription));
        if (!c->answer) return cudaErrorMemoryAllocation;
        memcpy(c->answer, description_of(d, a[0]), sizeof(DeviceDescription));
        c->reply->size = sizeof(DeviceDescription);
        return 0;
    case CALL_ATTRIBUTE: {
        int64_t value = 0;
        if (a[1] >= warpsim_devices(d->sim, NULL)) return cudaErrorInvalidDevice;
        const int error = device_attribute(d, description_of(d, a[1]), a[0], &value);
        if (a[0] == PCI_BUS) value = (int64_t)a[1];
        c->reply->value[0] = (uint64_t)value;
        return error;
    }
    default: return a[0] < warpsim_devices(d->sim, NULL) ? 0 : cudaErrorInvalidDevice; // CALL_SET_DEVICE
    }
}
