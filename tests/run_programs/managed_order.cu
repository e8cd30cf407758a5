// Host code and kernels on the same managed, or mapped, bytes: one of the cases by name.
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "tests/run_programs/checked.h"

__global__ void add(float *p, int n, float v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += v;
}

__global__ void total(const float *p, int n, float *sum) {
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++) *sum += p[i];
}

__global__ void count(int *to) {
    atomicAdd(to, 1);
}

__global__ void count_for_all(int *to) {
    atomicAdd_system(to, 1);
}

__global__ void announce(float *p, volatile int *flag) {
    *p = 3;
    __threadfence_system();
    *flag = 1;
}

static const int n = 3000, bytes = n * sizeof(float), blocks = (n + 255) / 256;
static __managed__ int number;
static __managed__ float table[5000];
static float *m, *other, *mapped, *sums, *plain;
static cudaStream_t a, b;
static cudaEvent_t event;
static volatile float sum;

__global__ void set_number(int to) {
    number = to;
}

__global__ void fill_table(float v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 5000) table[i] = v;
}

static void launch(cudaStream_t s) {
    add<<<blocks, 256, 0, s>>>(m, n, 1);
}

static const struct {
    const char *name;
    void (*run)();
} cases[] = {
    // These race.
    {"reads", [] { launch(0); sum = m[7]; }},
    {"writes", [] { launch(0); m[n - 1] = 2; }},
    {"writes_what_is_read", [] { total<<<1, 32>>>(m, n, sums); m[9] = 1; }},
    {"reads_in_a_loop", [] { launch(a); for (int i = 0; i < n; i++) sum = sum + m[i]; }},
    {"reads_variable", [] { set_number<<<1, 1>>>(5); sum = (float)number; }},
    {"reads_table", [] { fill_table<<<20, 256>>>(2); sum = table[4999]; }},
    {"reads_mapped", [] { add<<<blocks, 256>>>(mapped, n, 1); sum = mapped[3]; }},
    {"waits_for_another", [] { launch(a); CHECKED(cudaStreamSynchronize(b)); sum = m[7]; }},
    {"waits_too_early", [] { CHECKED(cudaEventRecord(event, a)); launch(a); CHECKED(cudaEventSynchronize(event)); sum = m[7]; }},
    {"reads_a_sum", [] { count<<<4, 32, 0, a>>>((int *)sums); sum = sums[0]; }},
    {"fills", [] { CHECKED(cudaMemsetAsync(m, 0, bytes, a)); sum = m[7]; }},
    {"second_launch", [] { launch(0); CHECKED(cudaDeviceSynchronize()); sum = m[7]; launch(0); sum = m[8]; }},
    {"copies_by_hand", [] { launch(0); memcpy(plain, m, bytes); }},

    // These do not.
    {"waits", [] { launch(0); CHECKED(cudaDeviceSynchronize()); sum = m[7]; m[8] = 1; }},
    {"waits_for_stream", [] { launch(a); CHECKED(cudaStreamSynchronize(a)); sum = m[7]; }},
    {"waits_for_event", [] { launch(a); CHECKED(cudaEventRecord(event, a)); CHECKED(cudaEventSynchronize(event)); m[7] = 1; }},
    {"attached", [] {
         CHECKED(cudaStreamAttachMemAsync(a, m, 0, cudaMemAttachSingle));
         add<<<blocks, 256, 0, b>>>(other, n, 1);
         launch(a);
         CHECKED(cudaStreamSynchronize(a));
         m[7] = 1;
     }},
    {"another_allocation", [] { launch(0); for (int i = 0; i < n; i++) other[i] = 1; }},
    {"other_bytes", [] { add<<<1, 256>>>(m, 256, 1); m[256] = 1; }},
    {"reads_what_is_read", [] { total<<<1, 32>>>(m, n, sums); sum = m[9]; }},
    {"copy_waits", [] { launch(0); CHECKED(cudaMemcpy(plain, other, bytes, cudaMemcpyDefault)); sum = m[7]; }},
    {"copy_of_it", [] { launch(0); CHECKED(cudaMemcpy(plain, m, bytes, cudaMemcpyDefault)); sum = plain[7] + m[7]; }},
    {"writes_before", [] { for (int i = 0; i < n; i++) m[i] = 1; launch(0); CHECKED(cudaDeviceSynchronize()); sum = m[7]; }},
    {"prefetches", [] { launch(a); CHECKED(cudaStreamSynchronize(a)); m[1] = 2; launch(a); CHECKED(cudaDeviceSynchronize()); }},
    {"asks_until_done", [] { launch(a); while (cudaStreamQuery(a) == cudaErrorNotReady); sum = m[7]; }},
    {"flag_of_the_kernel", [] {
         volatile int *flag = (int *)mapped;
         *flag = 0;
         announce<<<1, 1, 0, a>>>(m, (int *)mapped);
         while (!*flag);
         sum = m[0];
     }},
    {"counter_for_all", [] {
         *sums = 0;
         count_for_all<<<4, 32, 0, a>>>((int *)sums);
         while (*(volatile int *)sums < 128);
         sum = sums[0];
     }},
    {"sums_in_two_streams", [] {
         count<<<4, 32, 0, a>>>((int *)sums);
         count_for_all<<<4, 32, 0, b>>>((int *)sums);
         CHECKED(cudaDeviceSynchronize());
         sum = sums[0];
     }},
    {"host_function", [] {
         static std::atomic<bool> done;
         launch(a);
         CHECKED(cudaLaunchHostFunc(a, [](void *) { m[3] = 1; done = true; }, NULL));
         while (!done);
         sum = m[7];
     }},
    {"frees", [] { launch(0); CHECKED(cudaFree(m)); CHECKED(cudaMallocManaged((void **)&m, bytes)); m[0] = 1; }},
    {"reads_variable_later", [] { set_number<<<1, 1>>>(5); CHECKED(cudaDeviceSynchronize()); sum = (float)number; }},
};

int main(int, char **argv) {
    CHECKED(cudaMallocManaged(&m, bytes));
    CHECKED(cudaMallocManaged(&other, bytes));
    CHECKED(cudaMallocManaged(&sums, sizeof *sums));
    CHECKED(cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped));
    plain = (float *)calloc(1, bytes);
    memset(m, 0, bytes);
    memset(other, 0, bytes);
    memset(mapped, 0, bytes);
    *sums = 0;
    for (cudaStream_t *s : {&a, &b}) CHECKED(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
    CHECKED(cudaEventCreate(&event));
    for (auto &c : cases) {
        if (strcmp(c.name, argv[1]) != 0) continue;
        c.run();
        CHECKED(cudaDeviceSynchronize());
        return 0;
    }
    return 2;
}
