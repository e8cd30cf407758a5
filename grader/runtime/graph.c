// Graphs and their nodes: making, copying, ordering, running.
//
// A graph is run node by node in one order that its edges allow. A GPU may choose any such order, and may run
// several nodes at once: what then races is found by graph_branches.c.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/graph.h"

static atomic_uint_fast64_t last_id;

Graph *graph_new(void) {
    Graph *graph = calloc(1, sizeof *graph);
    if (!graph) return NULL;
    graph->end = &graph->nodes;
    graph->id = ++last_id;
    return graph;
}

void node_clear(Node *node) {
    for (Operation *o = node->operations, *next; o; o = next) {
        next = o->next;
        free(o->payload);
        free(o);
    }
    node->operations = NULL;
    free(node->kernel.kernelParams);
    node->kernel.kernelParams = NULL;
}

static void node_free(Node *node) {
    node_clear(node);
    branch_free(node);
    if (node->child) graph_free(node->child);
    conditional_free(node);
    free(node->before);
    free(node);
}

void graph_free(Graph *graph) {
    for (Node *n = graph->nodes, *next; n; n = next) {
        next = n->next;
        node_free(n);
    }
    conditions_free(graph);
    free(graph);
}

bool node_waits_for(Node *node, Node *const *before, size_t count) {
    if (count == 0) return true;
    Node **grown = realloc(node->before, (node->before_count + count) * sizeof(Node *));
    if (!grown) return false;
    node->before = grown;
    memcpy(grown + node->before_count, before, count * sizeof(Node *));
    node->before_count += count;
    return true;
}

Node *graph_add(Graph *graph, enum cudaGraphNodeType type, Node *const *before, size_t before_count) {
    Node *node = calloc(1, sizeof *node);
    if (!node || !node_waits_for(node, before, before_count)) {
        free(node);
        return NULL;
    }
    node->type = type;
    node->graph = graph;
    *graph->end = node;
    graph->end = &node->next;
    graph->count++;
    return node;
}

// A kernel's arguments point into the block that is sent.
static void point_to_arguments(Node *node, const char *payload) {
    Kernel *kernel;
    if (find_kernel(node->kernel.func, &kernel) != cudaSuccess) return;
    free(node->kernel.kernelParams);
    node->kernel.kernelParams = calloc(kernel->layout->count + 1, sizeof(void *));
    for (uint32_t i = 0; node->kernel.kernelParams && i < kernel->layout->count; i++)
        node->kernel.kernelParams[i] = (void *)(payload + kernel->layout->param[i].offset);
}

static cudaError_t add_operation(Node *node, const Request *request, const uint64_t *caller) {
    Operation *o = calloc(1, sizeof *o), **end = &node->operations;
    if (!o) return cudaErrorMemoryAllocation;
    o->request = *request;
    if (caller)
        memcpy(o->caller, caller, sizeof o->caller);
    else
        collect_callers(o->caller);
    o->request.caller = NULL;
    if (request->call == CALL_LAUNCH) {
        const size_t size = host_block_size(&request->payload);
        o->payload = malloc(size + 1);
        if (!o->payload) {
            free(o);
            return cudaErrorMemoryAllocation;
        }
        if (size) memcpy(o->payload, request->payload.start, size);
        o->request.payload = host_bytes(o->payload, size);
        node->kernel = (struct cudaKernelNodeParams){
            .func = (void *)request->function,
            .gridDim = {(unsigned)request->arg[1], (unsigned)(request->arg[1] >> 32),
                        (unsigned)request->arg[2]},
            .blockDim = {(unsigned)(request->arg[2] >> 32), (unsigned)request->arg[3],
                         (unsigned)(request->arg[3] >> 32)},
            .sharedMemBytes = (unsigned)request->arg[4],
            .kernelParams = node->kernel.kernelParams,
        };
        point_to_arguments(node, o->payload);
    }
    while (*end) end = &(*end)->next;
    *end = o;
    return cudaSuccess;
}

static bool copy_node(Node *to, const Node *from) {
    to->host = from->host;
    to->allocation = from->allocation;
    to->disabled = from->disabled;
    to->origin = from;
    if (from->child && !(to->child = graph_copy(from->child))) return false;
    if (!conditional_copy(to, from)) return false;
    for (const Operation *o = from->operations; o; o = o->next)
        if (add_operation(to, &o->request, o->caller) != cudaSuccess) return false;
    return true;
}

Graph *graph_copy(const Graph *graph) {
    Graph *copy = graph_new();
    if (!copy) return NULL;
    bool good = conditions_copy(copy, graph);
    for (const Node *n = graph->nodes; n && good; n = n->next) {
        Node *to = graph_add(copy, n->type, n->before, n->before_count);
        good = to && copy_node(to, n);
    }
    // Waiting is for the copies, not for their originals.
    for (Node *n = copy->nodes; n; n = n->next)
        for (size_t i = 0; i < n->before_count; i++)
            for (Node *m = copy->nodes; m; m = m->next)
                if (m->origin == n->before[i]) {
                    n->before[i] = m;
                    break;
                }
    if (good) return copy;
    graph_free(copy);
    return NULL;
}

static bool is_free(const Node *node) {
    for (size_t i = 0; i < node->before_count; i++)
        if (!node->before[i]->placed) return false;
    return true;
}

bool graph_order(Graph *graph) {
    Node *ordered = NULL, **end = &ordered;
    for (Node *n = graph->nodes; n; n = n->next) n->placed = false;
    for (bool any = true; any;) {
        any = false;
        for (Node **link = &graph->nodes; *link;) {
            Node *n = *link;
            if (!is_free(n)) {
                link = &n->next;
                continue;
            }
            *link = n->next;
            n->next = NULL;
            n->placed = any = true;
            *end = n;
            end = &n->next;
        }
    }
    bool all = !graph->nodes;
    for (Node *n = ordered; n; n = n->next) all &= conditional_order(n);
    *end = graph->nodes; // what waits for itself
    graph->nodes = ordered;
    for (graph->end = &graph->nodes; *graph->end; graph->end = &(*graph->end)->next) {
    }
    return all;
}

cudaError_t node_run(const Node *n, cudaStream_t stream) {
    if (n->disabled) return cudaSuccess;
    cudaError_t error = cudaSuccess;
    for (const Operation *o = n->operations; o && error == cudaSuccess; o = o->next) {
        Request request = o->request;
        request.caller = o->caller;
        request.stream = handle_of(stream); // not the one that it was captured in
        request.waits = false;
        if (request.call == CALL_LAUNCH) request.arg[5] = 0; // what launches the graph returns the error
        error = ask_device(&request);
    }
    if (n->type == cudaGraphNodeTypeHost) {
        const HostFunction asked = {.function = n->host.fn, .data = n->host.userData};
        host_function_ask(stream, &asked, true);
    }
    if (n->child && error == cudaSuccess) error = graph_run(n->child, stream);
    if (n->bodies && error == cudaSuccess) error = conditional_run(n, stream);
    return error;
}

cudaError_t graph_launch(const Graph *graph, cudaStream_t stream) {
    cudaError_t error = conditions_reset(graph, stream);
    return error == cudaSuccess ? graph_run(graph, stream) : error;
}

// ---- Where requests go: to `device`, or into a graph

static _Thread_local Node *recording;

void record_into(Node *node) {
    recording = node;
}

static enum cudaGraphNodeType type_of(const Request *request) {
    switch (request->call) {
    case CALL_LAUNCH: return cudaGraphNodeTypeKernel;
    case CALL_FILL:
    case CALL_FILL_2D: return cudaGraphNodeTypeMemset;
    case CALL_EVENT_RECORD: return cudaGraphNodeTypeEventRecord;
    default: return cudaGraphNodeTypeMemcpy;
    }
}

cudaError_t submit(Request *request, cudaStream_t stream, bool blocking) {
    request->stream = handle_of(stream);
    request->waits = is_waited_for(request, blocking);
    if (recording) return record_error(add_operation(recording, request, request->caller));
    Node *node;
    cudaError_t error = capture_node(stream, type_of(request), &node);
    if (error != cudaSuccess) return record_error(error);
    if (node) return record_error(add_operation(node, request, request->caller));
    return blocking ? ask_device_blocking(request) : ask_device(request);
}
