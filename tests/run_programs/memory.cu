// Do host code and kernels see the same bytes, and do copies of every shape bring the right ones?
#include "tests/run_programs/checked.h"

__managed__ int managed_variable = 3;
__device__ int total;
__constant__ float factors[4];

__global__ void add(float *p, int n, float value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += value;
}

__global__ void take(const int *from, int *to) {
    *to = *from + (int)factors[2];
    managed_variable *= 2;
}

static const int n = 1000;

static void managed() {
    float *a;
    cudaPointerAttributes is;
    CHECKED(cudaMallocManaged(&a, n * sizeof *a));
    for (int i = 0; i < n; i++) a[i] = (float)i;
    add<<<4, 256>>>(a, n, 1);
    CHECKED(cudaDeviceSynchronize());
    CHECKED(cudaPointerGetAttributes(&is, a + 5));
    printf("managed %g %g, type %d, one address %d\n", a[0], a[999], is.type, is.devicePointer == a + 5);
#if CUDART_VERSION >= 13000
    const cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    CHECKED(cudaMemPrefetchAsync(a, n * sizeof *a, here, 0, 0));
#else
    CHECKED(cudaMemPrefetchAsync(a, n * sizeof *a, 0, 0));
#endif
    CHECKED(cudaMemset(a, 0, n * sizeof *a));
    printf("filled %g\n", a[999]);
    CHECKED(cudaFree(a));
}

static void mapped() {
    float *host, *device, *plain;
    CHECKED(cudaHostAlloc(&host, n * sizeof *host, cudaHostAllocMapped));
    CHECKED(cudaHostGetDevicePointer(&device, host, 0));
    for (int i = 0; i < n; i++) host[i] = 0;
    add<<<4, 256>>>(device, n, 2);
    CHECKED(cudaDeviceSynchronize());
    printf("mapped %g\n", host[5]);
    CHECKED(cudaMalloc(&plain, n * sizeof *plain));
    CHECKED(cudaMemcpy(plain, host, n * sizeof *host, cudaMemcpyHostToDevice));
    add<<<4, 256>>>(plain, n, 5);
    CHECKED(cudaMemcpyAsync(host, plain, n * sizeof *host, cudaMemcpyDeviceToHost, 0));
    CHECKED(cudaDeviceSynchronize());
    printf("there and back %g\n", host[999]);
    CHECKED(cudaFree(plain));
    CHECKED(cudaFreeHost(host));
}

static void registered() {
    float *host = (float *)malloc((n + 7) * sizeof *host) + 7, *device; // not at the start of a page
    for (int i = 0; i < n; i++) host[i] = 7;
    CHECKED(cudaHostRegister(host, n * sizeof *host, cudaHostRegisterMapped));
    CHECKED(cudaHostGetDevicePointer(&device, host, 0));
    add<<<4, 256>>>(device, n, .5f);
    CHECKED(cudaDeviceSynchronize());
    host[1] = 1;
    printf("registered %g %g %g, ", host[0], host[1], host[999]);
    CHECKED(cudaHostUnregister(host));
    host[2] = 2;
    printf("then %g %g %g\n", host[1], host[2], host[999]);
    free(host - 7);
}

static void variables() {
    const float values[4] = {0, 0, 40, 0};
    int *to, result = 0;
    size_t size;
    managed_variable += 1;
    CHECKED(cudaMemcpyToSymbol(factors, values, sizeof values));
    CHECKED(cudaGetSymbolAddress((void **)&to, total));
    CHECKED(cudaGetSymbolSize(&size, factors));
    take<<<1, 1>>>(&managed_variable, to);
    CHECKED(cudaMemcpyFromSymbol(&result, total, sizeof result));
    printf("variables %d %d, %zu bytes\n", result, managed_variable, size);
}

static void shapes() {
    float there[3][5][10], back[3][5][10] = {};
    cudaPitchedPtr box;
    const cudaExtent extent = make_cudaExtent(10 * sizeof(float), 5, 3);
    for (int i = 0; i < 150; i++) (&there[0][0][0])[i] = (float)i;
    CHECKED(cudaMalloc3D(&box, extent));
    CHECKED(cudaMemset3D(box, 0, extent));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(there, 40, 10, 5);
    copy.dstPtr = box;
    copy.extent = make_cudaExtent(9 * sizeof(float), 4, 3); // all but the last column and row
    copy.kind = cudaMemcpyHostToDevice;
    CHECKED(cudaMemcpy3D(&copy));
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(back, 40, 10, 5);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    CHECKED(cudaMemcpy3D(&copy));
    int wrong = 0;
    for (int z = 0; z < 3; z++)
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 10; x++) wrong += back[z][y][x] != (x < 9 && y < 4 ? there[z][y][x] : 0);
    printf("3D %d wrong, padded %d\n", wrong, box.pitch > 40);
    CHECKED(cudaFree(box.ptr));
}

static void pools() {
    float *p, *q;
    unsigned long long kept = 1 << 20, read = 0;
    cudaMemPool_t pool;
    CHECKED(cudaMallocAsync(&p, 4000, 0));
    CHECKED(cudaMemsetAsync(p, 0, 4000, 0));
    add<<<4, 256>>>(p, n, 1);
    CHECKED(cudaFreeAsync(p, 0));
    CHECKED(cudaDeviceGetDefaultMemPool(&pool, 0));
    CHECKED(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    CHECKED(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read));
    CHECKED(cudaMallocFromPoolAsync(&q, 4000, pool, 0));
    CHECKED(cudaFree(q));
    printf("pool keeps %llu\n", read);
}

int main() {
    managed();
    mapped();
    registered();
    variables();
    shapes();
    pools();
    // Nothing of a GiB that is not touched costs anything: this is more than most machines have.
    char *large[4];
    size_t left, all;
    CHECKED(cudaMemGetInfo(&left, &all));
    for (int i = 0; i < 4; i++) CHECKED(cudaMalloc(&large[i], left / 8));
    CHECKED(cudaMemset(large[3] + left / 8 - 4, 1, 4));
    CHECKED(cudaMemset(large[3] + left / 8 - 3, 1, 4)); // a byte too many
    return 0;
}
