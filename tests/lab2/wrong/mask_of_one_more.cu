// WRONG: the unit is added in full before its bits are masked
// EXPECT test: 2.2/generation=8,n=1000
// EXPECT cause: rounds up also where nothing is left over

#include <algorithm>
#include <limits.h>
#include <math.h>

#include "common/grid.h"
#include "common/sm_limits.h"
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

static int round_up(int x, int unit) {
    return (x + unit) & ~(unit - 1); // <-- HERE
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy result = {0, 0};
    // TODO 2.2: how many blocks do the warps, the registers, the shared memory and the block slots of the SM allow, each alone?
    int warps = ceil_div(kernel.threads, sm.warp_size);
    int allowed[4]; // in the order of the LIMIT_ bits

    allowed[0] = kernel.threads <= sm.threads_per_block ? sm.warps / warps : 0;

    int registers_of_warp = round_up(32 * kernel.registers, sm.register_unit);
    allowed[1] = sm.registers / sm.partitions / registers_of_warp * sm.partitions / warps;

    int bytes = kernel.shared + sm.shared_reserved;
    if (kernel.shared > sm.shared_per_block)
        allowed[2] = 0;
    else if (bytes == 0)
        allowed[2] = INT_MAX;
    else
        allowed[2] = sm.shared / round_up(bytes, sm.shared_unit);

    allowed[3] = sm.blocks;

    result.blocks = *std::min_element(allowed, allowed + 4);
    for (int k = 0; k < 4; ++k)
        if (allowed[k] == result.blocks) result.limits |= 1 << k;
    // end 2.2
    return result;
}
