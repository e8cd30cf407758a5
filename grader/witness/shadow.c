// The table of words and the nodes that wrote them last: open addressing, half full at most.
#include "grader/witness/shadow.h"

#include <stdlib.h>
#include <string.h>

static u32 place_of(const Shadow *s, u64 key) {
    u32 at = (u32)(key * 0x9e3779b97f4a7c15ull >> 32) & (s->room - 1);
    while (s->key[at] && s->key[at] != key) at = (at + 1) & (s->room - 1);
    return at;
}

u32 shadow_find(const Shadow *s, u64 address) {
    if (!s->room) return 0;
    const u32 at = place_of(s, address / 4 + 1);
    return s->key[at] ? s->node[at] : 0;
}

static bool grow(Shadow *s) {
    Shadow larger = {.room = s->room ? 2 * s->room : 1024};
    larger.key = calloc(larger.room, sizeof *larger.key);
    larger.node = calloc(larger.room, sizeof *larger.node);
    if (!larger.key || !larger.node) {
        shadow_free(&larger);
        return false;
    }
    for (u32 i = 0; i < s->room; i++) {
        if (!s->key[i]) continue;
        const u32 at = place_of(&larger, s->key[i]);
        larger.key[at] = s->key[i];
        larger.node[at] = s->node[i];
    }
    larger.count = s->count;
    shadow_free(s);
    *s = larger;
    return true;
}

bool shadow_put(Shadow *s, u64 address, u32 node) {
    if (2 * s->count >= s->room && !grow(s)) return false;
    const u32 at = place_of(s, address / 4 + 1);
    s->count += !s->key[at];
    s->key[at] = address / 4 + 1;
    s->node[at] = node;
    return true;
}

void shadow_clear(Shadow *s) {
    if (s->count) memset(s->key, 0, s->room * sizeof *s->key);
    s->count = 0;
}

void shadow_free(Shadow *s) {
    free(s->key), free(s->node);
    *s = (Shadow){0};
}
