// Puts back what outlives a launch.
#include "grader/device/kept_state.h"

#include <stdlib.h>

enum { NOTHING_OF_USE = 0xa5 }; // as bytes of a float a small number, of an address one that is nobody's

bool kept_state_take(Device *d, KeptState *s) {
    const Arena *arena = d->sim->arena;
    s->variable = calloc((size_t)arena->count + 1, sizeof *s->variable);
    s->bytes = calloc((size_t)arena->count + 1, sizeof *s->bytes);
    bool good = s->variable && s->bytes;
    for (int i = 0; good && i < arena->count; i++) {
        const Allocation *a = arena->list[i];
        if (!a->live || !a->name[0]) continue;
        uint8_t *bytes = malloc(a->size);
        s->variable[s->count] = a;
        s->bytes[s->count++] = bytes;
        good = bytes && !read_memory(d, bytes, a->base, a->size);
    }
    return good;
}

int kept_state_put_back(Device *d, const KeptState *s) {
    int error = 0;
    for (int i = 0; i < s->count && !error; i++)
        error = write_memory(d, s->variable[i]->base, s->bytes[i], s->variable[i]->size);
    for (int i = 0; i < d->recording.count && !error; i++) {
        const Record *r = &d->recording.list[i];
        const Allocation *a = r->kind == RECORD_ALLOCATE ? arena_find(d->sim->arena, r->address) : NULL;
        if (a) error = fill_memory(d, a->base, NOTHING_OF_USE, a->size);
    }
    return error;
}

void kept_state_free(KeptState *s) {
    for (int i = 0; i < s->count; i++) free(s->bytes[i]);
    free(s->bytes);
    free(s->variable);
    *s = (KeptState){0};
}
