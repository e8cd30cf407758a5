// The calls that make, change and launch graphs.
//
// A node is filled by making its request as if it were to be sent at once, while this thread records into it.
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/graph.h"

typedef struct cudaGraphNodeParams AnyParams;

static cudaError_t no_node(void) {
    return record_error(cudaErrorInvalidValue);
}

static Node *add_node(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                      enum cudaGraphNodeType type) {
    if (!out || !graph || (count && !before)) return NULL;
    return *out = graph_add(graph, type, before, count);
}

// ---- What a node does

static cudaError_t fill_kernel(Node *node, const struct cudaKernelNodeParams *p) {
    if (!p || !p->func || p->extra) return no_node();
    void **arguments = p->kernelParams; // perhaps this node's own, from cudaGraphKernelNodeGetParams
    Node fresh = {.type = node->type, .graph = node->graph};
    record_into(&fresh);
    cudaError_t error =
        cudaLaunchKernel(p->func, p->gridDim, p->blockDim, arguments, p->sharedMemBytes, NULL);
    record_into(NULL);
    if (error != cudaSuccess) return error;
    node_clear(node);
    node->operations = fresh.operations;
    node->kernel = fresh.kernel;
    return cudaSuccess;
}

static cudaError_t fill_copy_1d(Node *node, void *to, const void *from, size_t bytes,
                                enum cudaMemcpyKind kind) {
    node_clear(node);
    record_into(node);
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, NULL);
    record_into(NULL);
    return error;
}

static cudaError_t fill_copy(Node *node, const struct cudaMemcpy3DParms *p) {
    if (!p) return no_node();
    node_clear(node);
    record_into(node);
    cudaError_t error = cudaMemcpy3DAsync(p, NULL);
    record_into(NULL);
    return error;
}

static cudaError_t fill_memset(Node *node, const struct cudaMemsetParams *p) {
    if (!p) return no_node();
    node_clear(node);
    record_into(node);
    cudaError_t error = fill_elements(p);
    record_into(NULL);
    return error;
}

static cudaError_t fill_host(Node *node, const struct cudaHostNodeParams *p) {
    if (!p || !p->fn) return no_node();
    node->host = *p;
    return cudaSuccess;
}

// ---- Explicit nodes

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
    if (!graph || flags) return record_error(cudaErrorInvalidValue);
    *graph = graph_new();
    return *graph ? cudaSuccess : record_error(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t count, const struct cudaKernelNodeParams *p) {
    Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeKernel);
    return node ? fill_kernel(node, p) : no_node();
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t count, const struct cudaMemcpy3DParms *p) {
    Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeMemcpy);
    return node ? fill_copy(node, p) : no_node();
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                     size_t count, void *to, const void *from, size_t bytes,
                                     enum cudaMemcpyKind kind) {
    Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeMemcpy);
    return node ? fill_copy_1d(node, to, from, bytes, kind) : no_node();
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                           const cudaGraphNode_t *before, size_t count, const void *symbol,
                                           const void *from, size_t bytes, size_t offset,
                                           enum cudaMemcpyKind kind) {
    void *to;
    cudaError_t error = cudaGetSymbolAddress(&to, symbol);
    if (error != cudaSuccess) return error;
    return cudaGraphAddMemcpyNode1D(out, graph, before, count, (char *)to + offset, from, bytes, kind);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                             const cudaGraphNode_t *before, size_t count, void *to,
                                             const void *symbol, size_t bytes, size_t offset,
                                             enum cudaMemcpyKind kind) {
    void *from;
    cudaError_t error = cudaGetSymbolAddress(&from, symbol);
    if (error != cudaSuccess) return error;
    return cudaGraphAddMemcpyNode1D(out, graph, before, count, to, (char *)from + offset, bytes, kind);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t count, const struct cudaMemsetParams *p) {
    Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeMemset);
    return node ? fill_memset(node, p) : no_node();
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                 size_t count, const struct cudaHostNodeParams *p) {
    if (!p || !p->fn) return no_node();
    Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeHost);
    return node ? fill_host(node, p) : no_node();
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                  size_t count) {
    return add_node(out, graph, before, count, cudaGraphNodeTypeEmpty) ? cudaSuccess : no_node();
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                       size_t count, cudaGraph_t child) {
    Node *node = child ? add_node(out, graph, before, count, cudaGraphNodeTypeGraph) : NULL;
    if (!node) return no_node();
    node->child = graph_copy(child);
    return node->child && graph_order(node->child) ? cudaSuccess : no_node();
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                        const cudaGraphNode_t *before, size_t count, cudaEvent_t event) {
    Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeEventRecord);
    if (!node) return no_node();
    record_into(node);
    cudaError_t error = cudaEventRecord(event, NULL);
    record_into(NULL);
    return error;
}

// Work is done in order, so whatever the event stands for is done.
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                      size_t count, cudaEvent_t event) {
    (void)event;
    return add_node(out, graph, before, count, cudaGraphNodeTypeWaitEvent) ? cudaSuccess : no_node();
}

// The memory is there from now on, at the address that each launch would give it: CUDA promises one address
// too.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                     size_t count, struct cudaMemAllocNodeParams *p) {
    Node *node = p ? add_node(out, graph, before, count, cudaGraphNodeTypeMemAlloc) : NULL;
    if (!node) return no_node();
    cudaError_t error = cudaMalloc(&p->dptr, p->bytesize);
    node->allocation = *p;
    return error;
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *p) {
    if (!node || !p || node->type != cudaGraphNodeTypeMemAlloc) return no_node();
    *p = node->allocation;
    return cudaSuccess;
}

// It stays allocated: the next launch needs it again.
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                                    size_t count, void *pointer) {
    Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeMemFree);
    if (!node) return no_node();
    node->allocation.dptr = pointer;
    return cudaSuccess;
}

#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                             const cudaGraphEdgeData *edges, size_t count, AnyParams *p) {
    (void)edges;
    if (!p) return no_node();
    switch (p->type) {
    case cudaGraphNodeTypeKernel: {
        const struct cudaKernelNodeParams kernel = {p->kernel.func,         p->kernel.gridDim,
                                                    p->kernel.blockDim,     p->kernel.sharedMemBytes,
                                                    p->kernel.kernelParams, p->kernel.extra};
        return cudaGraphAddKernelNode(out, graph, before, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(out, graph, before, count, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const struct cudaMemsetParams set = {p->memset.dst,         p->memset.pitch, p->memset.value,
                                             p->memset.elementSize, p->memset.width, p->memset.height};
        return cudaGraphAddMemsetNode(out, graph, before, count, &set);
    }
    case cudaGraphNodeTypeHost: {
        const struct cudaHostNodeParams host = {p->host.fn, p->host.userData};
        return cudaGraphAddHostNode(out, graph, before, count, &host);
    }
    case cudaGraphNodeTypeGraph: return cudaGraphAddChildGraphNode(out, graph, before, count, p->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(out, graph, before, count);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(out, graph, before, count, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(out, graph, before, count, p->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: {
        struct cudaMemAllocNodeParams allocation = {.poolProps = p->alloc.poolProps,
                                                    .bytesize = p->alloc.bytesize};
        cudaError_t error = cudaGraphAddMemAllocNode(out, graph, before, count, &allocation);
        p->alloc.dptr = allocation.dptr;
        return error;
    }
    case cudaGraphNodeTypeMemFree: return cudaGraphAddMemFreeNode(out, graph, before, count, p->free.dptr);
    case cudaGraphNodeTypeConditional: {
        Node *node = add_node(out, graph, before, count, cudaGraphNodeTypeConditional);
        return node ? conditional_fill(node, &p->conditional) : no_node();
    }
    default: return report_unsupported("cudaGraphAddNode of this type");
    }
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                     size_t count) {
    (void)edges;
#else
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count) {
#endif
    if (!graph || (count && (!from || !to))) return no_node();
    for (size_t i = 0; i < count; i++)
        if (!node_waits_for(to[i], &from[i], 1)) return record_error(cudaErrorMemoryAllocation);
    return cudaSuccess;
}

// ---- Asking

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    if (!graph || !count) return no_node();
    size_t i = 0;
    for (Node *n = graph->nodes; n && nodes && i < *count; n = n->next) nodes[i++] = n;
    *count = nodes ? i : graph->count;
    return cudaSuccess;
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    if (!graph || !count) return no_node();
    size_t i = 0;
    for (Node *n = graph->nodes; n; n = n->next) {
        if (n->before_count || (nodes && i == *count)) continue;
        if (nodes) nodes[i] = n;
        i++;
    }
    *count = i;
    return cudaSuccess;
}

#if CUDART_VERSION >= 13000
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edges, size_t *count) {
    if (!graph || !count) return no_node();
    size_t i = 0;
    for (Node *n = graph->nodes; n; n = n->next)
        for (size_t k = 0; k < n->before_count; k++) {
            if (from && to && i == *count) continue;
            if (from && to) from[i] = n->before[k], to[i] = n;
            if (edges) memset(&edges[i], 0, sizeof *edges);
            i++;
        }
    *count = i;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *before,
                                         cudaGraphEdgeData *edges, size_t *count) {
    if (!node || !count) return no_node();
    const size_t most = before && *count < node->before_count ? *count : node->before_count;
    if (before && most) memcpy(before, node->before, most * sizeof *before);
    if (edges) memset(edges, 0, most * sizeof *edges);
    *count = most;
    return cudaSuccess;
}
#endif

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    if (!node || !type) return no_node();
    *type = node->type;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p) {
    if (!node || !p || node->type != cudaGraphNodeTypeKernel) return no_node();
    *p = node->kernel;
    return cudaSuccess;
}

// ---- Changing

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *p) {
    return node && node->type == cudaGraphNodeTypeKernel ? fill_kernel(node, p) : no_node();
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *p) {
    return node && node->type == cudaGraphNodeTypeMemcpy ? fill_copy(node, p) : no_node();
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t bytes,
                                           enum cudaMemcpyKind kind) {
    return node && node->type == cudaGraphNodeTypeMemcpy ? fill_copy_1d(node, to, from, bytes, kind)
                                                         : no_node();
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *p) {
    return node && node->type == cudaGraphNodeTypeMemset ? fill_memset(node, p) : no_node();
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *p) {
    return node && node->type == cudaGraphNodeTypeHost ? fill_host(node, p) : no_node();
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    if (!clone || !graph) return no_node();
    *clone = graph_copy(graph);
    return *clone ? cudaSuccess : record_error(cudaErrorMemoryAllocation);
}

static Node *copy_of(Graph *graph, const Node *origin) {
    Node *n = graph ? graph->nodes : NULL;
    while (n && n->origin != origin) n = n->next;
    return n;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *out, cudaGraphNode_t node, cudaGraph_t clone) {
    if (!out || !(*out = copy_of(clone, node))) return no_node();
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph) return no_node();
    graph_free(graph);
    return cudaSuccess;
}

// ---- Graphs that can be launched: ordered copies

static Graph *graph_of(cudaGraphExec_t exec) {
    return (Graph *)exec;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    (void)flags; // how memory of its nodes is freed, and how it is sent: nothing that it computes
    if (!exec || !graph) return no_node();
    Graph *copy = graph_copy(graph);
    if (!copy) return record_error(cudaErrorMemoryAllocation);
    if (!graph_order(copy)) {
        graph_free(copy);
        return report_misuse(
            cudaErrorInvalidValue,
            "cudaGraphInstantiate was given a graph whose nodes wait for each other in a circle.");
    }
    *exec = (cudaGraphExec_t)copy;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params) {
    if (!params) return no_node();
    cudaError_t error = cudaGraphInstantiateWithFlags(exec, graph, params->flags);
    params->errNode_out = NULL;
    params->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    return error;
}
ALSO_NAMED(cudaGraphInstantiateWithParams, cudaGraphInstantiateWithParams_ptsz)

// In a stream that captures, a launch becomes a node that holds the graph.
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    Node *node;
    if (!exec) return no_node();
    cudaError_t error = capture_node(stream, cudaGraphNodeTypeGraph, &node);
    if (error != cudaSuccess) return record_error(error);
    if (!node) return graph_launch(graph_of(exec), stream);
    node->child = graph_copy(graph_of(exec));
    return node->child ? cudaSuccess : record_error(cudaErrorMemoryAllocation);
}
ALSO_NAMED(cudaGraphLaunch, cudaGraphLaunch_ptsz)

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    (void)stream;
    return exec ? cudaSuccess : no_node();
}
ALSO_NAMED(cudaGraphUpload, cudaGraphUpload_ptsz)

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return exec ? cudaGraphDestroy(graph_of(exec)) : no_node();
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *p) {
    return cudaGraphKernelNodeSetParams(copy_of(graph_of(exec), node), p);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p) {
    return cudaGraphMemcpyNodeSetParams(copy_of(graph_of(exec), node), p);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return cudaGraphMemcpyNodeSetParams1D(copy_of(graph_of(exec), node), to, from, bytes, kind);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p) {
    return cudaGraphMemsetNodeSetParams(copy_of(graph_of(exec), node), p);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p) {
    return cudaGraphHostNodeSetParams(copy_of(graph_of(exec), node), p);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    Node *copy = copy_of(graph_of(exec), node);
    if (!copy) return no_node();
    copy->disabled = !enabled;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled) {
    const Node *copy = copy_of(graph_of(exec), node);
    if (!copy || !enabled) return no_node();
    *enabled = !copy->disabled;
    return cudaSuccess;
}

static bool same_topology(const Graph *a, const Graph *b) {
    const Node *m = a->nodes, *n = b->nodes;
    for (; m && n; m = m->next, n = n->next)
        if (m->type != n->type || m->before_count != n->before_count) return false;
    return !m && !n;
}

// Takes over what the nodes of a graph of the same shape do.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
    if (!exec || !graph) return no_node();
    Graph *old = graph_of(exec), *fresh = graph_copy(graph);
    if (!fresh) return record_error(cudaErrorMemoryAllocation);
    const bool same = graph_order(fresh) && same_topology(old, fresh);
    if (info)
        *info = (cudaGraphExecUpdateResultInfo){.result = same ? cudaGraphExecUpdateSuccess
                                                               : cudaGraphExecUpdateErrorTopologyChanged};
    if (same) { // the program's handle stays, the contents change places; nodes are still known by their
                // first origin
        const Node *was = old->nodes;
        for (Node *n = fresh->nodes; n; n = n->next, was = was->next) n->origin = was->origin;
        const Graph swap = *old;
        *old = *fresh;
        *fresh = swap;
    }
    graph_free(fresh);
    return same ? cudaSuccess : record_error(cudaErrorGraphExecUpdateFailure);
}

// What graphs hold of memory is given back with them.
cudaError_t cudaDeviceGraphMemTrim(int device) {
    return check_device(device);
}
