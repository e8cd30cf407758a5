// Chooses the case that is worth looking at, and runs it under the eyes of `device`.
#include "grader/grading/watch_case.h"

#include "grader/grading/follow_wrong.h"

#include <stdlib.h>
#include <string.h>

enum { WATCHED_CELLS = 1 << 19 }; // a larger case takes too long with one worker

static bool fits(const LabResult *result, const CaseResult *c) {
    return c->judged && !c->hung && !c->refused && c->cells <= WATCHED_CELLS &&
           !result->spec->entries[c->key.entry].file[0];
}

// The failure itself where it can be drawn, else the largest one of the same kind that can be, else any that fits.
static int failed_case(const LabResult *result, int failure) {
    const CaseResult *shown = &result->cases[failure];
    int best = -1;
    if (fits(result, shown) && shown->cells <= PICTURE_CELLS) return failure;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        const bool alike = !c->passed && !c->trivial && c->key.entry == shown->key.entry &&
                           (c->finding < 0) == (shown->finding < 0);
        if (alike && fits(result, c) && c->cells <= PICTURE_CELLS &&
            (best < 0 || c->cells > result->cases[best].cells))
            best = i;
    }
    return best >= 0 ? best : fits(result, shown) ? failure : -1;
}

static bool is_target(const LabResult *result, int index) {
    for (int i = 0; i < result->target_count; i++)
        if (result->targets[i].case_index == index) return true;
    return false;
}

// A counted case before others, and of these the largest.
static int passed_case(const LabResult *result) {
    int best = -1;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (!c->passed || c->trivial || !fits(result, c)) continue;
        const bool counted = is_target(result, i), best_counted = best >= 0 && is_target(result, best);
        if (best < 0 || (counted != best_counted ? counted : c->cells > result->cases[best].cells)) best = i;
    }
    return best;
}

// Where nothing passes and no failure is shown, as in a file that was not begun: the largest that can be drawn.
static int any_case(const LabResult *result) {
    int best = -1;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (fits(result, c) && !c->trivial && c->cells <= PICTURE_CELLS &&
            (best < 0 || c->cells > result->cases[best].cells))
            best = i;
    }
    return best;
}

// 1 + the number of the block that a finding names; 0: none.
static uint64_t block_of_finding(const CaseResult *c) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    if (!f || !f->who.known) return 0;
    for (int i = c->records.launch_count - 1; i >= 0; i--) {
        const LaunchRecord *l = &c->records.launches[i];
        if (!strcmp(l->kernel, f->kernel))
            return 1 + (uint64_t)((f->who.block[2] * l->grid[1] + f->who.block[1]) * l->grid[0] +
                                  f->who.block[0]);
    }
    return 0;
}

void watch_case(LabResult *result, const RunPlan *plan) {
    const int failure = first_failure(result);
    int index = failure >= 0 ? failed_case(result, failure) : passed_case(result);
    if (index < 0) index = any_case(result);
    CaseData data;
    SessionResult session;
    SessionSetup setup = plan->session;
    if (index < 0) return;
    const CaseResult *c = &result->cases[index];
    if (!case_data_make(&data, result->spec, &c->key, plan->data_seed)) return;
    setup.workers = 1;
    setup.watched = true;
    setup.watched_block = block_of_finding(c);
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    session_run(&setup, &data, &session);
    Picture *p = &result->picture;
    p->known = session.state == SESSION_RAN;
    p->case_index = index;
    p->records = session.records;
    memset(&session.records, 0, sizeof session.records);
    if (data.entry->params[data.entry->output].axes) output_extent(&data, p->grid);
    entry_reach(data.entry, p->reach);
    if (p->known && session.rounds_read && data.cells <= PICTURE_CELLS)
        picture_draw(p, &data, lab_library_find(plan->library, data.entry->name));
    follow_wrong(result, plan, &data);
    session_result_free(&session);
    case_data_free(&data);
}
