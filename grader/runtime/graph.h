// CUDA graphs, as our libcudart keeps them: `device` knows nothing of them, it gets their requests one by
// one.
#ifndef WARPBOOK_GRAPH_H
#define WARPBOOK_GRAPH_H

#include "grader/runtime/runtime.h"

// One request of a node, to be sent at each launch.
typedef struct Operation {
    Request request;
    uint64_t caller[MESSAGE_CALLERS]; // where it was asked for, not where the graph is launched
    char *payload; // owned: a kernel's parameters; NULL: the payload is the program's memory
    struct Operation *next;
} Operation;

typedef struct CUgraphNode_st Node;
typedef struct CUgraph_st Graph;

// The value that a conditional node looks at: a word of device memory, whose address is the handle.
typedef struct Condition {
    uint64_t handle;
    bool has_default; // which each launch of the graph sets
    uint32_t value;
    struct Condition *next;
} Condition;

struct CUgraphNode_st {
    enum cudaGraphNodeType type;
    Graph *graph;
    Operation *operations;          // in order
    struct cudaHostNodeParams host; // of a host node
    Graph *child;                   // of a child graph node, owned
    struct cudaKernelNodeParams
        kernel; // of a kernel node, for cudaGraphKernelNodeGetParams; kernelParams is owned
    struct cudaMemAllocNodeParams allocation; // of an allocation node
    uint64_t condition;                       // of a conditional node: the handle
    uint32_t choice;                          // cudaGraphConditionalNodeType
    Graph **bodies;                           // owned, body_count of them
    uint32_t body_count;
    Node **before; // what it waits for
    size_t before_count;
    const Node *origin; // of a copy: the node that it was copied from
    bool disabled, placed;
    cudaStream_t
        branch; // where has_branch is set: its own stream, on a device, and what is recorded there behind it
    cudaEvent_t done;
    int branch_device;
    bool has_branch;
    Node *next;
};

// Nodes in the order in which they were added, or, once instantiated, in one in which they can run.
struct CUgraph_st {
    Node *nodes, **end;
    size_t count;
    uint64_t id;
    Condition *conditions; // of its conditional nodes
    bool spoilt;           // while it is captured: something was asked for that no graph can hold
};

Graph *graph_new(void);
void graph_free(Graph *graph);
Graph *graph_copy(const Graph *graph);
Node *graph_add(Graph *graph, enum cudaGraphNodeType type, Node *const *before, size_t before_count);
bool node_waits_for(Node *node, Node *const *before, size_t count);
void node_clear(Node *node);

// Puts the nodes into an order in which each comes behind those that it waits for. False where there is none.
bool graph_order(Graph *graph);

// Sends everything, in order, and tells what may run at the same time; launching sets the conditions to their defaults first.
cudaError_t graph_run(const Graph *graph, cudaStream_t stream);
cudaError_t graph_launch(const Graph *graph, cudaStream_t stream);
cudaError_t node_run(const Node *node, cudaStream_t stream); // nothing where it is disabled
void branch_free(Node *node);

// conditional.c
#if CUDART_VERSION >= 13000
cudaError_t conditional_fill(Node *node, struct cudaConditionalNodeParams *p); // gives the bodies, empty
#endif
bool conditional_copy(Node *to, const Node *from);
bool conditions_copy(Graph *to, const Graph *from);
bool conditional_order(Node *node);
void conditional_free(Node *node);
void conditions_free(Graph *graph);
cudaError_t conditional_run(const Node *node, cudaStream_t stream);
cudaError_t conditions_reset(const Graph *graph, cudaStream_t stream);

// Until the next call with NULL, this thread's requests become operations of the node.
void record_into(Node *node);

#endif
