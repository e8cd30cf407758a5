// RIGHT: 76 KiB of shared memory where the GPU gives as much, else less; rows are copied by cg::memcpy_async, and all of them before the first sum
// Lab 4: a tall tile of 32 x 18 x 34 points, 76 KiB of dynamic shared memory, filled row by row with asynchronous copies of
// whole warps. Where a GPU does not give a block so much, a lower tile of the same kernel takes its place.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

namespace {
constexpr int TILE_X = 32, TILE_Y = 18; // a row of the tile is what one warp copies
constexpr int INNER_X = TILE_X - 2, INNER_Y = TILE_Y - 2;
constexpr int THREADS_Y = 16;

constexpr size_t tile_bytes(int inner_z) {
    return sizeof(float) * TILE_X * TILE_Y * (inner_z + 2);
}
} // namespace

template <int INNER_Z>
__global__ void __launch_bounds__(TILE_X *THREADS_Y)
    stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float cells[];
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block); // threadIdx.y is the same in all of it
    const int k0 = INNER_X * blockIdx.x, j0 = INNER_Y * blockIdx.y, i0 = INNER_Z * blockIdx.z;
    auto tile = [](int z, int y, int x) -> float & { return cells[(z * TILE_Y + y) * TILE_X + x]; };
    auto point = [n](int i, int j, int k) { return ((size_t)i * n + j) * n + k; };

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    const int exist = min(TILE_X, n - k0); // points of a row that the grid has
    for (int r = warp.meta_group_rank(); r < (INNER_Z + 2) * TILE_Y; r += warp.meta_group_size()) {
        const int z = r / TILE_Y, y = r % TILE_Y;
        if (i0 + z >= n || j0 + y >= n) continue; // the whole warp
        const float *from = in + point(i0 + z, j0 + y, k0);
        if (exist == TILE_X)
            cg::memcpy_async(warp, &tile(z, y, 0), from, sizeof(float) * TILE_X);
        else if ((int)warp.thread_rank() < exist)
            tile(z, y, warp.thread_rank()) = from[warp.thread_rank()];
    }
    cg::wait(warp); // this warp's copies have arrived
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    block.sync(); // and those of the others
    const int x = threadIdx.x, y = threadIdx.y + 1;
    const bool computes = x >= 1 && x <= INNER_X && k0 + x <= n - 2 && j0 + y <= n - 2;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        const int top = min(INNER_Z, n - 2 - i0);
        for (int z = 1; z <= top; ++z)
            out[point(i0 + z, j0 + y, k0 + x)] =
                c.c[0] * tile(z, y, x) + c.c[1] * tile(z, y, x - 1) + c.c[2] * tile(z, y, x + 1) +
                c.c[3] * tile(z, y - 1, x) + c.c[4] * tile(z, y + 1, x) + c.c[5] * tile(z - 1, y, x) +
                c.c[6] * tile(z + 1, y, x);
        // end 4.3
    }
}

// True if the launch was accepted.
template <int INNER_Z> static bool try_height(const float *in, float *out, int n, StencilCoefficients c) {
    constexpr size_t bytes = tile_bytes(INNER_Z);
    int device = 0, most = 0;
    if (!CUDA_CHECK(cudaGetDevice(&device)) ||
        !CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)) ||
        bytes > (size_t)most)
        return false;
    if (bytes > 48 * 1024 &&
        !CUDA_CHECK(cudaFuncSetAttribute(stencil_kernel<INNER_Z>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         (int)bytes)))
        return false;
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    const dim3 block(TILE_X, THREADS_Y);
    const dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, INNER_Z));
    // end 4.4
    stencil_kernel<INNER_Z><<<grid, block, bytes>>>(in, out, n, c);
    return CUDA_CHECK(cudaGetLastError());
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    if (!try_height<32>(in, out, n, c)) try_height<8>(in, out, n, c); // 78336 bytes a block, or 23040
}
