// TODO 2.3, right: Little's law.
#include <math.h>

#include "common/latency_hiding.h"

#ifndef OWN_OPERATIONS
double operations_in_flight(double latency, double throughput) {
    return latency * throughput;
}
#endif

#ifndef OWN_MEMORY
InFlight memory_in_flight(MemoryPath path) {
    double a_cycle = path.bandwidth / path.clock, bytes = a_cycle * path.latency;
    double threads = bytes / path.bytes_per_thread, warps = threads / path.warp_size;
    return {a_cycle, bytes, threads, warps, (int)ceil(warps / path.sm_count)};
}
#endif
