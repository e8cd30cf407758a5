// Launches of which only samples run, since the witness looks at these alone.
#include "grader/device/device.h"

enum {
    LANES = 32,
    WARP_INSTRUCTIONS = 16 << 20, // that all samples of a launch may take together
};

// Blocks that meet are never alone.
static bool are_alone(const Device *d, const WarpsimLaunch *r) {
    uint32_t cluster[3];
    return !r->cooperative && warpsim_cluster(d->sim, r, cluster) == 0 &&
           cluster[0] * cluster[1] * cluster[2] <= 1;
}

void followed_before(Device *d, WarpsimLaunch *r) {
    uint64_t draw;
    const uint32_t samples = d->witness && !r->trace ? witness_samples(d->witness, r->grid, &draw) : 0;
    if (!samples || warpsim_check_launch(d->sim, r, NULL, NULL, NULL) != 0) return;
    const uint64_t blocks = (uint64_t)r->grid[0] * r->grid[1] * r->grid[2];
    const uint64_t warps = ((uint64_t)r->block[0] * r->block[1] * r->block[2] + LANES - 1) / LANES;
    if (are_alone(d, r))
        r->trace = model_spread(blocks, samples, draw, WARP_INSTRUCTIONS / (samples * warps));
    d->samples_run = r->trace != NULL;
    if (!r->trace) witness_misses_blocks(d->witness);
}

void followed_after(Device *d, WarpsimLaunch *r) {
    if (!d->samples_run) return;
    if (!model_spread_blocks(r->trace)) witness_misses_blocks(d->witness);
    model_trace_free(r->trace);
    r->trace = NULL;
    d->samples_run = false;
}
