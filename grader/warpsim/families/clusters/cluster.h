// Thread block clusters: blocks that run together, meet at a barrier of their own and use each other's shared
// memory.
//
// All blocks of a cluster run on one worker, one cluster after the other. The address of shared memory in the
// block of rank r is its address there with r + 1 in bits 24 to 31.
#ifndef WARPBOOK_CLUSTER_H
#define WARPBOOK_CLUSTER_H

#include "grader/warpsim/core/family.h"

// What a lane's last wait for copies was like.
typedef struct {
    const struct Function *function; // NULL: it has not waited
    u32 instruction;
    u32 left, group; // groups that it left open, of those up to the one that was open then
    u32 number;      // of waits, this one among them
    u64 phase;       // of the block
    bool late;       // a barrier lay between it and a copy that it finished
    bool arrives;    // the arrival at a mbarrier, which somebody else waits for
} CopyWait;

// What the family keeps of a warp, a thread block and a worker.
typedef struct {
    u32 cluster_phase;            // of the cluster's barrier when the warp last arrived there
    const u8 *awaited;            // the mbarrier that it last looked at in vain, since a look that was not
    u32 awaited_at, awaited_lane; // the instruction of that look
    struct PendingCopy *copies;   // cp.async that nobody has waited for yet
    u32 copy_count, copy_room;
    u32 copy_group[LANES]; // groups that each lane has committed
    CopyWait wait[LANES];
    const struct Op *waiting; // the wait that finishes the copies below; NULL: none does
    const struct PendingCopy *finishing;
    u32 finishing_count;
} ClusterWarp;

typedef struct {
    u32 arrived; // threads that have passed barrier.cluster.arrive in this phase
    u32 phases;  // of that barrier which are over
} ClusterBlock;

typedef struct {
    struct BulkCopy *bulk; // copies whose bytes nobody has waited for yet
    u32 bulk_count, bulk_room;
} ClusterWorker;

extern Family clusters_family;

static inline ClusterWarp *cluster_warp(Warp *w) {
    return state_of_warp(w, &clusters_family);
}

static inline ClusterBlock *cluster_state(const ThreadBlock *b) {
    return state_in(b->family_states, &clusters_family, OF_BLOCK);
}

static inline ClusterWorker *cluster_worker(const Worker *worker) {
    return state_in(worker->family_states, &clusters_family, OF_WORKER);
}

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

// remote_shared.c: see Family.shared_elsewhere.
u8 *cluster_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write, bool *mine);

void run_cluster_arrive(Warp *w, const Op *op);
void run_map_rank(Warp *w, const Op *op); // mapa: d, a, b rank; width 4 or 8
void run_get_rank(Warp *w, const Op *op); // getctarank: d, a; width of a

#endif
