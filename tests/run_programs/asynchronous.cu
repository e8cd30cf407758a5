// Asynchronous copies of compute capability 9 through the toolkit's headers, and kernels that may begin
// early: `asynchronous MISTAKE` makes one mistake, `asynchronous` none.
#include "tests/run_programs/checked.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <utility>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

enum { THREADS = 256, MISTAKE_BYTES = 1, MISTAKE_NO_WAIT, MISTAKE_UNALIGNED, MISTAKE_PAST, MISTAKE_NO_INIT };

// In and out by bulk copies: CUDA C++ Programming Guide, "Using TMA to transfer one-dimensional arrays".
__global__ void doubled(const int *in, int *out, int mistake) {
    __shared__ alignas(128) int s[THREADS];
    __shared__ Barrier barrier;
    if (threadIdx.x == 0 && mistake != MISTAKE_NO_INIT) {
        init(&barrier, THREADS);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    Barrier::arrival_token token;
    const int *from = in + blockIdx.x * THREADS + (mistake == MISTAKE_UNALIGNED);
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(s, from, cuda::aligned_size_t<16>(sizeof s), barrier);
        token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof s + (mistake == MISTAKE_BYTES ? 16 : 0));
    } else {
        token = barrier.arrive();
    }
    if (mistake != MISTAKE_NO_WAIT) barrier.wait(std::move(token));
    s[threadIdx.x] *= 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
                           out + blockIdx.x * THREADS + (mistake == MISTAKE_PAST ? 16 : 0), s, sizeof s);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

// Three ways to read a part of memory backwards.
__global__ void backwards(const int *in, int *out) {
    __shared__ alignas(128) int s[2 * THREADS];
    __shared__ Barrier barrier;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    const int there = THREADS - 1 - threadIdx.x;
    const auto size = cuda::aligned_size_t<16>(THREADS * sizeof(int));
    if (threadIdx.x == 0) init(&barrier, THREADS);
    block.sync();
    cuda::memcpy_async(block, s, in, size, barrier);
    barrier.arrive_and_wait();
    out[threadIdx.x] = s[there];
    block.sync();
    cg::memcpy_async(block, s, in + THREADS, size);
    cg::wait(block);
    out[threadIdx.x + THREADS] = s[there];
    block.sync();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int i = 2; i < 4; i++) {
        int *part = s + i % 2 * THREADS;
        pipe.producer_acquire();
        cuda::memcpy_async(block, part, in + i * THREADS, size, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        out[i * THREADS + threadIdx.x] = part[there];
        pipe.consumer_release();
    }
}

// Each block of the cluster sends a word to its neighbour, and says so at the neighbour's mbarrier.
__global__ void __cluster_dims__(4) ring(int *out) {
    __shared__ uint64_t barrier;
    __shared__ int received;
    auto cluster = cg::this_cluster();
    const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &barrier, 4);
    }
    cluster.sync();
    if (threadIdx.x == 0)
        ptx::st_async(cluster.map_shared_rank(&received, next), (int)blockIdx.x,
                      cluster.map_shared_rank(&barrier, next));
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &barrier, 0)) {
    }
    if (threadIdx.x == 0) out[blockIdx.x] = received;
    cluster.sync();
}

// The sum over all blocks, by the copy engine.
__global__ void total(int *out) {
    __shared__ alignas(16) int s[4];
    if (threadIdx.x < 4) s[threadIdx.x] = threadIdx.x + blockIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out, s, sizeof s);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

__global__ void increment(int *out) {
    cudaGridDependencySynchronize();
    out[threadIdx.x]++;
    cudaTriggerProgrammaticLaunchCompletion();
}

// Not simulated: it says so here, and nowhere else.
__global__ void tensor(uint64_t *out) {
    __shared__ alignas(128) int s[32];
    __shared__ uint64_t barrier;
    const int32_t place[1] = {0};
    out[0] = 7;
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, out, place, &barrier);
}

static void print_wrong(const char *what, const int *device, int n, int (*expected)(int)) {
    static int host[4 * THREADS];
    int wrong = 0;
    CHECKED(cudaMemcpy(host, device, n * sizeof *host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) wrong += host[i] != expected(i);
    printf("%s: %d wrong\n", what, wrong);
}

static void launch_early(int *out) {
    cudaLaunchAttribute attribute[4] = {};
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    attribute[1].id = cudaLaunchAttributePriority;
    attribute[2].id = cudaLaunchAttributeMemSyncDomain;
    attribute[2].val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
    attribute[3].id = cudaLaunchAttributeAccessPolicyWindow;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = THREADS;
    config.attrs = attribute;
    config.numAttrs = 4;
    for (int i = 0; i < 3; i++) CHECKED(cudaLaunchKernelEx(&config, increment, out));
}

int main(int argc, char **argv) {
    static int host[4 * THREADS];
    const int mistake = argc > 1 ? atoi(argv[1]) : 0;
    int *in, *out;
    CHECKED(cudaMalloc(&in, sizeof host));
    CHECKED(cudaMalloc(&out, sizeof host));
    for (int i = 0; i < 4 * THREADS; i++) host[i] = i;
    CHECKED(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    if (mistake) {
        if (argc > 2)
            tensor<<<1, 1>>>((uint64_t *)out);
        else
            doubled<<<4, THREADS>>>(in, out, mistake);
        printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        return 0;
    }
    doubled<<<4, THREADS>>>(in, out, 0);
    print_wrong("doubled", out, 4 * THREADS, [](int i) { return 2 * i; });
    launch_early(out);
    print_wrong("early", out, THREADS, [](int i) { return 2 * i + 3; });
    backwards<<<1, THREADS>>>(in, out);
    print_wrong("backwards", out, 4 * THREADS,
                [](int i) { return i / THREADS * THREADS + THREADS - 1 - i % THREADS; });
    ring<<<8, 32>>>(out);
    print_wrong("ring", out, 8, [](int i) { return i / 4 * 4 + (i + 3) % 4; });
    CHECKED(cudaMemset(out, 0, 16));
    total<<<10, 32>>>(out);
    print_wrong("total", out, 4, [](int i) { return 10 * i + 45; });
    return 0;
}
