// cudaGraphDebugDotPrint: a graph in the language of Graphviz, as `dot -Tsvg` reads it.
#include <stdio.h>

#include "grader/runtime/graph.h"

static const char *type_words(enum cudaGraphNodeType type) {
    switch ((int)type) {
    case cudaGraphNodeTypeKernel: return "KERNEL";
    case cudaGraphNodeTypeMemcpy: return "MEMCPY";
    case cudaGraphNodeTypeMemset: return "MEMSET";
    case cudaGraphNodeTypeHost: return "HOST";
    case cudaGraphNodeTypeGraph: return "CHILD GRAPH";
    case cudaGraphNodeTypeEmpty: return "EMPTY";
    case cudaGraphNodeTypeWaitEvent: return "EVENT WAIT";
    case cudaGraphNodeTypeEventRecord: return "EVENT RECORD";
    case cudaGraphNodeTypeMemAlloc: return "MEM ALLOC";
    case cudaGraphNodeTypeMemFree: return "MEM FREE";
    default: return "CONDITIONAL";
    }
}

// A kernel's name stands in quotation marks: it holds none itself.
static void print_node(FILE *to, const Graph *graph, const Node *node, size_t index) {
    Kernel *kernel;
    fprintf(to, "\"graph_%llu_node_%zu\" [shape=\"%s\" label=\"%zu\\n%s", (unsigned long long)graph->id,
            index, node->type == cudaGraphNodeTypeKernel ? "octagon" : "box", index, type_words(node->type));
    if (node->type == cudaGraphNodeTypeKernel && find_kernel(node->kernel.func, &kernel) == cudaSuccess)
        fprintf(to, "\\n%s\\n<<<%ux%ux%u, %ux%ux%u>>>", kernel->name, node->kernel.gridDim.x,
                node->kernel.gridDim.y, node->kernel.gridDim.z, node->kernel.blockDim.x,
                node->kernel.blockDim.y, node->kernel.blockDim.z);
    fprintf(to, "\"];\n");
}

static size_t index_of(const Graph *graph, const Node *node) {
    size_t index = 0;
    for (const Node *n = graph->nodes; n && n != node; n = n->next) index++;
    return index;
}

static void print_graph(FILE *to, const Graph *graph) {
    const unsigned long long id = graph->id;
    size_t index = 0;
    fprintf(to, "subgraph cluster_%llu {\nlabel=\"graph_%llu\" style=\"dashed\";\n", id, id);
    for (const Node *n = graph->nodes; n; n = n->next, index++) {
        print_node(to, graph, n, index);
        for (size_t i = 0; i < n->before_count; i++)
            fprintf(to, "\"graph_%llu_node_%zu\" -> \"graph_%llu_node_%zu\";\n", id,
                    index_of(graph, n->before[i]), id, index);
        if (n->child) print_graph(to, n->child);
        for (uint32_t i = 0; i < n->body_count; i++) print_graph(to, n->bodies[i]);
    }
    fprintf(to, "}\n");
}

// The flags ask for more about each node, which the report has already.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags) {
    (void)flags;
    if (!graph || !path) return record_error(cudaErrorInvalidValue);
    FILE *to = fopen(path, "w");
    if (!to) return record_error(cudaErrorOperatingSystem);
    fprintf(to, "digraph dot {\n");
    print_graph(to, graph);
    fprintf(to, "}\n");
    const bool bad = ferror(to);
    return fclose(to) || bad ? record_error(cudaErrorOperatingSystem) : cudaSuccess;
}
