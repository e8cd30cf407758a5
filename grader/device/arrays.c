// The table of CUDA arrays, by handle; and what calls about arrays, textures and surfaces have in common.
#include "grader/device/arrays.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Array handles look like device addresses that no memory has: host code that reads through them is told so.
// From below: a level's number and one, or 0; the array's number; how often that number was given.
#define ARRAY_HANDLES 0x20c000000000ull
enum { LEVEL_BITS = 5, NUMBER_BITS = 16, GENERATION_BITS = 16 };

uint64_t array_handle(const Device *d, const CudaArray *array, uint32_t level) {
    const uint64_t number = (uint64_t)(array - d->arrays);
    const uint64_t generation = array->generation & ((1u << GENERATION_BITS) - 1);
    return ARRAY_HANDLES | generation << (NUMBER_BITS + LEVEL_BITS) | number << LEVEL_BITS | level;
}

bool find_array(const Device *d, uint64_t handle, ArrayHandle *found) {
    const uint64_t number = handle >> LEVEL_BITS & ((1u << NUMBER_BITS) - 1);
    const uint32_t level = handle & ((1u << LEVEL_BITS) - 1);
    if (number >= d->array_count) return false;
    CudaArray *a = &d->arrays[number];
    const bool mipmapped = a->description.levels > 0;
    if (!a->live || handle != array_handle(d, a, level) || level > (mipmapped ? a->view.level_count : 0))
        return false;
    *found = (ArrayHandle){a, level ? level - 1 : 0, mipmapped && !level};
    return true;
}

CudaArray *new_array(Device *d) {
    uint32_t number = 0;
    while (number < d->array_count && d->arrays[number].live) number++;
    if (number == 1u << NUMBER_BITS) return NULL;
    if (number == d->array_count) {
        CudaArray *grown = realloc(d->arrays, ((size_t)number + 1) * sizeof *grown);
        if (!grown) return NULL;
        d->arrays = grown;
        memset(&grown[d->array_count++], 0, sizeof *grown);
    }
    CudaArray *a = &d->arrays[number];
    *a = (CudaArray){.generation = a->generation + 1, .live = true};
    return a;
}

void forget_arrays(Device *d) {
    for (uint32_t i = 0; i < d->array_count; i++) {
        CudaArray *a = &d->arrays[i];
        a->live = a->live && warpsim_find(d->sim, a->view.level[0].address);
    }
}

bool texel_format_of(const uint32_t bits[4], uint32_t kind, struct WarpsimTexels *format) {
    uint32_t channels = 0;
    while (channels < 4 && bits[channels]) channels++;
    for (uint32_t c = 0; c < 4; c++)
        if (bits[c] != (c < channels ? bits[0] : 0)) return false;
    const bool sized = bits[0] == 32 || bits[0] == 16 || (bits[0] == 8 && kind != WARPSIM_FLOAT);
    if (!sized || channels == 3 || kind > WARPSIM_FLOAT) return false;
    *format = (struct WarpsimTexels){(uint8_t)channels, (uint8_t)bits[0], (uint8_t)kind};
    return true;
}

// A lab's grader repeats recorded work, and records no arrays.
bool textures_are_possible(Device *d, const Call *c) {
    if (d->program && d->backend->explains) return true;
    HostFinding *f = note_host(d, "not-simulated", c->head->caller);
    if (f) {
        snprintf(f->message, sizeof f->message, "not simulated: CUDA arrays, textures and surfaces in %s.",
                 d->program ? "a program that runs on the GPU itself" : "a lab");
        snprintf(f->next, sizeof f->next, "Read the data from ordinary memory, which cudaMalloc() gives.");
    }
    return false;
}

int note_refusal(Device *d, const Call *c, int error, const char *next, const char *format, ...) {
    HostFinding *f = note_host(d, "launch", c->head->caller);
    if (!f) return error;
    va_list values;
    va_start(values, format);
    vsnprintf(f->message, sizeof f->message, format, values);
    va_end(values);
    snprintf(f->next, sizeof f->next, "%s", next);
    return error;
}
