// The second call of a function in one process: nothing that the first one has left may serve it.
//
// Each case has a process of its own, where the function is called once. What it keeps in static variables or in device
// memory (a copy of the first inputs, a result, "I have launched already") shows only when it is called again, as any
// program would do.
#include "grader/grading/called_again.h"

#include <stdio.h>

#include "grader/lab/slices.h"
#include "grader/verdict/compare.h"

enum { FEWEST = 300, MOST = 60000 }; // elements of the output of a case that is looked at first

static bool is_device_function(const LabEntrySpec *entry) {
    bool input = false;
    for (int i = 0; i < entry->param_count; i++) input |= entry->params[i].kind == PARAM_INPUT;
    return input && !entry->moves_data && !entry->plays[0] && !entry->file[0];
}

static bool worth_it(const Run *run, const CaseResult *c, const CaseData *data) {
    const SecondCalls state = run->second_calls[c->key.entry];
    if (state == SECOND_CALLS_WRONG) return true;
    return state == SECOND_CALLS_UNKNOWN && data->cells >= FEWEST && data->cells <= MOST;
}

static void fail_case(CaseResult *c, const LabEntrySpec *entry, const SessionResult *session,
                      const Comparison *result) {
    const Records *records = &session->records;
    char what[200];
    if (session->outcome != OUTCOME_RETURNED || !session->rounds_read)
        snprintf(what, sizeof what, "it does not return");
    else if (!records->launch_count)
        snprintf(what, sizeof what, "it launches nothing");
    else
        snprintf(what, sizeof what, "%zu elements of its result are wrong", result->wrong_count);
    c->passed = false;
    c->fault = "it is wrong when the same process calls it again.";
    snprintf(
        c->message, sizeof c->message,
        "the first call of %s is right. When the same process calls it again, with other inputs of the same size, %s.",
        entry->name, what);
    snprintf(
        c->next, sizeof c->next,
        "It uses what an earlier call has left: look at static and global variables. Memory may be kept from call to "
        "call, but inputs, parameters and results are new each time.");
}

static bool judge(Run *run, CaseResult *c, const LabEntrySpec *entry, const SessionResult *session,
                  const CaseData *data) {
    const LabEntry *lab = lab_library_find(run->plan->library, entry->name);
    const bool returned = session->outcome == OUTCOME_RETURNED && session->rounds_read;
    Comparison result = {0};
    if (returned && !compare(&result, data, lab, 0, slice_threads())) return trouble_with_memory(run, c);
    const bool wrong = !returned || result.wrong_count > 0;
    run->second_calls[c->key.entry] = wrong ? SECOND_CALLS_WRONG : SECOND_CALLS_RIGHT;
    if (wrong) fail_case(c, entry, session, &result);
    return true;
}

static bool call_twice(Run *run, CaseResult *c, const LabEntrySpec *entry, CaseData *data,
                       CaseData *earlier) {
    char other[PATH_SIZE];
    SessionSetup setup = setup_of(run, data, other);
    SessionResult session;
    setup.earlier = earlier;
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    bool good = run_usable_session(run, &setup, data, &session);
    // Where the first of the two calls does not return, nothing is known of the second one.
    if (good && session.state == SESSION_RAN && session.earlier_returned)
        good = judge(run, c, entry, &session, data);
    session_result_free(&session);
    return good;
}

bool judge_second_call(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = &run->result->spec->entries[c->key.entry];
    const uint64_t seed = run->plan->data_seed;
    CaseData data, earlier;
    if (!c->passed || !is_device_function(entry) || run->second_calls[c->key.entry] == SECOND_CALLS_RIGHT)
        return true;
    if (!case_data_make(&data, run->result->spec, &c->key, seed)) return trouble_with_memory(run, c);
    bool good = true;
    if (worth_it(run, c, &data)) {
        good = case_data_make(&earlier, run->result->spec, &c->key, seed + 1) || trouble_with_memory(run, c);
        if (good) {
            good = call_twice(run, c, entry, &data, &earlier);
            case_data_free(&earlier);
        }
    }
    case_data_free(&data);
    return good;
}
