// Is a lab's technique there at a size beyond those that are counted? What sampled blocks count is taken for all of them.
#include <math.h>
#include <stdio.h>

#include "grader/verdict/verdict.h"

// The bound at which a target earns nothing that is the easiest to keep, of all cases that it is counted at.
static double easiest_bound(const LabTarget *target, bool largest_is_worst) {
    double bound = target->none;
    const double others[] = {target->also ? target->also_none : bound,
                             target->where_rights > 0 ? target->where_right[0].none : bound,
                             target->where_rights > 1 ? target->where_right[1].none : bound};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        bound = largest_is_worst ? fmax(bound, others[i]) : fmin(bound, others[i]);
    return bound;
}

// The blocks that ran were drawn: what they count may be off by some percent.
static bool is_out_of_bounds(const LabTarget *target, double value) {
    const double doubt = 1.05;
    const bool largest_is_worst = target->full < target->none;
    const double bound = easiest_bound(target, largest_is_worst);
    return largest_is_worst ? value > bound * doubt : value < bound / doubt;
}

static bool look_at_target(const LabResult *result, TimedResult *t, int index) {
    const LabTarget *target = &result->spec->targets[index];
    const Records run = {.sum = t->model.counters};
    const CaseResult c = {.key = t->key, .cells = t->model.cells};
    if (target->key.entry != t->key.entry || target->best_of >= 0) return true;
    const double value =
        worst_counted_value(result->spec, &c, &run, target->expression, target->full < target->none);
    if (!isfinite(value) || !is_out_of_bounds(target, value) || !(points_of_target(result, index) > 0))
        return true;
    snprintf(
        t->model.lacking, sizeof t->model.lacking,
        "%s: %.3g, by what blocks all over the grid ask for, and no points are earned at %.3g. At the sizes that "
        "are counted the technique of TODO %s is there, and here it is not",
        target->what, value, easiest_bound(target, target->full < target->none),
        result->spec->todos[target->todo].id);
    return false;
}

void judge_technique_beyond(const LabResult *result, TimedResult *t) {
    t->model.lacking[0] = 0;
    if (!t->model.known || t->model.whole) return;
    for (int i = 0; i < result->target_count; i++)
        if (!look_at_target(result, t, i)) return;
}
