// The counters of a call held against those of an earlier one.
//
// What targets count is the one call of a process. A function that has the technique in its first call alone, and takes a shorter way in
// all others, would have the points without the work.
#include "grader/grading/later_work.h"

#include <inttypes.h>

#include "grader/text/append.h"

// Where the data decides which way a thread takes, counts vary; a technique is worth more than a quarter.
static const double CLEARLY_MORE = 1.25;

static const struct {
    int counter;
    uint64_t few; // so many more say nothing
    const char *one, *begin, *end;
} counted[] = {
    {COUNTER_global_load_bytes, 4096, "byte", "it loads ", " from global memory"},
    {COUNTER_global_load_sectors, 128, "sector", "it loads ", " from global memory"},
    {COUNTER_global_load_requests, 128, "load request", "its warps make ", " to global memory"},
    {COUNTER_global_store_sectors, 128, "sector", "it stores to ", " of global memory"},
    {COUNTER_global_store_requests, 128, "store request", "its warps make ", " to global memory"},
    {COUNTER_shared_load_bytes, 4096, "byte", "it loads ", " from shared memory"},
    {COUNTER_local_load_bytes, 4096, "byte", "it loads ", " from local memory"},
    {COUNTER_divergent_branches, 16, "time", "its warps diverge ", ""},
    {COUNTER_threads, 256, "thread", "it launches ", ""},
};

bool does_more_later(const Counters *first, const Counters *later, char *words, size_t size) {
    if (!first->thread_instructions || !later->thread_instructions) return false;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        const uint64_t before = first->value[counted[i].counter], now = later->value[counted[i].counter];
        if (now <= before + counted[i].few || (double)now <= CLEARLY_MORE * (double)before) continue;
        append(words, size, "%s%s%s, and the first one %" PRIu64, counted[i].begin,
               several((double)now, counted[i].one).text, counted[i].end, before);
        return true;
    }
    return false;
}
