// Right uses of shared memory, each close to a wrong one.
typedef unsigned char byte;

// Moves the pointers on to this block's part; the thread's number in it.
template <typename In, typename Out> __device__ __forceinline__ int start(const In *&in, Out *&out) {
    in += blockIdx.x * blockDim.x;
    out += blockIdx.x * blockDim.x;
    return threadIdx.x;
}

extern "C" __global__ void tiled_product(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        as[y][x] = a[row * n + k + x];
        bs[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// Two buffers, one barrier a tile.
extern "C" __global__ void double_buffer(const float *in, float *out, int tiles) {
    __shared__ float s[2][64];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < tiles; k++) {
        s[k % 2][t] = in[k * 64 + t];
        __syncthreads();
        sum += s[k % 2][(t + 37) % 64];
    }
    out[blockIdx.x * 64 + t] = sum;
}

extern "C" __global__ void warp_tree(const float *in, float *out) {
    __shared__ float s[64];
    const int t = start(in, out);
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        float v = s[t] + s[t + 32];
        for (int half = 16; half > 0; half /= 2) {
            __syncwarp();
            s[t] = v;
            __syncwarp();
            v += s[t ^ half];
        }
        if (t == 0) out[0] = v;
    }
}

extern "C" __global__ void volatile_tree(const float *in, float *out) {
    __shared__ float s[64];
    const int t = start(in, out);
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        volatile float *v = s;
        for (int half = 32; half > 0; half /= 2) v[t] += v[t + half];
    }
    if (t == 0) out[0] = s[0];
}

// Shuffles inside the warps, shared memory between them.
extern "C" __global__ void shuffle_tree(const float *in, float *out) {
    __shared__ float sums[8];
    const int t = start(in, out);
    float v = in[t];
    for (int half = 16; half > 0; half /= 2) v += __shfl_down_sync(0xffffffff, v, half);
    if (t % 32 == 0) sums[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < 8 ? sums[t] : 0;
        for (int half = 4; half > 0; half /= 2) v += __shfl_down_sync(0xffffffff, v, half);
        if (t == 0) out[0] = v;
    }
}

extern "C" __global__ void block_tree(const float *in, float *out) {
    __shared__ float s[256];
    const int t = start(in, out);
    s[t] = in[t];
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) s[t] += s[t + half];
    }
    if (t == 0) out[0] = s[0];
}

extern "C" __global__ void atomic_histogram(const int *in, int *out) {
    __shared__ int bins[16];
    const int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * 256 + t] & 15], 1);
    __syncthreads();
    if (t < 16) atomicAdd(&out[t], bins[t]);
}

extern "C" __global__ void hillis_steele(const float *in, float *out) {
    __shared__ float s[256];
    const int t = start(in, out);
    s[t] = in[t];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        const float v = t >= step ? s[t - step] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    out[t] = s[t];
}

extern "C" __global__ void blelloch(const float *in, float *out) {
    __shared__ float s[256];
    const int t = threadIdx.x;
    int step = 1;
    s[2 * t] = in[blockIdx.x * 256 + 2 * t];
    s[2 * t + 1] = in[blockIdx.x * 256 + 2 * t + 1];
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
        step *= 2;
    }
    if (t == 0) s[255] = 0;
    for (int d = 1; d < 256; d *= 2) {
        step /= 2;
        __syncthreads();
        if (t < d) {
            const int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
            const float left = s[a];
            s[a] = s[b];
            s[b] += left;
        }
    }
    __syncthreads();
    out[blockIdx.x * 256 + 2 * t] = s[2 * t];
    out[blockIdx.x * 256 + 2 * t + 1] = s[2 * t + 1];
}

extern "C" __global__ void transpose(const float *in, float *out, int n) {
    __shared__ float s[32][33];
    const int x = threadIdx.x, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    for (int y = threadIdx.y; y < 32; y += 8) s[y][x] = in[(y0 + y) * n + x0 + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) out[(x0 + y) * n + y0 + x] = s[x][y];
}

// Neighbouring threads write neighbouring bytes and half-words of one word.
extern "C" __global__ void narrow(const byte *in, byte *out) {
    __shared__ byte s[256];
    __shared__ short h[256];
    const int t = start(in, out);
    s[t] = in[t];
    h[t] = (short)(s[t] * 3);
    s[t] = (byte)(h[t] / 3);
    __syncthreads();
    out[t] = (byte)(s[255 - t] + h[t] / 3);
}

struct Mixed {
    double d;
    char c;
    short s;
    float f;
};

// Each thread its own structure, read by the neighbour behind the barrier.
extern "C" __global__ void structures(const float *in, float *out) {
    __shared__ Mixed m[64];
    const int t = start(in, out);
    m[t].d = in[t];
    m[t].c = (char)t;
    m[t].s = (short)(2 * t);
    m[t].f = in[t] + 1;
    m[t].d += m[t].f;
    __syncthreads();
    const Mixed &n = m[(t + 1) % 64];
    out[t] = (float)n.d + n.c + n.s + n.f;
}

extern "C" __global__ void vectors_right(const float4 *in, float *out) {
    __shared__ float4 s[64];
    const int t = start(in, out);
    if (t < 64) s[t] = in[t];
    __syncthreads();
    out[t] = ((const float *)s)[255 - t];
}

// A column a thread: no barrier is needed.
extern "C" __global__ void columns(const float *in, float *out) {
    __shared__ float s[8][64];
    const int t = start(in, out);
    for (int k = 0; k < 8; k++) s[k][t] = in[k] * (float)t;
    for (int k = 1; k < 8; k++) s[k][t] += s[k - 1][t];
    out[t] = s[7][t];
}

// Halves of the block with a barrier each.
extern "C" __global__ void named_barriers(const float *in, float *out) {
    __shared__ float s[128];
    const int t = start(in, out), half = t / 64;
    for (int k = 0; k <= half; k++) { // the second half has more to do
        s[t] = in[t] + (float)k;
        asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
        out[t] = s[half * 64 + (63 - t % 64)];
        asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    }
}

// Warp 0 makes what warp 1 uses; bar.arrive does not wait.
extern "C" __global__ void producer_consumer(const float *in, float *out, int rounds) {
    __shared__ float s[32];
    const int t = threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        if (t < 32) {
            asm volatile("bar.sync 2, 64;" ::: "memory"); // the buffer is free
            s[t] = in[t] + (float)k;
            asm volatile("bar.arrive 1, 64;" ::: "memory"); // the buffer is full
        } else {
            asm volatile("bar.arrive 2, 64;" ::: "memory");
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[k * 32 + t - 32] = s[63 - t];
        }
    }
}

// A warp works in its own part; only its own lanes need to be waited for.
extern "C" __global__ void warp_private(const float *in, float *out) {
    __shared__ float s[4][32];
    const int t = start(in, out), w = t / 32, lane = t % 32;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        s[w][lane] = in[t] + (float)k;
        __syncwarp();
        sum += s[w][31 - lane];
        __syncwarp();
    }
    out[t] = sum;
}

extern "C" __global__ void stencil_halo(const float *in, float *out, int n) {
    __shared__ float s[66];
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t + 1] = i < n ? in[i] : 0;
    if (t == 0) s[0] = i > 0 ? in[i - 1] : 0;
    if (t == 63) s[65] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n) out[i] = s[t] + s[t + 1] + s[t + 2];
}

extern "C" __global__ void bitonic_sort(const int *in, int *out) {
    __shared__ int s[128];
    const int t = start(in, out);
    s[t] = in[t];
    __syncthreads();
    for (int size = 2; size <= 128; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            const int other = t ^ step;
            if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {
                const int keep = s[t];
                s[t] = s[other];
                s[other] = keep;
            }
            __syncthreads();
        }
    out[t] = s[t];
}

// Many threads write one and the same value: whoever comes last, it is there.
extern "C" __global__ void same_value(const int *in, int *out) {
    __shared__ int found;
    const int t = start(in, out);
    if (t == 0) found = 0;
    __syncthreads();
    if (in[t] > 7) found = 1;
    __syncthreads();
    out[t] = found;
}

// __syncthreads_or and its like are barriers as well.
extern "C" __global__ void counting_barriers(const int *in, int *out) {
    __shared__ int s[64];
    const int t = start(in, out);
    s[t] = in[t];
    const int any = __syncthreads_or(in[t] > 100), count = __syncthreads_count(in[t] > 4);
    const int v = s[63 - t];
    const int all = __syncthreads_and(in[t] >= 0);
    s[t] = v + any + count + all;
    __syncthreads();
    out[t] = s[(t + 1) % 64];
}
