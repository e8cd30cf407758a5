// Finds and replaces lines.
#include "grader/model/cache.h"

#include <stdlib.h>

bool cache_make(Cache *cache, uint64_t bytes) {
    cache->sets = (uint32_t)(bytes / 128 / CACHE_WAYS);
    if (!cache->sets) cache->sets = 1;
    cache->clock = 0;
    cache->lines = calloc((size_t)cache->sets * CACHE_WAYS, sizeof *cache->lines);
    return cache->lines != NULL;
}

void cache_free(Cache *cache) {
    free(cache->lines);
    cache->lines = NULL;
}

static CacheLine *set_of(Cache *cache, uint32_t line) {
    uint32_t hash = line;
    hash ^= hash >> 15, hash *= 0x2c1b3c6du, hash ^= hash >> 12;
    return cache->lines + (size_t)(hash % cache->sets) * CACHE_WAYS;
}

CacheLine *cache_find(Cache *cache, uint32_t line) {
    CacheLine *set = set_of(cache, line);
    for (int i = 0; i < CACHE_WAYS; i++)
        if (set[i].line == line + 1) {
            set[i].used = ++cache->clock;
            return &set[i];
        }
    return NULL;
}

CacheLine *cache_take(Cache *cache, uint32_t line, CacheLine *old) {
    CacheLine *set = set_of(cache, line), *oldest = set;
    for (int i = 0; i < CACHE_WAYS; i++) {
        if (!set[i].line) {
            oldest = &set[i];
            break;
        }
        if (set[i].used < oldest->used) oldest = &set[i];
    }
    *old = *oldest;
    *oldest = (CacheLine){.line = line + 1, .used = ++cache->clock};
    return oldest;
}
