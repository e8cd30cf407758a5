// Branches that split warps, and what they compute: written so that the compiler keeps the branches.

// Lane-dependent number of rounds.
extern "C" __global__ void rounds(const int *count, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = count[i];
    int v = 1;
#pragma unroll 1
    for (int k = 0; k < n; k++) v = v * 3 + (v >> 3); // HERE: rounds
    out[i] = v;
}

extern "C" __global__ void two_ways(const int *in, int *out, int limit) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] < limit) // HERE: two_ways
        atomicAdd(&out[0], in[i]);
    else
        atomicAdd(&out[1], in[i]);
}

// Both loops are left in the middle.
extern "C" __global__ void nested(const int *in, int *out) {
    const int t = threadIdx.x;
    int v = 0;
#pragma unroll 1
    for (int i = 0; i < in[t]; i++) {
        if (i > 20) break;
#pragma unroll 1
        for (int k = i; k < 12; k++) {
            if ((k * 7 + t) % 5 == 0) continue;
            if (k * t > 150) break;
            v += k ^ i;
        }
        if (v > 5000) goto out_of_both;
        v += 3;
    }
    v *= 2;
out_of_both:
    out[t] = v;
}

// Enough cases, of work different enough, for a table of branch targets.
extern "C" __global__ void switched(const int *in, int *out) {
    int *to = out + threadIdx.x;
    switch (in[threadIdx.x]) {
    case 0: atomicAdd(to, 1); break;
    case 1: atomicAdd(to, 5);
    case 2: atomicSub(to, 7); break;
    case 3: atomicXor(to, 12); break;
    case 4: *to /= 3; break;
    case 5: *to %= 11; break;
    case 6: atomicMax(to, 40); break;
    case 7: atomicMin(to, 20); break;
    case 8: atomicOr(to, 64); break;
    case 9: return;
    default: *to = 1000;
    }
    *to += 2; // HERE: after_switch
}

__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void recursion(const int *in, int *out) {
    const int t = threadIdx.x;
    out[t] = ackermann(in[t] % 3, in[t] % 4);
}

// Threads leave one after another.
extern "C" __global__ void leaving(int *out, int n) {
    const int t = threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        out[t] += 1;
        if (k == t) return;
    }
    out[t] = -1;
}

// After the branch all lanes meet again: the store is one request.
extern "C" __global__ void meet_again(const int *in, int *out) {
    const int t = threadIdx.x;
    int v = in[t];
    if (v & 1) {
        if (v == 77) return;
#pragma unroll 1
        for (int k = 0; k < v; k++) v += k * v;
    }
    out[t] = v; // HERE: meet
}

typedef int (*Unary)(int);
__device__ __noinline__ int add_seven(int v) { return v + 7; }
__device__ __noinline__ int square(int v) { return v * v; }
__device__ __noinline__ int negate(int v) { return v < 0 ? v : -v; }
__device__ Unary functions[3] = {add_seven, square, negate};

// Each lane calls what its element says.
extern "C" __global__ void through_pointers(const int *in, int *out) {
    const int t = threadIdx.x;
    out[t] = functions[in[t] % 3](in[t]) + t;
}
