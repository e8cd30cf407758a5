// Branches of a graph: what no edge orders may run at the same time. `device` is told so in streams and events: each
// node of a graph that is no chain has a stream of its own, which waits for the nodes before it.
#include "grader/runtime/graph.h"

// Is there one order only, since each node waits for the one before it?
static bool is_chain(const Graph *graph) {
    for (const Node *n = graph->nodes; n && n->next; n = n->next) {
        bool waits = false;
        for (size_t i = 0; i < n->next->before_count; i++) waits |= n->next->before[i] == n;
        if (!waits) return false;
    }
    return true;
}

void branch_free(Node *node) {
    if (!node->has_branch) return;
    cudaStreamDestroy(node->branch);
    cudaEventDestroy(node->done);
    node->has_branch = false;
}

// The node's stream and event, on the device in use.
static cudaError_t make_branch(Node *node) {
    if (node->has_branch && node->branch_device == current_device()) return cudaSuccess;
    branch_free(node);
    cudaError_t error = cudaStreamCreateWithFlags(&node->branch, cudaStreamNonBlocking);
    if (error == cudaSuccess) error = cudaEventCreateWithFlags(&node->done, cudaEventDisableTiming);
    node->has_branch = error == cudaSuccess;
    node->branch_device = current_device();
    return error;
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
    Request request = {.call = CALL_EVENT_RECORD, .arg = {handle_of(event)}, .stream = handle_of(stream)};
    return ask_device(&request);
}

static cudaError_t wait_for(cudaStream_t stream, cudaEvent_t event) {
    Request request = {
        .call = CALL_STREAM_WAIT_EVENT, .arg = {handle_of(event)}, .stream = handle_of(stream)};
    return ask_device(&request);
}

// A disabled node orders the others as before.
static cudaError_t run_branch(Node *node, cudaEvent_t begin) {
    cudaError_t error = make_branch(node);
    if (error == cudaSuccess) error = wait_for(node->branch, begin);
    for (size_t i = 0; i < node->before_count && error == cudaSuccess; i++)
        error = wait_for(node->branch, node->before[i]->done);
    if (error == cudaSuccess) error = node_run(node, node->branch);
    return error == cudaSuccess ? record(node->done, node->branch) : error;
}

static cudaError_t run_branches(const Graph *graph, cudaStream_t stream) {
    cudaEvent_t begin;
    cudaError_t error = cudaEventCreateWithFlags(&begin, cudaEventDisableTiming);
    if (error != cudaSuccess) return error;
    error = record(begin, stream);
    for (Node *n = graph->nodes; n && error == cudaSuccess; n = n->next) error = run_branch(n, begin);
    for (Node *n = graph->nodes; n && error == cudaSuccess; n = n->next) error = wait_for(stream, n->done);
    cudaEventDestroy(begin);
    return error;
}

cudaError_t graph_run(const Graph *graph, cudaStream_t stream) {
    if (!is_chain(graph)) return run_branches(graph, stream);
    cudaError_t error = cudaSuccess;
    for (Node *n = graph->nodes; n && error == cudaSuccess; n = n->next) error = node_run(n, stream);
    return error;
}
