// Stream capture: what is asked for in a capturing stream becomes nodes of a graph.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/graph.h"

enum { BEFORE_MAX = 64 };

// Where a stream, or an event that was recorded in one, stands in a graph.
typedef struct Place {
    const void *of; // the stream or the event
    Graph *graph;
    bool origin;              // the stream that began
    bool given;               // cudaStreamBeginCaptureToGraph: the graph is the program's
    Node *before[BEFORE_MAX]; // what the next node waits for
    size_t before_count;
    struct Place *next;
} Place;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Place *streams, *events;
static atomic_int capturing; // streams: outside captures nobody takes the lock

static Place *find_place(Place *list, const void *of) {
    while (list && list->of != of) list = list->next;
    return list;
}

static Place *new_place(Place **list, const void *of, Graph *graph) {
    Place *place = find_place(*list, of);
    if (!place) {
        place = calloc(1, sizeof *place);
        if (!place) return NULL;
        place->next = *list;
        *list = place;
    }
    place->of = of;
    place->graph = graph;
    place->before_count = 0;
    return place;
}

static bool waits_for(Place *place, Node *const *before, size_t count) {
    if (count > BEFORE_MAX - place->before_count) return false;
    if (count) memcpy(place->before + place->before_count, before, count * sizeof *before);
    place->before_count += count;
    return true;
}

static void forget_graph(Place **list, const Graph *graph) {
    for (Place **link = list; *link;) {
        Place *place = *link;
        if (place->graph != graph) {
            link = &place->next;
            continue;
        }
        *link = place->next;
        if (list == &streams) capturing--;
        free(place);
    }
}

// *node is a new node of the graph that the stream captures into, NULL where it does not capture.
cudaError_t capture_node(cudaStream_t stream, enum cudaGraphNodeType type, Node **node) {
    cudaError_t error = cudaSuccess;
    *node = NULL;
    if (capturing == 0) return cudaSuccess;
    pthread_mutex_lock(&lock);
    Place *place = find_place(streams, stream);
    if (place && place->graph->spoilt) {
        error = cudaErrorStreamCaptureInvalidated;
    } else if (place) {
        *node = graph_add(place->graph, type, place->before, place->before_count);
        place->before[0] = *node;
        place->before_count = *node ? 1 : 0;
        if (!*node) error = cudaErrorMemoryAllocation;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

static cudaError_t begin(cudaStream_t stream, Graph *graph, bool given, Node *const *before, size_t count) {
    cudaError_t error = cudaSuccess;
    if (handle_of(stream) < 2) return cudaErrorStreamCaptureUnsupported; // the legacy default stream
    pthread_mutex_lock(&lock);
    if (find_place(streams, stream)) {
        error = cudaErrorIllegalState;
    } else {
        Place *place = new_place(&streams, stream, graph);
        if (place && waits_for(place, before, count)) {
            place->origin = true;
            place->given = given;
            capturing++;
        } else {
            error = cudaErrorMemoryAllocation;
        }
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    (void)mode; // which other calls are refused meanwhile
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    Graph *graph = graph_new();
    cudaError_t error = graph ? begin(stream, graph, false, NULL, 0) : cudaErrorMemoryAllocation;
    if (error != cudaSuccess && graph) graph_free(graph);
    return record_error(error);
}
ALSO_NAMED(cudaStreamBeginCapture, cudaStreamBeginCapture_ptsz)

#if CUDART_VERSION >= 12030
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *before, const cudaGraphEdgeData *edges,
                                          size_t count, enum cudaStreamCaptureMode mode) {
    (void)mode, (void)edges;
    if (!graph || (count && !before)) return record_error(cudaErrorInvalidValue);
    return record_error(begin(stream, graph, true, before, count));
}
ALSO_NAMED(cudaStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph_ptsz)
#endif

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    cudaError_t error = cudaSuccess;
    if (!graph) return record_error(cudaErrorInvalidValue);
    *graph = NULL;
    pthread_mutex_lock(&lock);
    Place *place = find_place(streams, stream);
    if (!place) {
        error = cudaErrorIllegalState;
    } else if (!place->origin) {
        error = cudaErrorStreamCaptureUnmatched;
    } else {
        Graph *captured = place->graph;
        const bool given = place->given;
        forget_graph(&events, captured);
        forget_graph(&streams, captured);
        if (!captured->spoilt)
            *graph = captured;
        else
            error = cudaErrorStreamCaptureInvalidated;
        captured->spoilt = false;
        if (error != cudaSuccess && !given) graph_free(captured);
    }
    pthread_mutex_unlock(&lock);
    return record_error(error);
}
ALSO_NAMED(cudaStreamEndCapture, cudaStreamEndCapture_ptsz)

// Waiting for work that is captured, and not done, spoils the capture: cudaStreamEndCapture says so.
static bool spoil(Place *const *list, const void *of, bool all) {
    bool any = false;
    if (capturing == 0) return false;
    pthread_mutex_lock(&lock);
    for (Place *place = *list; place; place = place->next)
        if (all || place->of == of) place->graph->spoilt = any = true;
    pthread_mutex_unlock(&lock);
    return any;
}

bool capture_spoilt_by_stream(cudaStream_t stream) {
    return spoil(&streams, stream, false);
}

bool capture_spoilt_by_event(cudaEvent_t event) {
    return spoil(&events, event, false);
}

bool capture_spoilt_by_device(void) {
    return spoil(&streams, NULL, true);
}

static void forget_event(const void *event) {
    for (Place **link = &events; *link; link = &(*link)->next) {
        Place *place = *link;
        if (place->of != event) continue;
        *link = place->next;
        free(place);
        return;
    }
}

// True where the event now stands for a place in a graph.
bool capture_event(cudaEvent_t event, cudaStream_t stream) {
    bool captured = false;
    if (capturing == 0) return false;
    pthread_mutex_lock(&lock);
    Place *from = find_place(streams, stream);
    Place *place = from ? new_place(&events, event, from->graph) : NULL;
    if (place) captured = waits_for(place, from->before, from->before_count);
    if (!from) forget_event(event);
    pthread_mutex_unlock(&lock);
    return captured;
}

// True where the event stands for a place in a graph: the stream now captures too, behind it.
bool capture_wait(cudaStream_t stream, cudaEvent_t event) {
    bool captured = false;
    if (capturing == 0) return false;
    pthread_mutex_lock(&lock);
    Place *from = find_place(events, event), *place = from ? find_place(streams, stream) : NULL;
    if (from && !place && (place = new_place(&streams, stream, from->graph))) capturing++;
    if (place && place->graph == from->graph) captured = waits_for(place, from->before, from->before_count);
    pthread_mutex_unlock(&lock);
    return captured;
}

cudaError_t capture_host_function(cudaStream_t stream, cudaHostFn_t function, void *data) {
    Node *node;
    cudaError_t error = capture_node(stream, cudaGraphNodeTypeHost, &node);
    if (node) node->host = (struct cudaHostNodeParams){function, data};
    return record_error(error);
}

static enum cudaStreamCaptureStatus status_of(cudaStream_t stream) {
    enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (capturing == 0) return status;
    pthread_mutex_lock(&lock);
    const Place *place = find_place(streams, stream);
    if (place)
        status = place->graph->spoilt ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    pthread_mutex_unlock(&lock);
    return status;
}

bool is_capturing(cudaStream_t stream) {
    return status_of(stream) != cudaStreamCaptureStatusNone;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!status) return record_error(cudaErrorInvalidValue);
    *status = status_of(stream);
    return cudaSuccess;
}
ALSO_NAMED(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz)

#if CUDART_VERSION >= 13000
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **before, const cudaGraphEdgeData **edges,
                                     size_t *count) {
    cudaError_t error = cudaStreamIsCapturing(stream, status);
    if (error != cudaSuccess) return error;
    if (edges) *edges = NULL;
    if (count) *count = 0;
    pthread_mutex_lock(&lock);
    const Place *place = find_place(streams, stream);
    if (place) {
        if (id) *id = place->graph->id;
        if (graph) *graph = place->graph;
        if (before) *before = place->before;
        if (count) *count = place->before_count;
    }
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}
ALSO_NAMED(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_ptsz)

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *before,
                                                const cudaGraphEdgeData *edges, size_t count,
                                                unsigned flags) {
    (void)edges;
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&lock);
    Place *place = find_place(streams, stream);
    if (place && flags == cudaStreamSetCaptureDependencies) place->before_count = 0;
    if (!place)
        error = cudaErrorIllegalState;
    else if (!waits_for(place, before, count))
        error = cudaErrorInvalidValue;
    pthread_mutex_unlock(&lock);
    return record_error(error);
}
ALSO_NAMED(cudaStreamUpdateCaptureDependencies, cudaStreamUpdateCaptureDependencies_ptsz)
#endif

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    static _Thread_local enum cudaStreamCaptureMode now = cudaStreamCaptureModeGlobal;
    if (!mode) return record_error(cudaErrorInvalidValue);
    const enum cudaStreamCaptureMode before = now;
    now = *mode;
    *mode = before;
    return cudaSuccess;
}
