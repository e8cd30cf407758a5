// Thread block clusters: `clusters MISTAKE` makes one mistake, `clusters` none.
#include "tests/run_programs/checked.h"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Each block has a part of the bins; all blocks of the cluster add to all parts (CUDA C++ Programming Guide,
// "Distributed Shared Memory").
__global__ void histogram(int *bins, int bin_count, int per_block, const int *in, int n) {
    extern __shared__ int mine[];
    cg::cluster_group cluster = cg::this_cluster();
    int thread = cg::this_grid().thread_rank(), step = gridDim.x * blockDim.x;
    for (int i = threadIdx.x; i < per_block; i += blockDim.x) mine[i] = 0;
    cluster.sync();
    for (int i = thread; i < n; i += step) {
        int bin = min(max(in[i], 0), bin_count - 1);
        int *there = cluster.map_shared_rank(mine, bin / per_block);
        atomicAdd(there + bin % per_block, 1);
    }
    cluster.sync();
    int *from = bins + cluster.block_rank() * per_block;
    for (int i = threadIdx.x; i < per_block; i += blockDim.x) atomicAdd(&from[i], mine[i]);
}

// A ring: each block hands its number on, as often as there are blocks.
__global__ void __cluster_dims__(2, 2, 1) ring(int *out) {
    __shared__ int value[2];
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank(), size = cluster.num_blocks();
    if (threadIdx.x == 0) value[0] = rank;
    for (int round = 0; round < size; round++) {
        cluster.sync();
        if (threadIdx.x == 0)
            cluster.map_shared_rank(value, (rank + 1) % size)[(round + 1) % 2] = value[round % 2] + 1;
    }
    auto token = cluster.barrier_arrive();
    dim3 at = cluster.block_index(), shape = cluster.dim_blocks();
    cluster.barrier_wait(std::move(token));
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    if (threadIdx.x == 0) out[block] = value[size % 2] * 1000 + at.y * 100 + at.x * 10 + shape.x * shape.y;
    if (threadIdx.x == 1 && cluster.query_shared_rank(cluster.map_shared_rank(value, 3)) != 3)
        out[block] = -1;
}

__global__ void __cluster_dims__(2, 1, 1) mistaken(int *out, int mistake) {
    __shared__ int value[32];
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    if (mistake != 3) value[threadIdx.x] = threadIdx.x;
    cluster.sync();
    int *other = cluster.map_shared_rank(value, mistake == 1 ? rank + 1 : rank ^ 1);
    if (mistake == 2) other += 32;
    if (mistake == 4 && rank == 0) {
        for (int i = 0; i < 1000; i++) __syncthreads(); // the other block is gone when this one reads
        cluster.barrier_arrive();
        cg::cluster_group::barrier_wait();
    }
    out[blockIdx.x * 32 + threadIdx.x] = mistake == 4 && rank ? 0 : other[threadIdx.x];
    if (mistake < 4) cluster.sync();
}

static cudaLaunchConfig_t in_clusters(cudaLaunchAttribute *attribute, int blocks, int threads, int cluster,
                                      int shared) {
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = cluster;
    attribute->val.clusterDim.y = attribute->val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.dynamicSmemBytes = shared;
    config.attrs = attribute;
    config.numAttrs = 1;
    return config;
}

int main(int argc, char **argv) {
    const int n = 5000, bins = 64;
    int *in, *out, host[n], *p;
    cudaLaunchAttribute attribute;
    CHECKED(cudaMalloc(&in, sizeof host));
    CHECKED(cudaMalloc(&out, sizeof host));
    if (argc > 1) {
        mistaken<<<4, 32>>>(out, atoi(argv[1]));
        printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    for (int i = 0; i < n; i++) host[i] = i * i % 67;
    CHECKED(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    for (int cluster = 1; cluster <= 8; cluster *= 2) {
        int wrong = 0, expected[bins] = {0};
        CHECKED(cudaMemset(out, 0, bins * sizeof(int)));
        cudaLaunchConfig_t config = in_clusters(&attribute, 16, 64, cluster, bins / cluster * sizeof(int));
        CHECKED(cudaLaunchKernelEx(&config, histogram, out, bins, bins / cluster, (const int *)in, n));
        CHECKED(cudaMemcpy(host, out, bins * sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0; i < n; i++) expected[i * i % 67 < bins ? i * i % 67 : bins - 1]++;
        for (int i = 0; i < bins; i++) wrong += host[i] != expected[i];
        printf("clusters of %d: %d wrong\n", cluster, wrong);
    }
    ring<<<dim3(4, 2), 32>>>(out);
    CHECKED(cudaMemcpy(host, out, 8 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) printf("%d ", host[i]);
    printf("\n");

    int size, most;
    cudaLaunchConfig_t config = in_clusters(&attribute, 8, 32, 2, 0);
    CHECKED(cudaOccupancyMaxActiveClusters(&most, histogram, &config));
    CHECKED(cudaOccupancyMaxPotentialClusterSize(&size, histogram, &config));
    printf("%d at once, up to %d blocks\n", most, size);
    config = in_clusters(&attribute, 16, 32, 16, 16);
    p = out;
    printf("16: %s\n",
           cudaGetErrorName(cudaLaunchKernelEx(&config, histogram, p, 64, 4, (const int *)in, 1)));
    CHECKED(cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    printf("16: %s\n",
           cudaGetErrorName(cudaLaunchKernelEx(&config, histogram, p, 64, 4, (const int *)in, 1)));
    ring<<<dim3(4, 3), 32>>>(out);
    printf("3 rows of 2: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
