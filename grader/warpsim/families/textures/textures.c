// The table of texture and surface objects, by handle.
#include "grader/warpsim/families/textures/textures.h"

#include <stdlib.h>
#include <string.h>

// A handle: a mark that no address and no small number has, the generation of its place, and the place.
#define HANDLE_MARK 0x7e00000000000000ull
enum { PLACE_BITS = 20, GENERATION_BITS = 32 };

static u64 handle_of(const TextureTable *table, u32 place) {
    return HANDLE_MARK | (u64)table->places[place].generation << PLACE_BITS | place;
}

// The place that the handle speaks of, NULL where it speaks of none.
static TexturePlace *place_of(const TextureTable *table, u64 handle) {
    const u32 place = (u32)handle & ((1u << PLACE_BITS) - 1);
    if (handle >> (PLACE_BITS + GENERATION_BITS) != HANDLE_MARK >> (PLACE_BITS + GENERATION_BITS))
        return NULL;
    return place < table->count ? &table->places[place] : NULL;
}

static bool find_free(TextureTable *table, u32 *place) {
    u32 i = table->first_free;
    while (i < table->count && table->places[i].live) i++;
    if (i == TEXTURES_MAX) return false;
    if (i == table->room) {
        const u32 room = table->room ? 2 * table->room : 16;
        TexturePlace *places = realloc(table->places, room * sizeof *places);
        if (!places) return false;
        table->places = places;
        table->room = room;
    }
    if (i == table->count) memset(&table->places[table->count++], 0, sizeof *table->places);
    *place = i;
    return true;
}

u64 texture_add(TextureTable *table, const Texture *texture) {
    u32 place;
    if (!find_free(table, &place)) return 0;
    TexturePlace *p = &table->places[place];
    p->texture = *texture;
    p->generation++;
    p->live = true;
    table->first_free = place + 1;
    return handle_of(table, place);
}

bool texture_remove(TextureTable *table, u64 handle, bool surface) {
    const Texture *t = texture_find(table, handle);
    if (!t || t->is_surface != surface) return false;
    TexturePlace *p = place_of(table, handle);
    p->live = false;
    const u32 place = (u32)(p - table->places);
    if (place < table->first_free) table->first_free = place;
    return true;
}

const Texture *texture_find(const TextureTable *table, u64 handle) {
    const TexturePlace *p = place_of(table, handle);
    return p && p->live && handle == handle_of(table, (u32)(p - table->places)) ? &p->texture : NULL;
}

bool texture_was_destroyed(const TextureTable *table, u64 handle) {
    const TexturePlace *p = place_of(table, handle);
    const u32 generation = (u32)(handle >> PLACE_BITS);
    return p && !texture_find(table, handle) && generation > 0 && generation <= p->generation;
}

void texture_forget_freed(TextureTable *table, const Arena *arena) {
    for (u32 i = 0; i < table->count; i++) {
        TexturePlace *place = &table->places[i];
        place->live = place->live && arena_find(arena, place->texture.level[0].address);
    }
    table->first_free = 0;
}

void texture_table_free(TextureTable *table) {
    free(table->places);
    *table = (TextureTable){0};
}

const char *shape_words(Shape shape) {
    static const char *const words[WARPSIM_SHAPES] = {
        [WARPSIM_BUFFER] = "linear memory",
        [WARPSIM_1D] = "a 1D array",
        [WARPSIM_2D] = "a 2D array",
        [WARPSIM_3D] = "a 3D array",
        [WARPSIM_1D_LAYERED] = "a layered 1D array",
        [WARPSIM_2D_LAYERED] = "a layered 2D array",
        [WARPSIM_CUBE] = "a cube map",
        [WARPSIM_CUBE_LAYERED] = "a layered cube map",
    };
    return words[shape];
}
