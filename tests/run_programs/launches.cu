// Kernels that launch kernels, with what CUDA's runtime offers in kernels: all of it right.
#include "tests/run_programs/checked.h"

// --- In which order: children behind their parent, tail launches behind those, a stream as it was filled.

__global__ void say(const char *what, int depth) {
    printf("%*s%s\n", 2 * depth, "", what);
}

__device__ const char in_a_stream[] = "in a stream", behind_it[] = "behind it", at_the_end[] = "at the end";

__global__ void parent(int depth) {
    if (threadIdx.x == 0 && depth < 2) {
        say<<<1, 1, 0, cudaStreamTailLaunch>>>(at_the_end, depth + 1);
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        say<<<1, 1, 0, stream>>>(in_a_stream, depth + 1);
        say<<<1, 1, 0, stream>>>(behind_it, depth + 1);
        cudaStreamDestroy(stream);
        parent<<<1, 32, 0, cudaStreamFireAndForget>>>(depth + 1);
    }
    __syncthreads();
    if (threadIdx.x == 31) printf("%*sparent %d\n", 2 * depth, "", depth);
}

// --- What a parent has written is there for its children, and theirs for the tail launch.

__global__ void square(int *p, const int *q, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = q[i] * q[i];
}

__global__ void sum(int *to, const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i];
    *to = s;
}

__global__ void sum_of_squares(int *to, int *p, int *q, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) q[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        square<<<(n + 63) / 64, 64>>>(p, q, n);
        sum<<<1, 1, 0, cudaStreamTailLaunch>>>(to, p, n);
    }
}

// --- Quicksort with a stream for each half.

__global__ void quicksort(unsigned *data, int left, int right, int depth) {
    if (depth == 12 || right - left <= 16) {
        for (int i = left + 1; i <= right; i++) {
            unsigned x = data[i];
            int k = i;
            for (; k > left && data[k - 1] > x; k--) data[k] = data[k - 1];
            data[k] = x;
        }
        return;
    }
    unsigned pivot = data[(left + right) / 2];
    int l = left, r = right;
    while (l <= r) {
        while (data[l] < pivot) l++;
        while (data[r] > pivot) r--;
        if (l > r) break;
        unsigned x = data[l];
        data[l++] = data[r];
        data[r--] = x;
    }
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++) cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    if (left < r) quicksort<<<1, 1, 0, streams[0]>>>(data, left, r, depth + 1);
    if (l < right) quicksort<<<1, 1, 0, streams[1]>>>(data, l, right, depth + 1);
    for (int i = 0; i < 2; i++) cudaStreamDestroy(streams[i]);
}

// --- Each curve gets points of its own, as many as it needs, in memory that its kernel takes (as in CUDA's
// sample of Bezier curves).

struct Curve {
    float a, b, c;
    int count;
    float *points;
};

__global__ void points_of(Curve *curve, int which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Curve &me = curve[which];
    if (i >= me.count) return;
    float t = (float)i / (me.count - 1);
    me.points[i] = (1 - t) * (1 - t) * me.a + 2 * t * (1 - t) * me.b + t * t * me.c;
}

__global__ void curves(Curve *curve, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    curve[i].count = 4 + 3 * i;
    if (cudaMalloc((void **)&curve[i].points, curve[i].count * sizeof(float)) != cudaSuccess) return;
    points_of<<<(curve[i].count + 31) / 32, 32>>>(curve, i);
}

__global__ void give_back(Curve *curve, int n, float *last) {
    if (threadIdx.x >= n) return;
    last[threadIdx.x] = curve[threadIdx.x].points[curve[threadIdx.x].count - 1];
    cudaFree(curve[threadIdx.x].points);
}

// --- A kernel that launches itself again at its end needs no depth.

__global__ void again(int *n, int most) {
    if (++*n < most) again<<<1, 1, 0, cudaStreamTailLaunch>>>(n, most);
}

__global__ void deeper(int *depth, int most) {
    if (++*depth < most) deeper<<<1, 1>>>(depth, most);
}

// --- Copies and fills from kernels, with events.

__global__ void copies(int *to, int *from, int *box) {
    cudaEvent_t event;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMemsetAsync(from, 0, 16, stream);
    cudaMemcpyAsync(to, from, 64, cudaMemcpyDeviceToDevice, stream);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(0, event, 0);
    cudaEventDestroy(event);
    cudaMemset2DAsync(to + 8, 16, 1, 4, 2, 0); // every fourth word
    cudaMemcpy2DAsync(box, 8, from + 4, 16, 8, 2, cudaMemcpyDeviceToDevice, 0);
    cudaMemcpy3DParms parms = {};
    parms.srcPtr = {from, 8, 2, 2};
    parms.dstPtr = {box + 4, 4, 1, 2};
    parms.srcPos = {4, 0, 1};
    parms.extent = {4, 2, 2};
    parms.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3DAsync(&parms, stream);
    cudaMemset3DAsync({box + 8, 8, 4, 2}, 2, {4, 2, 1}, 0);
}

// --- Through a pointer; and what the runtime says about the device.

typedef void Kernel(int *);
__global__ void set_one(int *p) {
    *p += 1;
}
__global__ void set_ten(int *p) {
    *p += 10;
}
__global__ void choose(int *p, int which) {
    Kernel *kernel = which ? set_ten : set_one;
    kernel<<<1, 1>>>(p);
}

__global__ void facts(int *out) {
    int n;
    size_t size;
    cudaGetDeviceCount(&out[0]);
    cudaGetDevice(&out[1]);
    cudaDeviceGetAttribute(&out[2], cudaDevAttrWarpSize, 0);
    cudaDeviceGetLimit(&size, cudaLimitDevRuntimePendingLaunchCount);
    out[3] = (int)size;
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, square);
    out[4] = attributes.maxThreadsPerBlock;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, square, 1024, 0);
    out[5] = n;
    out[6] = cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 5);
    out[7] = cudaPeekAtLastError();
    out[8] = cudaGetLastError();
    out[9] = cudaGetLastError();
    printf("%s: %s\n", cudaGetErrorName((cudaError_t)out[8]), cudaGetErrorString((cudaError_t)out[8]));
    printf("%s: %s\n", cudaGetErrorName(cudaSuccess), cudaGetErrorString((cudaError_t)12345));
    out[10] = cudaMalloc((void **)&out, (size_t)1 << 40);
}

static int value_of(const int *p) {
    int value = -1;
    CHECKED(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

int main() {
    int *p, *q, *r;
    CHECKED(cudaMalloc(&p, 4096));
    CHECKED(cudaMalloc(&q, 4096));
    CHECKED(cudaMalloc(&r, 64));
    parent<<<1, 32>>>(0);
    CHECKED(cudaDeviceSynchronize());

    sum_of_squares<<<1, 128>>>(r, p, q, 300);
    printf("sum of squares %d\n", value_of(r));

    const int n = 5000;
    unsigned *data, host[n];
    for (int i = 0; i < n; i++) host[i] = (i * 7919u + 13) % 10007;
    CHECKED(cudaMalloc(&data, sizeof host));
    CHECKED(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
    quicksort<<<1, 1>>>(data, 0, n - 1, 0);
    CHECKED(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 1; i < n; i++) wrong += host[i - 1] > host[i];
    printf("out of order %d\n", wrong);

    Curve *curve, some[40];
    float *last, ends[40];
    CHECKED(cudaMalloc(&curve, sizeof some));
    CHECKED(cudaMalloc(&last, sizeof ends));
    for (int i = 0; i < 40; i++) some[i] = {1.0f * i, 2.0f * i, 3.0f * i};
    CHECKED(cudaMemcpy(curve, some, sizeof some, cudaMemcpyHostToDevice));
    curves<<<1, 64>>>(curve, 40);
    give_back<<<1, 64>>>(curve, 40, last);
    CHECKED(cudaMemcpy(ends, last, sizeof ends, cudaMemcpyDeviceToHost));
    printf("curves end at %g %g\n", ends[1], ends[39]);

    CHECKED(cudaMemset(r, 0, 64));
    again<<<1, 1>>>(r, 500);
    deeper<<<1, 1>>>(r + 1, 24);
    printf("again %d, deeper %d\n", value_of(r), value_of(r + 1));

    int words[16], box[16];
    for (int i = 0; i < 16; i++) words[i] = i;
    CHECKED(cudaMemcpy(q, words, sizeof words, cudaMemcpyHostToDevice));
    CHECKED(cudaMemset(r, 0, 64));
    copies<<<1, 1>>>(p, q, r);
    CHECKED(cudaMemcpy(words, p, sizeof words, cudaMemcpyDeviceToHost));
    CHECKED(cudaMemcpy(box, r, sizeof box, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++) printf("%x ", words[i]);
    for (int i = 0; i < 16; i++) printf("%x%s", box[i], i == 15 ? "\n" : " ");

    CHECKED(cudaMemset(r, 0, 64));
    choose<<<1, 1>>>(r, 0);
    choose<<<1, 1>>>(r, 1);
    printf("chosen %d\n", value_of(r));

    CHECKED(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
    facts<<<1, 1>>>(p);
    CHECKED(cudaMemcpy(words, p, 11 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 11; i++) printf("%d ", words[i]);
    printf("\n");
    return 0;
}
