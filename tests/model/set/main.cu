// Runs the measuring set: `set time` times each configuration, `set profile` launches each between
// cudaProfilerStart and Stop for Nsight Compute, `set once` launches each once, for the simulator. Further
// arguments choose configurations whose name begins so, or, with a dot at its end, is that.
//
// time prints one line a configuration, tab-separated: name, median ms of single launches between two events,
// quarter to quarter of these in percent, ms a launch of a row of launches.
#include <cuda_profiler_api.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "set.h"

struct Configuration {
    std::string name;
    Make make;
};

static std::vector<Configuration> configurations;
static std::vector<void *> held;
static bool simulated; // `once`: floats need no different values there

void add(const char *name, Make make) {
    configurations.push_back({name, std::move(make)});
}

static void check(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

static __host__ __device__ unsigned mixed(unsigned x) {
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__global__ void fill_floats(float *a, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        a[i] = mixed((unsigned)i) * 2.3283064e-10f;
}

__global__ void fill_doubles(double *a, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        a[i] = mixed((unsigned)i) * 2.3283064365386963e-10;
}

__global__ void fill_ints(int *a, size_t n, unsigned below) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        a[i] = (int)(mixed((unsigned)i) % below);
}

template <class T> static T *allocated(size_t n) {
    T *memory;
    check(cudaMalloc(&memory, n * sizeof(T)), "cudaMalloc");
    held.push_back(memory);
    return memory;
}

float *floats(size_t n) {
    float *a = allocated<float>(n);
    if (simulated)
        cudaMemset(a, 0x3f, n * sizeof *a);
    else
        fill_floats<<<1056, 256>>>(a, n);
    return a;
}

double *doubles(size_t n) {
    double *a = allocated<double>(n);
    if (simulated)
        cudaMemset(a, 0x3f, n * sizeof *a);
    else
        fill_doubles<<<1056, 256>>>(a, n);
    return a;
}

int *ints(size_t n, unsigned below) {
    int *a = allocated<int>(n);
    if (simulated) { // few blocks may run there, so it is no kernel that fills them
        std::vector<int> host(n);
        for (size_t i = 0; i < n; i++) host[i] = (int)(mixed((unsigned)i) % below);
        check(cudaMemcpy(a, host.data(), n * sizeof *a, cudaMemcpyHostToDevice), "cudaMemcpy");
    } else {
        fill_ints<<<1056, 256>>>(a, n, below);
    }
    return a;
}

int *copied(const int *host, size_t n) {
    int *a = allocated<int>(n);
    check(cudaMemcpy(a, host, n * sizeof *a, cudaMemcpyHostToDevice), "cudaMemcpy");
    return a;
}

unsigned char *bytes(size_t n) {
    return (unsigned char *)ints((n + 3) / 4, 0x7fffffff);
}

static float between(cudaEvent_t start, cudaEvent_t end) {
    float ms;
    check(cudaEventSynchronize(end), "cudaEventSynchronize");
    check(cudaEventElapsedTime(&ms, start, end), "cudaEventElapsedTime");
    return ms;
}

static void time_one(const Configuration &c, const Launch &launch) {
    enum { WARM = 5, RUNS = 41 };
    cudaEvent_t start[RUNS], end[RUNS];
    for (int i = 0; i < RUNS; i++) cudaEventCreate(&start[i]), cudaEventCreate(&end[i]);
    for (int i = 0; i < WARM; i++) launch();
    for (int i = 0; i < RUNS; i++) {
        cudaEventRecord(start[i]);
        launch();
        cudaEventRecord(end[i]);
    }
    std::vector<float> ms;
    for (int i = 0; i < RUNS; i++) ms.push_back(between(start[i], end[i]));
    std::sort(ms.begin(), ms.end());
    cudaEventRecord(start[0]);
    for (int i = 0; i < RUNS; i++) launch();
    cudaEventRecord(end[0]);
    const float row = between(start[0], end[0]) / RUNS, median = ms[RUNS / 2];
    check(cudaGetLastError(), c.name.c_str());
    std::printf("%s\t%.6f\t%.2f\t%.6f\n", c.name.c_str(), median,
                100 * (ms[3 * RUNS / 4] - ms[RUNS / 4]) / median, row);
    std::fflush(stdout);
    for (int i = 0; i < RUNS; i++) cudaEventDestroy(start[i]), cudaEventDestroy(end[i]);
}

static void profile_one(const Configuration &c, const Launch &launch) {
    for (int i = 0; i < 3; i++) launch();
    check(cudaDeviceSynchronize(), c.name.c_str());
    cudaProfilerStart();
    launch();
    check(cudaDeviceSynchronize(), c.name.c_str());
    cudaProfilerStop();
    std::printf("%s\n", c.name.c_str());
}

static void run_once(const Configuration &c, const Launch &launch) {
    launch();
    check(cudaDeviceSynchronize(), c.name.c_str());
    std::printf("%s\n", c.name.c_str());
    std::fflush(stdout);
}

static bool chosen(const std::string &name, int argc, char **argv) {
    for (int i = 2; i < argc; i++)
        if (name.compare(0, std::strlen(argv[i]), argv[i]) == 0 || name + "." == argv[i]) return true;
    return argc <= 2;
}

int main(int argc, char **argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    const auto run = mode == "time" ? time_one : mode == "profile" ? profile_one : mode == "once" ? run_once : nullptr;
    if (!run && mode != "list") {
        std::fprintf(stderr, "usage: set time|profile|once|list [NAME...]\n");
        return 2;
    }
    simulated = mode == "once";
    add_all();
    for (const Configuration &c : configurations) {
        if (!chosen(c.name, argc, argv)) continue;
        if (!run) {
            std::printf("%s\n", c.name.c_str());
            continue;
        }
        const Launch launch = c.make();
        check(cudaDeviceSynchronize(), c.name.c_str());
        run(c, launch);
        for (void *memory : held) cudaFree(memory);
        held.clear();
    }
    return 0;
}
