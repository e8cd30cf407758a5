// Atomics, shuffles, votes, matches, fences, clocks, volatile and vector accesses, inline assembly.
__global__ void warps(int *ints, float *floats, double *doubles, unsigned long long *longs, volatile int *flag) {
    __shared__ int bins[32];
    int lane = threadIdx.x & 31, v = ints[threadIdx.x];
    bins[lane] = 0;
    __syncthreads();
    atomicAdd(&bins[v & 31], 1);
    v += __shfl_down_sync(~0u, v, 4) + __shfl_xor_sync(~0u, v, 1) + __shfl_sync(~0u, v, 3, 8);
    unsigned votes = __ballot_sync(~0u, v > 3) + __any_sync(~0u, v) + __activemask();
    votes += __match_any_sync(~0u, v) + __syncthreads_or(v == 9) + __syncthreads_count(v);
    atomicCAS(ints, v, 7);
    atomicMax(ints + 1, v);
    atomicAdd(floats, 1.5f);
    atomicAdd(doubles, 2.5);
    atomicExch(longs, 8ull);
    atomicInc((unsigned *)ints + 2, 5);
    __threadfence();
    __threadfence_block();
    *flag = (int)clock64();
    int old;
    asm volatile("{ .reg .pred p;\n\t.reg .b32 t<3>;\n\t"
                 "setp.ne.s32 p, %1, 0;\n\tmov.b32 t1, %1;\n\tmov.b32 t2, WARP_SZ;\n\t"
                 "@!p bra SKIP;\n\tadd.s32 t1, t1, t2;\n SKIP: mov.u32 %0, t1; }"
                 : "=r"(old) : "r"(v));
    int4 four = reinterpret_cast<int4 *>(ints)[4];
    ints[threadIdx.x] = v + (int)votes + old + bins[lane] + four.x + four.w + __dp4a(v, old, four.y);
}
