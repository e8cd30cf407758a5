// What the core calls of this family.
#include "grader/warpsim/core/family.h"
#include "grader/warpsim/families/textures/texture_ops.h"

extern Family textures_family;

TextureTable *textures_of(const Warpsim *s) {
    return state_in(s->family_states, &textures_family, OF_SIMULATOR);
}

static void end_simulator(Warpsim *s) {
    texture_table_free(textures_of(s));
}

static u64 memory_behind(const Warpsim *s, u64 handle) {
    const Texture *t = texture_find(textures_of(s), handle);
    return t ? t->level[0].address : 0;
}

static void memory_freed(Warpsim *s) {
    texture_forget_freed(textures_of(s), s->arena);
}

static u64 add_texture(Warpsim *s, const Texture *texture) {
    return texture_add(textures_of(s), texture);
}

static bool remove_texture(Warpsim *s, u64 handle, bool surface) {
    return texture_remove(textures_of(s), handle, surface);
}

Family textures_family = {
    .decode = decode_texture,
    .state_bytes = {[OF_SIMULATOR] = sizeof(TextureTable)},
    .end_simulator = end_simulator,
    .memory_behind = memory_behind,
    .memory_freed = memory_freed,
    .add_texture = add_texture,
    .remove_texture = remove_texture,
};
