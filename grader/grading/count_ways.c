// By which ways the values of a right output came: a run of the case with the witness.
//
// Loads and bytes can be bought by loads that nothing depends on. What reached the output cannot.
#include "grader/grading/count_ways.h"

#include <stdio.h>

#include "grader/contract/kernel_facts.h"

static bool target_needs_witness(const LabTarget *target) {
    bool needs = needs_witness(target->expression);
    for (int i = 0; i < target->limits; i++) needs |= needs_witness(target->limited[i]);
    return needs;
}

static bool are_asked_for(const LabResult *result, const CaseResult *c) {
    const int index = (int)(c - result->cases);
    const LabSpec *spec = result->spec;
    bool asked = false;
    for (int i = 0, k = 0; i < spec->target_count; i++) {
        if (result->only_todo >= 0 && spec->targets[i].todo != result->only_todo) continue;
        const TargetResult *t = &result->targets[k++];
        asked |=
            (t->case_index == index || t->also_index == index) && target_needs_witness(&spec->targets[i]);
    }
    return asked;
}

bool count_ways(Run *run, CaseResult *c) {
    CaseData data;
    SessionResult session;
    char other[PATH_SIZE];
    if (!c->passed || c->trivial || !are_asked_for(run->result, c)) return true;
    if (!case_data_make_once(&data, run->result->spec, &c->key, run->plan->data_seed))
        return trouble_with_memory(run, c);
    SessionSetup setup = setup_of(run, &data, other);
    setup.workers = 1;
    setup.ways = true;
    run_session(&setup, &data, &session);
    bool good = session_usable(run, &session);
    if (good && session.ways_lost) {
        snprintf(run->error, run->error_size,
                 "There is not enough memory to follow the values of %s. Close other programs.", c->sizes);
        good = false;
    }
    c->ways = session.ways;
    session_result_free(&session);
    case_data_free(&data);
    return good;
}
