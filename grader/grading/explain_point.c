// The recipe of one point that a person asked for.
#include "grader/grading/explain_point.h"

#include <stdio.h>
#include <string.h>

#include "grader/cause/explain.h"

enum { MOST_CELLS = 40 * 40 * 40 };

typedef struct {
    const long *point;
    uint64_t cell;
    bool found;
} Wanted;

// The number of the wanted point in an output of that extent; the one in the middle where none is named.
static bool find_cell(const size_t extent[3], const long *point, uint64_t *cell) {
    uint64_t stride = 1;
    *cell = 0;
    for (int axis = 0; axis < 3; axis++) {
        const size_t size = extent[axis] ? extent[axis] : 1;
        const size_t at = point ? (size_t)point[axis] : size / 2;
        if (at >= size) return false;
        *cell += at * stride;
        stride *= size;
    }
    return true;
}

static size_t choose_point(void *context, const CaseData *data, uint64_t *cells) {
    Wanted *wanted = context;
    size_t extent[3];
    output_extent(data, extent);
    wanted->found = find_cell(extent, wanted->point, &wanted->cell);
    cells[0] = wanted->cell;
    return wanted->found;
}

static bool has_point(const LabResult *result, const CaseResult *c, const long *point) {
    CaseData data;
    size_t extent[3];
    uint64_t cell;
    if (!point) return true;
    if (!case_data_shape(&data, result->spec, &c->key)) return false;
    output_extent(&data, extent);
    const bool has = find_cell(extent, point, &cell);
    case_data_free(&data);
    return has;
}

static const CaseResult *choose_case(const LabResult *result, const long *point) {
    const int failure = first_failure(result);
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
        const bool ran = c->judged && !c->hung && (c->finding < 0 || !c->records.findings[c->finding].fatal);
        const bool fits = entry->term_count && !entry->file[0] && c->cells <= MOST_CELLS && !c->trivial &&
                          ran && !c->key.gpu[0] && has_point(result, c, point);
        if (!fits || (failure >= 0 && c->key.entry != result->cases[failure].key.entry)) continue;
        const bool later_entry = best && c->key.entry > best->key.entry;
        if (!best || later_entry || (c->key.entry == best->key.entry && c->cells > best->cells)) best = c;
    }
    return best;
}

bool explain_point(LabResult *result, const RunPlan *plan, const long *point, char *error,
                   size_t error_size) {
    CaseData data;
    SessionResult session;
    Wanted wanted = {.point = point};
    if (!point && result->recipe_count) return true;
    const CaseResult *c = choose_case(result, point);
    if (!c && !point) return true; // no case of the lab has terms, or each one broke off
    if (!c) {
        snprintf(
            error, error_size,
            "No case of %s that can be followed value by value has that point. Name one as z,y,x, each from 0 up, "
            "as in: ./grade explain %s --point 2,3,4",
            result->spec->name, result->spec->name);
        return false;
    }
    SessionSetup setup = plan->session;
    if (!case_data_make(&data, result->spec, &c->key, plan->data_seed)) {
        snprintf(error, error_size, "There is not enough memory for %s. Close other programs.", c->sizes);
        return false;
    }
    const LabEntry *lab = lab_library_find(plan->library, data.entry->name);
    setup.workers = 1;
    setup.witnessed = choose_point;
    setup.witnessed_context = &wanted;
    session_run(&setup, &data, &session);
    const Explained e = {
        .data = &data, .lab = lab, .records = &c->records, .source_path = result->source_path};
    result->recipe_count = session.witness ? recipes_of(result->recipes, POINT_RECIPES, &e, session.witness,
                                                        session.witness_size, &wanted.cell, 1)
                                           : 0;
    for (int i = 0; i < result->recipe_count; i++)
        snprintf(result->recipes[i].sizes, sizeof result->recipes[i].sizes, "%s", c->sizes);
    session_result_free(&session);
    case_data_free(&data);
    return true;
}
