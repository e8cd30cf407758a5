// What calls of something else leave in a process: of another function of the file, and for another GPU.
//
// A program calls all functions of a file, in any order. What two of them share (a __constant__ array, a buffer, "these numbers are
// there already") shows when one comes between two calls of the other. And facts of a GPU are those of the one that was
// asked about: on one with few SMs a function that cuts its grid at what they hold has more work a thread.
//
// The error of a refused launch, which cudaPeekAtLastError() leaves for the next call, is not looked at: that is how many programs do
// it, and no lab asks for more.
#include "grader/grading/other_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/launch_line.h"
#include "grader/contract/protocol.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/called_again.h"
#include "grader/grading/later_call.h"
#include "grader/grading/replace_file.h"
#include "grader/lab/slices.h"
#include "grader/verdict/compare.h"

// Elements of the output of a case that is looked at.
enum { FEWEST = 300, MOST = 60000 };
// On a GPU with two SMs, which hold a few thousand threads; and where blocks may wait for others, which they need not do in small grids.
enum { MANY = 20000, MOST_OF_MANY = 3000000, MANY_WAIT = 400000, MOST_WAIT = 6000000 };
// A number of blocks that is shared out among the SMs may come to none only where there is much to do.
enum { VERY_MANY = 8000000, MOST_OF_ALL = 20000000 };
enum { ALL_FACTS = 12 }; // of a GPU: a case that asks for fewer tells less

// What is called, in this order; the last call is judged.
typedef struct {
    const CaseKey *first, *between, *judged; // `between` may be NULL
    bool same_data;                          // the first call has the data of the last one
    const char *zero;                        // the first call has a 0 for this scalar, or NULL
    bool few_sms;                            // on the GPU of the case with two of its SMs
} Order;

typedef struct {
    const LabEntry *lab;
    Comparison result;
    bool no_memory;
} Judgement;

static bool judge_call(void *context, const CaseData *data, int round) {
    Judgement *j = context;
    j->result = (Comparison){0};
    j->no_memory = !compare(&j->result, data, j->lab, round, slice_threads());
    return false;
}

static void set_zero(CaseData *data, const char *name) {
    for (int i = 0; i < data->arg_count; i++)
        if (data->entry->params[i].kind == PARAM_SCALAR && !strcmp(data->entry->params[i].name, name))
            memset(data->args[i].before[0], 0, data->args[i].bytes);
}

// Makes the calls. *wrong: what the last one came to, a clause; "": it is right, or nothing is known.
static bool make_calls(Run *run, CaseResult *c, const Order *order, CaseData *first, CaseData *between,
                       CaseData *data, LaterCallWords *wrong) {
    char other[PATH_SIZE];
    SessionResult session;
    Judgement judgement = {.lab = lab_library_find(run->plan->library, data->entry->name)};
    SessionSetup setup = setup_of(run, data, other);
    setup.earlier = order->same_data ? data : first;
    setup.between = order->between ? between : NULL;
    setup.called_again = judge_call;
    setup.again_context = &judgement;
    if (order->judged->gpu[0]) setup.gpu = order->judged->gpu;
    char few[64];
    snprintf(few, sizeof few, "%s-2sm", setup.gpu ? setup.gpu : GPU_DEFAULT);
    if (order->few_sms) setup.gpu = few;
    if (order->zero) set_zero(first, order->zero);
    bool good = run_usable_session(run, &setup, data, &session);
    *wrong = (LaterCallWords){.advice = NULL};
    const bool known = good && session.state == SESSION_RAN && session.earlier_returned;
    if (known && judgement.no_memory) good = trouble_with_memory(run, c);
    if (known && good && (!later_call_returned(&session) || judgement.result.wrong_count))
        *wrong = later_call_words(&session, &judgement.result);
    const bool died = order->few_sms && good && session.state == SESSION_RAN && !session.earlier_returned;
    if (died) snprintf(wrong->text, sizeof wrong->text, "the function does not return there");
    session_result_free(&session);
    return good;
}

static bool judge_order(Run *run, CaseResult *c, const Order *order, LaterCallWords *wrong) {
    const LabSpec *spec = run->result->spec;
    const uint64_t seed = run->plan->data_seed;
    CaseData first, between, data;
    if (!case_data_make(&data, spec, order->judged, seed)) return trouble_with_memory(run, c);
    const bool some_first = case_data_make(&first, spec, order->first, seed + 1);
    const CaseKey *key = order->between ? order->between : order->first;
    const bool some_between = some_first && case_data_make(&between, spec, key, seed + 2);
    const bool good = some_between ? make_calls(run, c, order, &first, &between, &data, wrong)
                                   : trouble_with_memory(run, c);
    if (some_between) case_data_free(&between);
    if (some_first) case_data_free(&first);
    case_data_free(&data);
    return good;
}

static const LabEntrySpec *entry_of(const Run *run, const CaseResult *c) {
    return &run->result->spec->entries[c->key.entry];
}

static bool is_small(const CaseResult *c) {
    return c->passed && !c->trivial && c->cells >= FEWEST && c->cells <= MOST;
}

// --- Another function of the file

static void fail_between(CaseResult *c, const LabEntrySpec *judged, const LabEntrySpec *between,
                         const LaterCallWords *wrong) {
    c->passed = false;
    c->later_call = true;
    c->fault = "it is wrong when the same process has called another function of the file in between.";
    snprintf(
        c->message, sizeof c->message,
        "a process that calls %s, then %s, and then %s again, as the first time, gets a wrong result for the last call: "
        "%s. The first call is right: what %s keeps from call to call, %s has changed.",
        judged->name, between->name, judged->name, wrong->text, judged->name, between->name);
    snprintf(
        c->next, sizeof c->next,
        "Look at static, global and __constant__ variables that both functions use: each call must set what it uses, or each "
        "function needs variables of its own.");
    if (wrong->advice) snprintf(c->next, sizeof c->next, "%s", wrong->advice);
}

// The case of `judged` before and behind one of `between`.
static bool judge_between(Run *run, CaseResult *c, const CaseResult *judged, const CaseResult *between) {
    const Order order = {
        .first = &judged->key, .between = &between->key, .judged = &judged->key, .same_data = true};
    LaterCallWords wrong;
    if (!judge_order(run, c, &order, &wrong)) return false;
    if (wrong.text[0]) fail_between(c, entry_of(run, judged), entry_of(run, between), &wrong);
    return true;
}

static bool judge_pairs(Run *run, CaseResult *c) {
    uint32_t *known = &run->called_between[c->key.entry];
    const LabResult *result = run->result;
    if (!is_device_function(entry_of(run, c)) || !is_small(c)) return true;
    for (const CaseResult *x = result->cases; x < c && c->passed; x++) {
        const uint32_t bit = 1u << x->key.entry;
        const bool fits = x->key.entry != c->key.entry && is_device_function(entry_of(run, x)) &&
                          is_small(x) && !strcmp(x->key.gpu, c->key.gpu);
        if (!fits || *known & bit) continue;
        if (!judge_between(run, c, c, x) || (c->passed && !judge_between(run, c, x, c))) return false;
        if (c->passed) *known |= bit;
    }
    return true;
}

// --- Another GPU

static bool judge_other_gpu(Run *run, CaseResult *c) {
    const LabEntrySpec *entry = entry_of(run, c);
    if (!entry->beside || c->cells < ALL_FACTS) return true;
    const Order order = {.first = &c->key, .judged = &c->key, .zero = "device"};
    LaterCallWords wrong;
    if (!judge_order(run, c, &order, &wrong)) return false;
    if (!wrong.text[0]) return true;
    c->passed = false;
    c->later_call = true;
    c->fault = "it is wrong when the same process has asked about another GPU before.";
    snprintf(
        c->message, sizeof c->message,
        "a process that calls %s for GPU 0, and then for GPU 1, gets wrong facts for the second one. Called for GPU 1 "
        "alone, it is right: the second call tells what the first one has kept.",
        entry->name);
    snprintf(c->next, sizeof c->next,
             "Look at static and global variables: each call has to ask about the GPU that it is given.");
    return true;
}

// --- A GPU that holds few blocks

// Has the file's text one of the words?
static bool mentions(const char *path, const char *const *words) {
    size_t size;
    char *text = read_whole_file(path, &size);
    bool any = false;
    for (; text && *words; words++) any |= strstr(text, *words) != NULL;
    free(text);
    return any;
}

// Does it ask how many SMs there are? Where it does not, the grid cannot depend on it.
static bool asks_for_sms(const char *path) {
    static const char *const words[] = {
        "ultiProcessor", "cudaGetDeviceProperties", "cudaOccupancy", "cuDeviceGetAttribute", "nsmid", NULL};
    return mentions(path, words);
}

// May its blocks wait for others? They wait for ever where those come to an SM only when they themselves have ended. A cooperative
// launch is refused there.
static bool may_wait_for_blocks(const char *path) {
    static const char *const words[] = {"atomic", "volatile", "__threadfence", "asm", NULL},
                             *const cooperative[] = {"cudaLaunchCooperative",
                                                     "cudaLaunchAttributeCooperative", NULL};
    return mentions(path, words) && !mentions(path, cooperative);
}

// The line that works out how many blocks the last launch has.
static void blame_grid(CaseResult *c, const char *source_path) {
    const Records *records = &c->records;
    const SourcePlace *launch =
        records->launch_count ? &records->launches[records->launch_count - 1].place : NULL;
    if (!launch || !in_student_file(launch, source_path)) return;
    c->cause = (Cause){.known = true, .place = *launch, .todo = -1, .example = -1};
    c->cause.place.line = line_that_computes_size(source_path, launch->line, 0);
    c->cause.place.column = 0;
    snprintf(c->cause.what, sizeof c->cause.what, "How many blocks there are is worked out here.");
}

static void fail_with_few_sms(CaseResult *c, const char *name, const LaterCallWords *wrong) {
    c->passed = false;
    c->fault = "it is wrong on a GPU with fewer SMs.";
    snprintf(
        c->message, sizeof c->message,
        "%s is right on this GPU. On one that has two SMs of this kind, and is the same in all else, it is wrong: %s. So it is wrong on "
        "this GPU, too, where there is enough to do.",
        name, wrong->text);
    snprintf(
        c->next, sizeof c->next,
        "The file asks how many SMs the GPU has. Where the grid is no larger than what they hold, each thread has to go on to "
        "further elements, in a loop with the stride of the grid; else launch as many blocks as the elements need. What is shared "
        "out among the SMs may come to 0 there.");
}

// What was wrong there does not depend on an answer about the GPU: blocks wait for others.
static void fail_by_waiting(CaseResult *c, const char *name, const char *source_path) {
    const LaunchRecord *last =
        c->records.launch_count ? &c->records.launches[c->records.launch_count - 1] : NULL;
    c->passed = false;
    c->fault = "its blocks wait for each other.";
    snprintf(
        c->message, sizeof c->message,
        "%s is right on this GPU. On one that has two SMs of this kind, and is the same in all else, it does not come to an end as it "
        "should: blocks there wait for others that cannot start before these have ended.",
        name);
    snprintf(
        c->next, sizeof c->next,
        "An ordinary launch promises nothing about which blocks are on the GPU at the same time. Let only a new launch order "
        "blocks; or launch with cudaLaunchCooperativeKernel, which refuses a grid of which not all blocks fit.");
    if (!last || !in_student_file(&last->place, source_path)) return;
    c->cause = (Cause){.known = true, .place = last->place, .todo = -1, .example = -1};
    snprintf(c->cause.what, sizeof c->cause.what, "The %ld blocks of this launch wait for each other.",
             last->grid[0] * last->grid[1] * last->grid[2]);
}

static bool judge_few_sms(Run *run, CaseResult *c) {
    const char *path = run->result->source_path;
    const bool asks = asks_for_sms(path), large = asks && c->cells >= VERY_MANY;
    unsigned *known = large ? &run->few_sms_at_large[c->key.entry] : &run->few_sms[c->key.entry];
    const size_t least = asks ? MANY : MANY_WAIT, most = large  ? MOST_OF_ALL
                                                         : asks ? MOST_OF_MANY
                                                                : MOST_WAIT;
    const bool fits = c->cells >= least && c->cells <= most && !c->trivial && !c->key.gpu[0];
    if (!is_device_function(entry_of(run, c)) || !fits || *known & remainder_bit(c)) return true;
    LaterCallWords wrong = {.advice = NULL};
    const Order order = {.first = &c->key, .judged = &c->key, .few_sms = true};
    if ((asks || may_wait_for_blocks(path)) && !judge_order(run, c, &order, &wrong)) return false;
    *known |= remainder_bit(c);
    if (!wrong.text[0]) return true;
    if (asks) {
        fail_with_few_sms(c, entry_of(run, c)->name, &wrong);
        blame_grid(c, path);
    } else {
        fail_by_waiting(c, entry_of(run, c)->name, path);
    }
    return true;
}

bool judge_other_calls(Run *run, CaseResult *c) {
    return !c->passed ||
           (judge_other_gpu(run, c) && judge_pairs(run, c) && (!c->passed || judge_few_sms(run, c)));
}
