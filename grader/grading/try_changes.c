// One change after the other is tried in the device code of a wrong submission.
#include "grader/grading/try_changes.h"

#include <stdlib.h>
#include <string.h>

#include "grader/edits/ptx_changes.h"
#include "grader/edits/ptx_kernels.h"
#include "grader/grading/replace_file.h"
#include "grader/text/append.h"

typedef struct {
    char *ptx;
    size_t size;
    PtxChanges changes;
} Changed;

static char *changed_text(void *context, int which, size_t *size) {
    const Changed *c = context;
    return ptx_with_change(c->ptx, c->size, &c->changes.list[which], size);
}

// Lines from the one that is thought to be wrong, or where the failure was seen.
static int distance(const CaseResult *c, const PtxChange *change) {
    const SourcePlace *place = c->cause.known && c->cause.place.line ? &c->cause.place
                               : c->finding >= 0                     ? &c->records.findings[c->finding].place
                                                                     : NULL;
    return place ? abs(place->line - change->line) : 0;
}

// Of a long text not all can be tried: of the rarer mistakes those nearest by.
static void leave_out_far_ones(const Changed *changed, const CaseResult *c, bool *alive) {
    enum { NEAREST = 700, FAR = 2000 };
    const int count = changed->changes.count;
    int near = 0, reach = 0, within[FAR] = {0};
    for (int i = 0; i < count; i++) {
        const PtxChange *change = &changed->changes.list[i];
        if (change->kind >= CHANGE_OFFSET && distance(c, change) < FAR) within[distance(c, change)]++;
    }
    while (reach < FAR && near + within[reach] <= NEAREST) near += within[reach++];
    for (int i = 0; i < count; i++) {
        const PtxChange *change = &changed->changes.list[i];
        alive[i] = change->kind < CHANGE_OFFSET || distance(c, change) <= reach;
    }
}

// Some case that is tried launches it.
static bool is_launched(const void *context, const char *name, size_t size) {
    const TriedCases *cases = context;
    bool any = false;
    for (int i = 0; i < cases->count; i++) {
        const Records *r = &cases->list[i]->records;
        any |= r->kernel_count > 0;
        for (int k = 0; k < r->kernel_count; k++)
            if (strlen(r->kernels[k].symbol) == size && !strncmp(r->kernels[k].symbol, name, size))
                return true;
    }
    return !any;
}

// What was put off has no records: what it launches is unknown.
static void leave_out_kernels(Changed *changed, const TriedCases *cases) {
    for (int i = 0; i < cases->count; i++)
        if (!cases->list[i]->records.kernel_count) return;
    changed->size = ptx_keep_kernels(changed->ptx, changed->size, is_launched, cases);
}

bool try_changes(ChangedLine *found, const RunPlan *plan, const LabResult *result, const CaseResult *c,
                 const char *ptx) {
    Changed changed = {0};
    TriedCases cases;
    Trials t = {.ptx_path = ptx, .text = changed_text, .context = &changed};
    choose_tried_cases(&cases, result, c, TRIED_CELLS);
    changed.ptx = read_whole_file(ptx, &changed.size);
    if (changed.ptx) leave_out_kernels(&changed, &cases);
    bool good =
        changed.ptx && ptx_changes_list(&changed.changes, changed.ptx, changed.size, result->source_path);
    t.ptx = changed.ptx;
    t.size = changed.size;
    t.count = changed.changes.count;
    t.alive = good ? malloc((size_t)t.count + 1) : NULL;
    if (t.alive) leave_out_far_ones(&changed, c, t.alive);
    good = t.alive && run_trials(&t, plan, result, &cases);
    if (good) good = find_changed_line(found, &changed.changes, t.alive);
    for (int i = 0; good && i < cases.failing; i++)
        append(found->tried, sizeof found->tried, "%s%s", i ? ", " : "", cases.list[i]->sizes);
    ptx_changes_free(&changed.changes);
    free(t.alive);
    free(changed.ptx);
    return good;
}
