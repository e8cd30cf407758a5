// Thread block clusters: blocks that run together, meet at a barrier of their own and use each other's shared
// memory.
//
// All blocks of a cluster run on one worker, one cluster after the other. The address of shared memory in the
// block of rank r is its address there with r + 1 in bits 24 to 31.
#ifndef WARPBOOK_CLUSTER_H
#define WARPBOOK_CLUSTER_H

#include "grader/simulator/simulator.h"
#include "grader/simulator/warp.h"

enum { CLUSTER_RANK_SHIFT = 24, CLUSTER_OFFSET = (1 << CLUSTER_RANK_SHIFT) - 1 };
enum { PORTABLE_CLUSTER = 8, MOST_CLUSTER = 16 }; // blocks of a cluster

// The cluster's shape, from the request and the kernel, into `shape`. 0 or a CUDA error.
int cluster_shape(const Simulator *s, const LaunchRequest *request, const Function *kernel, u32 *shape);

// Where a block stands: the number in which it starts gives its index in the grid.
void cluster_place(const Launch *launch, u64 number, u32 *index, u32 *rank);

// The block of the running cluster that has this rank; NULL when it has ended, or there is none.
ThreadBlock *cluster_block(Worker *worker, u32 rank);

// The block that an address of shared memory names, and the place there; NULL where there is none.
ThreadBlock *cluster_block_at(const Warp *w, u64 address, u64 *at);

// Ends the phase of the cluster's barrier when all threads are there.
void cluster_try_barrier(Worker *worker);

// Warps of the block that wait there, and may go on.
bool cluster_release(Worker *worker);
bool cluster_waits(const ThreadBlock *b);
void cluster_note_deadlock(Worker *worker);

void run_cluster_arrive(Warp *w, const Op *op);
void run_map_rank(Warp *w, const Op *op); // mapa: d, a, b rank; width 4 or 8
void run_get_rank(Warp *w, const Op *op); // getctarank: d, a; width of a

#endif
