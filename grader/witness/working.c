// How many threads of a block do its work.
#include <stdlib.h>

#include "grader/witness/parts.h"

// As many threads as would do all of it if each did as much as the busiest one does: who does little counts little.
static double evened_out(const u32 *done, u64 threads) {
    double sum = 0, most = 0;
    for (u64 i = 0; i < threads; i++) {
        sum += done[i];
        if (done[i] > most) most = done[i];
    }
    return most > 0 ? sum / most : 0;
}

typedef struct {
    double working, stores;
} BlockWork;

static int compare_work(const void *a, const void *b) {
    const double x = ((const BlockWork *)a)->working, y = ((const BlockWork *)b)->working;
    return (x < y) - (x > y);
}

// Of the launch's blocks with most the one down to which a quarter of all stores is made: those at the edge of the grid may have
// little to do, but a block that works for show is not many. 0: none stores into the buffer.
static double working_threads(const u32 *loads, const u32 *stores, const WatchedLaunch *l, BlockWork *work) {
    const u64 each = (u64)l->block[0] * l->block[1] * l->block[2], blocks = l->threads / each;
    double all = 0, sum = 0;
    for (u64 block = 0; block < blocks; block++) {
        const u64 first = l->first_thread + block * each;
        const double loading = evened_out(loads + first, each), storing = evened_out(stores + first, each);
        work[block] = (BlockWork){loading > storing ? loading : storing, 0};
        for (u64 i = 0; i < each; i++) work[block].stores += stores[first + i];
        all += work[block].stores;
    }
    qsort(work, blocks, sizeof *work, compare_work);
    for (u64 block = 0; block < blocks && all > 0; block++)
        if ((sum += work[block].stores) >= all / 4) return work[block].working;
    return 0;
}

// Of the launches that store into the buffer the one with fewest counts.
bool count_working(const Stores *s, double *working) {
    const Witness *t = s->t;
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    const u64 threads = last ? last->first_thread + last->threads : 0;
    u32 *stores = calloc(threads + 1, sizeof *stores);
    BlockWork *work = calloc(threads + 1, sizeof *work);
    const bool good = stores && work;
    *working = 0;
    for (u32 i = 0; i < s->count && good; i++) stores[graph_at(&t->graph, s->list[i])->thread]++;
    for (u32 i = 0; i < t->launch_count && good; i++) {
        const double some = working_threads(t->loads, stores, &t->launches[i], work);
        if (some > 0 && (*working == 0 || some < *working)) *working = some;
    }
    free(stores), free(work);
    return good;
}
