// Kernels whose result depends on the order of blocks on hardware: here it must not depend on the CPU's threads.
extern "C" __global__ void float_sum(const float *in, float *total, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(total, in[i]);
}

extern "C" __global__ void places(const int *in, int *count, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] & 1) out[atomicAdd(count, 1)] = i;
}

extern "C" __global__ void exchange(int *slot, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = atomicExch(slot, i);
}

extern "C" __global__ void wrap(unsigned *counter, unsigned *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = atomicInc(counter, 100);
}

extern "C" __global__ void extremes(const int *in, int *low, int *high, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicMin(low, in[i]);
    atomicMax(high, in[i]);
}

extern "C" __global__ void doubles(const float *in, double *total, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&total[i % 7], (double)in[i]);
}
