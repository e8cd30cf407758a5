// By which ways the values of a right output came: a run of the case with the witness.
//
// Loads and bytes can be bought by loads that nothing depends on. What reached the output cannot.
#include "grader/grading/count_ways.h"

#include <stdio.h>

#include "grader/contract/kernel_facts.h"
#include "grader/grading/same_work.h"
#include "grader/lab/random.h"

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

// Which threads are followed: drawn from the seed and the secret, as the inputs are.
static uint64_t salt_of(const Run *run, const CaseResult *c) {
    RandomStream stream = random_stream(run->plan->data_seed, c->sizes, "followed", c->key.entry);
    return random_bits(&stream);
}

// A point is a sum with as many terms as the entry has coefficients.
static int terms_of(const LabEntrySpec *entry) {
    int terms = 0;
    for (int i = 0; i < entry->param_count; i++)
        if (entry->params[i].kind == PARAM_VALUES) terms += (int)entry->params[i].size.factor[0];
    return terms;
}

// False: trouble of this machine.
static bool follow(Run *run, CaseResult *c, CaseData *data, uint32_t coarser) {
    SessionResult session;
    char other[PATH_SIZE];
    SessionSetup setup = setup_of(run, data, other);
    setup.workers = 1;
    setup.ways = coarser;
    setup.ways_salt = salt_of(run, c);
    setup.ways_terms = terms_of(&run->result->spec->entries[c->key.entry]);
    bool good = run_usable_session(run, &setup, data, &session);
    if (good && session.ways_lost) {
        snprintf(run->error, run->error_size,
                 "There is not enough memory to follow the values of %s. Close other programs.", c->sizes);
        good = false;
    }
    c->ways = session.ways;
    if (c->ways.points > 0 && !is_same_work(&c->records, &session.records))
        c->ways = (ValueWays){.other_work = true};
    session_result_free(&session);
    return good;
}

bool count_ways(Run *run, CaseResult *c) {
    enum { COARSER = 4, COARSEST = 256 };
    CaseData data;
    if (!c->passed || c->trivial || !are_asked_for(run->result, c)) return true;
    if (!case_data_make_once(&data, run->result->spec, &c->key, run->plan->data_seed))
        return trouble_with_memory(run, c);
    // Where there is no room for so many, fewer of them: all blocks are to be looked at.
    bool good = follow(run, c, &data, 1);
    for (uint32_t coarser = COARSER; good && c->ways.cut_short && coarser <= COARSEST; coarser *= COARSER)
        good = follow(run, c, &data, coarser);
    case_data_free(&data);
    return good;
}
