// The simulator as a backend: its map of allocations holds the bytes too.
#include <stdlib.h>

#include "grader/backend/backend.h"

typedef struct {
    Backend backend; // first: the one is the other
    Warpsim *sim;
} Simulated;

static Warpsim *sim_of(Backend *b) {
    return ((Simulated *)b)->sim;
}

static bool load(Backend *b, int module, const PtxText *text, char *error, size_t error_size) {
    (void)b, (void)module, (void)text, (void)error, (void)error_size;
    return true; // the simulator has loaded it
}

static bool back(Backend *b, const WarpsimAllocation *a) {
    (void)b, (void)a;
    return true;
}

static void unback(Backend *b, const WarpsimAllocation *a) {
    (void)b, (void)a;
}

static int write_bytes(Backend *b, uint64_t to, const void *from, uint64_t size) {
    warpsim_write(sim_of(b), to, from, size);
    return 0;
}

static int read_bytes(Backend *b, void *to, uint64_t from, uint64_t size) {
    warpsim_read(sim_of(b), to, from, size);
    warpsim_look_outside(sim_of(b), from, size);
    return 0;
}

static int copy_bytes(Backend *b, uint64_t to, uint64_t from, uint64_t size) {
    warpsim_copy(sim_of(b), to, from, size);
    return 0;
}

static int fill_bytes(Backend *b, uint64_t to, int byte, uint64_t size) {
    warpsim_fill(sim_of(b), to, byte, size);
    return 0;
}

static Launched launch(Backend *b, const WarpsimLaunch *request) {
    Warpsim *sim = sim_of(b);
    uint64_t spent;
    const uint64_t before = warpsim_launches(sim, &spent);
    const int error = warpsim_launch(sim, request);
    const bool started = error != cudaErrorMemoryAllocation && warpsim_launches(sim, &spent) != before;
    return (Launched){.started = started, .error = error, .spent = started ? spent : 0};
}

static int outside_writes(Backend *b, OutsideWrite *list, int most) {
    (void)b, (void)list, (void)most;
    return 0; // launch() stops the kernel at each
}

Backend *simulated_backend(Warpsim *sim) {
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
        .outside_writes = outside_writes,
    };
    return &s->backend;
}
