// Convolutions in two passes, stencils in two and three dimensions in float and double, images.
#include "kept.h"

__constant__ float kernel_row[17] = {0.01f, 0.02f, 0.03f, 0.04f, 0.06f, 0.08f, 0.1f, 0.12f, 0.14f,
                                     0.12f, 0.1f,  0.08f, 0.06f, 0.04f, 0.03f, 0.02f, 0.01f};

__global__ void blur_rows(float *out, const float *in, int w, int h) { // shared memory, 128 a row and 8 each side
    __shared__ float line[2][144];
    const int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y;
    line[threadIdx.y][threadIdx.x + 8] = in[y * w + x];
    if (threadIdx.x < 8) {
        line[threadIdx.y][threadIdx.x] = x >= 8 ? in[y * w + x - 8] : 0;
        line[threadIdx.y][threadIdx.x + 136] = x + 128 < w ? in[y * w + x + 128] : 0;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; k++) sum += kernel_row[k] * line[threadIdx.y][threadIdx.x + k];
    out[y * w + x] = sum;
}

__global__ void blur_columns(float *out, const float *in, int w, int h) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = -8; k <= 8; k++) {
        const int from = min(max(y + k, 0), h - 1);
        sum += kernel_row[k + 8] * in[from * w + x];
    }
    out[y * w + x] = sum;
}

__global__ void blur_bytes(unsigned char *out, const unsigned char *in, int w, int h) { // 3 x 3
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    int sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) sum += in[(y + j) * w + x + i];
    out[y * w + x] = (unsigned char)(sum / 9);
}

__global__ void enlarge(float *out, const float *in, int w, int h, float step) { // bilinear
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int wide = gridDim.x * blockDim.x;
    const float u = x * step, v = y * step;
    const int i = min((int)u, w - 2), j = min((int)v, h - 2);
    const float a = u - i, b = v - j;
    const float *p = in + j * w + i;
    out[y * wide + x] = (1 - b) * ((1 - a) * p[0] + a * p[1]) + b * ((1 - a) * p[w] + a * p[w + 1]);
}

template <class T> __global__ void nine_points(T *out, const T *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= n - 1 || y >= n - 1) return;
    const T *p = in + y * n + x;
    out[y * n + x] = (T)0.5 * p[0] + (T)0.1 * (p[-1] + p[1] + p[-n] + p[n]) +
                     (T)0.025 * (p[-n - 1] + p[-n + 1] + p[n - 1] + p[n + 1]);
}

__global__ void heat_tile(float *out, const float *in, int n) { // 16 x 16 with a halo, edges loaded by some threads
    __shared__ float t[18][18];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    const int i = threadIdx.x + 1, j = threadIdx.y + 1, p = y * n + x;
    t[j][i] = in[p];
    if (threadIdx.x == 0) t[j][0] = x > 0 ? in[p - 1] : 0;
    if (threadIdx.x == 15) t[j][17] = x < n - 1 ? in[p + 1] : 0;
    if (threadIdx.y == 0) t[0][i] = y > 0 ? in[p - n] : 0;
    if (threadIdx.y == 15) t[17][i] = y < n - 1 ? in[p + n] : 0;
    __syncthreads();
    out[p] = t[j][i] + 0.1f * (t[j][i - 1] + t[j][i + 1] + t[j - 1][i] + t[j + 1][i] - 4 * t[j][i]);
}

template <class T> __global__ void star_of_13(T *out, const T *in, int n) { // 2 neighbours each way, fourth order
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z, s = n * n;
    if (x < 2 || y < 2 || z < 2 || x >= n - 2 || y >= n - 2 || z >= n - 2) return;
    const T *p = in + z * s + y * n + x;
    const T near = p[-1] + p[1] + p[-n] + p[n] + p[-s] + p[s];
    const T far = p[-2] + p[2] + p[-2 * n] + p[2 * n] + p[-2 * s] + p[2 * s];
    out[z * s + y * n + x] = (T)-7.5 * p[0] + (T)1.3333333 * near - (T)0.0833333 * far;
}

__global__ void march_shared(float *out, const float *in, int n) { // planes of 32 x 8 in shared memory, all of z
    __shared__ float plane[10][34];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, s = n * n;
    const int i = threadIdx.x + 1, j = threadIdx.y + 1;
    const bool inside = x > 0 && y > 0 && x < n - 1 && y < n - 1;
    int p = y * n + x;
    float below = in[p], here = in[p + s];
    for (int z = 1; z < n - 1; z++) {
        p += s;
        const float above = in[p + s];
        __syncthreads();
        plane[j][i] = here;
        if (threadIdx.x == 0 && x > 0) plane[j][0] = in[p - 1];
        if (threadIdx.x == 31 && x < n - 1) plane[j][33] = in[p + 1];
        if (threadIdx.y == 0 && y > 0) plane[0][i] = in[p - n];
        if (threadIdx.y == 7 && y < n - 1) plane[9][i] = in[p + n];
        __syncthreads();
        if (inside)
            out[p] = plane[j][i - 1] + plane[j][i + 1] + plane[j - 1][i] + plane[j + 1][i] + below + above - 6 * here;
        below = here, here = above;
    }
}

template <class T> static void add_grid(const char *name, void (*kernel)(T *, const T *, int), int n, dim3 grid,
                                        dim3 block, size_t cells) {
    add(name, [=]() -> Launch {
        T *in = (T *)floats(cells * sizeof(T) / 4), *out = (T *)floats(cells * sizeof(T) / 4);
        return [=] { kernel<<<grid, block>>>(out, in, n); };
    });
}

void add_kept_stencils() {
    enum { W = 3072, H = 2048 };
    add("blur_rows", []() -> Launch {
        float *in = floats(W * H), *out = floats(W * H);
        return [=] { blur_rows<<<dim3(W / 128, H / 2), dim3(128, 2)>>>(out, in, W, H); };
    });
    add("blur_columns", []() -> Launch {
        float *in = floats(W * H), *out = floats(W * H);
        return [=] { blur_columns<<<dim3(W / 64, H / 4), dim3(64, 4)>>>(out, in, W, H); };
    });
    add("blur_bytes", []() -> Launch {
        unsigned char *in = bytes(W * H), *out = bytes(W * H);
        return [=] { blur_bytes<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(out, in, W, H); };
    });
    add("enlarge", []() -> Launch {
        float *in = floats(1800 * 1205), *out = floats(W * H);
        return [=] { enlarge<<<dim3(W / 32, H / 4), dim3(32, 4)>>>(out, in, 1800, 1205, 0.58f); };
    });
    add_grid<double>("nine_points_double", nine_points<double>, 3000, dim3(94, 750), dim3(32, 4), 3000 * 3000);
    add_grid<float>("nine_points_64x8", nine_points<float>, 2500, dim3(40, 313), dim3(64, 8), 2500 * 2500);
    add_grid<float>("heat_tile_4096", heat_tile, 4096, dim3(256, 256), dim3(16, 16), 4096 * 4096);
    add_grid<float>("star_of_13_320", star_of_13<float>, 320, dim3(10, 40, 320), dim3(32, 8), 320 * 320 * 320);
    add_grid<double>("star_of_13_double", star_of_13<double>, 160, dim3(10, 20, 40), dim3(16, 8, 4), 160 * 160 * 160);
    add_grid<float>("march_shared_320", march_shared, 320, dim3(10, 40), dim3(32, 8), 320 * 320 * 320);
}
