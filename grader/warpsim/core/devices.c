// Several devices: see devices.h.
#include "grader/warpsim/core/devices.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/family.h"

// A variable that each device has for itself; __managed__ ones are all devices' and the host's.
static Allocation *own_variable(const PtxVariable *v) {
    Allocation *a = v->user;
    return (v->space == SPACE_GLOBAL || v->space == SPACE_CONST) && a && !v->is_managed ? a : NULL;
}

static u64 bytes_of_variables(const Program *p) {
    u64 bytes = 0;
    for (int i = 0; i < p->ptx->variable_count; i++) {
        const Allocation *a = own_variable(p->ptx->variables[i]);
        bytes += a ? a->size : 0;
    }
    return bytes;
}

// The values of the module's variables, from memory to `image`, or from there to memory.
static void move_variables(const Warpsim *s, const Program *p, u8 *image, bool save) {
    for (int i = 0; i < p->ptx->variable_count; i++) {
        const Allocation *a = own_variable(p->ptx->variables[i]);
        if (!a) continue;
        u8 *memory = arena_at(s->arena, a->base);
        memcpy(save ? image : memory, save ? memory : image, a->size);
        image += a->size;
    }
}

static bool save(Warpsim *s, DeviceState *d) {
    u8 **images = calloc(s->program_count + 1, sizeof *images);
    if (!images) return false;
    d->images = images;
    for (u32 i = 0; i < s->program_count; i++) {
        images[i] = malloc(bytes_of_variables(s->programs[i]) + 1);
        if (!images[i]) return false;
        d->image_count = i + 1;
        move_variables(s, s->programs[i], images[i], true);
    }
    return true;
}

static void drop_images(DeviceState *d) {
    for (u32 i = 0; i < d->image_count; i++) free(d->images[i]);
    free(d->images);
    d->images = NULL;
    d->image_count = 0;
}

bool warpsim_use_device(Warpsim *s, u32 device) {
    if (device == s->device) return true;
    DeviceState *to = &s->devices[device];
    if (!save(s, &s->devices[s->device])) return false;
    for (u32 i = 0; i < s->program_count; i++) {
        if (i < to->image_count)
            move_variables(s, s->programs[i], to->images[i], false);
        else // the module has not been used there
            modules_fill_variables(s, s->programs[i], false);
    }
    drop_images(to);
    s->device = s->arena->device = device;
    return true;
}

// Memory that the host sees is forgotten there as a whole.
void warpsim_reset_device(Warpsim *s) {
    for (int i = 0; i < s->arena->count; i++) {
        const Allocation *a = s->arena->list[i];
        if (a->live && (a->device == s->device || a->shared))
            arena_release(s->arena, a->base); // variables stay
    }
    for (u32 i = 0; i < s->program_count; i++)
        modules_fill_variables(s, s->programs[i], s->device_count == 1);
    EACH_FAMILY(f, memory_freed) {
        f->memory_freed(s);
    }
    s->devices[s->device].peers = 0;
}

bool devices_reach(const Warpsim *s, const Allocation *a) {
    return a->device == s->device || a->shared || a->name[0] || s->devices[s->device].peers >> a->device & 1;
}

void devices_free(Warpsim *s) {
    for (u32 i = 0; i < MAX_DEVICES; i++) drop_images(&s->devices[i]);
}

void warpsim_set_devices(Warpsim *s, u32 count) {
    s->device_count = count < 1 ? 1 : count > MAX_DEVICES ? MAX_DEVICES : count;
}

u32 warpsim_devices(const Warpsim *s, u32 *in_use) {
    if (in_use) *in_use = s->device;
    return s->device_count;
}

bool warpsim_peer(Warpsim *s, u32 peer, bool flip) {
    u32 *peers = &s->devices[s->device].peers;
    *peers ^= (u32)flip << peer;
    return *peers >> peer & 1;
}
