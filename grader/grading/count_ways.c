// By which ways the values of a right output came: a run of the case with the witness.
//
// Loads and bytes can be bought by loads that nothing depends on. What reached the output cannot.
#include "grader/grading/count_ways.h"

#include <stdio.h>

#include "grader/contract/kernel_facts.h"
#include "grader/grading/same_work.h"
#include "grader/lab/random.h"

static bool any_expression(const LabTarget *target, bool (*holds)(const char *expression)) {
    bool any = holds(target->expression);
    for (int i = 0; i < target->limits; i++) any |= holds(target->limited[i]);
    return any;
}

static bool is_counted_at(const TargetResult *t, int index) {
    bool counted = t->case_index == index || t->also_index == index;
    for (int i = 0; i < SPEC_WHERE_RIGHT; i++) counted |= t->where_right_index[i] == index;
    return counted;
}

// Does what is counted at the case have such an expression?
static bool is_asked_for(const LabResult *result, const CaseResult *c,
                         bool (*holds)(const char *expression)) {
    const int index = (int)(c - result->cases);
    const LabSpec *spec = result->spec;
    bool asked = false;
    for (int i = 0, k = 0; i < spec->target_count; i++) {
        if (result->only_todo >= 0 && spec->targets[i].todo != result->only_todo) continue;
        const TargetResult *t = &result->targets[k++];
        asked |= is_counted_at(t, index) && any_expression(&spec->targets[i], holds);
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

// Did the followed run do what the counted one did?
static bool is_same(const CaseResult *c, const SessionResult *session, FollowedBlocks blocks) {
    return blocks == FOLLOW_SAMPLES_ALONE ? is_same_request(&c->records, &session->records)
                                          : is_same_work(&c->records, &session->records);
}

// False: trouble of this machine.
static bool follow(Run *run, CaseResult *c, CaseData *data, FollowedBlocks blocks, uint32_t coarser) {
    SessionResult session;
    char other[PATH_SIZE];
    SessionSetup setup = setup_of(run, data, other);
    setup.workers = 1;
    setup.ways = coarser;
    setup.ways_blocks = blocks;
    setup.ways_salt = salt_of(run, c);
    setup.ways_terms = terms_of(&run->result->spec->entries[c->key.entry]);
    bool good = run_usable_session(run, &setup, data, &session);
    if (good && session.ways_lost) {
        snprintf(run->error, run->error_size,
                 "There is not enough memory to follow the values of %s. Close other programs.", c->sizes);
        good = false;
    }
    c->ways = session.ways;
    if (c->ways.points > 0 && !is_same(c, &session, blocks)) c->ways = (ValueWays){.other_work = true};
    session_result_free(&session);
    return good;
}

// Where there is no room for so many, fewer of them: all blocks are to be looked at, or all samples.
static bool follow_enough(Run *run, CaseResult *c, CaseData *data, FollowedBlocks blocks) {
    enum { COARSER = 4, COARSEST = 256 };
    bool good = follow(run, c, data, blocks, 1);
    for (uint32_t coarser = COARSER; good && c->ways.cut_short && coarser <= COARSEST; coarser *= COARSER)
        good = follow(run, c, data, blocks, coarser);
    return good;
}

static bool has_ways(const CaseResult *c) {
    return c->ways.points > 0 && !c->ways.blocks_missed;
}

// To follow all blocks of a large case would take as long again as its run: samples are looked at. These run alone, unless they
// use what others store.
static bool follow_case(Run *run, CaseResult *c, CaseData *data) {
    enum { LARGE = 100000 };
    const bool samples = c->cells >= LARGE && !is_asked_for(run->result, c, needs_all_blocks);
    if (!samples) return follow_enough(run, c, data, FOLLOW_ALL);
    if (!follow_enough(run, c, data, FOLLOW_SAMPLES_ALONE)) return false;
    return has_ways(c) || follow_enough(run, c, data, FOLLOW_SAMPLES);
}

bool count_ways(Run *run, CaseResult *c) {
    CaseData data;
    if (!c->passed || c->trivial || !is_asked_for(run->result, c, needs_witness)) return true;
    if (!case_data_make_once(&data, run->result->spec, &c->key, run->plan->data_seed))
        return trouble_with_memory(run, c);
    const bool good = follow_case(run, c, &data);
    case_data_free(&data);
    return good;
}
