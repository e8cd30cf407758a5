// Little's law for a GPU: how much must be under way at a time, so that nothing waits. Lab 2, TODO 2.3.
#ifndef WARPBOOK_LATENCY_HIDING_H
#define WARPBOOK_LATENCY_HIDING_H

// The way from memory to the threads.
typedef struct {
    double bandwidth;     // GB/s, 1 GB being 10^9 bytes
    double clock;         // GHz
    double latency;       // cycles of that clock, from the request to the data
    int bytes_per_thread; // that each thread asks for
    int warp_size;        // threads
    int sm_count;
} MemoryPath;

// What must be under way to keep that way full.
typedef struct {
    double bytes_per_cycle; // that arrive
    double bytes;           // in flight, in all SMs together
    double threads;         // that wait for them; need not be whole
    double warps;           // likewise
    int warps_per_sm;       // rounded up: half a warp is one that must be there
} InFlight;

#ifdef __cplusplus
extern "C" {
#endif

// Operations that must be under way for a pipeline with this latency (cycles) to finish `throughput` of them
// a cycle.
double operations_in_flight(double latency, double throughput);

InFlight memory_in_flight(MemoryPath path);

#ifdef __cplusplus
}
#endif

#endif
