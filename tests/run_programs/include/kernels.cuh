// A user's own header in a folder named include: findings name its lines.
#pragma once

__device__ inline void put(int *p, int i) {
    p[i] = i;
}

__global__ void fill(int *p) {
    put(p, threadIdx.x);
}

inline void launch_too_large(int *p) {
    fill<<<1, 2048>>>(p);
}
