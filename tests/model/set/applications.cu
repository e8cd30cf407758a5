// Special functions, divergence, and ordinary kernels of other kinds.
#include "set.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

static __device__ float normal(float d) {
    const float k = 1 / (1 + 0.2316419f * fabsf(d));
    const float c = 0.39894228f * expf(-0.5f * d * d) *
                    (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - c : c;
}

__global__ void options(float *call, float *put, const float *price, const float *strike, const float *years, int n) {
    const int i = INDEX;
    if (i >= n) return;
    const float s = price[i] + 5, x = strike[i] + 5, t = years[i] + 0.1f, root = sqrtf(t);
    const float d1 = (logf(s / x) + (0.02f + 0.045f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
    const float e = expf(-0.02f * t), n1 = normal(d1), n2 = normal(d2);
    call[i] = s * n1 - x * e * n2;
    put[i] = x * e * (1 - n2) - s * (1 - n1);
}

__global__ void sines(float *out, const float *in, int n) {
    const int i = INDEX;
    if (i < n) out[i] = sinf(in[i] * 6) * cosf(in[i] * 3);
}

__global__ void powers(float *out, const float *in, int n) {
    const int i = INDEX;
    if (i < n) out[i] = powf(in[i] + 0.5f, 1.7f) + log2f(in[i] + 1) + tanhf(in[i]);
}

__global__ void exponents_double(double *out, const double *in, int n) {
    const int i = INDEX;
    if (i < n) out[i] = exp(in[i]) + log(in[i] + 1);
}

__global__ void mandelbrot(int *out, int width, int height, int most) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float a = -2.2f + 3.2f * x / width, b = -1.4f + 2.8f * y / height;
    float u = 0, v = 0;
    int k = 0;
    while (k < most && u * u + v * v < 4) {
        const float w = u * u - v * v + a;
        v = 2 * u * v + b, u = w, k++;
    }
    out[y * width + x] = k;
}

__global__ void dice(float *out, int steps) { // Monte Carlo: xorshift, a point in the circle or not
    unsigned s = INDEX * 2654435761u + 1, inside = 0;
    for (int k = 0; k < steps; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        const float x = s * 2.3283064e-10f;
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        const float y = s * 2.3283064e-10f;
        inside += x * x + y * y < 1;
    }
    out[INDEX] = (float)inside;
}

static __device__ float busy(float x, int steps) {
    for (int k = 0; k < steps; k++) x = x * 0.999f + 0.001f;
    return x;
}

__global__ void two_ways(float *out, const float *in, int shift) {
    const int i = INDEX;
    float x = in[i];
    if (threadIdx.x >> shift & 1)
        x = busy(x, 200);
    else
        x = busy(x + 1, 200) * 2;
    out[i] = x;
}

__global__ void uneven_loops(float *out, const float *in, int mask) {
    const int i = INDEX;
    out[i] = busy(in[i], (threadIdx.x & mask) * 8 + 8);
}

__global__ void eight_ways(float *out, const int *which, const float *in) {
    const int i = INDEX;
    float x = in[i];
    switch (which[i]) {
    case 0: x = sqrtf(x); break;
    case 1: x = expf(x); break;
    case 2: x = 1 / (x + 1); break;
    case 3: x = logf(x + 1); break;
    case 4: x = x * x * x + 1; break;
    case 5: x = sinf(x); break;
    case 6: x = fabsf(x - 0.5f) * x; break;
    default: x = 3 - x; break;
    }
    out[i] = x;
}

__global__ void floyd_step(int *d, int n, int k) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    d[y * n + x] = min(d[y * n + x], d[y * n + k] + d[k * n + x]);
}

__global__ void gauss_step(float *a, int n, int k) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y > k && x >= k && x < n && y < n) a[y * n + x] -= a[y * n + k] / (a[k * n + k] + 2) * a[k * n + x] * 1e-6f;
}

__global__ void softmax_rows(float *out, const float *in, int width) { // a row a block of 256
    __shared__ float part[256];
    const float *row = in + (size_t)blockIdx.x * width;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < width; i += 256) most = fmaxf(most, row[i]);
    part[threadIdx.x] = most;
    for (int s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
    }
    __syncthreads();
    most = part[0];
    __syncthreads();
    for (int i = threadIdx.x; i < width; i += 256) sum += expf(row[i] - most);
    part[threadIdx.x] = sum;
    for (int s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < width; i += 256) out[(size_t)blockIdx.x * width + i] = expf(row[i] - most) / part[0];
}

__global__ void gray(unsigned char *out, const uchar4 *in, int n) {
    const int i = INDEX;
    if (i >= n) return;
    const uchar4 p = in[i];
    out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
}

__global__ void nearest(int *out, const float *points, const float *centres, int n, int k) { // of k-means, 4 dimensions
    const int i = INDEX;
    if (i >= n) return;
    float least = 1e30f, p[4];
    int best = 0;
    for (int d = 0; d < 4; d++) p[d] = points[d * n + i];
    for (int c = 0; c < k; c++) {
        float far = 0;
        for (int d = 0; d < 4; d++) far += (p[d] - centres[c * 4 + d]) * (p[d] - centres[c * 4 + d]);
        if (far < least) least = far, best = c;
    }
    out[i] = best;
}

__global__ void binary_search(int *out, const int *sorted, const int *wanted, int n, int m) {
    const int i = INDEX;
    if (i >= m) return;
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sorted[middle] < wanted[i])
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

__global__ void structures(float *out, const float *in, int n) { // fields of 8 floats, array of structures
    const int i = INDEX;
    if (i >= n) return;
    const float *p = in + 8 * i;
    out[i] = p[0] * p[1] + p[2] * p[3] + p[6];
}

__global__ void hash_steps(unsigned *out, int steps) {
    unsigned h = INDEX;
    for (int k = 0; k < steps; k++) {
        h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u, h ^= h >> 16;
        h = h % 1000003u + (h << 7);
    }
    out[INDEX] = h;
}

__global__ void breadth_step(int *level, const int *start, const int *to, int now, int n) {
    const int i = INDEX;
    if (i >= n || level[i] % 8 != now) return;
    for (int k = start[i]; k < start[i + 1]; k++)
        if (level[to[k]] < 0) level[to[k]] = now + 1;
}

__global__ void layers(float *out, const float *in, int width) { // normalisation, a row a warp
    const int row = INDEX / 32, lane = threadIdx.x % 32;
    const float *x = in + (size_t)row * width;
    float sum = 0, squares = 0;
    for (int i = lane; i < width; i += 32) sum += x[i], squares += x[i] * x[i];
    for (int s = 16; s > 0; s /= 2) {
        sum += __shfl_xor_sync(~0u, sum, s);
        squares += __shfl_xor_sync(~0u, squares, s);
    }
    const float mean = sum / width, scale = rsqrtf(squares / width - mean * mean + 1e-5f);
    for (int i = lane; i < width; i += 32) out[(size_t)row * width + i] = (x[i] - mean) * scale;
}

static void add_map(const char *name, void (*kernel)(float *, const float *, int), int n) {
    add(name, [=]() -> Launch {
        float *in = floats(n), *out = floats(n);
        return [=] { kernel<<<n / 256, 256>>>(out, in, n); };
    });
}

static void add_ways(const char *name, void (*kernel)(float *, const float *, int), int argument) {
    add(name, [=]() -> Launch {
        float *in = floats(1 << 20), *out = floats(1 << 20);
        return [=] { kernel<<<(1 << 20) / 256, 256>>>(out, in, argument); };
    });
}

static void add_searches() {
    add("binary_search", []() -> Launch {
        const int n = 1 << 20, m = 1 << 20;
        int *host = new int[n];
        for (int i = 0; i < n; i++) host[i] = i * 3;
        const int *sorted = copied(host, n), *wanted = ints(m, 3 * n);
        delete[] host;
        int *out = ints(m, 2);
        return [=] { binary_search<<<m / 256, 256>>>(out, sorted, wanted, n, m); };
    });
    add("breadth_step", []() -> Launch {
        const int n = 1 << 18;
        int *start = new int[n + 1];
        for (int i = 0; i <= n; i++) start[i] = 8 * i;
        const int *rows = copied(start, n + 1), *to = ints(8 * n, n);
        delete[] start;
        int *level = ints(n, 1 << 20);
        return [=] { breadth_step<<<n / 256, 256>>>(level, rows, to, 3, n); };
    });
    add("nearest_64", []() -> Launch {
        const int n = 1 << 20;
        float *points = floats(4 * n), *centres = floats(4 * 64);
        int *out = ints(n, 2);
        return [=] { nearest<<<n / 256, 256>>>(out, points, centres, n, 64); };
    });
}

static void add_matrix_steps() {
    add("floyd_step_2048", []() -> Launch {
        const int n = 2048;
        int *d = ints(n * n, 1000);
        return [=] { floyd_step<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(d, n, 77); };
    });
    add("gauss_step_2048", []() -> Launch {
        const int n = 2048;
        float *a = floats(n * n);
        return [=] { gauss_step<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, n, 900); };
    });
    add("softmax_1024", []() -> Launch {
        float *in = floats(1 << 23), *out = floats(1 << 23);
        return [=] { softmax_rows<<<8192, 256>>>(out, in, 1024); };
    });
    add("layers_768", []() -> Launch {
        float *in = floats(768 * 16384), *out = floats(768 * 16384);
        return [=] { layers<<<16384 * 32 / 256, 256>>>(out, in, 768); };
    });
}

void add_applications() {
    add("options_4m", []() -> Launch {
        const int n = 1 << 22;
        float *price = floats(n), *strike = floats(n), *years = floats(n), *call = floats(n), *put = floats(n);
        return [=] { options<<<n / 256, 256>>>(call, put, price, strike, years, n); };
    });
    add_map("sines_4m", sines, 1 << 22);
    add_map("powers_4m", powers, 1 << 22);
    add("structures_2m", []() -> Launch {
        const int n = 1 << 21;
        float *in = floats(8 * n), *out = floats(n);
        return [=] { structures<<<n / 256, 256>>>(out, in, n); };
    });
    add("exponents_double", []() -> Launch {
        double *in = doubles(1 << 21), *out = doubles(1 << 21);
        return [=] { exponents_double<<<(1 << 21) / 256, 256>>>(out, in, 1 << 21); };
    });
    add("mandelbrot_256", []() -> Launch {
        int *out = ints(1024 * 1024, 2);
        return [=] { mandelbrot<<<dim3(64, 64), dim3(16, 16)>>>(out, 1024, 1024, 256); };
    });
    add("mandelbrot_32x8", []() -> Launch {
        int *out = ints(2048 * 1024, 2);
        return [=] { mandelbrot<<<dim3(64, 128), dim3(32, 8)>>>(out, 2048, 1024, 64); };
    });
    add("dice", []() -> Launch {
        float *out = floats(1 << 17);
        return [=] { dice<<<(1 << 17) / 256, 256>>>(out, 128); };
    });
    add("hash_steps", []() -> Launch {
        unsigned *out = (unsigned *)ints(1 << 18, 2);
        return [=] { hash_steps<<<(1 << 18) / 256, 256>>>(out, 64); };
    });
    add("gray_8m", []() -> Launch {
        const int n = 1 << 23;
        const uchar4 *in = (const uchar4 *)bytes(4 * n);
        unsigned char *out = bytes(n);
        return [=] { gray<<<n / 256, 256>>>(out, in, n); };
    });
    add("eight_ways", []() -> Launch {
        const int n = 1 << 21;
        const int *which = ints(n, 8);
        float *in = floats(n), *out = floats(n);
        return [=] { eight_ways<<<n / 256, 256>>>(out, which, in); };
    });
    add_ways("two_ways_lane", two_ways, 0);
    add_ways("two_ways_warp", two_ways, 5);
    add_ways("uneven_loops_lane", uneven_loops, 31);
    add_ways("uneven_loops_few", uneven_loops, 3);
    add_searches();
    add_matrix_steps();
}
