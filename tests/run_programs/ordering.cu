// Programs that order their threads by other means than barriers: locks, flags behind fences, atomics of
// libcu++, and volatile shared memory in a warp. They are right: nothing may be found in them.
#include <cuda/atomic>

#include "tests/run_programs/checked.h"

__device__ int mutex, counter, last[256];

// Threads of one warp, of one block and of several write plain variables in turn.
__global__ void in_turn() {
    for (int lane = 0; lane < 32; lane++) {
        if (threadIdx.x % 32 != lane) continue;
        while (atomicCAS(&mutex, 0, 1) != 0) {
        }
        __threadfence();
        last[counter] = blockIdx.x * blockDim.x + threadIdx.x;
        counter++;
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

// The same lock, as older books have it: no fences.
__global__ void total_of(const int *p, int n, int *total) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum, p[i]);
    __syncthreads();
    if (threadIdx.x != 0) return;
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    *total += sum;
    atomicExch(&mutex, 0);
}

// One warp of the block makes what another one takes.
__global__ void hand_over(int *to) {
    __shared__ volatile int ready;
    __shared__ int data[32];
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = 3 * threadIdx.x;
        __threadfence_block();
        __syncwarp();
        if (threadIdx.x == 0) ready = 1;
    } else {
        while (ready == 0) {
        }
        __threadfence_block();
        to[threadIdx.x - 32] = data[threadIdx.x - 32];
    }
}

__global__ void release(int *data, int *to) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(data[1]);
    if (threadIdx.x == 0) {
        *data = 43;
        ready.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 32) {
        while (ready.load(cuda::memory_order_acquire) == 0) {
        }
        *to = *data;
    }
}

// Of the sums that are not wanted some take words that were never written.
__global__ void warp_sum(int *to) {
    extern __shared__ volatile int s[];
    s[threadIdx.x] = threadIdx.x;
    for (int step = 16; step > 0; step /= 2) s[threadIdx.x] += s[threadIdx.x + step];
    if (threadIdx.x == 0) *to = s[0];
}

int main() {
    int *p, host[32];
    CHECKED(cudaMalloc(&p, 4096));
    CHECKED(cudaMemset(p, 0, 4096));
    in_turn<<<2, 128>>>();
    CHECKED(cudaMemcpyFromSymbol(host, counter, 4));
    printf("in turn %d\n", host[0]);
    total_of<<<4, 64>>>(p + 32, 256, p);
    hand_over<<<1, 64>>>(p);
    CHECKED(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    printf("hand over %d\n", host[31]);
    CHECKED(cudaMemset(p, 0, 4096));
    release<<<1, 64>>>(p, p + 32);
    CHECKED(cudaMemcpy(host, p + 32, 4, cudaMemcpyDeviceToHost));
    printf("release %d\n", host[0]);
    warp_sum<<<1, 32, 64 * sizeof(int)>>>(p);
    CHECKED(cudaMemcpy(host, p, 4, cudaMemcpyDeviceToHost));
    printf("warp sum %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
