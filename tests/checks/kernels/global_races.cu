// Races in global memory. Each marked line is one access.
typedef unsigned char byte;

// Blocks write the same elements.
extern "C" __global__ void blocks_write(const float *in, float *out) {
    out[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x]; // HERE: same_elements
}

// A stencil in place: neighbours in the block and in the next block.
extern "C" __global__ void in_place(float *a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1) return;
    const float sum = a[i - 1] + a[i + 1]; // HERE: neighbours
    a[i] = sum; // HERE: in_place
}

// Only the block's edge threads meet another block: inside the block there is a barrier.
extern "C" __global__ void in_place_with_barrier(float *a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i >= 1 && i < n - 1) sum = a[i - 1] + a[i + 1]; // HERE: edge_read
    __syncthreads();
    if (i >= 1 && i < n - 1) a[i] = sum; // HERE: edge_write
}

extern "C" __global__ void plain_sum(const int *in, int *sum) {
    *sum += in[blockIdx.x * blockDim.x + threadIdx.x]; // HERE: plain_sum
}

extern "C" __global__ void plain_histogram(const int *in, int *bins) {
    bins[in[blockIdx.x * blockDim.x + threadIdx.x] & 15]++; // HERE: plain_count
}

// One thread of the grid clears what all blocks add to.
extern "C" __global__ void clear_then_add(const int *in, int *sum) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *sum = 0; // HERE: clear
    __syncthreads();
    atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]); // HERE: add
}

// Block 0 reads the sum without knowing whether the others have added.
extern "C" __global__ void add_then_read(const int *in, int *sum, int *out) {
    atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]); // HERE: add_first
    __syncthreads();
    if (blockIdx.x == 0) out[threadIdx.x] = *sum; // HERE: read_early
}

// As before, but the thread that added is the one that reads, with nothing between.
extern "C" __global__ void add_and_read(int *sum, int *out) {
    if (threadIdx.x == 0) {
        atomicAdd(sum, 1); // HERE: own_add
        if (blockIdx.x == 0) out[0] = *sum; // HERE: own_read
    }
}

extern "C" __global__ void transpose_in_place(float *a, int n) {
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float v = a[y * n + x]; // HERE: transpose_read
    a[x * n + y] = v; // HERE: transpose_write
}

// One byte too many: the last thread of each block also writes the first byte of the next.
extern "C" __global__ void bytes_overlap(const byte *in, byte *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i]; // HERE: own_byte
    if (threadIdx.x == blockDim.x - 1 && i + 1 < n) out[i + 1] = 7; // HERE: extra_byte
}

// Scratch memory in one block, without the barrier.
extern "C" __global__ void scratch(const float *in, float *scratch, float *out) {
    const int t = threadIdx.x;
    scratch[t] = in[t]; // HERE: scratch_write
    out[t] = scratch[blockDim.x - 1 - t]; // HERE: scratch_read
}

// A warp hands on to another by what orders only its own lanes.
extern "C" __global__ void scratch_of_warp(const float *in, float *scratch, float *out) {
    const int t = threadIdx.x;
    if (t < 32) {
        scratch[t] = in[t]; // HERE: warp_write
        __syncwarp();
        out[t] = scratch[31 - t];
    } else {
        out[t] = scratch[t - 32]; // HERE: warp_read
    }
}

// All threads of the grid read one element that thread 0 of the grid changes.
extern "C" __global__ void broadcast_and_write(float *a, float *out) {
    const float first = a[0]; // HERE: all_read
    out[blockIdx.x * blockDim.x + threadIdx.x] = first;
    if (blockIdx.x == 0 && threadIdx.x == 0) a[0] = first + 1; // HERE: one_writes
}

// Each block reads what the one before it wrote.
extern "C" __global__ void chain(float *a) {
    const int i = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
    a[i] = a[i - blockDim.x] + 1; // HERE: chain
}

// Fields of one structure written by two blocks.
struct Pair {
    int count;
    float weight;
};

extern "C" __global__ void fields(Pair *pairs) {
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) / 2;
    if (blockIdx.x % 2 == 0) pairs[i % 16].count = i; // HERE: field
}

// Vector stores that overlap by half.
extern "C" __global__ void overlapping_vectors(float *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    *(float4 *)(out + 4 * i) = make_float4(i, i, i, i); // HERE: four
    *(float2 *)(out + 4 * (i + 1) + 2) = make_float2(i, i); // HERE: two
}
