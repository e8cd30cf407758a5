// Finds a launch's configuration among those that a kernel was launched with: programs may have thousands.
#include "grader/warpsim/core/configurations.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 2 * CONFIGURATIONS_MAX };

static u32 hash_of(const LaunchConfiguration *what) {
    const u32 word[] = {what->grid[0],  what->grid[1],  what->grid[2],       what->block[0],
                        what->block[1], what->block[2], what->dynamic_shared};
    u32 hash = 2166136261u;
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) hash = (hash ^ word[i]) * 16777619u;
    return (hash ^ hash >> 15) % SLOTS;
}

// One more at the end of the list; NULL: no room.
static ConfigurationCounters *new_entry(Configurations *to, const LaunchConfiguration *what, u32 *slot) {
    if (to->count == CONFIGURATIONS_MAX) return NULL;
    if (to->count == to->room) {
        const u32 room = to->room ? 2 * to->room : 4;
        ConfigurationCounters *grown = realloc(to->list, room * sizeof *grown);
        if (!grown) return NULL;
        to->list = grown;
        to->room = room;
    }
    ConfigurationCounters *entry = &to->list[to->count++];
    *entry = (ConfigurationCounters){.what = *what};
    *slot = to->count;
    return entry;
}

static ConfigurationCounters *entry_of(Configurations *to, const LaunchConfiguration *what) {
    if (!to->slots) to->slots = calloc(SLOTS, sizeof *to->slots);
    if (!to->slots) return NULL;
    u32 at = hash_of(what);
    for (; to->slots[at]; at = (at + 1) % SLOTS) {
        ConfigurationCounters *entry = &to->list[to->slots[at] - 1];
        if (!memcmp(&entry->what, what, sizeof *what)) return entry;
    }
    return new_entry(to, what, &to->slots[at]);
}

void configurations_add(Configurations *to, const ConfigurationCounters *launch) {
    ConfigurationCounters *entry = entry_of(to, &launch->what);
    if (!entry) entry = &to->rest;
    if (launch->shared_bytes > entry->shared_bytes) entry->shared_bytes = launch->shared_bytes;
    for (int i = 0; i < COUNTER_COUNT; i++) entry->counters.value[i] += launch->counters.value[i];
}

void configurations_free(Configurations *c) {
    free(c->list), free(c->slots);
    *c = (Configurations){0};
}
