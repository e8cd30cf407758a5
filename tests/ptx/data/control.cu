// Loops, a switch, and places in inlined code.
__device__ __forceinline__ int step(int x) { return x * 3 + 1; }
__device__ __forceinline__ int walk(int x) {
    while (x != 1) x = x & 1 ? step(x) : x / 2;
    return x;
}

__global__ void dispatch(int *p, int n) {
    int x = p[threadIdx.x];
    switch (n) {
    case 0: x += p[1]; break;
    case 1: p[2] = walk(x); break;
    case 2: x ^= p[5]; __syncthreads(); break;
    case 3: x = __popc(x) + p[9]; break;
    case 4: x = __brev(x); p[11] = x; break;
    case 5: x = x % 11; p[1] = x; break;
    case 6: x = __clz(x); p[3] = x * x; break;
    case 7: x = x / n; p[x] = 5; break;
    case 8: x = p[x] - 4; __syncthreads(); break;
    case 9: x = __ffs(x); p[8] = 2; break;
    case 10: x = p[p[x]]; break;
    case 11: for (int i = 0; i < x; i++) p[i] = i; break;
    default: x = 0;
    }
    p[threadIdx.x] = x;
}
