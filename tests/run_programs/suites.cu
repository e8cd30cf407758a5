// Idioms of benchmark suites and graph codes that are right, though they look like errors: no finding is
// wanted.
#include "tests/run_programs/checked.h"

__device__ int list_head = -1;

// The CUDA C++ Programming Guide's way to an atomic operation that there is none of.
__device__ void add_by_swap(double *sum, double value) {
    unsigned long long *bits = (unsigned long long *)sum, old = *bits, expected;
    do {
        expected = old;
        old = atomicCAS(bits, expected, __double_as_longlong(value + __longlong_as_double(expected)));
    } while (expected != old);
}

// The second and third place are found as offsets from the first.
__global__ void sum_by_swap(double *sum) {
    add_by_swap(sum, threadIdx.x);
    add_by_swap(sum + 20, 1);
    add_by_swap(sum + 21, 2);
}

// A list that all threads push to.
__global__ void push(int *next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int old = list_head, expected;
    do {
        expected = old;
        next[i] = expected;
        old = atomicCAS(&list_head, expected, i);
    } while (old != expected);
}

// One level of a breadth-first search on a ring with chords, level by level.
__global__ void visit(int *level, int n, int now, int *more) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != now) return;
    const int neighbours[3] = {(v + 1) % n, (v + n - 1) % n, (v * 7) % n};
    for (int k = 0; k < 3; k++)
        if (level[neighbours[k]] == -1) {
            level[neighbours[k]] = now + 1;
            *more = 1;
        }
}

// Smaller values reach the minimum first; most threads need no atomic operation.
__global__ void smallest(const int *in, int n, int *least) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] < *least) atomicMin(least, in[i]);
}

// The antidiagonals of a tile: y - 1 and x - 1 are computed as offsets from an address before the tile.
__global__ void wavefront(const int *score, int *out, int gap) {
    __shared__ int tile[17][17];
    int t = threadIdx.x;
    tile[t + 1][0] = -gap * (t + 1);
    tile[0][t + 1] = -gap * (t + 1);
    if (t == 0) tile[0][0] = 0;
    __syncthreads();
    for (int m = 0; m < 16; m++) {
        if (t <= m) {
            int x = t + 1, y = m - t + 1;
            tile[y][x] = max(tile[y - 1][x - 1] + score[(y - 1) * 16 + x - 1],
                             max(tile[y][x - 1], tile[y - 1][x]) - gap);
        }
        __syncthreads();
    }
    for (int m = 14; m >= 0; m--) {
        if (t <= m) {
            int x = t + 16 - m, y = 16 - t;
            tile[y][x] = max(tile[y - 1][x - 1] + score[(y - 1) * 16 + x - 1],
                             max(tile[y][x - 1], tile[y - 1][x]) - gap);
        }
        __syncthreads();
    }
    if (t == 0) *out = tile[16][16];
}

// Doubles, pairs and bytes side by side: each has its own records.
__global__ void widths(double *d, double2 *pairs, unsigned char *bytes, unsigned short *halves, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    d[i] = (double)(unsigned long long)i;
    pairs[i] = make_double2(i, -i);
    bytes[i] = (unsigned char)i;
    halves[i] = (unsigned short)i;
}

// A list walked from its end, by recursion, with a local array in each call.
__device__ __noinline__ int walk(const int *next, int i, int depth) {
    int last[4] = {depth, i, i + 1, i + 2};
    if (next[i] < 0) return last[i & 3] + depth;
    const int rest = walk(next, next[i], depth + 1);
    return rest + last[depth & 3] % 3;
}

__global__ void walk_all(const int *next, int *sum) {
    sum[threadIdx.x] = walk(next, threadIdx.x, 0);
}

static int walk_on_host(const int *next, int i, int depth) {
    const int last[4] = {depth, i, i + 1, i + 2};
    if (next[i] < 0) return last[i & 3] + depth;
    return walk_on_host(next, next[i], depth + 1) + last[depth & 3] % 3;
}

int main() {
    const int n = 5000;
    int *ints, zero = 0, many = 1000000;
    double *doubles;
    CHECKED(cudaMallocManaged(&ints, 2 * n * sizeof *ints));
    CHECKED(cudaMallocManaged(&doubles, 3 * n * sizeof *doubles));

    doubles[0] = doubles[20] = doubles[21] = 0;
    sum_by_swap<<<10, 256>>>(doubles);
    CHECKED(cudaDeviceSynchronize());
    printf("sums %g %g %g\n", doubles[0], doubles[20], doubles[21]);

    push<<<20, 256>>>(ints, n);
    int head = -1, length = 0;
    CHECKED(cudaMemcpyFromSymbol(&head, list_head, sizeof head));
    for (; head >= 0; head = ints[head]) length++;
    printf("list %d\n", length);

    int *level, *more, found = 1, depth = 0;
    CHECKED(cudaMalloc(&level, n * sizeof *level));
    CHECKED(cudaMalloc(&more, sizeof *more));
    CHECKED(cudaMemset(level, 0xff, n * sizeof *level));
    CHECKED(cudaMemcpy(level, &zero, sizeof zero, cudaMemcpyHostToDevice));
    for (; found; depth++) {
        CHECKED(cudaMemset(more, 0, sizeof *more));
        visit<<<20, 256>>>(level, n, depth, more);
        CHECKED(cudaMemcpy(&found, more, sizeof found, cudaMemcpyDeviceToHost));
    }
    CHECKED(cudaMemcpy(ints, level, n * sizeof *level, cudaMemcpyDeviceToHost));
    int unseen = 0;
    for (int i = 0; i < n; i++) unseen += ints[i] < 0;
    printf("levels %d, unseen %d\n", depth > 3, unseen);

    for (int i = 0; i < n; i++) ints[i] = (i * 7919 + 13) % 99991 + 5;
    ints[n] = many;
    smallest<<<20, 256>>>(ints, n, ints + n);
    CHECKED(cudaDeviceSynchronize());
    printf("least %d\n", ints[n]);

    for (int i = 0; i < 256; i++) ints[i] = i % 17 == 0 ? 5 : -3; // matches on the diagonal
    wavefront<<<1, 16>>>(ints, ints + n, 2);
    CHECKED(cudaDeviceSynchronize());
    printf("score %d\n", ints[n]);

    unsigned char *bytes = (unsigned char *)ints;
    widths<<<20, 256>>>(doubles, (double2 *)(doubles + n), bytes, (unsigned short *)(ints + n), n);
    CHECKED(cudaDeviceSynchronize());
    printf("widths %g %g %d %d\n", doubles[n - 1], doubles[3 * n - 1], bytes[300],
           ((unsigned short *)(ints + n))[n - 1]);

    CHECKED(cudaDeviceSetLimit(cudaLimitStackSize, 256 << 10));
    for (int i = 0; i < n; i++) ints[i] = i < 2500 ? i + 1 : -1;
    walk_all<<<1, 64>>>(ints, ints + n);
    CHECKED(cudaDeviceSynchronize());
    int unlike = 0;
    for (int t = 0; t < 64; t++) unlike += ints[n + t] != walk_on_host(ints, t, 0);
    printf("walks that differ %d\n", unlike);
    return 0;
}
