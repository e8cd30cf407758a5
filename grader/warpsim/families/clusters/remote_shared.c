// Shared memory of another block of the cluster: the checks of its accesses.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/families/clusters/cluster.h"

// `b`: the block that the address names; NULL where it is not there.
static u8 *note_outside(Warp *w, const Op *op, const Run *run, u32 element, bool write,
                        const ThreadBlock *b) {
    const u32 rank = (u32)(run->address >> CLUSTER_RANK_SHIFT) - 1;
    const u64 at = run->address & CLUSTER_OFFSET;
    const char *verb = write ? "write" : "read";
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, run->first);
    if (f) note_access(f, FOUND_SHARED | FOUND_OTHER_BLOCK, element, write);
    if (f && b) {
        snprintf(f->message, sizeof f->message,
                 "This would %s %u byte%s at byte %" PRIu64
                 " of the shared memory of block %u of the cluster; a block has %u bytes.",
                 verb, element, plural(element), at, rank, b->shared_bytes);
        snprintf(f->next, sizeof f->next, "Check the index against the array's size.");
    } else if (f) {
        snprintf(f->message, sizeof f->message,
                 "This would %s %u byte%s of the shared memory of block %u of the cluster, which has not "
                 "begun or has ended.",
                 verb, element, plural(element), rank);
        snprintf(f->next, sizeof f->next,
                 "Call cluster.sync() before the first use of another block's shared memory, and after "
                 "the last one.");
    }
    if (f) f->fatal = true;
    stop_block(w);
    return NULL;
}

// Shared memory of another block of the cluster. Accesses by several blocks are not judged for races.
u8 *cluster_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write, bool *mine) {
    *mine = run->address >> CLUSTER_RANK_SHIFT &&
            run->address >> CLUSTER_RANK_SHIFT <= w->worker->launch->cluster_size;
    if (!*mine) return NULL;
    const u32 rank = (u32)(run->address >> CLUSTER_RANK_SHIFT) - 1;
    const u64 at = run->address & CLUSTER_OFFSET;
    if (rank == w->thread_block->cluster_rank) {
        Run own = *run;
        own.address = at;
        return check_shared_run(w, op, &own, element, write);
    }
    ThreadBlock *b = cluster_block(w->worker, rank);
    if (!b || at >= b->shared_bytes || run->bytes > b->shared_bytes - at)
        return note_outside(w, op, run, element, write, b);
    if (at % element) return note_misaligned(w, op, run, element, write, FOUND_SHARED);
    if (write) memset(b->shared_written + at, 1, run->bytes);
    if (w->thread_block->order && op->flags & ACCESS_ATOMIC) order_cluster(w->worker);
    const u32 part = judged_bytes(op, element);
    if (!write && judges_unwritten(w, op))
        for (u64 byte = at; byte < at + run->bytes; byte += part) {
            if (memchr(b->shared_written + byte, 1, part)) continue;
            note_unwritten(w, op, SPACE_GENERIC, run_lane(run, element, byte - at), element, byte,
                           "the shared memory of another block of the cluster", NULL);
            break;
        }
    return b->shared + at;
}
