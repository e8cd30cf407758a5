// Ordinary kernels of kinds that no other set has, modelled before they were measured.
#include "set.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

// One row a block: each element divided by the root of the mean square, times a weight.
__global__ void normalise_rows(float *out, const float *in, const float *weight, int width) {
    __shared__ float part[8];
    const float *row = in + (size_t)blockIdx.x * width;
    float sum = 0;
    for (int i = threadIdx.x; i < width; i += blockDim.x) sum += row[i] * row[i];
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_xor_sync(~0u, sum, s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; k++) sum += part[k];
    const float scale = rsqrtf(sum / width + 1e-5f);
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        out[(size_t)blockIdx.x * width + i] = row[i] * scale * weight[i];
}

// One stage of a Fourier transform in global memory: pairs that lie `half` apart.
__global__ void butterfly(float2 *data, int half, int n) {
    const int i = INDEX, group = i / half, k = i % half, at = group * 2 * half + k;
    if (i >= n / 2) return;
    float s, c;
    __sincosf(-3.14159265f * k / half, &s, &c);
    const float2 a = data[at], b = data[at + half];
    const float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    data[at] = make_float2(a.x + w.x, a.y + w.y);
    data[at + half] = make_float2(a.x - w.x, a.y - w.y);
}

// A bilateral filter: weights fall with the distance of places and of values.
__global__ void bilateral(float *out, const float *in, int w, int h) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 3 || y < 3 || x >= w - 3 || y >= h - 3) return;
    const float here = in[y * w + x];
    float sum = 0, weights = 0;
    for (int j = -3; j <= 3; j++)
        for (int i = -3; i <= 3; i++) {
            const float there = in[(y + j) * w + x + i], d = there - here;
            const float weight = __expf(-0.1f * (i * i + j * j) - 8 * d * d);
            sum += weight * there, weights += weight;
        }
    out[y * w + x] = sum / weights;
}

struct Particle { // 28 bytes: no power of two
    float x, y, z, vx, vy, vz, mass;
};

__global__ void push(Particle *p, float dt, int n) { // an array of structures
    const int i = INDEX;
    if (i >= n) return;
    Particle a = p[i];
    a.vy -= 9.81f * dt;
    a.x += dt * a.vx, a.y += dt * a.vy, a.z += dt * a.vz;
    if (a.y < 0) a.y = -a.y, a.vy = -0.9f * a.vy;
    p[i] = a;
}

__global__ void quantise(uchar4 *out, const float4 *in, float scale, int n) {
    const int i = INDEX;
    if (i >= n) return;
    const float4 v = in[i];
    out[i] =
        make_uchar4((unsigned char)__float2int_rn(v.x * scale), (unsigned char)__float2int_rn(v.y * scale),
                    (unsigned char)__float2int_rn(v.z * scale), (unsigned char)__float2int_rn(v.w * scale));
}

// The red cells of a board, each from its black neighbours, in place.
__global__ void red_cells(float *u, int n) {
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 1,
              x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1 + (y & 1);
    if (x < n - 1 && y < n - 1)
        u[y * n + x] =
            0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x]);
}

__constant__ float centre[64 * 4];

__global__ void assign(int *out, const float4 *points, int n) { // the nearest of 64 centres
    const int i = INDEX;
    if (i >= n) return;
    const float4 p = points[i];
    float best = 1e30f;
    int which = 0;
    for (int k = 0; k < 64; k++) {
        const float a = p.x - centre[4 * k], b = p.y - centre[4 * k + 1], c = p.z - centre[4 * k + 2],
                    d = p.w - centre[4 * k + 3];
        const float distance = a * a + b * b + c * c + d * d;
        if (distance < best) best = distance, which = k;
    }
    out[i] = which;
}

// A hash table with open addresses: find a place or the key that is there. The keys are there from the second launch on.
__global__ void insert(unsigned *table, const int *keys, unsigned mask, int n) {
    const int i = INDEX;
    if (i >= n) return;
    const unsigned key = (unsigned)keys[i] + 1;
    for (unsigned at = key * 2654435761u >> 8 & mask;; at = (at + 1) & mask) {
        const unsigned was = table[at] == key ? key : atomicCAS(&table[at], 0u, key);
        if (was == 0 || was == key) return;
    }
}

// Row by row, each from the one before: a knapsack in shared memory.
__global__ void knapsack(int *out, const int *weight, const int *value, int items) {
    __shared__ int best[2][1024];
    const int c = threadIdx.x;
    best[0][c] = 0;
    __syncthreads();
    for (int k = 0, now = 0; k < items; k++, now = 1 - now) {
        const int w = weight[k] & 255, v = value[(blockIdx.x + k) & 255];
        best[1 - now][c] = c >= w ? max(best[now][c], best[now][c - w] + v) : best[now][c];
        __syncthreads();
    }
    out[blockIdx.x * 1024 + c] = best[items & 1][c];
}

// Bytes that begin a run, and how many a block has of them.
__global__ void run_starts(unsigned char *flag, int *count, const unsigned char *in, int n) {
    const int i = INDEX;
    const bool starts = i < n && (i == 0 || (in[i] ^ in[i - 1]) & 15);
    if (i < n) flag[i] = starts;
    const int all = __syncthreads_count(starts);
    if (threadIdx.x == 0) count[blockIdx.x] = all;
}

// Normal variates in pairs, from a linear congruence.
__global__ void normals(float2 *out, int rounds) {
    unsigned x = INDEX * 747796405u + 2891336453u;
    float2 sum = make_float2(0, 0);
    for (int k = 0; k < rounds; k++) {
        x = x * 1664525u + 1013904223u;
        const float u = ((x >> 8) + 1) * 5.9604645e-8f;
        x = x * 1664525u + 1013904223u;
        float s, c;
        const float r = sqrtf(-2 * logf(u));
        __sincosf((x >> 8) * 3.7450704e-7f, &s, &c);
        sum.x += r * c, sum.y += r * s;
    }
    out[INDEX] = sum;
}

// Cholesky of 16 x 16 in shared memory, a matrix a half warp.
__global__ void cholesky(float *matrices) {
    __shared__ float a[8][16][17];
    const int m = threadIdx.x / 16, i = threadIdx.x % 16;
    float *own = matrices + (size_t)(blockIdx.x * 8 + m) * 256;
    for (int j = 0; j < 16; j++) a[m][j][i] = own[j * 16 + i] + (i == j ? 16 : 0);
    __syncwarp();
    for (int k = 0; k < 16; k++) {
        const float root = rsqrtf(a[m][k][k]);
        __syncwarp();
        if (i >= k) a[m][i][k] *= root;
        __syncwarp();
        for (int j = k + 1; j <= i; j++) a[m][i][j] -= a[m][i][k] * a[m][j][k];
        __syncwarp();
    }
    for (int j = 0; j < 16; j++) own[j * 16 + i] = a[m][j][i] * 1e-3f;
}

// A matrix times several vectors at once, a warp a row.
__global__ void rows_times_four(float *out, const float *a, const float4 *x, int n) {
    const int row = INDEX / 32, lane = threadIdx.x % 32;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = lane; k < n; k += 32) {
        const float v = a[(size_t)row * n + k];
        const float4 w = x[k];
        sum.x += v * w.x, sum.y += v * w.y, sum.z += v * w.z, sum.w += v * w.w;
    }
    for (int s = 16; s > 0; s >>= 1) {
        sum.x += __shfl_down_sync(~0u, sum.x, s), sum.y += __shfl_down_sync(~0u, sum.y, s);
        sum.z += __shfl_down_sync(~0u, sum.z, s), sum.w += __shfl_down_sync(~0u, sum.w, s);
    }
    if (lane == 0) ((float4 *)out)[row] = sum;
}

// A wave in double, second order in time, with the state before last.
__global__ void wave_3d(double *next, const double *now, const double *before, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
              z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    const size_t p = ((size_t)z * n + y) * n + x, s = (size_t)n * n;
    const double around = now[p - 1] + now[p + 1] + now[p - n] + now[p + n] + now[p - s] + now[p + s];
    next[p] = 2 * now[p] - before[p] + 0.1 * (around - 6 * now[p]);
}

// Columns of an image added up from top to bottom, four at a time a thread.
__global__ void integral_columns(float4 *image, int width, int height) {
    const int x = INDEX;
    if (x >= width) return;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int y = 0; y < height; y++) {
        const float4 v = image[(size_t)y * width + x];
        sum.x = 0.5f * (sum.x + v.x), sum.y = 0.5f * (sum.y + v.y), sum.z = 0.5f * (sum.z + v.z),
        sum.w = 0.5f * (sum.w + v.w);
        image[(size_t)y * width + x] = sum;
    }
}

void add_all() {
    enum { M = 1 << 20 };
    add("normalise_rows_4096", []() -> Launch {
        float *in = floats(4 * M * 4), *out = floats(4 * M * 4), *weight = floats(4096);
        return [=] { normalise_rows<<<4096, 256>>>(out, in, weight, 4096); };
    });
    add("butterfly_near", []() -> Launch {
        float2 *data = (float2 *)floats(8 * M);
        return [=] { butterfly<<<2 * M / 256, 256>>>(data, 16, 4 * M); };
    });
    add("butterfly_far", []() -> Launch {
        float2 *data = (float2 *)floats(32 * M);
        return [=] { butterfly<<<8 * M / 256, 256>>>(data, 4 * M, 16 * M); };
    });
    add("bilateral_7x7", []() -> Launch {
        float *in = floats(2048 * 1024), *out = floats(2048 * 1024);
        return [=] { bilateral<<<dim3(64, 64), dim3(32, 16)>>>(out, in, 2048, 1024); };
    });
    add("push_particles", []() -> Launch {
        Particle *p = (Particle *)floats(7 * 2 * M);
        return [=] { push<<<2 * M / 256, 256>>>(p, 1e-4f, 2 * M); };
    });
    add("quantise_24m", []() -> Launch {
        float4 *in = (float4 *)floats(24 * M);
        uchar4 *out = (uchar4 *)bytes(24 * M);
        return [=] { quantise<<<6 * M / 512, 512>>>(out, in, 255, 6 * M); };
    });
    add("red_cells_4096", []() -> Launch {
        float *u = floats(4096 * 4096);
        return [=] { red_cells<<<dim3(64, 512), dim3(32, 8)>>>(u, 4096); };
    });
    add("assign_to_64", []() -> Launch {
        float4 *points = (float4 *)floats(4 * M);
        int *out = ints(M, 2);
        return [=] { assign<<<M / 128, 128>>>(out, points, M); };
    });
    add("insert_into_table", []() -> Launch {
        const int *keys = ints(2 * M, 1 << 30);
        unsigned *table = (unsigned *)ints(8 * M, 1);
        return [=] { insert<<<2 * M / 256, 256>>>(table, keys, 8 * M - 1, 2 * M); };
    });
    add("knapsack_1024", []() -> Launch {
        const int *weight = ints(256, 256), *value = ints(256, 1000);
        int *out = ints(528 * 1024, 2);
        return [=] { knapsack<<<528, 1024>>>(out, weight, value, 100); };
    });
    add("run_starts_32m", []() -> Launch {
        const unsigned char *in = bytes(32 * M);
        unsigned char *flag = bytes(32 * M);
        int *count = ints(32 * M / 512, 2);
        return [=] { run_starts<<<32 * M / 512, 512>>>(flag, count, in, 32 * M); };
    });
    add("normals_in_pairs", []() -> Launch {
        float2 *out = (float2 *)floats(2 * 1056 * 256);
        return [=] { normals<<<1056, 256>>>(out, 64); };
    });
    add("cholesky_16", []() -> Launch {
        float *a = floats(16384 * 256);
        return [=] { cholesky<<<16384 / 8, 128>>>(a); };
    });
    add("rows_times_four", []() -> Launch {
        float *a = floats(2048 * 4096), *out = floats(4 * 2048);
        float4 *x = (float4 *)floats(4 * 4096);
        return [=] { rows_times_four<<<2048 * 32 / 128, 128>>>(out, a, x, 4096); };
    });
    add("wave_double_256", []() -> Launch {
        const size_t n = 256 * 256 * 256;
        double *next = doubles(n), *now = doubles(n), *before = doubles(n);
        return [=] { wave_3d<<<dim3(8, 32, 256), dim3(32, 8)>>>(next, now, before, 256); };
    });
    add("integral_columns", []() -> Launch {
        float4 *image = (float4 *)floats(2048 * 4 * 512);
        return [=] { integral_columns<<<2048 / 64, 64>>>(image, 2048, 512); };
    });
}
