// The nodes of the graph, in chunks that never move.
#include "grader/witness/graph.h"

#include <stdlib.h>
#include <string.h>

static Node *no_room(Graph *g, u32 *number) {
    static Node lost;
    g->full = true;
    *number = 0;
    lost = (Node){.site = NO_SITE};
    return &lost;
}

static bool add_chunk(Graph *g) {
    Node **grown = realloc(g->chunk, (g->chunks + 1) * sizeof *grown);
    if (!grown) return false;
    g->chunk = grown;
    g->chunk[g->chunks] = malloc(GRAPH_CHUNK * sizeof(Node));
    if (!g->chunk[g->chunks]) return false;
    if (!g->chunks++) g->count = 1, memset(g->chunk[0], 0, sizeof(Node)); // number 0 stands for no history
    return true;
}

Node *graph_add(Graph *g, u32 *number) {
    if (g->count >= GRAPH_MOST) return no_room(g, number);
    if ((!g->chunks || g->count / GRAPH_CHUNK == g->chunks) && !add_chunk(g)) return no_room(g, number);
    *number = g->count++;
    Node *n = &g->chunk[*number / GRAPH_CHUNK][*number % GRAPH_CHUNK];
    *n = (Node){.site = NO_SITE};
    return n;
}

void graph_free(Graph *g) {
    for (u32 i = 0; i < g->chunks; i++) free(g->chunk[i]);
    free(g->chunk);
    *g = (Graph){0};
}
