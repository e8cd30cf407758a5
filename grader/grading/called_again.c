// Further calls of a function in one process: nothing that the first one has left may serve it.
//
// Each case has a process of its own, where the function is called once. What it keeps in static variables or in device
// memory (a copy of the first inputs, a result, "I have launched already") shows only when it is called again, as any
// program would do. What it works out once for the size of the first call, its grid or memory of its own, shows only when the
// second call has another size, larger or smaller. What counts its calls, or goes round a ring of buffers, may show at the third one or the fourth.
//
// Parameters that are weights may be 0, equal, or almost those of the call before, as no drawn ones are; and inputs may be full of
// zeros: special_numbers.h. Once an entry is right, it is called with these.
#include "grader/grading/called_again.h"

#include <stdio.h>
#include <string.h>

#include "grader/grading/later_call.h"
#include "grader/grading/later_work.h"
#include "grader/grading/special_numbers.h"
#include "grader/lab/slices.h"
#include "grader/text/append.h"
#include "grader/verdict/compare.h"

enum { CALLS = 4 };                  // in one process, where the size stays the same
enum { FEWEST = 300, MOST = 60000 }; // elements of the output of a case that is looked at first
// The same where the first call is smaller: several blocks are needed, where one was enough.
enum { LARGER_FEWEST = 25000, LARGER_MOST = 3000000, TIMES_LARGER = 8 };

bool is_device_function(const LabEntrySpec *entry) {
    bool input = false;
    for (int i = 0; i < entry->param_count; i++) input |= entry->params[i].kind == PARAM_INPUT;
    return input && !entry->moves_data && !entry->plays[0] && !entry->file[0];
}

unsigned remainder_bit(const CaseResult *c) {
    return 1u << (c->key.size[0] & 3);
}

static bool worth_it(const CaseResult *c, const SecondCalls *known) {
    const SecondCalls state = known[c->key.entry];
    if (state == SECOND_CALLS_WRONG) return true;
    return state == SECOND_CALLS_UNKNOWN && c->cells >= FEWEST && c->cells <= MOST;
}

// `call`: the first wrong one, 2: the second.
static void say_same_size(CaseResult *c, int call, const LabEntrySpec *entry, const char *what) {
    static const char *const right[] = {"call", "two calls", "three calls"};
    static const char *const renewed[] = {"", " and another array for its results",
                                          " and another array of inputs"};
    const int before = call - 2 < CALLS - 2 ? call - 2 : CALLS - 2;
    c->fault = "it is wrong when the same process calls it again.";
    snprintf(
        c->message, sizeof c->message,
        "the first %s of %s %s right. When the same process calls it again, with other inputs of the same size%s, %s.",
        right[before], entry->name, before ? "are" : "is", renewed[before], what);
    snprintf(
        c->next, sizeof c->next,
        "It uses what an earlier call has left: look at static and global variables. Memory may be kept from call to "
        "call, but inputs, parameters, results and where they lie are new each time.");
}

static void say_other_size(CaseResult *c, const CaseResult *first, const CaseResult *then,
                           const LabEntrySpec *entry, const char *what) {
    c->fault = "it is wrong when the same process has called it with another size.";
    snprintf(
        c->message, sizeof c->message,
        "a process that calls %s with %s, and then with %s, gets a wrong result for the second call: %s. Called with "
        "%s alone, it is right: the second call uses what the first one has kept.",
        entry->name, first->sizes, then->sizes, what, then->sizes);
    snprintf(
        c->next, sizeof c->next,
        "Look at static and global variables: what was worked out for %s is no good for %s. Work out the grid, and the "
        "size of memory of your own, at each call.",
        first->sizes, then->sizes);
}

// `call`: the first wrong one of those with special numbers, from 0.
static void say_special(CaseResult *c, const SpecialNumbers *numbers, int call, const LabEntrySpec *entry,
                        const char *what) {
    char when[200];
    const int count = special_count(numbers), number = call < count ? call : count - 1;
    special_words(numbers, number, when, sizeof when);
    c->fault = special_fault(numbers, number);
    c->later_call = special_is_small_change(numbers, number);
    if (c->later_call)
        snprintf(c->message, sizeof c->message,
                 "the first call of %s is right. When the same process calls it again, %s, %s.", entry->name,
                 when, what);
    else
        snprintf(c->message, sizeof c->message, "%s is right with the numbers that were drawn. %s, %s.",
                 entry->name, when, what);
    snprintf(c->next, sizeof c->next, "%s", special_advice(numbers, number));
}

// What is known of the calls behind the first one.
typedef struct {
    const LabEntry *lab;
    const CaseResult *first; // the case whose sizes the first call had; NULL: those of the case itself
    const CaseResult *
        then; // where that is the larger one: the case whose sizes the second call had; NULL: those of the case
    SpecialNumbers *special; // that the calls behind the first one have; NULL: drawn ones
    int calls;               // that were judged
    Comparison result;       // of the last one
    bool no_memory;
} Calls;

static void fail_case(CaseResult *c, const Calls *calls, const LabEntrySpec *entry,
                      const SessionResult *session) {
    const LaterCallWords words = later_call_words(session, &calls->result);
    const char *what = words.text;
    const bool returned = later_call_returned(session);
    c->passed = false;
    c->later_call = true;
    if (calls->special)
        say_special(c, calls->special, calls->calls - returned, entry, what);
    else if (calls->first)
        say_other_size(c, calls->first, calls->then ? calls->then : c, entry, what);
    else
        say_same_size(c, calls->calls + 1 + !returned, entry, what);
    if (words.advice) snprintf(c->next, sizeof c->next, "%s", words.advice);
}

// All calls are right. `more`: what the last one does more of than the first.
static void fail_for_work(CaseResult *c, const char *entry, const char *more) {
    c->passed = false;
    c->later_call = true;
    c->fault = "later calls in the same process do more work than the first one.";
    snprintf(
        c->message, sizeof c->message,
        "all calls of %s are right, but they do not do the same work. When the same process calls it for the %dth time, with other inputs "
        "of the same size, %s.",
        entry, CALLS, more);
    snprintf(c->next, sizeof c->next,
             "What is counted of one call has to hold for each: look at what depends on static and global "
             "variables, and have all calls launch the same kernels.");
}

static void note(Run *run, const CaseResult *c, const Calls *calls, bool wrong) {
    const int entry = c->key.entry;
    const SecondCalls state = wrong ? SECOND_CALLS_WRONG : SECOND_CALLS_RIGHT, was = run->second_calls[entry];
    if (calls->special)
        run->special[entry] = state;
    else if (calls->then)
        run->smaller[entry] = state;
    else if (!calls->first) // what a small case does not show is there still
        run->second_calls[entry] = was == SECOND_CALLS_WRONG ? was : state;
    else if (wrong)
        run->sizes_wrong[entry] = true;
    else
        run->sizes_right[entry] |= remainder_bit(c);
}

// Judges a call, and asks for another one while all is right.
static bool judge_call(void *context, const CaseData *data, int round) {
    Calls *calls = context;
    calls->result = (Comparison){0};
    calls->no_memory = !compare(&calls->result, data, calls->lab, round, slice_threads());
    calls->calls++;
    if (calls->first || calls->no_memory || calls->result.wrong_count) return false;
    if (!calls->special) return calls->calls + 1 < CALLS;
    if (calls->calls == special_count(calls->special)) return false;
    special_set(calls->special, calls->calls, (round + 1) % data->rounds);
    return true;
}

static bool judge(Run *run, CaseResult *c, const Calls *calls, const LabEntrySpec *entry,
                  const SessionResult *session) {
    const bool returned = later_call_returned(session);
    if (calls->no_memory) return trouble_with_memory(run, c);
    const bool wrong = !returned || calls->result.wrong_count > 0,
               same_size = !calls->special && !calls->first;
    char more[120] = "";
    const bool dearer =
        !wrong && same_size && does_more_later(&c->records.sum, &session->records.sum, more, sizeof more);
    note(run, c, calls, wrong || dearer);
    if (wrong) fail_case(c, calls, entry, session);
    if (dearer) fail_for_work(c, entry->name, more);
    return true;
}

static bool call_again(Run *run, CaseResult *c, Calls calls, CaseData *data, CaseData *earlier) {
    const LabEntrySpec *entry = data->entry;
    char other[PATH_SIZE];
    SessionSetup setup = setup_of(run, data, other);
    SessionResult session;
    calls.lab = lab_library_find(run->plan->library, entry->name);
    setup.earlier = earlier;
    setup.called_again = judge_call;
    setup.again_context = &calls;
    setup.renews = !calls.first && !calls.special;
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    bool good = run_usable_session(run, &setup, data, &session);
    // Where the first of the calls does not return, nothing is known of the others.
    if (good && session.state == SESSION_RAN && session.earlier_returned)
        good = judge(run, c, &calls, entry, &session);
    session_result_free(&session);
    return good;
}

// Calls it with the data of calls.first, where there is one, or with other data of the case's own sizes, and then with the case's
// own, or those of calls.then.
static bool judge_after(Run *run, CaseResult *c, Calls calls) {
    const CaseResult *first = calls.first, *then = calls.then ? calls.then : c;
    const LabSpec *spec = run->result->spec;
    const uint64_t seed = run->plan->data_seed;
    CaseData data, earlier;
    if (!case_data_make(&data, spec, &then->key, seed)) return trouble_with_memory(run, c);
    bool good = case_data_make(&earlier, spec, first ? &first->key : &c->key, seed + 1) ||
                trouble_with_memory(run, c);
    if (good) {
        good = call_again(run, c, calls, &data, &earlier);
        case_data_free(&earlier);
    }
    case_data_free(&data);
    return good;
}

static bool judge_special(Run *run, CaseResult *c) {
    const LabSpec *spec = run->result->spec;
    CaseData data, earlier;
    SpecialNumbers numbers;
    if (!case_data_make(&data, spec, &c->key, run->plan->data_seed)) return trouble_with_memory(run, c);
    bool good =
        case_data_make(&earlier, spec, &c->key, run->plan->data_seed + 1) || trouble_with_memory(run, c);
    if (good) {
        good =
            special_begin(&numbers, &data, &earlier, run->result->source_path) || trouble_with_memory(run, c);
        if (good) {
            special_set(&numbers, 0, 0);
            good = call_again(run, c, (Calls){.special = &numbers}, &data, &earlier);
            special_end(&numbers);
        }
        case_data_free(&earlier);
    }
    case_data_free(&data);
    return good;
}

// Of the cases that have passed so far, a much smaller one of the same entry: one with the same remainder, or else any, and of
// these the smallest. NULL: none.
static const CaseResult *smaller_case(const LabResult *result, const CaseResult *c) {
    const CaseResult *best = NULL;
    for (const CaseResult *x = result->cases; x < c; x++) {
        const bool fits = x->key.entry == c->key.entry && !strcmp(x->key.gpu, c->key.gpu) && x->passed &&
                          !x->trivial && TIMES_LARGER * x->cells <= c->cells;
        if (!fits) continue;
        const bool alike = remainder_bit(x) == remainder_bit(c);
        const bool best_alike = best && remainder_bit(best) == remainder_bit(c);
        if (!best || (alike && !best_alike) || (alike == best_alike && x->cells < best->cells)) best = x;
    }
    return best;
}

static bool judge_other_size(Run *run, CaseResult *c) {
    const int entry = c->key.entry;
    const bool first_look =
        !(run->sizes_right[entry] & remainder_bit(c)) && c->cells >= LARGER_FEWEST && c->cells <= LARGER_MOST;
    if (!run->sizes_wrong[entry] && run->smaller[entry] != SECOND_CALLS_WRONG && !first_look) return true;
    const CaseResult *smaller = smaller_case(run->result, c);
    if (!smaller) return true;
    if (!judge_after(run, c, (Calls){.first = smaller})) return false;
    const bool known = run->smaller[entry] == SECOND_CALLS_RIGHT;
    return !c->passed || known || judge_after(run, c, (Calls){.first = c, .then = smaller});
}

bool judge_second_call(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = &run->result->spec->entries[c->key.entry];
    if (!c->passed || !is_device_function(entry)) return true;
    if (worth_it(c, run->second_calls) && !judge_after(run, c, (Calls){0})) return false;
    if (c->passed && special_numbers_fit(entry) && worth_it(c, run->special) && !judge_special(run, c))
        return false;
    return !c->passed || judge_other_size(run, c);
}
