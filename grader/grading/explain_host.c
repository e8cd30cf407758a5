// What host code says about its own failure: what it asked CUDA for, and what it computes.
#include "grader/grading/explain_host.h"

void explain_answers(const RunPlan *plan, const LabResult *result, CaseResult *c, Explained e) {
    enum { OTHERS = 8 };
    CaseData other[OTHERS];
    e.other = other;
    e.library = plan->library;
    e.mistake = c->mistake ? c->pattern : NULL;
    for (int i = 0; i < result->graded_count && e.others < OTHERS; i++) {
        const LabEntry *lab =
            lab_library_find(plan->library, result->spec->entries[result->cases[i].key.entry].name);
        const bool same = &result->cases[i] == c || !lab || !lab->given;
        e.others +=
            !same && case_data_make(&other[e.others], result->spec, &result->cases[i].key, plan->data_seed);
    }
    explain_field(&c->cause, &e);
    for (int i = 0; i < e.others; i++) case_data_free(&other[i]);
}

void explain_host(const RunPlan *plan, const LabResult *result, CaseResult *c) {
    CaseData data;
    if (!case_data_make(&data, result->spec, &c->key, plan->data_seed)) return;
    const Explained e = {.data = &data,
                         .lab = lab_library_find(plan->library, data.entry->name),
                         .records = &c->records,
                         .source_path = result->source_path};
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    explain_launch(&c->cause, &e, f, c->where[0] != 0);
    if (!c->cause.known && data.entry->moves_data) explain_moves(&c->cause, &e);
    if (!c->cause.known && data.entry->plays[0]) explain_played(&c->cause, &e);
    case_data_free(&data);
}
