// Tries a launch with more dynamic shared memory, and looks for the least with which it does what it is to do.
#include "grader/grading/try_shared.h"

#include <string.h>

#include "grader/grading/trials.h"
#include "grader/text/append.h"

enum { STEPS = 16, MOST_ROUNDS = 8, SEARCHED_CELLS = 76 * 76 * 76 };

typedef struct {
    long asked;
    long bytes[STEPS];
    int count;
} Sizes;

static ChangedLaunch change_for(void *context, int which, const CaseResult *c) {
    const Sizes *sizes = context;
    (void)c;
    return (ChangedLaunch){
        .kind = LAUNCH_SHARED, .amount = (int32_t)sizes->asked, .value = (uint64_t)sizes->bytes[which]};
}

// The first of them with which all cases come right; 0: none.
static long first_enough(Sizes *sizes, const RunPlan *plan, const LabResult *result,
                         const TriedCases *cases) {
    bool alive[STEPS];
    Trials t = {.count = sizes->count, .launch = change_for, .context = sizes, .alive = alive};
    memset(alive, 1, sizeof alive);
    if (!sizes->count || !run_trials(&t, plan, result, cases)) return 0;
    for (int i = 0; i < sizes->count; i++)
        if (alive[i]) return sizes->bytes[i];
    return 0;
}

// Each case by itself: what it asks for may follow from its sizes. No size is tried that is not far above what the kernel uses: what
// the GPU does not have is refused.
static long enough_for(const RunPlan *plan, const LabResult *result, const TriedCases *cases, long asked) {
    static const long kib[] = {40, 96, 160, 224};
    Sizes sizes = {.asked = asked};
    for (size_t i = 0; i < sizeof kib / sizeof *kib; i++)
        if (kib[i] * 1024 > asked) sizes.bytes[sizes.count++] = kib[i] * 1024;
    return first_enough(&sizes, plan, result, cases);
}

// The least size above `low`, which is too little, up to `high`, which is enough. 0: it cannot be found.
static long least_size(const RunPlan *plan, const LabResult *result, const CaseResult *c, long asked,
                       long high, long unit) {
    const TriedCases one = {.list = {c}, .count = 1, .failing = 1};
    long low = asked;
    for (int round = 0; round < MOST_ROUNDS && high - low > unit; round++) {
        Sizes sizes = {.asked = asked};
        const long units = (high - low) / unit, steps = units < STEPS ? units : STEPS;
        for (long i = 1; i <= steps; i++) {
            const long bytes = low + units * i / steps * unit;
            if (bytes < high) sizes.bytes[sizes.count++] = bytes;
        }
        const long enough = first_enough(&sizes, plan, result, &one);
        if (enough) high = enough;
        for (int i = 0; i < sizes.count && sizes.bytes[i] < high; i++) low = sizes.bytes[i];
    }
    return high - low <= unit ? high : 0;
}

static bool leaves_dynamic_memory(const CaseResult *c) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    return f && !strcmp(f->check, "out-of-bounds") && tells(f, FOUND_SHARED | FOUND_PAST_END) &&
           c->records.launch_count && !c->key.gpu[0] && !c->hung;
}

static const LaunchRecord *last_launch(const CaseResult *c) {
    return c->records.launch_count ? &c->records.launches[c->records.launch_count - 1] : NULL;
}

// In a larger grid a block is less likely to lie half outside, where it uses less.
static bool same_launch(const LaunchRecord *a, const LaunchRecord *b) {
    return a->shared == b->shared && !memcmp(a->block, b->block, sizeof a->block);
}

bool try_more_shared(SharedSize *size, const RunPlan *plan, const LabResult *result, const CaseResult *c,
                     char *tried, size_t tried_size) {
    TriedCases cases;
    if (!leaves_dynamic_memory(c) || c->cells > SEARCHED_CELLS) return false;
    const LaunchRecord *l = last_launch(c);
    const Finding *f = &c->records.findings[c->finding];
    const long unit = f->bytes > 0 && f->bytes < 4 ? f->bytes : 4;
    choose_tried_cases(&cases, result, c, TRIED_CELLS);
    if (!cases.failing || l->shared % unit) return false;
    const CaseResult *largest = c;
    // What passes as it is says nothing of a larger size.
    cases.count = cases.failing;
    for (int i = 0; i < cases.count; i++) {
        const CaseResult *x = cases.list[i];
        const TriedCases one = {.list = {x}, .count = 1, .failing = 1};
        const LaunchRecord *own = last_launch(x);
        if (!own || !enough_for(plan, result, &one, own->shared)) return false;
        if (same_launch(own, l) && x->cells > largest->cells) largest = x;
        append(tried, tried_size, "%s%s", i ? ", " : "", x->sizes);
    }
    const TriedCases one = {.list = {largest}, .count = 1, .failing = 1};
    const long high = enough_for(plan, result, &one, l->shared);
    *size = (SharedSize){.asked = l->shared, .element = f->bytes == 8 ? 8 : 4, .launch = l};
    append(size->sizes, sizeof size->sizes, "%s", largest->sizes);
    size->used = high ? least_size(plan, result, largest, l->shared, high, unit) : 0;
    return size->used > l->shared;
}

bool explain_shared_size(CaseResult *c, const char *source_path, const SharedSize *size, const char *tried,
                         bool shown) {
    if (!size->used || (shown && !is_shared_size(&c->cause, source_path, size) && !shows_what_lacks(size)))
        return false;
    say_shared_size(&c->cause, source_path, size, tried);
    return true;
}
