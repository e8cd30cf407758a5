// Which allocations the kernel of a launch may store to: the race check looks at those, and at no others.
#include "grader/warpsim/core/tracked.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/family.h"

void track_allocation(Warpsim *s, Allocation *a) {
    if (a->tracked) return;
    if (s->tracked_count == s->tracked_room) {
        const u32 room = 2 * s->tracked_room + 64;
        Allocation **grown = realloc(s->tracked, room * sizeof(Allocation *));
        if (!grown) return;
        s->tracked = grown;
        s->tracked_room = room;
    }
    a->tracked = true;
    s->tracked[s->tracked_count++] = a;
}

void untrack_allocations(Warpsim *s) {
    for (u32 i = 0; i < s->tracked_count; i++) s->tracked[i]->tracked = false;
    s->tracked_count = 0;
    if (!s->arena->heap_used) return;
    for (int i = 0; i < s->arena->live_count; i++)
        s->arena->live[i]->tracked = false; // malloc() tracks its own
}

// The address itself, or where the memory is that it is a handle of.
static u64 address_behind(const Warpsim *s, u64 address) {
    EACH_FAMILY(f, memory_behind) {
        const u64 memory = f->memory_behind(s, address);
        if (memory) return memory;
    }
    return address;
}

Allocation *next_behind(const Warpsim *s, const Function *k, const u8 *params, ParameterWalk *walk) {
    for (; walk->parameter < k->ptx->param_count && walk->parameter < PARAMETER_BITS;
         walk->parameter++, walk->offset = 0) {
        const PtxVariable *v = &k->ptx->params[walk->parameter];
        while (walk->parameters >> walk->parameter & 1 && walk->offset + sizeof(u64) <= v->size) {
            memcpy(&walk->address, params + v->offset + walk->offset, sizeof walk->address);
            walk->offset += sizeof walk->address;
            Allocation *a = arena_nearest(s->arena, address_behind(s, walk->address));
            if (a) return a;
        }
    }
    return NULL;
}

void track_allocations(Warpsim *s, const Function *k, const u8 *params) {
    const bool variables = k->stored_params >> VARIABLES_BIT & 1;
    untrack_allocations(s);
    for (int i = 0; i < s->arena->live_count && (k->stores_anywhere || variables); i++) {
        Allocation *a = s->arena->live[i];
        if (!a->parameters && (k->stores_anywhere || a->name[0])) track_allocation(s, a);
    }
    Allocation *a;
    for (ParameterWalk walk = {.parameters = k->stored_params}; (a = next_behind(s, k, params, &walk));)
        if (!a->parameters) track_allocation(s, a);
}
