// Latency and throughput of each pipe: chains of one instruction, `ILP` of them side by side.
#include "set.h"

struct Fma { static __device__ float step(float x) { return __fmaf_rn(x, 1.0001f, 0.5f); } };
struct Add { static __device__ float step(float x) { return __fadd_rn(x, 0.25f); } };
struct Root { static __device__ float step(float x) { return sqrtf(x) + 1; } };
struct Quotient { static __device__ float step(float x) { return 3 / (x + 1); } };
struct Exponent { static __device__ float step(float x) { return exp2f(x) - 1; } };
struct Special { static __device__ float step(float x) { return __sinf(x); } };
struct Sum { static __device__ int step(int x) { return (x + 0x1234567) ^ (x >> 3); } };
struct Product { static __device__ int step(int x) { return x * 1664525 + 1013904223; } };
struct Division { static __device__ int step(int x) { return 0x7fffffff / (x | 5) + x; } };
struct Bits { static __device__ int step(int x) { return __popc(x) * 3 + __clz(x | 1); } };
struct Wide { static __device__ long long step(long long x) { return x * 6364136223846793005ll + 1442695040888963407ll; } };
struct WideDivision { static __device__ long long step(long long x) { return 0x7fffffffffffffll / (x | 3) + x; } };
struct DoubleFma { static __device__ double step(double x) { return __fma_rn(x, 1.0001, 0.5); } };
struct DoubleDivision { static __device__ double step(double x) { return 3 / (x + 1); } };
struct DoubleRoot { static __device__ double step(double x) { return sqrt(x) + 1; } };
struct Convert { static __device__ float step(float x) { return (float)(int)(x * 1.5f) + 0.5f; } };
struct Shuffle { static __device__ int step(int x) { return __shfl_xor_sync(~0u, x, 1) + 1; } };
struct Vote { static __device__ int step(int x) { return __ballot_sync(~0u, x & 1) + x; } };

template <class Step, class T, int ILP> __global__ void chain(T *out, int steps, T first) {
    T x[ILP];
    for (int k = 0; k < ILP; k++) x[k] = first + (T)k + (T)threadIdx.x;
    for (int i = 0; i < steps; i++)
#pragma unroll
        for (int k = 0; k < ILP; k++) x[k] = Step::step(x[k]);
    T sum = 0;
    for (int k = 0; k < ILP; k++) sum += x[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class Step, class T, int ILP> static void add_chain(const char *name, int blocks, int threads, int steps) {
    add(name, [=]() -> Launch {
        T *out = (T *)doubles((size_t)blocks * threads);
        return [=] { chain<Step, T, ILP><<<blocks, threads>>>(out, steps, (T)1); };
    });
}

void add_pipes() {
    add_chain<Fma, float, 1>("fma_latency", 132, 32, 4096);
    add_chain<Fma, float, 1>("fma_4_warps", 132, 128, 4096);
    add_chain<Fma, float, 4>("fma_8_warps_ilp4", 132, 256, 2048);
    add_chain<Fma, float, 4>("fma_full", 132 * 8, 256, 1024);
    add_chain<Add, float, 2>("fadd_full", 132 * 8, 256, 1024);
    add_chain<Root, float, 1>("sqrt_latency", 132, 32, 512);
    add_chain<Root, float, 2>("sqrt_full", 132 * 8, 256, 128);
    add_chain<Quotient, float, 1>("division_full", 132 * 8, 256, 128);
    add_chain<Exponent, float, 2>("exp2_full", 132 * 8, 256, 256);
    add_chain<Special, float, 2>("sin_fast_full", 132 * 8, 256, 256);
    add_chain<Sum, int, 1>("integer_latency", 132, 32, 2048);
    add_chain<Sum, int, 4>("integer_full", 132 * 8, 256, 512);
    add_chain<Product, int, 1>("imad_latency", 132, 64, 2048);
    add_chain<Product, int, 4>("imad_full", 132 * 8, 256, 512);
    add_chain<Division, int, 1>("integer_division", 132 * 8, 256, 128);
    add_chain<Bits, int, 2>("bits_full", 132 * 8, 256, 256);
    add_chain<Wide, long long, 2>("wide_product", 132 * 8, 256, 256);
    add_chain<WideDivision, long long, 1>("wide_division", 132 * 4, 256, 64);
    add_chain<DoubleFma, double, 1>("dfma_latency", 132, 32, 2048);
    add_chain<DoubleFma, double, 4>("dfma_full", 132 * 8, 256, 256);
    add_chain<DoubleDivision, double, 1>("double_division", 132 * 8, 256, 64);
    add_chain<DoubleRoot, double, 1>("double_sqrt", 132 * 4, 256, 64);
    add_chain<Convert, float, 2>("conversions", 132 * 8, 256, 256);
    add_chain<Shuffle, int, 1>("shuffle_latency", 132, 32, 1024);
    add_chain<Shuffle, int, 4>("shuffle_full", 132 * 8, 256, 256);
    add_chain<Vote, int, 2>("vote_full", 132 * 8, 256, 256);
}
