// State spaces and what their initialisers hold: numbers, addresses, addresses byte by byte.
struct Node {
    Node *next;
    int value;
};
struct __attribute__((packed)) Label {
    char kind;
    const char *text;
    short count;
};

__constant__ float weights[7] = {1.0f, -2.5f, 3.0f};
__constant__ struct { int n; double scale; } settings = {7, 0.125};
extern __device__ Node second;
__device__ Node first = {&second, 1};
__device__ Node second = {nullptr, 2};
__device__ Label label = {'x', "seven", 7};
__device__ int grid[3][4] = {{1, 2}, {3}, {4, 5, 6, 7}};
__device__ int *middle = &grid[1][2];
__device__ double big = 1e300;
__device__ int counter;
__managed__ int shared_with_host = 3;
extern __shared__ float dynamic[];

__global__ void touch(const float *__restrict__ in, float4 *out, int n) {
    __shared__ float tile[33][32];
    __shared__ unsigned char flags[3];
    float scratch[40];
    int i = threadIdx.x;
    tile[i][threadIdx.y] = in[i];
    dynamic[i] = weights[i % 7] * (float)settings.scale;
    if (i < 3) flags[i] = label.text[i] + label.count;
    __syncthreads();
    for (int j = 0; j < 40; j++) scratch[j] = tile[j % 33][i & 31];
    for (int j = 0; j < n; j++) scratch[in[j] > 0 ? j % 40 : 0] += dynamic[j];
    out[i] = make_float4(scratch[n % 40], flags[i % 3], first.next->value + *middle + grid[i % 3][0],
                         (float)big + shared_with_host + counter);
    counter = n;
}
