// What the tests of both race checks share: looking for the two parties of a race.
#ifndef WARPBOOK_CHECKS_RACES_H
#define WARPBOOK_CHECKS_RACES_H

#include "tests/checks/kernels.h"

// A race between the two marked lines, whichever of them was reached second. Without details global races
// name one access only.
static inline const Finding *race_between(const Bench *b, const char *one, const char *two) {
    const int a = bench_line(b, one), z = bench_line(b, two);
    for (int i = 0; i < b->s->findings.count; i++) {
        const Finding *f = &b->s->findings.list[i];
        const int line = finding_line(f), other = other_line(f);
        if (f->check != CHECK_RACE) continue;
        if ((line == a && (other == z || other == -1)) || (line == z && (other == a || other == -1)))
            return f;
    }
    return NULL;
}

static inline void check_race(const Bench *b, const char *kernel, const char *one, const char *two,
                              u32 workers, const char *file, int line) {
    char all[400];
    const Finding *f = race_between(b, one, two);
    if (!f) {
        check_fail_format(file, line, "%s with %u workers: no race between %s and %s, but %s", kernel,
                          workers, one, two,
                          b->s->findings.count ? bench_findings(b, all, sizeof all) : "nothing");
        return;
    }
    if (f->fatal || !f->message[0] || !f->next[0] || (b->s->details && !f->has_other))
        check_fail_format(file, line, "%s: the finding is not complete: %s", kernel, f->message);
    if (f->other_has_thread && f->other_block == f->block && f->other_thread == f->thread)
        check_fail_format(file, line, "%s: thread %u races with itself", kernel, f->thread);
}

#define CHECK_RACES(b, kernel, one, two, workers) check_race(b, kernel, one, two, workers, __FILE__, __LINE__)

// Three CPU threads and more see the blocks in another order each time: with and without details.
#define EACH_WAY(workers, details)                                                                           \
    for (u32 workers = 1; workers <= 3; workers++)                                                           \
        for (int details = 0; details <= 1; details++)

#endif
