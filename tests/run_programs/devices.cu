// Several devices: `devices MISTAKE` makes one mistake, `devices` none. Run with --devices 3.
#include "tests/run_programs/checked.h"

#include <pthread.h>

__device__ int own = 5;
__constant__ int factor = 1;
__managed__ int together;

__global__ void times(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= factor;
}

__global__ void add(int *to, const int *from, int n) {
    int i = threadIdx.x;
    if (i < n) to[i] += from[i];
}

__global__ void count() {
    own++;
    together++;
}

static int *numbers_on(int device, int n) {
    int *p, host[64];
    for (int i = 0; i < n; i++) host[i] = i + 100 * device;
    CHECKED(cudaSetDevice(device));
    CHECKED(cudaMalloc(&p, n * sizeof(int)));
    CHECKED(cudaMemcpy(p, host, n * sizeof(int), cudaMemcpyHostToDevice));
    return p;
}

static int number(const int *p, int i) {
    int value = -1;
    CHECKED(cudaMemcpy(&value, p + i, sizeof value, cudaMemcpyDefault));
    return value;
}

// A thread has a current device of its own: 0 at first.
static void *in_a_thread(void *result) {
    int *device = (int *)result;
    cudaGetDevice(&device[0]);
    cudaSetDevice(2);
    cudaGetDevice(&device[1]);
    return NULL;
}

static void variables() {
    int value;
    for (int device = 0; device < 3; device++) {
        CHECKED(cudaSetDevice(device));
        for (int i = 0; i <= device; i++) count<<<1, 1>>>();
        CHECKED(cudaDeviceSynchronize());
    }
    printf("own");
    for (int device = 0; device < 3; device++) {
        CHECKED(cudaSetDevice(device));
        CHECKED(cudaMemcpyFromSymbol(&value, own, sizeof value));
        printf(" %d", value);
        value = device + 2;
        CHECKED(cudaMemcpyToSymbol(factor, &value, sizeof value));
    }
    printf(", together %d\n", together);
    for (int device = 0; device < 3; device++) {
        int *p = numbers_on(device, 64);
        times<<<2, 32>>>(p, 64);
        printf("device %d: %d\n", device, number(p, 63));
        CHECKED(cudaFree(p));
    }
}

static void peers() {
    int *p = numbers_on(0, 64), *q = numbers_on(1, 64), can;
    CHECKED(cudaMemcpyPeer(q, 1, p, 0, 32 * sizeof(int)));
    printf("copied %d, kept %d\n", number(q, 31), number(q, 32));
    CHECKED(cudaDeviceCanAccessPeer(&can, 1, 0));
    printf("can %d", can);
    CHECKED(cudaDeviceCanAccessPeer(&can, 1, 1));
    printf(", itself %d\n", can);
    CHECKED(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 1));
    CHECKED(cudaDeviceEnablePeerAccess(0, 0)); // 1 uses 0
    printf("again: %s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));
    printf("itself: %s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
    printf("none: %s\n", cudaGetErrorName(cudaSetDevice(3)));
    cudaGetLastError();
    add<<<1, 64>>>(q, p, 64);
    printf("sum %d\n", number(q, 63));
    cudaPointerAttributes attributes;
    CHECKED(cudaPointerGetAttributes(&attributes, p));
    printf("of device %d\n", attributes.device);
    CHECKED(cudaDeviceDisablePeerAccess(0));
    printf("off: %s\n", cudaGetErrorName(cudaDeviceDisablePeerAccess(0)));
    cudaGetLastError();
}

static void memory() {
    size_t before, after, other, total;
    void *p;
    CHECKED(cudaSetDevice(2));
    CHECKED(cudaMemGetInfo(&other, &total));
    CHECKED(cudaSetDevice(1));
    CHECKED(cudaMemGetInfo(&before, &total));
    CHECKED(cudaMalloc(&p, 1 << 20));
    CHECKED(cudaMemGetInfo(&after, &total));
    printf("taken %zu", before - after);
    CHECKED(cudaSetDevice(2));
    CHECKED(cudaMemGetInfo(&after, &total));
    printf(", of the other %zu\n", other - after);
}

static void streams() {
    cudaStream_t stream;
    cudaEvent_t event;
    float ms;
    CHECKED(cudaSetDevice(1));
    CHECKED(cudaStreamCreate(&stream));
    CHECKED(cudaEventCreate(&event));
    count<<<1, 1, 0, stream>>>();
    CHECKED(cudaEventRecord(event, stream));
    CHECKED(cudaSetDevice(0));
    CHECKED(cudaStreamWaitEvent(0, event, 0)); // may be another device's
    CHECKED(cudaStreamSynchronize(stream));
    printf("recorded elsewhere: %s\n", cudaGetErrorName(cudaEventRecord(event, 0)));
    cudaEvent_t here;
    CHECKED(cudaEventCreate(&here));
    CHECKED(cudaEventRecord(here));
    printf("between devices: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, event, here)));
    cudaGetLastError();
}

static void mistakes(const char *mistake) {
    int *p = numbers_on(0, 64), *q = numbers_on(1, 64);
    cudaStream_t stream;
    CHECKED(cudaStreamCreate(&stream));
    if (!strcmp(mistake, "peer")) add<<<1, 64>>>(q, p, 64);
    if (!strcmp(mistake, "stream")) {
        CHECKED(cudaSetDevice(0));
        times<<<2, 32, 0, stream>>>(p, 64);
    }
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

int main(int argc, char **argv) {
    int n, device[2];
    char bus[32];
    CHECKED(cudaGetDeviceCount(&n));
    printf("%d devices\n", n);
    if (argc > 1) {
        mistakes(argv[1]);
        return 0;
    }
    pthread_t thread;
    CHECKED(cudaSetDevice(1));
    pthread_create(&thread, NULL, in_a_thread, device);
    pthread_join(thread, NULL);
    cudaGetDevice(&n);
    printf("in the thread %d %d, here %d\n", device[0], device[1], n);
    CHECKED(cudaDeviceGetPCIBusId(bus, sizeof bus, 2));
    CHECKED(cudaDeviceGetByPCIBusId(&n, bus));
    printf("%s is device %d\n", bus, n);
    variables();
    peers();
    memory();
    streams();
    CHECKED(cudaSetDevice(2));
    CHECKED(cudaDeviceReset());
    variables();
    return 0;
}
