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

// Of a block, or of a launch.
typedef struct {
    double working, stores;
} Work;

static int compare_work(const void *a, const void *b) {
    const double x = ((const Work *)a)->working, y = ((const Work *)b)->working;
    return (x < y) - (x > y);
}

static double all_stores(const Work *work, u64 count) {
    double all = 0;
    for (u64 i = 0; i < count; i++) all += work[i].stores;
    return all;
}

// Of those with most threads at work the one down to which `share` of all stores is made. Sorts; 0: nobody stores.
static double most_down_to(Work *work, u64 count, double share) {
    const double all = all_stores(work, count);
    double sum = 0;
    qsort(work, count, sizeof *work, compare_work);
    for (u64 i = 0; i < count && all > 0; i++)
        if ((sum += work[i].stores) >= share * all) return work[i].working;
    return 0;
}

// Of the launch's blocks: those at the edge of the grid may have little to do, but a block that works for show is not many.
static Work work_of_launch(const u32 *loads, const u32 *stores, const WatchedLaunch *l, Work *work) {
    const u64 each = (u64)l->block[0] * l->block[1] * l->block[2], blocks = l->threads / each;
    for (u64 block = 0; block < blocks; block++) {
        const u64 first = l->first_thread + block * each;
        const double loading = evened_out(loads + first, each), storing = evened_out(stores + first, each);
        work[block] = (Work){loading > storing ? loading : storing, 0};
        for (u64 i = 0; i < each; i++) work[block].stores += stores[first + i];
    }
    return (Work){most_down_to(work, blocks, 0.25), all_stores(work, blocks)};
}

// Of the launches that store into the buffer the one with fewest counts, but for those that do less than a quarter of it
// together: a small launch for the last plane has few threads, and says nothing of the others.
bool count_working(const Stores *s, double *working) {
    const Witness *t = s->t;
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    const u64 threads = last ? last->first_thread + last->threads : 0;
    u32 *stores = calloc(threads + 1, sizeof *stores);
    Work *work = calloc(threads + 1, sizeof *work), *launch = calloc(t->launch_count + 1, sizeof *launch);
    const bool good = stores && work && launch;
    for (u32 i = 0; i < s->count && good; i++) stores[graph_at(&t->graph, s->list[i])->thread]++;
    for (u32 i = 0; i < t->launch_count && good; i++)
        launch[i] = work_of_launch(t->loads, stores, &t->launches[i], work);
    if (good) *working = most_down_to(launch, t->launch_count, 0.75);
    free(stores), free(work), free(launch);
    return good;
}
