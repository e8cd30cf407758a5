// One change after the other is tried in the device code of a wrong submission.
#include "grader/grading/try_changes.h"

#include <stdlib.h>
#include <string.h>

#include "grader/edits/ptx_changes.h"
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

bool try_changes(ChangedLine *found, const RunPlan *plan, const LabResult *result, const CaseResult *c,
                 const char *ptx) {
    Changed changed = {0};
    TriedCases cases;
    Trials t = {.ptx_path = ptx, .text = changed_text, .context = &changed};
    choose_tried_cases(&cases, result, c);
    changed.ptx = read_whole_file(ptx, &changed.size);
    bool good =
        changed.ptx && ptx_changes_list(&changed.changes, changed.ptx, changed.size, result->source_path);
    t.ptx = changed.ptx;
    t.size = changed.size;
    t.count = changed.changes.count;
    t.alive = good ? malloc((size_t)t.count + 1) : NULL;
    if (t.alive) memset(t.alive, 1, (size_t)t.count);
    good = t.alive && run_trials(&t, plan, result, &cases);
    if (good) good = find_changed_line(found, &changed.changes, t.alive);
    for (int i = 0; good && i < cases.failing; i++)
        append(found->tried, sizeof found->tried, "%s%s", i ? ", " : "", cases.list[i]->sizes);
    ptx_changes_free(&changed.changes);
    free(t.alive);
    free(changed.ptx);
    return good;
}
