// Device memory: addresses go round when they are used up, and the map of allocations stays right.
#include <string.h>

#include "grader/warpsim/core/memory.h"
#include "tests/check.h"

enum { KEPT = 40, ROUNDS = 30000 };

static uint32_t random_state = 7;

static uint32_t random_below(uint32_t n) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * n) >> 32);
}

// Small and huge ones in turn: what a small one has used must be there for a huge one again.
TEST(addresses_go_round) {
    Arena *arena = arena_new(8ull << 30);
    CHECK(arena != NULL);
    Allocation *kept[KEPT] = {NULL};
    uint64_t highest = 0;
    bool again = false;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        Allocation **slot = &kept[random_below(KEPT)];
        if (*slot) CHECK(arena_release(arena, (*slot)->base));
        const uint64_t size = round % 3 ? 1 + random_below(4096) : 1 + random_below(200 << 20);
        Allocation *a = arena_allocate(arena, size);
        CHECK(a != NULL);
        if (!a) break;
        *slot = a;
        again |= a->base < highest;
        highest = a->base > highest ? a->base : highest;
        uint64_t used = 0;
        for (int i = 0; i < KEPT; i++) {
            const Allocation *b = kept[i];
            if (!b) continue;
            used += b->size;
            if (b != a) CHECK(b->base + b->size < a->base || a->base + a->size < b->base);
            CHECK(arena_find(arena, b->base + b->size - 1) == b);
            CHECK(arena_find(arena, b->base + b->size) == NULL);
        }
        CHECK_EQ(arena->used, used);
    }
    CHECK(again); // or the test does not test it
    CHECK_EQ(arena->live_count, KEPT);
    arena_free(arena);
}

// Freed addresses are not given out while others are left, so that a use after free is seen.
TEST(freed_addresses_stay_freed) {
    Arena *arena = arena_new(1ull << 30);
    CHECK(arena != NULL);
    Allocation *a = arena_allocate(arena, 1000);
    const uint64_t base = a->base;
    arena_release(arena, base);
    for (int i = 0; i < 1000; i++) {
        const Allocation *b = arena_allocate(arena, 1000);
        CHECK(b != NULL && b->base != base);
        arena_release(arena, b->base);
    }
    CHECK(arena_find(arena, base) == NULL);
    CHECK(arena_nearest(arena, base)->base == base && !arena_nearest(arena, base)->live);
    arena_free(arena);
}

// The gap behind an allocation may be shorter where there is no room for a long one.
TEST(most_of_the_address_space) {
    Arena *arena = arena_new(1ull << 50);
    CHECK(arena != NULL);
    const uint64_t size = arena->capacity / 8 * 5;
    Allocation *a = arena_allocate(arena, size);
    CHECK(a != NULL);
    CHECK(arena_allocate(arena, size) == NULL);
    CHECK(arena_allocate(arena, 1000) != NULL);
    arena_free(arena);
}

CHECK_MAIN()
