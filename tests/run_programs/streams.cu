// Do streams, events, host functions and graphs do their work in an order that CUDA allows?
#include "tests/run_programs/checked.h"

__device__ int counted;

__global__ void add(float *p, int n, float value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += value;
    if (i == 0) atomicAdd(&counted, 1);
}

__global__ void say() {
    printf("thread %d\n", threadIdx.x);
}

static const int n = 1000;
static float *d, h[n];
static int calls;
static cudaStream_t s, s2;

static void CUDART_CB count_one(void *by) {
    calls += *(int *)by;
}

static void CUDART_CB count_ten(cudaStream_t, cudaError_t error, void *) {
    calls += error == cudaSuccess ? 10 : 1000;
}

static void times() {
    cudaEvent_t start, end;
    float first, second, none;
    CHECKED(cudaEventCreate(&start));
    CHECKED(cudaEventCreate(&end));
    CHECKED(cudaEventRecord(start, s));
    add<<<4, 256, 0, s>>>(d, n, 1);
    CHECKED(cudaEventRecord(end, s));
    CHECKED(cudaEventSynchronize(end));
    CHECKED(cudaEventElapsedTime(&first, start, end));
    CHECKED(cudaEventRecord(end, s));
    CHECKED(cudaEventElapsedTime(&second, start, end));
    printf("time %d %d, ready %d\n", first > 0, second > first, cudaEventQuery(end) == cudaSuccess);
    CHECKED(cudaEventDestroy(start));
    printf("gone %s\n", cudaGetErrorName(cudaEventElapsedTime(&none, start, end)));
    cudaGetLastError();
}

static void host_functions() {
    static int one = 1;
    int priority;
    unsigned flags;
    CHECKED(cudaLaunchHostFunc(s, count_one, &one));
    CHECKED(cudaStreamAddCallback(s, count_ten, NULL, 0));
    CHECKED(cudaStreamSynchronize(s));
    CHECKED(cudaStreamGetPriority(s2, &priority));
    CHECKED(cudaStreamGetFlags(s2, &flags));
    printf("host functions %d, priority %d, flags %u\n", calls, priority, flags);
}

// Two streams that part and meet again.
static void capture() {
    static int hundred = 100;
    cudaEvent_t part, meet;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[8];
    cudaStreamCaptureStatus status;
    size_t count = 8;
    CHECKED(cudaEventCreate(&part));
    CHECKED(cudaEventCreate(&meet));
    CHECKED(cudaMemset(d, 0, sizeof h));
    CHECKED(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<4, 256, 0, s>>>(d, n, 1);
    CHECKED(cudaEventRecord(part, s));
    CHECKED(cudaStreamWaitEvent(s2, part, 0));
    add<<<4, 256, 0, s2>>>(d, n, 10);
    CHECKED(cudaStreamIsCapturing(s2, &status));
    CHECKED(cudaEventRecord(meet, s2));
    CHECKED(cudaStreamWaitEvent(s, meet, 0));
    CHECKED(cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s));
    CHECKED(cudaLaunchHostFunc(s, count_one, &hundred));
    CHECKED(cudaStreamEndCapture(s, &graph));
    CHECKED(cudaGraphGetNodes(graph, nodes, &count));
    printf("captured %zu nodes, h[3] %g, calls %d, status %d\n", count, h[3], calls, status);
    CHECKED(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; i++) CHECKED(cudaGraphLaunch(exec, s));
    CHECKED(cudaStreamSynchronize(s));
    printf("launched, h[3] %g, calls %d\n", h[3], calls);

    cudaKernelNodeParams kernel;
    CHECKED(cudaGraphKernelNodeGetParams(nodes[0], &kernel));
    printf("old value %g, grid %u\n", *(float *)kernel.kernelParams[2], kernel.gridDim.x);
    float value = 1000;
    int size = n;
    void *arguments[] = {&d, &size, &value};
    kernel.kernelParams = arguments;
    CHECKED(cudaGraphExecKernelNodeSetParams(exec, nodes[0], &kernel));
    CHECKED(cudaGraphLaunch(exec, s));
    CHECKED(cudaStreamSynchronize(s));
    printf("changed, h[3] %g\n", h[3]);
    CHECKED(cudaGraphExecDestroy(exec));
    CHECKED(cudaGraphDestroy(graph));
}

// Waiting for work that is captured, and not done, is an error, and so is the end of that capture.
static void spoilt_capture() {
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaStreamCaptureStatus status;
    CHECKED(cudaEventCreate(&event));
    for (int what = 0; what < 3; what++) {
        CHECKED(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
        add<<<4, 256, 0, s>>>(d, n, 1);
        CHECKED(cudaEventRecord(event, s));
        cudaError_t error = what == 0   ? cudaStreamSynchronize(s)
                            : what == 1 ? cudaEventSynchronize(event)
                                        : cudaDeviceSynchronize();
        CHECKED(cudaStreamIsCapturing(s, &status));
        printf("spoilt: %s, status %d, ", cudaGetErrorName(error), status);
        printf("%s, ", cudaGetErrorName(cudaMemsetAsync(d, 0, 4, s)));
        error = cudaStreamEndCapture(s, &graph);
        printf("%s %d\n", cudaGetErrorName(error), graph != NULL);
    }
    cudaGetLastError();
    CHECKED(cudaStreamSynchronize(s));
    CHECKED(cudaEventSynchronize(event));
    CHECKED(cudaEventDestroy(event));
}

// Nodes that are added in another order than they wait for each other.
static void explicit_nodes() {
    cudaGraph_t graph, outer;
    cudaGraphExec_t exec;
    cudaGraphNode_t copy, set, kernel, child;
    float value = 4;
    int size = n;
    void *arguments[] = {&d, &size, &value};
    cudaKernelNodeParams launch = {};
    launch.func = (void *)add;
    launch.gridDim = dim3(4);
    launch.blockDim = dim3(256);
    launch.kernelParams = arguments;
    cudaMemsetParams fill = {d, 0, 0x40000000u, 4, (size_t)n, 1}; // 2.0f
    CHECKED(cudaGraphCreate(&graph, 0));
    CHECKED(cudaGraphAddMemcpyNode1D(&copy, graph, NULL, 0, h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECKED(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill));
    CHECKED(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &launch));
#if CUDART_VERSION >= 13000
    CHECKED(cudaGraphAddDependencies(graph, &kernel, &copy, NULL, 1));
#else
    CHECKED(cudaGraphAddDependencies(graph, &kernel, &copy, 1));
#endif
    value = 9; // the node has its own copy
    CHECKED(cudaGraphCreate(&outer, 0));
    CHECKED(cudaGraphAddChildGraphNode(&child, outer, NULL, 0, graph));
    CHECKED(cudaGraphInstantiate(&exec, outer, 0));
    CHECKED(cudaGraphLaunch(exec, 0));
    CHECKED(cudaDeviceSynchronize());
    printf("explicit, h[7] %g\n", h[7]);
}

int main() {
    int result;
    CHECKED(cudaMalloc(&d, sizeof h));
    CHECKED(cudaMemset(d, 0, sizeof h));
    CHECKED(cudaStreamCreate(&s));
    CHECKED(cudaStreamCreateWithPriority(&s2, cudaStreamNonBlocking, -3));
    times();
    host_functions();
    capture();
    spoilt_capture();
    explicit_nodes();
    CHECKED(cudaMemcpyFromSymbol(&result, counted, sizeof result));
    printf("kernels %d\n", result);
    say<<<1, 2>>>();
    CHECKED(cudaDeviceReset()); // prints, and gives everything back
    CHECKED(cudaMemcpyFromSymbol(&result, counted, sizeof result));
    printf("after the reset %d, %s, %s\n", result, cudaGetErrorName(cudaFree(d)),
           cudaGetErrorName(cudaStreamQuery(s)));
    return 0;
}
