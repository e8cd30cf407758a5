// Work in two streams: which pairs race, and which are in order? One case a run: stream_order NAME.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "tests/run_programs/checked.h"

__global__ void add(float *p, int n, float v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += v;
}

__global__ void take(float *to, const float *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}

__global__ void strided(float *p, int n, int first) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
    if (i < n) p[i] = i;
}

__global__ void count(int *counter) {
    atomicAdd(counter, 1);
}

__global__ void launch_add(float *p, int n) {
    add<<<(n + 255) / 256, 256>>>(p, n, 1);
}

__global__ void fetch(float *to, cudaTextureObject_t from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = tex1Dfetch<float>(from, i);
}

__constant__ float factor;
__global__ void scale(float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= factor;
}

static const int n = 3000, bytes = n * sizeof(float), blocks = (n + 255) / 256;
static float *d, *e, *pinned, pageable[n];
static int *counter;
static cudaStream_t a, b, c, blocking, other_blocking;
static cudaEvent_t event, other_event, timed, timed_too;
static volatile float sum;
alignas(4096) static float registered[2048];

static void first(cudaStream_t s) {
    add<<<blocks, 256, 0, s>>>(d, n, 1);
}

static void second(cudaStream_t s) {
    add<<<blocks, 256, 0, s>>>(d, n, 2);
}

static void upload() {
    CHECKED(cudaMemcpyAsync(d, pinned, bytes, cudaMemcpyHostToDevice, a));
}

static void download() {
    CHECKED(cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost, a));
}

// Rows of 32 floats, 64 apart.
static void download_rows() {
    CHECKED(cudaMemcpy2DAsync(pinned, 256, d, 256, 128, 40, cudaMemcpyDeviceToHost, a));
}

static cudaGraphExec_t graph_that_adds() {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECKED(cudaStreamBeginCapture(c, cudaStreamCaptureModeGlobal));
    second(c);
    CHECKED(cudaStreamEndCapture(c, &graph));
    CHECKED(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

static cudaTextureObject_t texture_of(float *memory) {
    cudaTextureObject_t texture;
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = bytes;
    CHECKED(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    return texture;
}

static void wait_for_event(cudaStream_t s, cudaEvent_t of) {
    CHECKED(cudaStreamWaitEvent(s, of, 0));
}

static struct {
    const char *name;
    void (*run)();
} const cases[] = {
    // Nothing orders these.
    {"two_streams", [] { first(a); second(b); }},
    {"default_first", [] { first(0); second(a); }},
    {"default_second", [] { first(a); second(0); }},
    {"two_blocking", [] { first(blocking); second(other_blocking); }},
    {"fill", [] { CHECKED(cudaMemset(d, 0, bytes)); second(a); }},
    {"copy_inside", [] { CHECKED(cudaMemcpy(e, d, bytes, cudaMemcpyDeviceToDevice)); second(a); }},
    {"read_back", [] { first(a); CHECKED(cudaMemcpyAsync(pinned, d, 40, cudaMemcpyDeviceToHost, b)); }},
    {"rows", [] { first(a); CHECKED(cudaMemset2DAsync(d + 8, 64, 0, 4, 3, b)); }},
    {"pinned", [] {
         CHECKED(cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost, a));
         CHECKED(cudaMemcpyAsync(e, pinned, bytes, cudaMemcpyHostToDevice, b));
     }},
    {"event_of_the_other", [] { first(a); CHECKED(cudaEventRecord(event, b)); wait_for_event(b, event); second(b); }},
    {"event_too_early", [] { CHECKED(cudaEventRecord(event, a)); first(a); wait_for_event(b, event); second(b); }},
    {"waited_for_the_other", [] { first(a); CHECKED(cudaStreamSynchronize(b)); second(b); }},
    {"host_function", [] {
         first(a);
         CHECKED(cudaLaunchHostFunc(a, [](void *) {}, NULL));
         second(b);
     }},
    {"host_function_and_work", [] {
         first(a);
         CHECKED(cudaLaunchHostFunc(a, [](void *) {}, NULL));
         CHECKED(cudaMemsetAsync(e, 0, 4, c));
         second(b);
     }},
    {"asked_once", [] { first(a); cudaStreamQuery(a); second(b); }},
    {"asked_twice", [] { first(a); cudaStreamQuery(a), cudaStreamQuery(a); second(b); }},
    {"event_asked_once", [] { first(a); CHECKED(cudaEventRecord(event, a)); cudaEventQuery(event); second(b); }},
    {"event_timed_too_early", [] {
         float ms;
         CHECKED(cudaEventRecord(timed, a));
         first(a);
         CHECKED(cudaEventRecord(timed_too, a));
         if (cudaEventElapsedTime(&ms, timed, timed_too) != cudaErrorNotReady) exit(3);
         second(b);
     }},
    {"counter_is_read", [] {
         count<<<1, 32, 0, a>>>(counter);
         CHECKED(cudaMemcpyAsync(pinned, counter, 4, cudaMemcpyDeviceToHost, b));
     }},
    {"freed", [] { first(a); CHECKED(cudaFreeAsync(e, a)); take<<<1, 1, 0, b>>>(d, d, 0); CHECKED(cudaFreeAsync(d, b)); }},
    {"allocated", [] {
         float *fresh;
         CHECKED(cudaMallocAsync((void **)&fresh, bytes, a));
         CHECKED(cudaMemsetAsync(fresh, 0, bytes, b));
     }},
    {"graph", [] { cudaGraphExec_t exec = graph_that_adds(); first(a); CHECKED(cudaGraphLaunch(exec, b)); }},
    {"child", [] { launch_add<<<1, 1, 0, a>>>(d, n); second(b); }},
    {"texture", [] {
         cudaTextureObject_t texture = texture_of(d);
         fetch<<<blocks, 256, 0, a>>>(e, texture, n);
         second(b);
     }},
    {"constant", [] {
         const float two = 2;
         CHECKED(cudaDeviceSynchronize());
         scale<<<blocks, 256, 0, a>>>(d, n);
         CHECKED(cudaMemcpyToSymbolAsync(factor, &two, 4, 0, cudaMemcpyHostToDevice, b));
     }},
    {"third", [] {
         first(a);
         CHECKED(cudaEventRecord(event, a));
         wait_for_event(b, event);
         second(b);
         take<<<blocks, 256, 0, c>>>(e, d, n);
     }},
    {"last_byte", [] {
         CHECKED(cudaMemsetAsync(d, 0, 5001, a));
         CHECKED(cudaMemsetAsync((char *)d + 5000, 0, 100, b));
     }},
    {"thread_streams", [] {
         first(cudaStreamPerThread);
         std::thread([] { second(cudaStreamPerThread); }).join();
     }},
    {"two_threads", [] { first(0); std::thread([] { second(0); }).join(); }}, // only where 0 is the thread's own

    // The host and a copy: nothing orders these.
    {"host_writes", [] { upload(); pinned[5] = 1; }},
    {"host_writes_last", [] { upload(); ((char *)pinned)[bytes - 1] = 1; }},
    {"host_reads", [] { download(); sum += pinned[5]; }},
    {"host_copies", [] { download(); memcpy(pageable, pinned, bytes); }},
    {"host_overwrites", [] { download(); pinned[5] = 1; }},
    {"host_copies_to_host", [] { download(); CHECKED(cudaMemcpy(pageable, pinned, bytes, cudaMemcpyHostToHost)); }},
    {"host_asks_and_reads", [] { download(); cudaStreamQuery(a); sum += pinned[5]; }},
    {"host_waits_for_another", [] { download(); CHECKED(cudaStreamSynchronize(b)); sum += pinned[5]; }},
    {"host_waits_for_too_early", [] {
         CHECKED(cudaEventRecord(event, a));
         download();
         CHECKED(cudaEventSynchronize(event));
         sum += pinned[5];
     }},
    {"host_reads_rows", [] { download_rows(); sum += pinned[64 * 20 + 3]; }},
    {"host_reads_in_default", [] { CHECKED(cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost)); sum += pinned[5]; }},
    {"host_reads_in_thread", [] { download(); std::thread([] { sum += pinned[5]; }).join(); }},
    {"host_writes_registered", [] {
         CHECKED(cudaHostRegister(registered, sizeof registered, 0));
         CHECKED(cudaMemcpyAsync(d, registered, sizeof registered, cudaMemcpyHostToDevice, a));
         registered[2000] = 1;
     }},
    {"host_writes_while_graph", [] {
         cudaGraph_t graph;
         cudaGraphExec_t exec;
         CHECKED(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
         upload();
         CHECKED(cudaStreamEndCapture(a, &graph));
         CHECKED(cudaGraphInstantiate(&exec, graph, 0));
         pinned[5] = 1; // nothing is under way yet
         CHECKED(cudaGraphLaunch(exec, a));
         pinned[6] = 1;
     }},
    {"host_function_of_another", [] {
         download();
         CHECKED(cudaLaunchHostFunc(b, [](void *) { sum += pinned[5]; }, NULL));
     }},

    // The host and a copy, in order.
    {"host_writes_first", [] { pinned[5] = 1; upload(); }},
    {"host_reads_what_is_read", [] { upload(); sum += pinned[5]; }},
    {"host_waits_and_writes", [] { upload(); CHECKED(cudaStreamSynchronize(a)); pinned[5] = 1; }},
    {"host_waits_and_reads", [] { download(); CHECKED(cudaDeviceSynchronize()); sum += pinned[5]; }},
    {"host_waits_for_event", [] {
         download();
         CHECKED(cudaEventRecord(event, a));
         CHECKED(cudaEventSynchronize(event));
         sum += pinned[5];
     }},
    {"host_waits_for_what_waits", [] {
         download();
         CHECKED(cudaEventRecord(event, a));
         wait_for_event(b, event);
         CHECKED(cudaStreamSynchronize(b));
         sum += pinned[5];
     }},
    {"host_asks_until_done", [] { download(); while (cudaStreamQuery(a) == cudaErrorNotReady); sum += pinned[5]; }},
    {"host_asks_event", [] {
         download();
         CHECKED(cudaEventRecord(event, a));
         while (cudaEventQuery(event) == cudaErrorNotReady);
         sum += pinned[5];
     }},
    {"host_waits_by_a_copy", [] {
         CHECKED(cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost));
         CHECKED(cudaMemcpy(pageable, e, bytes, cudaMemcpyDeviceToHost));
         sum += pinned[5];
     }},
    {"host_uses_the_rest", [] {
         CHECKED(cudaMemcpyAsync(d, pinned, bytes / 2, cudaMemcpyHostToDevice, a));
         for (int i = n / 2; i < n; i++) pinned[i] = i;
     }},
    {"host_reads_between_rows", [] { download_rows(); sum += pinned[64 * 20 + 35]; }},
    {"pageable_is_staged", [] { CHECKED(cudaMemcpyAsync(d, pageable, bytes, cudaMemcpyHostToDevice, a)); pageable[5] = 1; }},
    {"one_after_the_other", [] { upload(); download(); upload(); }},
    {"host_function_behind", [] {
         download();
         CHECKED(cudaLaunchHostFunc(a, [](void *) { sum += pinned[5]; }, NULL));
     }},
    {"host_frees", [] {
         float *other;
         download();
         CHECKED(cudaFreeHost(pinned));
         CHECKED(cudaMallocHost(&other, bytes));
         CHECKED(cudaMemcpyAsync(other, d, bytes, cudaMemcpyDeviceToHost, b));
     }},
    {"host_writes_a_file", [] {
         download();
         CHECKED(cudaStreamSynchronize(a));
         FILE *f = fopen("/dev/null", "w");
         setvbuf(f, NULL, _IONBF, 0);
         if (fwrite(pinned, 1, bytes, f) != bytes) exit(3);
     }},

    // These are in order, or share nothing that matters.
    {"one_stream", [] { first(a); second(a); }},
    {"event", [] { first(a); CHECKED(cudaEventRecord(event, a)); wait_for_event(b, event); second(b); }},
    {"events", [] {
         first(a);
         CHECKED(cudaEventRecord(event, a));
         wait_for_event(b, event);
         CHECKED(cudaEventRecord(other_event, b));
         wait_for_event(c, other_event);
         second(c);
     }},
    {"event_waited_for", [] { first(a); CHECKED(cudaEventRecord(event, a)); CHECKED(cudaEventSynchronize(event)); second(b); }},
    {"stream_waited_for", [] { first(a); CHECKED(cudaStreamSynchronize(a)); second(b); }},
    {"device_waited_for", [] { first(a); CHECKED(cudaDeviceSynchronize()); second(b); }},
    {"function_waited_for", [] {
         static std::atomic<bool> done;
         first(a);
         CHECKED(cudaLaunchHostFunc(a, [](void *) { done = true; }, NULL));
         while (!done);
         second(b);
     }},
    {"function_amid_work", [] {
         static std::atomic<bool> done;
         first(a);
         CHECKED(cudaLaunchHostFunc(a, [](void *) { pinned[3] = 1; done = true; }, NULL));
         CHECKED(cudaMemcpyAsync(e, pinned, 16, cudaMemcpyHostToDevice, a));
         while (!done);
         CHECKED(cudaMemsetAsync(d, 0, 4, b));
     }},
    {"asked_until_done", [] { first(a); while (cudaStreamQuery(a) != cudaSuccess); second(b); }},
    {"event_asked_until_done", [] {
         first(a);
         CHECKED(cudaEventRecord(event, a));
         while (cudaEventQuery(event) != cudaSuccess);
         second(b);
     }},
    {"asked_when_done", [] {
         first(a);
         CHECKED(cudaDeviceSynchronize());
         CHECKED(cudaStreamQuery(a));
         CHECKED(cudaEventQuery(event)); // never recorded
         second(b);
     }},
    {"default_between", [] { first(blocking); add<<<1, 1>>>(e, 1, 1); second(other_blocking); }},
    {"default_after_blocking", [] { first(blocking); second(0); }},
    {"blocking_after_default", [] { first(0); second(blocking); }},
    {"copy_waited_for", [] { first(blocking); CHECKED(cudaMemcpy(pageable, e, 4, cudaMemcpyDeviceToHost)); second(a); }},
    {"upload", [] { CHECKED(cudaMemcpy(d, pageable, bytes, cudaMemcpyHostToDevice)); second(a); }},
    {"pageable", [] { CHECKED(cudaMemcpyAsync(pageable, d, bytes, cudaMemcpyDeviceToHost, a)); second(b); }},
    {"halves", [] { add<<<blocks, 256, 0, a>>>(d, n / 2, 1); add<<<blocks, 256, 0, b>>>(d + n / 2, n / 2, 1); }},
    {"every_second", [] { strided<<<blocks, 256, 0, a>>>(d, n, 0); strided<<<blocks, 256, 0, b>>>(d, n, 1); }},
    {"both_read", [] { take<<<blocks, 256, 0, a>>>(e, d, n / 2); take<<<blocks, 256, 0, b>>>(e + n / 2, d, n / 2); }},
    {"both_count", [] { count<<<9, 64, 0, a>>>(counter); count<<<9, 64, 0, b>>>(counter); }},
    {"freed_in_order", [] { first(a); CHECKED(cudaFreeAsync(d, a)); }},
    {"freed_and_again", [] {
         first(a);
         CHECKED(cudaFree(d));
         CHECKED(cudaMalloc(&d, bytes));
         CHECKED(cudaMemsetAsync(d, 0, bytes, b));
     }},
    {"graph_in_order", [] { cudaGraphExec_t exec = graph_that_adds(); first(a); CHECKED(cudaGraphLaunch(exec, a)); }},
    {"thread_waits", [] {
         first(cudaStreamPerThread);
         CHECKED(cudaStreamSynchronize(cudaStreamPerThread));
         std::thread([] { second(cudaStreamPerThread); }).join();
     }},
};

int main(int, char **argv) {
    CHECKED(cudaMalloc(&d, bytes));
    CHECKED(cudaMalloc(&e, bytes));
    CHECKED(cudaMalloc(&counter, sizeof(int)));
    CHECKED(cudaMallocHost(&pinned, bytes));
    memset(pinned, 0, bytes);
    CHECKED(cudaMemset(d, 0, bytes));
    CHECKED(cudaMemset(e, 0, bytes));
    CHECKED(cudaMemset(counter, 0, sizeof(int)));
    CHECKED(cudaDeviceSynchronize());
    for (cudaStream_t *s : {&a, &b, &c}) CHECKED(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
    CHECKED(cudaStreamCreate(&blocking));
    CHECKED(cudaStreamCreate(&other_blocking));
    CHECKED(cudaEventCreate(&event));
    CHECKED(cudaEventCreate(&timed));
    CHECKED(cudaEventCreate(&timed_too));
    CHECKED(cudaEventCreateWithFlags(&other_event, cudaEventDisableTiming));
    for (auto &c : cases) {
        if (strcmp(c.name, argv[1]) != 0) continue;
        c.run();
        CHECKED(cudaDeviceSynchronize());
        count<<<1, 1, 0, a>>>(counter); // what the host has waited for races with nothing
        return 0;
    }
    return 2;
}
