// The simulator as a backend: its map of allocations holds the bytes too.
#include <stdlib.h>
#include <string.h>

#include "grader/device/backend.h"

typedef struct {
    Backend backend; // first: the one is the other
    Simulator *sim;
} Simulated;

static Arena *arena_of(Backend *b) {
    return ((Simulated *)b)->sim->arena;
}

static bool load(Backend *b, const Program *program, const PtxText *text, char *error, size_t error_size) {
    (void)b, (void)program, (void)text, (void)error, (void)error_size;
    return true; // the books are all that it needs
}

static bool back(Backend *b, const Allocation *a) {
    (void)b, (void)a;
    return true;
}

static void unback(Backend *b, const Allocation *a) {
    (void)b, (void)a;
}

static int write_bytes(Backend *b, uint64_t to, const void *from, uint64_t size) {
    Arena *arena = arena_of(b);
    uint8_t *place = arena_at(arena, to);
    if (place != from) memcpy(place, from, size); // they may have been read to their place
    arena_mark_written(arena, arena_find(arena, to), to, size);
    return 0;
}

static int read_bytes(Backend *b, void *to, uint64_t from, uint64_t size) {
    memcpy(to, arena_at(arena_of(b), from), size);
    return 0;
}

static int copy_bytes(Backend *b, uint64_t to, uint64_t from, uint64_t size) {
    arena_copy(arena_of(b), to, from, size);
    return 0;
}

static int fill_bytes(Backend *b, uint64_t to, int byte, uint64_t size) {
    Arena *arena = arena_of(b);
    memset(arena_at(arena, to), byte, size);
    arena_mark_written(arena, arena_find(arena, to), to, size);
    return 0;
}

static Launched launch(Backend *b, const LaunchRequest *request) {
    Simulator *sim = ((Simulated *)b)->sim;
    const uint64_t before = sim->launches;
    const int error = simulator_launch(sim, request);
    const bool started = error != SIM_OUT_OF_MEMORY && sim->launches != before;
    return (Launched){.started = started, .error = error, .spent = started ? sim->last_spent : 0};
}

static int strays(Backend *b, Stray *list, int most) {
    (void)b, (void)list, (void)most;
    return 0; // launch() stops the kernel at each
}

Backend *simulated_backend(Simulator *sim) {
    Simulated *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->sim = sim;
    s->backend = (Backend){
        .kind = "sim",
        .explains = true,
        .load = load,
        .back = back,
        .unback = unback,
        .write = write_bytes,
        .read = read_bytes,
        .copy = copy_bytes,
        .fill = fill_bytes,
        .launch = launch,
        .strays = strays,
    };
    return &s->backend;
}
