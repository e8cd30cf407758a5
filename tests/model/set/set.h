// The measuring set: kernel configurations whose times and counters the model of time is fitted on and judged by.
//
// A configuration has a name, allocates its data with the functions below, and returns what launches its kernel
// once. Launching again must do the same work: times are those of repeated launches.
#ifndef WARPBOOK_MEASURING_SET_H
#define WARPBOOK_MEASURING_SET_H

#include <cstddef>
#include <functional>

using Launch = std::function<void()>;
using Make = std::function<Launch()>;

void add(const char *name, Make make);

// Device memory that is freed when its configuration is done. Floats lie between 0 and 1, integers below `below`.
float *floats(size_t n);
double *doubles(size_t n);
int *ints(size_t n, unsigned below);
int *copied(const int *host, size_t n);
unsigned char *bytes(size_t n);

inline int ceil_div(long a, long b) {
    return (int)((a + b - 1) / b);
}

void add_pipes();        // latency and throughput of each pipe
void add_streams();      // bandwidth: streaming, strides, gathers, L2, pointer chasing
void add_launches();     // empty kernels, small grids, low occupancy, barriers, spills
void add_shared();       // shared memory: transposes, bank conflicts, reductions, scans, histograms
void add_products();     // dense and sparse products, n-body
void add_stencils();     // convolutions and stencils
void add_applications(); // special functions, divergence, and ordinary kernels of other kinds

void add_all(); // the configurations of the set that is built (all.cu)

#endif
