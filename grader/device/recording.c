// The list of recorded work.
#include "grader/device/recording.h"

#include <stdlib.h>
#include <string.h>

enum { READS_KEPT = 16 << 20 };
enum { DIGESTED = 1 << 20 }; // bytes of a piece of data
enum { MAX_RECORDS = 1 << 20, MAX_KEPT = 1 << 30, MAX_LAUNCHES = 1 << 16 };

Record *recording_add(Recording *r, RecordKind kind, uint64_t address, uint64_t from, uint64_t size) {
    if (r->launches_only && kind != RECORD_LAUNCH) {
        if (kind == RECORD_WRITE || kind == RECORD_COPY) r->copies++;
        return NULL;
    }
    if (r->count == MAX_RECORDS) {
        r->overflow = true;
        return NULL;
    }
    if (r->count == r->room) {
        const int room = r->room ? 2 * r->room : 64;
        Record *list = realloc(r->list, (size_t)room * sizeof *list);
        if (!list) {
            r->overflow = true;
            return NULL;
        }
        r->list = list;
        r->room = room;
    }
    Record *entry = &r->list[r->count++];
    memset(entry, 0, sizeof *entry);
    entry->kind = kind;
    entry->address = address;
    entry->from = from;
    entry->size = size;
    entry->read_before = r->read_size;
    if (kind == RECORD_LAUNCH) r->launches++;
    if (kind == RECORD_WRITE || kind == RECORD_COPY) r->copies++;
    return entry;
}

static bool same_shape(const RecordedLaunch *a, const RecordedLaunch *b) {
    return strcmp(a->kernel, b->kernel) == 0 && memcmp(a->grid, b->grid, sizeof a->grid) == 0 &&
           memcmp(a->block, b->block, sizeof a->block) == 0 && a->dynamic_shared == b->dynamic_shared;
}

void recording_add_launch(Recording *r, const RecordedLaunch *launch) {
    Record *last = r->count ? &r->list[r->count - 1] : NULL;
    const bool again = r->launches_only && last && same_shape(&last->launch, launch);
    if (again) {
        last->launch.repeated++;
        r->launches++;
    } else if (r->launches_only && r->count == MAX_LAUNCHES) {
        last->launch = *launch; // the first ones and the latest one are what a report may speak of
        last->launch.params = NULL;
        r->launches++;
    } else {
        last = recording_add(r, RECORD_LAUNCH, 0, 0, 0);
        if (last) last->launch = *launch;
    }
    if (last && !r->launches_only) return;
    free(launch->params);
    if (last) last->launch.params = NULL;
}

void recording_keep(Recording *r, Record *entry, const void *bytes, size_t size) {
    if (r->launches_only) return;
    if (!entry || size > MAX_KEPT || r->bytes > MAX_KEPT - size || !(entry->bytes = malloc(size + 1))) {
        r->overflow = true;
        return;
    }
    memcpy(entry->bytes, bytes, size);
    r->bytes += size;
}

void recording_read(Recording *r, uint64_t address, const void *bytes, size_t size) {
    r->reads_back += size;
    if (r->launches_only || size > READS_KEPT - r->read_size) return;
    recording_add(r, RECORD_READ, address, 0, size);
    uint8_t *read = realloc(r->read, r->read_size + size);
    if (!read) return;
    memcpy(read + r->read_size, bytes, size);
    r->read = read;
    read_index_add(&r->index, read, r->read_size, size);
    r->read_size += size;
}

void recording_returns(Recording *r, const void *bytes, size_t size) {
    if (size && read_index_find(&r->index, r->read, r->read_size, bytes, size) >= 0) r->returned += size;
}

static uint64_t digest(uint64_t hash, const void *bytes, size_t size) { // FNV-1a
    for (size_t i = 0; bytes && i < size; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t digest_launch(uint64_t hash, const RecordedLaunch *l) {
    hash = digest(hash, l->kernel, strlen(l->kernel) + 1);
    hash = digest(hash, l->grid, sizeof l->grid), hash = digest(hash, l->block, sizeof l->block);
    hash = digest(hash, l->cluster, sizeof l->cluster);
    hash = digest(hash, &l->dynamic_shared, sizeof l->dynamic_shared);
    return digest(hash, l->params, l->param_size);
}

uint64_t recording_digest(const Recording *r) {
    uint64_t hash = 0xcbf29ce484222325;
    for (int i = 0; i < r->count; i++) {
        const Record *x = &r->list[i];
        const uint64_t what[] = {x->kind, x->address, x->from, x->size};
        hash = digest(hash, what, sizeof what);
        hash = digest(hash, x->bytes, x->size < DIGESTED ? x->size : DIGESTED);
        if (x->kind == RECORD_LAUNCH) hash = digest_launch(hash, &x->launch);
    }
    const uint64_t positive = hash >> 1 | 1;
    return r->overflow || r->launches_only ? 0 : positive;
}

void recording_clear(Recording *r) {
    free(r->read);
    read_index_free(&r->index);
    for (int i = 0; i < r->count; i++) {
        free(r->list[i].bytes);
        free(r->list[i].launch.params);
    }
    free(r->list);
    memset(r, 0, sizeof *r);
}
