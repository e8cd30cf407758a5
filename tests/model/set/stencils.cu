// Convolutions, and stencils in two and three dimensions, in float and double.
#include "set.h"

__constant__ float weights[64] = {0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f, 0.04f, 0.01f};

template <int RADIUS> __global__ void convolve_row(float *out, const float *in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < RADIUS || i >= n - RADIUS) return;
    float sum = 0;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++) sum += weights[k + RADIUS] * in[i + k];
    out[i] = sum;
}

template <int RADIUS> __global__ void convolve_row_tile(float *out, const float *in, int n) {
    __shared__ float tile[256 + 2 * RADIUS];
    const int i = blockIdx.x * 256 + threadIdx.x;
    for (int k = threadIdx.x; k < 256 + 2 * RADIUS; k += 256) {
        const int from = blockIdx.x * 256 + k - RADIUS;
        tile[k] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++) sum += weights[k] * tile[threadIdx.x + k];
    if (i < n) out[i] = sum;
}

template <int RADIUS> __global__ void convolve_image(float *out, const float *in, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < RADIUS || y < RADIUS || x >= width - RADIUS || y >= height - RADIUS) return;
    float sum = 0;
#pragma unroll
    for (int j = -RADIUS; j <= RADIUS; j++)
#pragma unroll
        for (int i = -RADIUS; i <= RADIUS; i++)
            sum += weights[(j + RADIUS) * (2 * RADIUS + 1) + i + RADIUS] * in[(y + j) * width + x + i];
    out[y * width + x] = sum;
}

template <int RADIUS> __global__ void convolve_image_tile(float *out, const float *in, int width, int height) {
    enum { S = 16, W = S + 2 * RADIUS };
    __shared__ float tile[W][W];
    const int x0 = blockIdx.x * S - RADIUS, y0 = blockIdx.y * S - RADIUS;
    for (int k = threadIdx.y * S + threadIdx.x; k < W * W; k += S * S) {
        const int x = min(max(x0 + k % W, 0), width - 1), y = min(max(y0 + k / W, 0), height - 1);
        tile[k / W][k % W] = in[y * width + x];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int j = 0; j <= 2 * RADIUS; j++)
#pragma unroll
        for (int i = 0; i <= 2 * RADIUS; i++)
            sum += weights[j * (2 * RADIUS + 1) + i] * tile[threadIdx.y + j][threadIdx.x + i];
    out[(blockIdx.y * S + threadIdx.y) * width + blockIdx.x * S + threadIdx.x] = sum;
}

template <class T> __global__ void five_points(T *out, const T *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, p = y * n + x;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    out[p] = (T)0.25 * (in[p - 1] + in[p + 1] + in[p - n] + in[p + n]) - in[p];
}

__global__ void life(unsigned char *out, const unsigned char *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, p = y * n + x;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    int around = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) around += (j || i) && (in[p + j * n + i] & 1);
    out[p] = around == 3 || (around == 2 && (in[p] & 1));
}

template <class T> __global__ void seven_points(T *out, const T *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    const int p = (z * n + y) * n + x;
    out[p] = in[p] * 2 - (in[p - 1] + in[p + 1] + in[p - n] + in[p + n] + in[p - n * n] + in[p + n * n]) / 6;
}

template <class T, int PLANES> __global__ void seven_points_march(T *out, const T *in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int first = blockIdx.z * PLANES + 1, last = min(first + PLANES, n - 1);
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    int p = (first * n + y) * n + x;
    T below = in[p - n * n], here = in[p];
    for (int z = first; z < last; z++, p += n * n) {
        const T above = in[p + n * n];
        out[p] = here * 2 - (in[p - 1] + in[p + 1] + in[p - n] + in[p + n] + below + above) / 6;
        below = here, here = above;
    }
}

__global__ void seven_points_tile(float *out, const float *in, int n) { // the block with its halo, 10 x 10 x 10
    __shared__ float tile[10][10][10];
    const int t = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
    for (int k = t; k < 1000; k += 512) {
        const int x = min(max((int)blockIdx.x * 8 + k % 10 - 1, 0), n - 1);
        const int y = min(max((int)blockIdx.y * 8 + k / 10 % 10 - 1, 0), n - 1);
        const int z = min(max((int)blockIdx.z * 8 + k / 100 - 1, 0), n - 1);
        tile[k / 100][k / 10 % 10][k % 10] = in[(z * n + y) * n + x];
    }
    __syncthreads();
    const int i = threadIdx.x + 1, j = threadIdx.y + 1, k = threadIdx.z + 1;
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 8 + threadIdx.z;
    out[(z * n + y) * n + x] = tile[k][j][i] * 2 - (tile[k][j][i - 1] + tile[k][j][i + 1] + tile[k][j - 1][i] +
                                                    tile[k][j + 1][i] + tile[k - 1][j][i] + tile[k + 1][j][i]) / 6;
}

__global__ void all_neighbours(float *out, const float *in, int n) { // 27 points
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    float sum = 0;
#pragma unroll
    for (int k = -1; k <= 1; k++)
#pragma unroll
        for (int j = -1; j <= 1; j++)
#pragma unroll
            for (int i = -1; i <= 1; i++) sum += in[((z + k) * n + y + j) * n + x + i];
    out[(z * n + y) * n + x] = sum / 27;
}

__global__ void star_of_25(float *out, const float *in, int n) { // 4 neighbours each way, eighth order
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
    const int z = blockIdx.z * blockDim.z + threadIdx.z + 4, p = (z * n + y) * n + x;
    if (x >= n - 4 || y >= n - 4 || z >= n - 4) return;
    float sum = weights[0] * in[p];
#pragma unroll
    for (int k = 1; k <= 4; k++)
        sum += weights[k] * (in[p - k] + in[p + k] + in[p - k * n] + in[p + k * n] + in[p - k * n * n] + in[p + k * n * n]);
    out[p] = sum;
}

template <class T> static void add_cube(const char *name, void (*kernel)(T *, const T *, int), int n, dim3 block,
                                        int planes) {
    add(name, [=]() -> Launch {
        const size_t count = (size_t)n * n * n * sizeof(T) / 4;
        T *in = (T *)floats(count), *out = (T *)floats(count);
        const dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, planes));
        return [=] { kernel<<<grid, block>>>(out, in, n); };
    });
}

template <class T> static void add_plane(const char *name, void (*kernel)(T *, const T *, int), int n, dim3 block) {
    add(name, [=]() -> Launch {
        const size_t count = (size_t)n * n * sizeof(T) / 4;
        T *in = (T *)floats(count), *out = (T *)floats(count);
        return [=] { kernel<<<dim3(n / block.x, n / block.y), block>>>(out, in, n); };
    });
}

static void add_image(const char *name, void (*kernel)(float *, const float *, int, int), dim3 block) {
    add(name, [=]() -> Launch {
        const int w = 2048, h = 2048;
        float *in = floats(w * h), *out = floats(w * h);
        return [=] { kernel<<<dim3(w / block.x, h / block.y), block>>>(out, in, w, h); };
    });
}

static void add_row(const char *name, void (*kernel)(float *, const float *, int)) {
    add(name, [=]() -> Launch {
        const int n = 1 << 24;
        float *in = floats(n), *out = floats(n);
        return [=] { kernel<<<n / 256, 256>>>(out, in, n); };
    });
}

void add_stencils() {
    add_row("convolve_row_3", convolve_row<3>);
    add_row("convolve_row_16", convolve_row<16>);
    add_row("convolve_row_tile_3", convolve_row_tile<3>);
    add_row("convolve_row_tile_16", convolve_row_tile<16>);
    add_image("convolve_image_1", convolve_image<1>, dim3(32, 8));
    add_image("convolve_image_3", convolve_image<3>, dim3(32, 8));
    add_image("convolve_image_2_16x16", convolve_image<2>, dim3(16, 16));
    add_image("convolve_image_tile_2", convolve_image_tile<2>, dim3(16, 16));
    add_image("convolve_image_tile_3", convolve_image_tile<3>, dim3(16, 16));
    add_plane<float>("five_points_32x8", five_points<float>, 4096, dim3(32, 8));
    add_plane<float>("five_points_16x16", five_points<float>, 2048, dim3(16, 16));
    add_plane<double>("five_points_double", five_points<double>, 2048, dim3(32, 8));
    add_plane<unsigned char>("life", life, 4096, dim3(32, 8));
    add_cube<float>("seven_points_32x8_256", seven_points<float>, 256, dim3(32, 8, 1), 1);
    add_cube<float>("seven_points_32x8_384", seven_points<float>, 384, dim3(32, 8, 1), 1);
    add_cube<float>("seven_points_8x8x8_256", seven_points<float>, 256, dim3(8, 8, 8), 8);
    add_cube<float>("seven_points_64x4_256", seven_points<float>, 256, dim3(64, 4, 1), 1);
    add_cube<float>("seven_points_4x4x16_128", seven_points<float>, 128, dim3(4, 4, 16), 16);
    add_cube<double>("seven_points_double_256", seven_points<double>, 256, dim3(32, 4, 2), 2);
    add_cube<float>("march_16_256", seven_points_march<float, 16>, 256, dim3(32, 8, 1), 16);
    add_cube<float>("march_64_384", seven_points_march<float, 64>, 384, dim3(32, 8, 1), 64);
    add_cube<double>("march_double_256", seven_points_march<double, 32>, 256, dim3(32, 8, 1), 32);
    add_cube<float>("seven_points_tile_256", seven_points_tile, 256, dim3(8, 8, 8), 8);
    add_cube<float>("all_neighbours_256", all_neighbours, 256, dim3(32, 4, 2), 2);
    add_cube<float>("star_of_25_256", star_of_25, 256, dim3(32, 8, 1), 1);
    add_cube<float>("star_of_25_8x8x8", star_of_25, 256, dim3(8, 8, 8), 8);
}
