// What wrong cells of the drawn output are made of: one more run of their case, with the witness.
#include "grader/grading/follow_wrong.h"

#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/contract/witness_report.h"

// Evenly from the cells that are wrong, the first one among them.
static size_t choose_cells(void *context, const CaseData *data, uint64_t *cells) {
    const Picture *p = context;
    (void)data;
    const size_t count = p->wrong_listed < PICTURE_FOLLOWED ? p->wrong_listed : PICTURE_FOLLOWED;
    for (size_t i = 0; i < count; i++) cells[i] = p->wrong[i * p->wrong_listed / count].index;
    return count;
}

_Static_assert((int)PICTURE_FOLLOWED <= (int)WITNESS_CELLS_MAX, "the witness can be asked about that many");

void follow_wrong(LabResult *result, const RunPlan *plan, const CaseData *data) {
    Picture *p = &result->picture;
    const CaseResult *c = &result->cases[p->case_index];
    SessionSetup setup = plan->session;
    SessionResult session;
    uint64_t cells[PICTURE_FOLLOWED];
    CaseData again;
    const bool broke_off = c->finding >= 0 && c->records.findings[c->finding].fatal;
    if (!p->wrong_listed || !data->entry->term_count || broke_off) return;
    if (!case_data_make(&again, result->spec, &c->key, plan->data_seed)) return;
    setup.workers = 1;
    setup.witnessed = choose_cells;
    setup.witnessed_context = p;
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    session_run(&setup, &again, &session);
    const Explained e = {.data = &again,
                         .lab = lab_library_find(plan->library, again.entry->name),
                         .records = &c->records,
                         .source_path = result->source_path};
    p->recipes = session.witness ? calloc(PICTURE_FOLLOWED, sizeof *p->recipes) : NULL;
    if (p->recipes)
        p->recipe_count = recipes_of(p->recipes, PICTURE_FOLLOWED, &e, session.witness, session.witness_size,
                                     cells, (int)choose_cells(p, &again, cells));
    for (int i = 0; i < p->recipe_count; i++)
        memcpy(p->recipes[i].sizes, c->sizes, sizeof p->recipes[i].sizes);
    session_result_free(&session);
    case_data_free(&again);
}
