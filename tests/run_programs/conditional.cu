// Conditional nodes of graphs: if, else, while, switch, one in another; and the graph as a picture.
#include "tests/run_programs/checked.h"

__global__ void decide(cudaGraphConditionalHandle handle, const int *value) {
    if (threadIdx.x == 0) cudaGraphSetConditional(handle, *value);
}

__global__ void count_down(cudaGraphConditionalHandle handle, int *left) {
    if (threadIdx.x == 0) cudaGraphSetConditional(handle, --*left > 0);
}

__global__ void add(int *sum, int value) {
    if (threadIdx.x == 0) *sum += value;
}

static int *left, *sum;

static cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t *before, void *kernel,
                                  void **arguments) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
    cudaGraphNode_t node = NULL;
    p.kernel.func = kernel;
    p.kernel.gridDim = dim3(1);
    p.kernel.blockDim = dim3(32);
    p.kernel.kernelParams = arguments;
    CHECKED(cudaGraphAddNode(&node, graph, before, NULL, before != NULL, &p));
    return node;
}

static void add_value(cudaGraph_t graph, int value) {
    void *arguments[] = {&sum, &value};
    add_kernel(graph, NULL, (void *)add, arguments);
}

static cudaGraphConditionalHandle new_handle(cudaGraph_t graph, unsigned value, unsigned flags) {
    cudaGraphConditionalHandle handle;
    CHECKED(cudaGraphConditionalHandleCreate(&handle, graph, value, flags));
    return handle;
}

static cudaGraph_t *add_conditional(cudaGraph_t graph, const cudaGraphNode_t *before,
                                    cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                                    unsigned size) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    cudaGraphNode_t node;
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    CHECKED(cudaGraphAddNode(&node, graph, before, NULL, before != NULL, &p));
    return p.conditional.phGraph_out;
}

static void launch(const char *what, cudaGraph_t graph, int value, int times) {
    cudaGraphExec_t exec;
    CHECKED(cudaGraphInstantiate(&exec, graph, 0));
    printf("%s %d:", what, value);
    for (int i = 0; i < times; i++) {
        *left = value;
        *sum = 0;
        CHECKED(cudaGraphLaunch(exec, 0));
        CHECKED(cudaDeviceSynchronize());
        printf(" %d", *sum);
    }
    printf("\n");
    CHECKED(cudaGraphExecDestroy(exec));
}

// A kernel decides which of the bodies, which add 1, 10, 100, runs.
static void choice(cudaGraphConditionalNodeType type, unsigned size, const char *what) {
    cudaGraph_t graph;
    CHECKED(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle handle = new_handle(graph, 0, 0);
    void *arguments[] = {&handle, &left};
    cudaGraphNode_t first = add_kernel(graph, NULL, (void *)decide, arguments);
    cudaGraph_t *bodies = add_conditional(graph, &first, handle, type, size);
    for (unsigned i = 0, value = 1; i < size; i++, value *= 10) add_value(bodies[i], value);
    for (int value = 0; value < 4; value++) launch(what, graph, value, 1);
    CHECKED(cudaGraphDestroy(graph));
}

// A loop whose value starts at its default, with a choice in its body; the body is captured.
static void loop() {
    cudaGraph_t graph, captured;
    cudaStream_t stream;
    CHECKED(cudaStreamCreate(&stream));
    CHECKED(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle handle = new_handle(graph, 1, cudaGraphCondAssignDefault);
    cudaGraph_t body = add_conditional(graph, NULL, handle, cudaGraphCondTypeWhile, 1)[0];
    CHECKED(cudaStreamBeginCaptureToGraph(stream, body, NULL, NULL, 0, cudaStreamCaptureModeRelaxed));
    add<<<1, 32, 0, stream>>>(sum, 1);
    count_down<<<1, 32, 0, stream>>>(handle, left);
    CHECKED(cudaStreamEndCapture(stream, &captured));

    cudaGraphConditionalHandle inner = new_handle(body, 1, cudaGraphCondAssignDefault);
    cudaGraphNode_t nodes[2];
    size_t count = 2;
    CHECKED(cudaGraphGetNodes(body, nodes, &count));
    void *arguments[] = {&inner, &left};
    cudaGraphNode_t third = add_kernel(body, &nodes[1], (void *)decide, arguments);
    add_value(add_conditional(body, &third, inner, cudaGraphCondTypeIf, 1)[0], 100);
    launch("loop", graph, 5, 3);

    char path[] = "/tmp/conditional.XXXXXX", line[200];
    int edges = 0, clusters = 0, file = mkstemp(path);
    CHECKED(cudaGraphDebugDotPrint(graph, path, cudaGraphDebugDotFlagsVerbose));
    FILE *picture = fdopen(file, "r");
    while (fgets(line, sizeof line, picture)) {
        edges += strstr(line, "->") != NULL;
        clusters += strstr(line, "cluster_") != NULL;
    }
    fclose(picture);
    remove(path);
    printf("picture: %d edges, %d graphs\n", edges, clusters);
    printf("%s\n", cudaGetErrorName(cudaGraphDebugDotPrint(graph, "/no/such/folder/graph.dot", 0)));
    cudaGetLastError();
    CHECKED(cudaGraphDestroy(graph));
}

int main(int argc, char **argv) {
    CHECKED(cudaMallocManaged(&left, sizeof *left));
    CHECKED(cudaMallocManaged(&sum, sizeof *sum));
    if (argc > 1) {
        decide<<<1, 32>>>(12345, left);
        CHECKED(cudaDeviceSynchronize());
        return 0;
    }
    choice(cudaGraphCondTypeIf, 1, "if");
    choice(cudaGraphCondTypeIf, 2, "if, else");
    choice(cudaGraphCondTypeSwitch, 3, "switch");
    loop();
    cudaGraphNode_t node;
    cudaGraph_t graph;
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 2;
    CHECKED(cudaGraphCreate(&graph, 0));
    printf("%s\n", cudaGetErrorName(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &p)));
    return 0;
}
