// Bulk copies: see bulk_copies.h.
#include "grader/warpsim/families/clusters/bulk_copies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/families/clusters/asynchronous.h"
#include "grader/warpsim/families/clusters/cluster.h"
#include "grader/warpsim/core/note.h"

// One copy on its way to shared memory.
typedef struct BulkCopy {
    u32 block; // linear index of the block that it goes to
    u64 to;    // in that block's shared memory, as is the mbarrier
    u64 barrier;
    const BulkOp *op;
    u32 bytes;
    u8 *data;
} BulkCopy;

bool bulk_copies_coming(const Worker *worker, const ThreadBlock *block, u64 byte) {
    const ClusterWorker *c = cluster_worker(worker);
    for (u32 i = 0; i < c->bulk_count; i++) {
        const BulkCopy *copy = &c->bulk[i];
        if (copy->block == block->linear && byte - copy->to < copy->bytes) return true;
    }
    return false;
}

// NULL without memory.
static BulkCopy *add_copy(const Worker *worker) {
    ClusterWorker *c = cluster_worker(worker);
    if (c->bulk_count == c->bulk_room) {
        const u32 room = c->bulk_room ? 2 * c->bulk_room : 16;
        BulkCopy *list = realloc(c->bulk, room * sizeof *list);
        if (!list) return NULL;
        c->bulk = list;
        c->bulk_room = room;
    }
    return &c->bulk[c->bulk_count++];
}

// A shared address, of this block or with the rank of another one of the cluster.
static u64 in_shared(u64 address) {
    return address >> 40 == SHARED_WINDOW >> 40 ? address & (WINDOW_SIZE - 1) : address;
}

// The checks see one access of `element` bytes by one lane.
static u8 *checked(Warp *w, const Op *op, PtxSpace space, u32 lane, u64 address, u32 element, const u8 *value,
                   bool write) {
    const Run run = {
        .first = lane, .again = lane, .count = 1, .address = address, .bytes = element, .value = value};
    return space == SPACE_SHARED ? check_shared_run(w, op, &run, element, write)
                                 : check_global_run(w, op, &run, element, write);
}

static bool is_on_16(Warp *w, const Op *op, u32 lane, const char *what, u64 value) {
    if (value % BULK_UNIT == 0) return true;
    Finding *f = note_lane(w, op, CHECK_MISALIGNED, lane);
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message,
                 "The %s of a bulk copy must be a multiple of 16. Here the remainder is %" PRIu64 ".", what,
                 value % BULK_UNIT);
        snprintf(f->next, sizeof f->next,
                 "Declare arrays in shared memory with alignas(16), and copy the rest of the bytes in "
                 "another way.");
    }
    stop_block(w);
    return false;
}

static bool read_source(Warp *w, const Op *op, const BulkOp *b, u32 lane, u64 from, u32 bytes, u8 *data) {
    Op load = *op;
    load.site = b->load_site;
    for (u32 at = 0; at < bytes; at += BULK_UNIT) {
        const u8 *place = checked(w, &load, b->from_space, lane, from + at, BULK_UNIT, NULL, false);
        if (!place) return false;
        memcpy(data + at, place, BULK_UNIT);
    }
    if (b->from_space == SPACE_GLOBAL && bytes) {
        SiteState *site = &w->worker->sites[b->load_site];
        const Run run = {.first = lane, .count = 1, .address = from, .bytes = bytes};
        site->requests++;
        site->bytes += bytes;
        add_sectors(site, &run, 1, SECTOR_SHIFT);
    }
    return true;
}

static Op reduction(const Op *op, const BulkOp *b) {
    Op one = *op;
    one.count = (u8)b->type;
    one.width = (u8)ptx_type_size(b->type);
    one.kind = b->reduce;
    return one;
}

static void reduce_elements(const Op *one, u8 *to, const u8 *from, u32 bytes) {
    for (u32 at = 0; at < bytes; at += one->width) {
        u64 value = 0;
        memcpy(&value, from + at, one->width);
        atomic_apply(to + at, one, one->kind, value, 0);
    }
}

static bool write_global(Warp *w, const Op *op, const BulkOp *b, u32 lane, u64 to, u32 bytes,
                         const u8 *data) {
    Op store = *op;
    const bool reduces = b->reduce != BULK_NOT_REDUCED;
    store.site = b->store_site;
    if (reduces) store.flags = ACCESS_ATOMIC | ACCESS_UPDATE;
    const Op one = reduction(op, b);
    for (u32 at = 0; at < bytes; at += BULK_UNIT) {
        if (reduces && !checked(w, &store, SPACE_GLOBAL, lane, to + at, BULK_UNIT, NULL, false)) return false;
        u8 *place =
            checked(w, &store, SPACE_GLOBAL, lane, to + at, BULK_UNIT, reduces ? NULL : data + at, true);
        if (!place) return false;
        if (reduces)
            reduce_elements(&one, place, data + at, BULK_UNIT);
        else
            memcpy(place, data + at, BULK_UNIT);
    }
    if (bytes) {
        SiteState *site = &w->worker->sites[b->store_site];
        const Run run = {.first = lane, .count = 1, .address = to, .bytes = bytes};
        site->requests++;
        site->bytes += bytes;
        add_sectors(site, &run, 1, SECTOR_SHIFT);
    }
    return true;
}

// Checks the place in shared memory and puts the copy on its way. What was written there before, and what was
// not, stays so until the copy arrives.
static bool send_to_shared(Warp *w, const Op *op, const BulkOp *b, u32 lane, u64 to, u64 barrier, u32 unit,
                           u32 bytes, const u8 *data) {
    Op store = *op, arrival = *op;
    store.site = arrival.site = b->store_site;
    arrival.flags = ACCESS_ATOMIC | ACCESS_UPDATE;
    if (b->reduce != BULK_NOT_REDUCED) store.flags = ACCESS_ATOMIC | ACCESS_UPDATE;
    u64 at, barrier_at;
    ThreadBlock *block = cluster_block_at(w, to, &at);
    const ThreadBlock *counts = cluster_block_at(w, barrier, &barrier_at);
    if (!mbarrier_is_initialised(w, op, lane, counts, barrier_at) ||
        !checked(w, &arrival, SPACE_SHARED, lane, barrier, sizeof(u64), NULL, true))
        return false;
    if (block != counts) {
        Finding *f = note_lane(w, op, CHECK_BARRIER, lane);
        if (f) {
            f->fatal = true;
            snprintf(f->message, sizeof f->message,
                     "The mbarrier of this copy lies in another block's shared memory than its destination.");
            snprintf(f->next, sizeof f->next, "Pass the mbarrier of the block that the data goes to.");
        }
        stop_block(w);
        return false;
    }
    u8 before[BULK_UNIT];
    for (u32 k = 0; k < bytes; k += unit) {
        const bool inside = block && at + k <= block->shared_bytes && unit <= block->shared_bytes - (at + k);
        if (inside) memcpy(before, block->shared_written + at + k, unit);
        if (!checked(w, &store, SPACE_SHARED, lane, to + k, unit, data + k, true)) return false;
        if (inside) memcpy(block->shared_written + at + k, before, unit);
    }
    u8 *kept = malloc(bytes ? bytes : 1);
    BulkCopy *copy = kept ? add_copy(w->worker) : NULL;
    if (!copy) {
        free(kept);
        stop_without_memory(w);
        return false;
    }
    memcpy(kept, data, bytes);
    *copy = (BulkCopy){
        .block = block->linear, .to = at, .barrier = barrier_at, .op = b, .bytes = bytes, .data = kept};
    return true;
}

static bool send_to_ranks(Warp *w, const Op *op, const BulkOp *b, u32 lane, u64 to, u64 barrier, u32 bytes,
                          const u8 *data) {
    if (!b->multicast) return send_to_shared(w, op, b, lane, to, barrier, BULK_UNIT, bytes, data);
    const u32 ranks = ((const u32 *)lanes_of(w, b->ranks))[lane] & 0xffff;
    for (u32 rank = 0; rank < 16; rank++) {
        const u64 bits = (u64)(rank + 1) << CLUSTER_RANK_SHIFT;
        if (ranks >> rank & 1 && !send_to_shared(w, op, b, lane, (to & CLUSTER_OFFSET) | bits,
                                                 (barrier & CLUSTER_OFFSET) | bits, BULK_UNIT, bytes, data))
            return false;
    }
    return true;
}

static bool copy_of_lane(Warp *w, const Op *op, const BulkOp *b, u32 lane, u8 *data, u32 bytes) {
    u64 to = ((const u64 *)lanes_of(w, b->to))[lane] + b->to_offset;
    u64 from = ((const u64 *)lanes_of(w, b->from))[lane] + b->from_offset;
    if (b->from_space == SPACE_SHARED) from = in_shared(from);
    if (b->to_space == SPACE_SHARED) to = in_shared(to);
    if (!is_on_16(w, op, lane, "source address", from) || !is_on_16(w, op, lane, "destination address", to) ||
        !read_source(w, op, b, lane, from, bytes, data))
        return false;
    if (b->to_space == SPACE_GLOBAL) return write_global(w, op, b, lane, to, bytes, data);
    const u64 barrier = in_shared(((const u64 *)lanes_of(w, b->barrier))[lane] + b->barrier_offset);
    return send_to_ranks(w, op, b, lane, to, barrier, bytes, data);
}

void run_bulk_copy(Warp *w, const Op *op) {
    const BulkOp *b = (const BulkOp *)(intptr_t)op->imm;
    const u32 *sizes = lanes_of(w, b->bytes);
    EACH_LANE_OF(w->mask, i) {
        enum {
            TOO_MANY = 1 << 20
        }; // one side is shared memory, which has not so many: the checks will say so
        const u32 bytes = sizes[i] < TOO_MANY ? sizes[i] : TOO_MANY;
        if (!is_on_16(w, op, i, "size", sizes[i])) return;
        u8 *data = malloc(bytes ? bytes : 1);
        const bool done = data && copy_of_lane(w, op, b, i, data, bytes);
        if (!data) stop_without_memory(w);
        free(data);
        if (!done) return;
    }
    w->idle = 0;
}

void run_async_store(Warp *w, const Op *op) {
    const BulkOp *b = (const BulkOp *)(intptr_t)op->imm;
    EACH_LANE_OF(w->mask, i) {
        u8 data[BULK_UNIT];
        for (u32 k = 0; k < b->value_count; k++) {
            const void *value = lanes_of(w, b->value[k]);
            memcpy(data + k * b->value_width, (const u8 *)value + (b->value_width == 8 ? 8 : 4) * i,
                   b->value_width);
        }
        const u64 to = in_shared(((const u64 *)lanes_of(w, b->to))[i] + b->to_offset);
        const u64 barrier = in_shared(((const u64 *)lanes_of(w, b->barrier))[i] + b->barrier_offset);
        const u32 bytes = (u32)b->value_count * b->value_width;
        if (!send_to_shared(w, op, b, i, to, barrier, bytes, bytes, data)) return;
    }
    w->idle = 0;
}

bool bulk_copies_arrive(Worker *worker, ThreadBlock *block, u64 barrier) {
    ClusterWorker *c = cluster_worker(worker);
    u32 left = 0;
    s64 bytes = 0;
    bool any = false;
    for (u32 k = 0; k < c->bulk_count; k++) {
        const BulkCopy copy = c->bulk[k];
        if (copy.block != block->linear || copy.barrier != barrier) {
            c->bulk[left++] = copy;
            continue;
        }
        any = true;
        bytes += copy.bytes;
        if (copy.op->reduce != BULK_NOT_REDUCED) {
            const Op one = reduction(&(Op){0}, copy.op);
            reduce_elements(&one, block->shared + copy.to, copy.data, copy.bytes);
        } else {
            memcpy(block->shared + copy.to, copy.data, copy.bytes);
        }
        memset(block->shared_written + copy.to, 1, copy.bytes);
        free(copy.data);
    }
    c->bulk_count = left;
    if (any) mbarrier_complete(worker, block, barrier, (u32)bytes);
    return any;
}

void bulk_copies_forget(Worker *worker, const ThreadBlock *block) {
    ClusterWorker *c = cluster_worker(worker);
    u32 left = 0;
    for (u32 k = 0; k < c->bulk_count; k++) {
        if (c->bulk[k].block == block->linear)
            free(c->bulk[k].data);
        else
            c->bulk[left++] = c->bulk[k];
    }
    c->bulk_count = left;
}
