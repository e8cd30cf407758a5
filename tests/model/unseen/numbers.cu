// What computes more than it loads: n-body, Monte Carlo, fractals, half and double, integers, divergence, spills.
#include <cuda_fp16.h>

#include "kept.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

template <class T> static __device__ T one_over_root(T x);
template <> __device__ float one_over_root(float x) {
    return rsqrtf(x);
}
template <> __device__ double one_over_root(double x) {
    return rsqrt(x);
}

template <class T> __global__ void attract(T *force, const T *x, const T *y, const T *z, int n,
                                           int others) { // 128 threads
    __shared__ T tx[128], ty[128], tz[128];
    const int i = INDEX;
    T fx = 0, fy = 0, fz = 0;
    const T ox = x[i], oy = y[i], oz = z[i];
    for (int j = 0; j < others; j += 128) {
        __syncthreads();
        tx[threadIdx.x] = x[j + threadIdx.x], ty[threadIdx.x] = y[j + threadIdx.x], tz[threadIdx.x] = z[j + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 128; k++) {
            const T dx = tx[k] - ox, dy = ty[k] - oy, dz = tz[k] - oz;
            const T r = one_over_root<T>(dx * dx + dy * dy + dz * dz + (T)0.001), s = r * r * r;
            fx += dx * s, fy += dy * s, fz += dz * s;
        }
    }
    force[i] = fx, force[n + i] = fy, force[2 * n + i] = fz;
}

__global__ void paths(float *out, int steps) { // Monte Carlo: xorshift, Box and Muller, a price's walk
    unsigned s = INDEX * 747796405u + 2891336453u;
    float price = 100;
    for (int k = 0; k < steps; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        const float u = (s >> 8) * 5.9604645e-8f + 1e-7f;
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        const float v = (s >> 8) * 5.9604645e-8f;
        price *= __expf(0.01f * sqrtf(-2 * __logf(u)) * __cosf(6.2831853f * v));
    }
    out[INDEX] = fmaxf(price - 100, 0);
}

__global__ void julia(unsigned char *out, int w, int h, int most) { // in double
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    double u = 3.2 * x / w - 1.6, v = 2.4 * y / h - 1.2;
    int k = 0;
    for (; k < most && u * u + v * v < 4; k++) {
        const double t = u * u - v * v - 0.8;
        v = 2 * u * v + 0.156, u = t;
    }
    out[y * w + x] = (unsigned char)k;
}

__global__ void mandelbrot_rows(int *out, int w, int h, int most) { // a pixel a thread, a row after the other
    const int i = INDEX, x = i % w, y = i / w;
    if (y >= h) return;
    const float a = 3.0f * x / w - 2.1f, b = 2.4f * y / h - 1.2f;
    float u = 0, v = 0, uu = 0, vv = 0;
    int k = 0;
    while (uu + vv <= 4 && k < most) {
        v = 2 * u * v + b, u = uu - vv + a;
        uu = u * u, vv = v * v, k++;
    }
    out[i] = k;
}

__global__ void collatz(int *out, int n) {
    const int i = INDEX;
    unsigned x = i + 1;
    int steps = 0;
    while (x != 1 && steps < 200) x = x & 1 ? 3 * x + 1 : x >> 1, steps++;
    out[i] = steps;
}

__global__ void divisors(int *out, const int *a, const int *b) { // Euclid
    const int i = INDEX;
    int u = a[i] + 1, v = b[i] + 1;
    while (v) {
        const int r = u % v;
        u = v, v = r;
    }
    out[i] = u;
}

__global__ void distances(int *out, const unsigned *words, int n) { // Hamming, each to 256 others
    const int i = INDEX;
    const unsigned own = words[i];
    int sum = 0;
    for (int k = 0; k < 256; k++) sum += __popc(own ^ words[k]);
    out[i] = sum;
}

__global__ void half_polynomial(__half2 *out, const __half2 *in, int steps) {
    const int i = INDEX;
    const __half2 x = in[i], c = __float2half2_rn(0.3f);
    __half2 y = c;
    for (int k = 0; k < steps; k++) y = __hfma2(y, x, c);
    out[i] = y;
}

__global__ void double_polynomial(double *out, const double *in, int n) {
    const int i = INDEX;
    if (i >= n) return;
    const double x = in[i];
    double y = 1;
#pragma unroll
    for (int k = 24; k > 0; k--) y = 1 + x * y / k;
    out[i] = y;
}

__global__ void __launch_bounds__(512, 4) crowded(float *out, const float *in, int steps) { // 72 values, 32 registers
    float x[72];
    const int i = INDEX;
#pragma unroll
    for (int k = 0; k < 72; k++) x[k] = in[i] * (k + 1);
    for (int s = 0; s < steps; s++) {
#pragma unroll
        for (int k = 0; k < 72; k++) x[k] = x[k] * 0.99f + x[(k + 5) % 72];
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 72; k++) sum += x[k];
    out[i] = sum;
}

__global__ void sort_own(float *out, const float *in, int n) { // 16 elements a thread, in an array of its own
    float x[16];
    const int i = INDEX;
    for (int k = 0; k < 16; k++) x[k] = in[k * n + i];
    for (int k = 1; k < 16; k++) {
        const float v = x[k];
        int j = k;
        while (j > 0 && x[j - 1] > v) x[j] = x[j - 1], j--;
        x[j] = v;
    }
    for (int k = 0; k < 16; k++) out[k * n + i] = x[k];
}

__global__ void quadratic(float *out, const float *b, const float *c, int n) { // roots, or none
    const int i = INDEX;
    if (i >= n) return;
    const float p = b[i] * 4 - 2, d = p * p - 4 * c[i];
    out[i] = d >= 0 ? (-p + sqrtf(d)) / 2 : d < -1 ? atanf(d) : -p / (2 + fabsf(d));
}

static void add_bodies() {
    add("attract_4096", []() -> Launch {
        const int n = 4096;
        float *x = floats(n), *y = floats(n), *z = floats(n), *f = floats(3 * n);
        return [=] { attract<float><<<n / 128, 128>>>(f, x, y, z, n, n); };
    });
    add("attract_double", []() -> Launch {
        const int n = 16384;
        double *x = doubles(n), *y = doubles(n), *z = doubles(n), *f = doubles(3 * n);
        return [=] { attract<double><<<n / 128, 128>>>(f, x, y, z, n, 2048); };
    });
}

static void add_fractals() {
    add("paths_64", []() -> Launch {
        float *out = floats(1 << 18);
        return [=] { paths<<<(1 << 18) / 128, 128>>>(out, 64); };
    });
    add("julia_double", []() -> Launch {
        unsigned char *out = bytes(640 * 512);
        return [=] { julia<<<dim3(40, 64), dim3(16, 8)>>>(out, 640, 512, 100); };
    });
    add("mandelbrot_rows", []() -> Launch {
        const int w = 1500, h = 800;
        int *out = ints(w * h, 2);
        return [=] { mandelbrot_rows<<<ceil_div(w * h, 128), 128>>>(out, w, h, 128); };
    });
}

void add_kept_numbers() {
    add_bodies();
    add_fractals();
    add("collatz_1m", []() -> Launch {
        int *out = ints(1 << 20, 2);
        return [=] { collatz<<<(1 << 20) / 256, 256>>>(out, 1 << 20); };
    });
    add("divisors_1m", []() -> Launch {
        const int *a = ints(1 << 20, 10000), *b = ints(1 << 20, 777);
        int *out = ints(1 << 20, 2);
        return [=] { divisors<<<(1 << 20) / 256, 256>>>(out, a, b); };
    });
    add("distances_1m", []() -> Launch {
        const unsigned *words = (const unsigned *)ints(1 << 20, 1u << 30);
        int *out = ints(1 << 20, 2);
        return [=] { distances<<<(1 << 20) / 256, 256>>>(out, words, 1 << 20); };
    });
    add("half_polynomial", []() -> Launch {
        __half2 *in = (__half2 *)ints(1 << 20, 1u << 29), *out = (__half2 *)ints(1 << 20, 2);
        return [=] { half_polynomial<<<(1 << 20) / 256, 256>>>(out, in, 96); };
    });
    add("double_polynomial", []() -> Launch {
        const int n = 3 << 20;
        double *in = doubles(n), *out = doubles(n);
        return [=] { double_polynomial<<<n / 256, 256>>>(out, in, n); };
    });
    add("crowded_72", []() -> Launch {
        float *in = floats(528 * 512), *out = floats(528 * 512);
        return [=] { crowded<<<528, 512>>>(out, in, 12); };
    });
    add("sort_own_16", []() -> Launch {
        const int n = 1 << 19;
        float *in = (float *)ints(16 * n, 1u << 29), *out = floats(16 * n);
        return [=] { sort_own<<<n / 128, 128>>>(out, in, n); };
    });
    add("quadratic_4m", []() -> Launch {
        const int n = 4 << 20;
        float *b = floats(n), *c = floats(n), *out = floats(n);
        return [=] { quadratic<<<n / 256, 256>>>(out, b, c, n); };
    });
}
