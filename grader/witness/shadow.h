// What is known about each word of memory: the node that wrote it last. A hash table by address.
#ifndef WARPBOOK_WITNESS_SHADOW_H
#define WARPBOOK_WITNESS_SHADOW_H

#include "grader/warpsim/core/lanes.h"

typedef struct {
    u64 *key; // 1 + number of the word; 0: free
    u32 *node;
    u32 room, count;
} Shadow;

// The node of the word that contains the byte; 0: none is known.
u32 shadow_find(const Shadow *s, u64 address);

// False when there is no memory for it.
bool shadow_put(Shadow *s, u64 address, u32 node);

void shadow_clear(Shadow *s); // keeps its room
void shadow_free(Shadow *s);

#endif
