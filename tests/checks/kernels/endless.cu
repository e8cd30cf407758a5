// Kernels that do not end, and long ones that do.
extern "C" __global__ void spin(volatile int *flag) {
    while (*flag == 0) { // HERE: spin
    }
}

// The step is forgotten for half of the threads.
extern "C" __global__ void no_step(int *out, int n) {
    int k = 0;
    while (k < n) { // HERE: no_step
        out[threadIdx.x] = k; // HERE: no_step_body
        k += threadIdx.x & 1;
    }
}

extern "C" __global__ void unsigned_countdown(int *out, unsigned n) {
    for (unsigned k = n; k >= 0; k--) out[(k + threadIdx.x) & 31] = k; // HERE: countdown
}

// A loop with a barrier in it: the warps are at the barrier whenever their turn ends.
extern "C" __global__ void with_barrier(volatile int *flag, int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = 0;
    do {
        __syncthreads(); // HERE: barrier_1
        s[t]++;
        __syncthreads(); // HERE: barrier_2
    } while (*flag == 0);
    out[t] = s[t];
}

// The lock is never given back.
extern "C" __global__ void lock(int *lock, int *out) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { // HERE: lock
        }
        out[blockIdx.x] = 1;
    }
}

extern "C" __global__ void long_loop(int *out, int n) {
    int v = threadIdx.x;
    for (int k = 0; k < n; k++) v = v * 1664525 + 1013904223; // HERE: long_loop
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// As `spin`, with the loop in a function.
__device__ __noinline__ int wait_for(volatile int *flag) {
    int rounds = 0;
    while (*flag == 0) rounds++; // HERE: in_function
    return rounds;
}

extern "C" __global__ void spin_in_function(volatile int *flag, int *out) {
    out[threadIdx.x] = wait_for(flag);
}

// Each block waits for all, in a grid of more blocks than there is room for.
extern "C" __global__ void waits_for_all(volatile int *arrived) {
    if (threadIdx.x == 0) {
        atomicAdd((int *)arrived, 1);
        while (*arrived < gridDim.x) { // HERE: waits_for_all
        }
    }
    __syncthreads();
}

// The same, and a block that has waited long enough goes on alone.
extern "C" __global__ void gives_up_waiting(volatile int *arrived) {
    if (threadIdx.x == 0) {
        atomicAdd((int *)arrived, 1);
        for (int patience = 3000; *arrived < gridDim.x && patience > 0; patience--) {
        }
    }
    __syncthreads();
}
