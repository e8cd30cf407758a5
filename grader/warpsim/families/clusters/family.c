// What the core calls of this family.
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/families/clusters/asynchronous.h"
#include "grader/warpsim/families/clusters/bulk_copies.h"
#include "grader/warpsim/families/clusters/cluster.h"
#include "grader/warpsim/families/clusters/decode_clusters.h"

static bool decode(Decoder *d) {
    return decode_cluster(d) || decode_asynchronous(d);
}

// The list of copies is kept for the next block.
static void start_warp(Warp *w) {
    ClusterWarp *c = cluster_warp(w);
    *c = (ClusterWarp){.copies = c->copies, .copy_room = c->copy_room};
}

static void end_warp(Warp *w) {
    free(cluster_warp(w)->copies);
}

static void end_worker(Worker *worker) {
    free(cluster_worker(worker)->bulk);
}

static bool is_coming(const Warp *w, u64 byte) {
    return copy_is_coming(w, byte) || bulk_copies_coming(w->worker, w->thread_block, byte);
}

static bool open_barriers(Worker *worker) {
    if (!cluster_waits(&worker->slot.block)) return false;
    cluster_try_barrier(worker);
    return cluster_release(worker);
}

Family clusters_family = {
    .decode = decode,
    .state_bytes = {[OF_WARP] = sizeof(ClusterWarp),
                    [OF_BLOCK] = sizeof(ClusterBlock),
                    [OF_WORKER] = sizeof(ClusterWorker)},
    .start_warp = start_warp,
    .end_warp = end_warp,
    .end_block = bulk_copies_forget,
    .end_worker = end_worker,
    .shared_elsewhere = cluster_shared,
    .block_at = cluster_block_at,
    .is_coming = is_coming,
    .tell_coming = tell_coming_copy,
    .tell_race = tell_racing_copy,
    .open_barriers = open_barriers,
    .waits = cluster_waits,
    .note_deadlock = cluster_note_deadlock,
    .note_idle = mbarrier_note_deadlock,
};
