// Conditional nodes of graphs: bodies that run if, while, or where a value says so.
//
// Kernels set that value by cudaGraphSetConditional(), which `device` carries out as a store into a word of
// device memory. The graph is run node by node, so the word is read when a node's turn comes.
#include <stdlib.h>

#include "grader/runtime/graph.h"

static cudaError_t write_word(uint64_t handle, uint32_t value, cudaStream_t stream) {
    Request request = {.call = CALL_WRITE,
                       .arg = {handle},
                       .stream = handle_of(stream),
                       .payload = host_bytes(&value, sizeof value)};
    return ask_device(&request);
}

static cudaError_t read_word(uint64_t handle, uint32_t *value, cudaStream_t stream) {
    Request request = {.call = CALL_READ,
                       .arg = {handle, sizeof *value},
                       .stream = handle_of(stream),
                       .answer = host_bytes(value, sizeof *value)};
    return ask_device(&request);
}

static cudaError_t add_condition(Graph *graph, Condition of) {
    Condition *condition = malloc(sizeof *condition);
    if (!condition) return cudaErrorMemoryAllocation;
    *condition = of;
    condition->next = graph->conditions;
    graph->conditions = condition;
    return cudaSuccess;
}

#if CUDART_VERSION >= 13000
// Copies of the graph use the word too: it stays when the graph is destroyed.
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned value, unsigned flags) {
    void *word;
    if (!handle || !graph || flags & ~(unsigned)cudaGraphCondAssignDefault)
        return record_error(cudaErrorInvalidValue);
    cudaError_t error = cudaMalloc(&word, sizeof value);
    if (error == cudaSuccess) error = write_word(handle_of(word), value, NULL);
    if (error != cudaSuccess) return error;
    *handle = handle_of(word);
    return record_error(
        add_condition(graph, (Condition){.handle = *handle, .has_default = flags != 0, .value = value}));
}

static bool right_size(enum cudaGraphConditionalNodeType type, unsigned size) {
    switch (type) {
    case cudaGraphCondTypeIf: return size == 1 || size == 2;
    case cudaGraphCondTypeWhile: return size == 1;
    default: return type == cudaGraphCondTypeSwitch && size > 0;
    }
}

cudaError_t conditional_fill(Node *node, struct cudaConditionalNodeParams *p) {
    if (!right_size(p->type, p->size)) return record_error(cudaErrorInvalidValue);
    node->condition = p->handle;
    node->choice = p->type;
    node->bodies = calloc(p->size, sizeof(Graph *));
    if (!node->bodies) return record_error(cudaErrorMemoryAllocation);
    for (; node->body_count < p->size; node->body_count++)
        if (!(node->bodies[node->body_count] = graph_new())) return record_error(cudaErrorMemoryAllocation);
    p->phGraph_out = node->bodies;
    return cudaSuccess;
}
#endif

bool conditional_copy(Node *to, const Node *from) {
    to->condition = from->condition;
    to->choice = from->choice;
    if (!from->bodies) return true;
    to->bodies = calloc(from->body_count, sizeof(Graph *));
    for (; to->bodies && to->body_count < from->body_count; to->body_count++)
        if (!(to->bodies[to->body_count] = graph_copy(from->bodies[to->body_count]))) return false;
    return to->bodies != NULL;
}

bool conditions_copy(Graph *to, const Graph *from) {
    for (const Condition *c = from->conditions; c; c = c->next)
        if (add_condition(to, *c) != cudaSuccess) return false;
    return true;
}

bool conditional_order(Node *node) {
    for (uint32_t i = 0; i < node->body_count; i++)
        if (!graph_order(node->bodies[i])) return false;
    return true;
}

void conditional_free(Node *node) {
    for (uint32_t i = 0; i < node->body_count; i++) graph_free(node->bodies[i]);
    free(node->bodies);
}

void conditions_free(Graph *graph) {
    for (Condition *c = graph->conditions, *next; c; c = next) {
        next = c->next;
        free(c);
    }
}

cudaError_t conditional_run(const Node *node, cudaStream_t stream) {
    enum { IF, WHILE }; // cudaGraphConditionalNodeType; what is left is SWITCH
    uint32_t value = 0;
    cudaError_t error = read_word(node->condition, &value, stream);
    while (error == cudaSuccess && node->choice == WHILE && value) {
        error = graph_run(node->bodies[0], stream);
        if (error == cudaSuccess) error = read_word(node->condition, &value, stream);
    }
    if (error != cudaSuccess || node->choice == WHILE) return error;
    const uint32_t body = node->choice == IF ? value == 0 : value;
    return body < node->body_count ? graph_run(node->bodies[body], stream) : cudaSuccess;
}

cudaError_t conditions_reset(const Graph *graph, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (const Condition *c = graph->conditions; c && error == cudaSuccess; c = c->next)
        if (c->has_default) error = write_word(c->handle, c->value, stream);
    for (const Node *n = graph->nodes; n && error == cudaSuccess; n = n->next) {
        if (n->child) error = conditions_reset(n->child, stream);
        for (uint32_t i = 0; i < n->body_count && error == cudaSuccess; i++)
            error = conditions_reset(n->bodies[i], stream);
    }
    return error;
}
